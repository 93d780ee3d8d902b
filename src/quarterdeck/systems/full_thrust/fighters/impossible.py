"""What of fighter groups and markers can never be: the part of the guard against an umpire's change that is about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Problem, impossible_on
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.fighters.types import MOST_FIGHTERS, TYPES
from quarterdeck.systems.full_thrust.manoeuvres import off_table
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, GroupStatus, Marker

MOST_CEF = 99
"""More endurance than any group has."""

Fault = tuple[bool, str, Text]


def check_small_craft(state: FleetState) -> list[Problem]:
    """What cannot be of each group and each marker."""
    found: list[Problem] = []
    for key, group in state.groups.items():
        found += impossible_on(Unit(key, group.name), _faults_of_group(state, key, group))
    for key, marker in state.markers.items():
        found += impossible_on(Unit(key, key), _faults_of_marker(state, key, marker))
    return found


def _faults_of_group(state: FleetState, key: str, group: FighterGroup) -> Iterator[Fault]:
    aboard = state.ships.get(group.aboard)
    yield group.id != key or not (group.name and group.name.isprintable()), "FT-2.1.1", _("name")
    yield state.seats.get(group.seat) != group.side, "FT-2.7.3", _("side or seat")
    yield group.type not in TYPES, "FT-5.7.1", _("type")
    yield group.status not in get_args(GroupStatus), "FT-5.0.1", _("status")
    yield not 0 <= group.strength <= MOST_FIGHTERS, "FT-5.0.1", _("strength")
    yield (group.strength == 0) != (group.status == "destroyed"), "FT-5.0.1", _("strength")
    yield not 0 <= group.cef <= MOST_CEF or not 0 <= group.evasion <= MOST_CEF, "FT-5.6.1", _("endurance")
    yield (group.status == "aboard") != (aboard is not None), "FT-5.8.3", _("carrier")
    yield aboard is not None and group.bay not in [bay.id for bay in aboard.design.bays], "FT-5.8.6", _("Bay")
    yield not _on_table(state, group), "FT-2.4.1", _("place")
    ships = (group.screening, group.run)
    yield not all(each in ("", *state.ships) for each in ships), "FT-5.3.1", _("ship")
    yield group.escorting not in ("", *state.groups) or group.escorting == key, "FT-5.2.5", _("escorted group")


def _faults_of_marker(state: FleetState, key: str, marker: Marker) -> Iterator[Fault]:
    yield marker.id != key, "FT-2.1.1", _("name")
    yield state.seats.get(marker.seat) != marker.side, "FT-2.7.3", _("side or seat")
    yield marker.by not in state.ships, "FT-6.1.1", _("ship")
    yield not 0 <= marker.hits < marker.strength, "FT-6.2.2", _("hits")
    yield not all(each in state.ships for each in marker.targets), "FT-6.1.5", _("target")
    yield not _on_table(state, marker), "FT-6.1.2", _("place")


def _on_table(state: FleetState, thing: FighterGroup | Marker) -> bool:
    """Whether what flies has a place, and one on the table."""
    if not thing.on_table:
        return True
    return isinstance(thing.position, Vector) and not off_table(state.scenario.table, thing.position)
