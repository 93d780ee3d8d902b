"""The question of phase 4m: how the ships of the active unit move (IWF-3.1, IWF-3.11, IWF-7.2, IWF-7.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from quarterdeck.engine.dress import Dress, Note, UnitRow
from quarterdeck.engine.hexes import Hex
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import DRIFT, Plot
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.scene import Patch
from quarterdeck.engine.text import Text, Unit, _, joined
from quarterdeck.systems.interworld_fleets import move_keys
from quarterdeck.systems.interworld_fleets.move_keys import RAM, is_ram, walk_of, written
from quarterdeck.systems.interworld_fleets.movement import Walk, ending, move, reachable
from quarterdeck.systems.interworld_fleets.ramming import may_ram, ram
from quarterdeck.systems.interworld_fleets.squadrons import breaks_formation, ends_of, in_formation, leaving, paths_to, stragglers
from quarterdeck.systems.interworld_fleets.state import FleetsState, FleetsView, Ship, name_of

HOW = _(
    """\
F                  one hex ahead
R, L               turn one face to starboard, to port: after 2 hexes, or once without moving
FFRFF              two ahead, a turn to starboard, two ahead
ram                straight ahead until an enemy is hit, with a ram
-                  stay"""
)


@dataclass(slots=True, kw_only=True)
class MoveUnit(Plot):
    """A path for each ship of the active unit, in the order of moving: ``FFRFF``, ``ram`` or ``-``."""

    GIVE: ClassVar[Text] = _("Move")
    DRIFTING: ClassVar[Text] = _("Stay")
    LACKING: ClassVar[tuple[str, str]] = ("{units} needs a path, or stays.", "{units} need paths, or stay.")

    def read(self, answer: Json) -> dict[str, str] | list[Problem]:
        """The ships move in the order in which the answer names them (IWF-7.2, IWF-10.1)."""
        value = Plot.read(self, answer)
        return value if isinstance(value, list) else {unit: value[unit] for unit in answer if unit in value}

    def line_problems(self, view: FleetsView, unit: str, line: str) -> list[Problem]:
        """Paths beyond Speed, turns that cannot be, hexes that no ship may enter; a ram without the system."""
        ship = view.ships[unit]
        if is_ram(line):
            no_ram = Problem("IWF-3.11", _("{ship} has no ram.", ship=name_of(ship)), unit, DRIFT)
            return [] if may_ram(ship) else [no_ram]
        return refused(view, ship, walk_of(view, ship, line))

    def plan_problems(self, view: FleetsView, lines: dict[str, str]) -> list[Problem]:
        """Ends on friends, two ends in one hex, a formation broken at will (IWF-3.9, IWF-7.3)."""
        ships = [view.ships[unit] for unit in lines]
        walks = {ship.id: walk_of(view, ship, lines[ship.id]) for ship in ships if not is_ram(lines[ship.id])}
        places = {unit: walked.end.at for unit, walked in walks.items() if not walked.left}
        gone = [*leaving(view, places), *[unit for unit, walked in walks.items() if walked.left]]
        ends = [ending(view, view.ships[unit], walked, gone) for unit, walked in walks.items()]
        problems = [p for unit, walked in zip(walks, ends, strict=True) for p in refused(view, view.ships[unit], walked)]
        return problems or self._together(view, ships, places)

    def _together(self, view: FleetsView, ships: list[Ship], places: dict[str, Hex]) -> list[Problem]:
        for unit, at in places.items():
            if list(places.values()).count(at) > 1:
                text = _("{ship} would end in the same hex as a mate.", ship=name_of(view.ships[unit]))
                return [Problem("IWF-7.3", text, unit)]
        if not stragglers(places):
            return []
        ends = ends_of(view, ships)
        near = paths_to(ends, in_formation(ends)) if (out := breaks_formation(ends, places)) else {}
        words = "{ship} has to end beside a mate, or as near as it can."
        return [Problem("IWF-7.3", _(words, ship=self.units[unit]), unit, near[unit] or DRIFT) for unit in out]

    def default(self, view: FleetsView) -> dict[str, str]:
        """All stay where they are, or close up where they have to."""
        staying = Plot.default(self, view)
        return staying if not self.plan_problems(view, staying) else self._formed(view, ends_of(view, self._ships(view)))

    def sample(self, view: FleetsView, rng: Rng) -> dict[str, str]:
        """Any path of a ship, now and then a ram; any formation of a squadron."""
        ships = self._ships(view)
        if len(ships) > 1:
            return self._formed(view, {unit: _shuffled(ends, rng) for unit, ends in ends_of(view, ships).items()})
        if may_ram(ships[0]) and not rng.randrange(4):
            return {ships[0].id: RAM}
        paths = reachable(view, ships[0])
        return {ships[0].id: paths[rng.randrange(len(paths))].path or DRIFT}

    def row(self, view: FleetsView, unit: str, line: str) -> UnitRow:
        """A ship with the keys that write its path, the hexes that a click can choose, and what comes of it."""
        ship, row = view.ships[unit], Plot.row(self, view, unit, line)
        walked = move_keys.walk_of(view, ship, line)
        return replace(
            row,
            sub=_("{cls}", cls=ship.cls.name),
            facts=move_keys.facts_of(view, ship, walked),
            chips=move_keys.chips(line, walked) if line.strip() else (),
            controls=move_keys.controls(view, ship, line),
            to=move_keys.places(view, ship),
        )

    def outline(self, view: FleetsView, draft: Json = None) -> Dress:
        """The rows, what the paths run into, and their ways on the map."""
        dress = Plot.outline(self, view, draft)
        lines = {unit: line for unit, line in self.lines(draft).items() if line.strip()}
        ships = [view.ships[unit] for unit in lines]
        dress.notes = [note for ship in ships for note in move_keys.warnings(view, ship, lines[ship.id])]
        if len(ships) > 1:
            order = joined([self.units[unit] for unit in draft if unit in lines])
            dress.notes.append(Note("ink", _("They move in this order: {ships}.", ships=order), "IWF-7.2"))
        dress.patch = Patch(tuple([item for ship in ships for item in move_keys.traced(view, ship, lines[ship.id])]))
        return dress

    def _formed(self, view: FleetsView, ends: Mapping[str, Mapping[Hex, str]]) -> dict[str, str]:
        return {unit: path or DRIFT for unit, path in paths_to(ends, in_formation(ends)).items()}

    def _ships(self, view: FleetsView) -> list[Ship]:
        return [view.ships[unit] for unit in self.units]


def _shuffled(ends: Mapping[Hex, str], rng: Rng) -> dict[Hex, str]:
    items = list(ends.items())
    rng.shuffle(items)
    return dict(items)


def refused(state: FleetsState, ship: Ship, walked: Walk) -> list[Problem]:
    """Why a walk is not legal, with as much of it as is."""
    if not walked.reason:
        return []
    rule, words = move_keys.why_refused(state, ship, walked)
    return [Problem(rule, words, ship.id, walked.done or DRIFT)]


def how_to_move(state: FleetsState, seat: str, ships: list[Ship]) -> MoveUnit:
    """The question for the movement of a unit."""
    return MoveUnit(
        seat=seat,
        rule="IWF-3.1",
        prompt=_("{unit} moves", unit=Unit(ships[0].unit)),
        lead=_("The ships move in the order in which their paths are written.") if len(ships) > 1 else None,
        subject=ships[0].unit,
        units={ship.id: name_of(ship) for ship in ships},
        language="hex-path",
        how=HOW,
    )


async def move_unit(state: FleetsState, referee: Referee, lines: Mapping[str, str]) -> None:
    """All ships of a unit move, one after the other (IWF-7.2); the end hexes of those still to move are kept free."""
    ends = {unit: walk_of(state, state.ships[unit], line).end.at for unit, line in lines.items() if not is_ram(line)}
    for unit, line in lines.items():
        ends.pop(unit, None)
        ship = state.ships[unit]
        if not ship.on_map:
            continue
        if is_ram(line):
            await ram(state, referee, ship, list(ends.values()))
        else:
            await move(state, referee, ship, written(line), list(ends.values()))
