"""The workshop of Full Thrust: ships and fleets of every people (see `quarterdeck.engine.workshop.Workshop`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.system import Sheet
from quarterdeck.engine.text import Text, _
from quarterdeck.engine.workshop import Bench, Imported
from quarterdeck.systems.full_thrust.fleet_file import Fleet, read_fleet
from quarterdeck.systems.full_thrust.forces import packaged_designs
from quarterdeck.systems.full_thrust.sheet import as_built, sheet_of
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.shipyard import write_design
from quarterdeck.systems.full_thrust.workshop import fleet_bench, notation, ship_bench
from quarterdeck.systems.full_thrust.workshop.markers import marker_sheets
from quarterdeck.systems.full_thrust.workshop.meeting import example_fleets, fleet_of_ship, scenario_of

BLANK = {"ship": ship_bench.BLANK, "fleet": fleet_bench.BLANK}


class FullThrustWorkshop:
    """Ships are designed by chapter 9 and the chapters of the aliens, fleets are made up of them."""

    kinds: Mapping[str, Text] = {"ship": _("Ship"), "fleet": _("Fleet")}

    def blank(self, kind: str) -> Json:
        """A document to begin with."""
        return BLANK[kind]

    def examples(self, kind: str) -> Sequence[Json]:
        """The ships that come with the game; the fleets of its scenarios."""
        return [write_design(design) for design in packaged_designs().values()] if kind == "ship" else example_fleets()

    def bench(self, kind: str, document: Json, at_hand: Sequence[Json] = ()) -> Bench:
        """A ship or a fleet as an editor shows it."""
        return ship_bench.ship_bench(document) if kind == "ship" else fleet_bench.fleet_bench(document, at_hand)

    def imported(self, text: str) -> Imported:
        """A ship out of the notation in which players exchange them."""
        return notation.imported(text)

    def sheets(self, kind: str, document: Json) -> list[Sheet] | list[Problem]:
        """The record sheet of a ship; those of a fleet under the names of its ships."""
        fleet = _fleet(kind, document)
        if isinstance(fleet, list):
            return fleet
        if kind == "ship":
            return [sheet_of(design) for _name, design in _ships(fleet)]
        return [sheet_of(as_built(design, name)) for name, design in _ships(fleet)]

    def markers(self, kind: str, document: Json) -> list[Sheet] | list[Problem]:
        """Counters for the fighter groups, salvos and other ordnance of a ship or a fleet."""
        fleet = _fleet(kind, document)
        return fleet if isinstance(fleet, list) else marker_sheets(fleet)

    def battle(self, sides: Sequence[tuple[str, Json]]) -> Json | list[Problem]:
        """The scenario in which two ships or fleets meet."""
        fleets = []
        for kind, document in sides:
            if kind == "ship":
                alone = fleet_of_ship(document)
                if isinstance(alone, list):
                    return alone
                fleets.append(alone)
            else:
                fleets.append(document)
        return scenario_of(fleets)


def _fleet(kind: str, document: Json) -> Fleet | list[Problem]:
    """A document as a fleet without problems."""
    if kind == "ship":
        document = fleet_of_ship(document)
        if isinstance(document, list):
            return document
    fleet = read_fleet(document)
    return fleet if isinstance(fleet, list) else list(fleet.problems) or fleet


def _ships(fleet: Fleet) -> list[tuple[str, Design]]:
    return [(ship.name, fleet.designs[ship.design]) for ship in fleet.file.ships]
