"""Interworld fleets: a fleet game on a hex map with alternating activations and command boards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files

from quarterdeck.engine.account import Account
from quarterdeck.engine.art import Art, load_art
from quarterdeck.engine.events import Event
from quarterdeck.engine.odds import Odds
from quarterdeck.engine.picture import Picture, Progress, Shown
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.rulebook import Rulebook
from quarterdeck.engine.system import Bot, Outcome, Reason, Sheet, Switch
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.interworld_fleets import deploy, impossible, outcome, picture, prose, reasons, shown, view
from quarterdeck.systems.interworld_fleets.bot import Captain
from quarterdeck.systems.interworld_fleets.class_files import account_of, read_class, write_class
from quarterdeck.systems.interworld_fleets.odds_asked import odds_given
from quarterdeck.systems.interworld_fleets.round import play_round
from quarterdeck.systems.interworld_fleets.scenario import Scenario
from quarterdeck.systems.interworld_fleets.scenario_files import packaged_scenarios, read_scenario, write_scenario
from quarterdeck.systems.interworld_fleets.sheet import sheet_of
from quarterdeck.systems.interworld_fleets.state import FleetsState, FleetsView, Ship
from quarterdeck.systems.interworld_fleets.unit import ShipClass


class InterworldFleets:
    """The System object: wires the rooms of this package (see `quarterdeck.engine.system.System`)."""

    key = "interworld-fleets"
    title = "Interworld fleets"
    rules_version = 1
    to_begin_with = False
    levels = ("captain",)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rule catalogue."""
        return Rulebook.load(files("quarterdeck.systems.interworld_fleets") / "rules")

    @cached_property
    def art(self) -> Art:
        """Silhouettes by size, glyphs of the weapons."""
        return load_art(files("quarterdeck.systems.interworld_fleets") / "data" / "art.yaml")

    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios that come with the game."""
        return packaged_scenarios()

    def switches(self, scenario: Scenario) -> list[Switch]:
        """The optional rules of a scenario: none."""
        return scenario.optional()

    def switched(self, scenario: Scenario, on: Mapping[str, bool]) -> Scenario:
        """The scenario as it is."""
        return scenario

    def read(self, kind: str, data: Json) -> Scenario | ShipClass | list[Problem]:
        """Read a ``scenario`` or a ``ship``, which is a class."""
        match kind:
            case "scenario":
                return read_scenario(data)
            case "ship":
                return read_class(data)
            case _:
                return [_unknown_kind(kind)]

    def write(self, thing: Scenario | ShipClass) -> Json:
        """A scenario or ship class as a document."""
        return write_scenario(thing) if isinstance(thing, Scenario) else write_class(thing)

    def account(self, kind: str, data: Json) -> Account | list[Problem]:
        """The class points of a ``ship``, and what is unusual about it."""
        return account_of(data) if kind == "ship" else [_unknown_kind(kind)]

    def start(self, scenario: Scenario) -> FleetsState:
        """The state before set-up."""
        return deploy.start(scenario)

    async def set_up(self, state: FleetsState, referee: Referee) -> None:
        """Lay out terrain and name flagships where the scenario leaves that open."""
        await deploy.set_up(state, referee)

    async def play_round(self, state: FleetsState, referee: Referee) -> None:
        """One round."""
        await play_round(state, referee)

    def outcome(self, state: FleetsState) -> Outcome | None:
        """How the battle has ended, if it has."""
        return outcome.outcome(state)

    def conceded(self, state: FleetsState, left: list[str]) -> Outcome | None:
        """The outcome when all sides but those `left` have given up; None while these still fight."""
        return outcome.conceded(state, left)

    def check(self, state: FleetsState) -> list[Problem]:
        """What in a state cannot be."""
        return impossible.check(state)

    def view(self, state: FleetsState, seat: str | None) -> FleetsView:
        """What a seat may know: everything."""
        return view.seen_by(state, seat)

    def imagine(self, view_: FleetsState, rng: Rng) -> FleetsState:
        """The state that a view shows."""
        assert isinstance(view_, FleetsView)
        return view.imagine(view_)

    def names(self, view_: FleetsState) -> Mapping[str, str]:
        """What ships, their weapons (``a1/w1``), squadrons and sides are called."""
        return prose.names(view_)

    def describe(self, event: Event) -> Text:
        """The sentence that tells an event."""
        return prose.describe(event)

    def explain(self, event: Event) -> list[Reason]:
        """Every modifier and fact behind an event."""
        return reasons.explain(event)

    def progress(self, view_: FleetsState) -> Progress:
        """The round, and which of its five phases is played."""
        return picture.progress(view_)

    def picture(self, view_: FleetsState) -> Picture:
        """The map with terrain and ships, the fleets, the command boards."""
        assert isinstance(view_, FleetsView)
        return picture.picture(view_)

    def show(self, event: Event, view_: FleetsState) -> Shown:
        """The ships and weapons of an event, its shots and moves."""
        return shown.show(event, view_)

    def unit(self, view_: FleetsState, unit: str) -> Ship | None:
        """A ship of a view."""
        return view_.ships.get(unit)

    def sheet(self, thing: ShipClass | Ship, view_: FleetsState | None = None) -> Sheet:
        """The record sheet of a class, or of a ship as it stands."""
        return sheet_of(thing)

    def odds(self, text: str, given: Mapping[str, str]) -> Odds | list[Problem]:
        """Odds of weapons (``cannon 4 x2``) at a ``range`` against ``hull``, ``armour``, ``shields``, ``defence``."""
        return odds_given(text, given)

    def suited(self, seat: str) -> tuple[str, ...]:
        """Every bot plays every seat."""
        return self.levels

    def bot(self, level: str) -> Bot:
        """The bot of a level: ``captain``."""
        if level not in self.levels:
            raise Refused([Problem("", _("There is no bot “{level}”.", level=level))])
        return Captain()


def _unknown_kind(kind: str) -> Problem:
    return Problem("", _("Interworld fleets reads scenarios and ships, no “{kind}”.", kind=kind))


INTERWORLD_FLEETS = InterworldFleets()
