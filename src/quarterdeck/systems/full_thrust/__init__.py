"""Full Thrust: spaceships on an open plane, vector movement, secret simultaneous orders, ship design."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
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
from quarterdeck.systems.full_thrust import deploy, impossible, outcome, picture, prose, shown, view
from quarterdeck.systems.full_thrust.bot import Captain
from quarterdeck.systems.full_thrust.fighters.sheets import sheet_of_small
from quarterdeck.systems.full_thrust.fleet_file import account_of_fleet
from quarterdeck.systems.full_thrust.forces import packaged_scenarios, read_scenario, write_scenario
from quarterdeck.systems.full_thrust.scenario import Scenario, Switches
from quarterdeck.systems.full_thrust.sequence import play_round
from quarterdeck.systems.full_thrust.sheet import sheet_of
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.shipyard import account_of, read_design, write_design
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, FleetView, Marker, Ship
from quarterdeck.systems.full_thrust.weapon_list import odds_given
from quarterdeck.systems.full_thrust.workshop import FullThrustWorkshop


class FullThrust:
    """The System object: wires the rooms of this package (see `quarterdeck.engine.system.System`)."""

    key = "full-thrust"
    title = "Full Thrust"
    rules_version = 1
    to_begin_with = True
    levels = ("captain",)
    workshop = FullThrustWorkshop()

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rule catalogue."""
        return Rulebook.load(files("quarterdeck.systems.full_thrust") / "rules")

    @cached_property
    def art(self) -> Art:
        """Silhouettes of the navies, glyphs of the weapons."""
        return load_art(files("quarterdeck.systems.full_thrust") / "data" / "art.yaml")

    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios that come with the game."""
        return packaged_scenarios()

    def switches(self, scenario: Scenario) -> list[Switch]:
        """The optional rules of a scenario."""
        return scenario.optional()

    def switched(self, scenario: Scenario, on: Mapping[str, bool]) -> Scenario:
        """The scenario with these optional rules on or off."""
        known = {switch.key: on.get(switch.key, switch.on) for switch in scenario.optional()}
        return replace(scenario, switches=Switches(**known))

    def read(self, kind: str, data: Json) -> Scenario | Design | list[Problem]:
        """Read a ``scenario`` or a ``ship``."""
        match kind:
            case "scenario":
                return read_scenario(data)
            case "ship":
                return read_design(data)
            case _:
                return [_unknown_kind(kind)]

    def write(self, thing: Scenario | Design) -> Json:
        """A scenario or design as a document."""
        return write_scenario(thing) if isinstance(thing, Scenario) else write_design(thing)

    def account(self, kind: str, data: Json) -> Account | list[Problem]:
        """MASS and CPV of a ``ship`` or a ``fleet``, line by line."""
        match kind:
            case "ship":
                return account_of(data)
            case "fleet":
                return account_of_fleet(data)
            case _:
                return [_unknown_kind(kind)]

    def start(self, scenario: Scenario) -> FleetState:
        """The state before set-up."""
        return deploy.start(scenario)

    async def set_up(self, state: FleetState, referee: Referee) -> None:
        """Pick and deploy fleets where the scenario leaves that to the players."""
        await deploy.set_up(state, referee)

    async def play_round(self, state: FleetState, referee: Referee) -> None:
        """One turn."""
        await play_round(state, referee)

    def outcome(self, state: FleetState) -> Outcome | None:
        """How the battle has ended, if it has."""
        return outcome.outcome(state)

    def conceded(self, state: FleetState, left: list[str]) -> Outcome | None:
        """The outcome when all sides but those `left` have given up; None while these still fight."""
        return outcome.conceded(state, left)

    def check(self, state: FleetState) -> list[Problem]:
        """What in a state cannot be."""
        return impossible.check(state)

    def view(self, state: FleetState, seat: str | None) -> FleetView:
        """What a seat may know."""
        return view.seen_by(state, seat)

    def imagine(self, view_: FleetState, rng: Rng) -> FleetState:
        """A state that could be true, given a view."""
        assert isinstance(view_, FleetView)
        return view.imagine(view_, rng)

    def names(self, view_: FleetState) -> Mapping[str, str]:
        """What ships, their systems (``a1/beam-3-1``) and sides are called."""
        return prose.names(view_)

    def describe(self, event: Event) -> Text:
        """The sentence that tells an event."""
        return prose.describe(event)

    def explain(self, event: Event) -> list[Reason]:
        """Every modifier and fact behind an event."""
        return prose.explain(event)

    def progress(self, view_: FleetState) -> Progress:
        """The turn, and which of its ten phases is played."""
        return picture.progress(view_)

    def picture(self, view_: FleetState) -> Picture:
        """The table with its ships, the fleets, the phases of the turn."""
        assert isinstance(view_, FleetView)
        return picture.picture(view_)

    def show(self, event: Event, view_: FleetState) -> Shown:
        """The ships and systems of an event, its shots and moves."""
        return shown.show(event, view_)

    def unit(self, view_: FleetState, unit: str) -> Ship | FighterGroup | Marker | None:
        """A ship, a fighter group or a marker of a view."""
        return view_.ships.get(unit) or view_.groups.get(unit) or view_.markers.get(unit)

    def sheet(self, thing: Design | Ship | FighterGroup | Marker, view_: FleetState | None = None) -> Sheet:
        """The record sheet of a design, or of a ship, a group or a marker as it stands in a view."""
        if isinstance(thing, (FighterGroup, Marker)):
            assert view_ is not None
            return sheet_of_small(thing, view_)
        return sheet_of(thing) if view_ is None else sheet_of(thing, view_.turn, view_.switches.core_systems)

    def odds(self, text: str, given: Mapping[str, str]) -> Odds | list[Problem]:
        """Odds of weapons against ``range``, ``screens``, ``armour`` and ``hull`` (rows as ``7/7/6/6``)."""
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
    return Problem("", _("Full Thrust reads scenarios and ships, no “{kind}”.", kind=kind))


FULL_THRUST = FullThrust()
