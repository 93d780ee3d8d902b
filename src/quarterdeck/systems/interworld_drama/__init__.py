"""Interworld drama: ships fought as a story, with pools of ten-sided dice, crews and conditions, and a narrator."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files

from quarterdeck.engine.account import Account, Line
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
from quarterdeck.systems.interworld_drama import impossible, opening, outcome, picture, prose, scene_files, ship_files, view
from quarterdeck.systems.interworld_drama.bot import Captain, Narrator
from quarterdeck.systems.interworld_drama.odds import odds_given
from quarterdeck.systems.interworld_drama.record import NARRATOR, Scene, ShipRecord
from quarterdeck.systems.interworld_drama.round import play_round
from quarterdeck.systems.interworld_drama.sheet import sheet_of
from quarterdeck.systems.interworld_drama.state import DramaState, DramaView, Ship


class InterworldDrama:
    """The System object: wires the rooms of this package (see `quarterdeck.engine.system.System`)."""

    key = "interworld-drama"
    title = "Interworld drama"
    rules_version = 1
    to_begin_with = False
    levels = ("captain", "narrator")

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rule catalogue."""
        return Rulebook.load(files("quarterdeck.systems.interworld_drama") / "rules")

    @cached_property
    def art(self) -> Art:
        """Silhouettes of the ships, glyphs of their systems."""
        return load_art(files("quarterdeck.systems.interworld_drama") / "data" / "art.yaml")

    def scenarios(self) -> Mapping[str, Scene]:
        """The scenes that come with the game."""
        return scene_files.packaged_scenes()

    def switches(self, scenario: Scene) -> list[Switch]:
        """The options of a scene."""
        return scenario.optional()

    def switched(self, scenario: Scene, on: Mapping[str, bool]) -> Scene:
        """The scene with these options on or off."""
        return scene_files.switched(scenario, on)

    def read(self, kind: str, data: Json) -> Scene | ShipRecord | list[Problem]:
        """Read a ``scenario`` or a ``ship``."""
        match kind:
            case "scenario":
                return scene_files.read_scene(data)
            case "ship":
                return ship_files.read_ship(data)
            case _:
                return [Problem("", _("Interworld drama reads scenarios and ships, no “{kind}”.", kind=kind))]

    def write(self, thing: Scene | ShipRecord) -> Json:
        """A scene or a ship as a document."""
        return scene_files.write_scene(thing) if isinstance(thing, Scene) else ship_files.write_ship(thing)

    def account(self, kind: str, data: Json) -> Account | list[Problem]:
        """The class of a ship, its systems and its crew; nothing has a price."""
        ship = self.read(kind, data)
        if not isinstance(ship, ShipRecord):
            return ship if isinstance(ship, list) else [Problem("", _("Only a ship has an account."))]
        lines = [Line(Text(system.name), {"systems": 1, "crew": 0}, "IWD-3.1") for system in ship.systems]
        lines += [Line(Text(member.name), {"systems": 0, "crew": 1}, "IWD-14.2") for member in ship.crew]
        return Account(ship.name, ("systems", "crew"), tuple(lines), {"systems": len(ship.systems), "crew": len(ship.crew)})

    def start(self, scenario: Scene) -> DramaState:
        """The state before the scene is set."""
        return opening.start(scenario)

    async def set_up(self, state: DramaState, referee: Referee) -> None:
        """The narrator sets the scene; initiative."""
        await opening.set_up(state, referee)

    async def play_round(self, state: DramaState, referee: Referee) -> None:
        """One turn."""
        await play_round(state, referee)

    def outcome(self, state: DramaState) -> Outcome | None:
        """How the battle has ended, if it has."""
        return outcome.outcome(state)

    def conceded(self, state: DramaState, left: list[str]) -> Outcome | None:
        """The outcome when all sides but those `left` have given up; None while these still fight."""
        return outcome.conceded(state, left)

    def check(self, state: DramaState) -> list[Problem]:
        """What in a state cannot be."""
        return impossible.check(state)

    def view(self, state: DramaState, seat: str | None) -> DramaView:
        """What a seat may know."""
        return view.seen_by(state, seat)

    def imagine(self, view_: DramaState, rng: Rng) -> DramaState:
        """A state that could be true, given a view."""
        assert isinstance(view_, DramaView)
        return view.imagine(view_, rng)

    def names(self, view_: DramaState) -> Mapping[str, str]:
        """What ships, their systems and crews, and sides are called."""
        return prose.names(view_)

    def describe(self, event: Event) -> Text:
        """The sentence that tells an event."""
        return prose.describe(event)

    def explain(self, event: Event) -> list[Reason]:
        """Pool, difficulty, modifiers and dice behind an event."""
        return prose.explain(event)

    def progress(self, view_: DramaState) -> Progress:
        """The turn, and which of its phases is played."""
        return picture.progress(view_)

    def picture(self, view_: DramaState) -> Picture:
        """The scene as cards."""
        assert isinstance(view_, DramaView)
        return picture.picture(view_)

    def show(self, event: Event, view_: DramaState) -> Shown:
        """Whom an event points at, its hits and losses."""
        return picture.show(event, view_)

    def unit(self, view_: DramaState, unit: str) -> Ship | None:
        """A ship of a view."""
        return view_.ships.get(unit)

    def sheet(self, thing: ShipRecord | Ship, view_: DramaState | None = None) -> Sheet:
        """The record sheet of a ship, or of one as it stands in a view."""
        return sheet_of(thing)

    def odds(self, text: str, given: Mapping[str, str]) -> Odds | list[Problem]:
        """Odds of a pool at a ``difficulty``, ``against`` another pool at ``against-difficulty``."""
        return odds_given(text, given)

    def suited(self, seat: str) -> tuple[str, ...]:
        """A narrator for the narrator's seat, a captain for all others."""
        return ("narrator",) if seat == NARRATOR else ("captain",)

    def bot(self, level: str) -> Bot:
        """The bot of a level: ``captain`` or ``narrator``."""
        if level not in self.levels:
            raise Refused([Problem("", _("There is no bot “{level}”.", level=level))])
        return Captain() if level == "captain" else Narrator()


INTERWORLD_DRAMA = InterworldDrama()
