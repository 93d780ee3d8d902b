"""Chapters 10.1 and 10.2: active scans at the end of phase 5, and what they tell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.aliens.power import most_thrust, power_of, rating_of
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.contacts.bogeys import in_sight, reveal
from quarterdeck.systems.full_thrust.contacts.ecm import enemy_jamming, protected
from quarterdeck.systems.full_thrust.contacts.telling import seats_of
from quarterdeck.systems.full_thrust.damage import hull_left
from quarterdeck.systems.full_thrust.declaring import SUITES, working, works
from quarterdeck.systems.full_thrust.design import size_group
from quarterdeck.systems.full_thrust.manoeuvres import thrust_available
from quarterdeck.systems.full_thrust.ship import Design, Group
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, ScanNote, Ship, name_of
from quarterdeck.systems.full_thrust.targets import screen_level
from quarterdeck.systems.full_thrust.view import seen_by

ACTIVE = 54.0
"""How far active sensors reach, in MU (FT-10.1.7)."""
SCANS: dict[Group, int] = {"escort": 1, "cruiser": 2, "capital": 3}
"""How many contacts a ship may scan in a turn, by its size group (FT-10.1.7)."""
BONUS: dict[str, int] = {"superior_sensors": 2, "enhanced_sensors": 0}
"""What a suite adds to its die (FT-10.2.3)."""


def most_scans(design: Design) -> int:
    """How many contacts a ship may scan: by its own size group, a civilian one by its MASS (FT-10.1.7, FT-10.2.3).

    What a Weasel imitates does not count (FT-10.3.5).
    """
    group = design.group if design.group != "merchant" else size_group(design.mass, design.class_code, civilian=False)
    return SCANS[group]


def suite_of(ship: Ship) -> str:
    """The best suite that works, "" where there are only basic sensors (FT-10.2.1)."""
    return next((kind for kind in SUITES if working(ship, kind)), "")


def info_level(result: int) -> int:
    """How much a result tells, from 0 for nothing to 4 for everything (FT-10.2.4).

    >>> [info_level(result) for result in (-2, 2, 3, 4, 5, 6, 8)]
    [0, 0, 1, 2, 3, 4, 4]
    """
    return min(max(result - 2, 0), 4)


def told_by(ship: Ship, level: int) -> dict[str, Json]:
    """What a level tells of a ship; each tells what stands in its own line (FT-10.2.4).

    The thrust and Screens of a construct are those that all its power gives (FT-A.3.6, FT-A.3.20); a Shell counts as armour.
    """
    design = ship.design
    facts: dict[str, Json] = {}
    if level:
        facts["mass"] = design.mass
    if level == 1:
        facts["civilian"] = design.civilian
    if level >= 2:
        screens = 2 if "screen_node" in design.by_kind else min(2, len(design.screens))
        facts |= {"thrust": rating_of(design), "ftl": design.ftl, "screens": screens}
    if level >= 3:
        facts["systems"] = [system.id for system in design.systems]
    if level == 4:
        facts |= {
            "thrust": _thrust_left(ship),
            "armour": ship.armour + sum(ship.shell),
            "hull": hull_left(ship),
            "lost": [*ship.lost, *ship.spent],
            "screens": screen_level(ship),
        }
    return facts


def _thrust_left(ship: Ship) -> int:
    """The thrust that a ship has left, whatever it does in this turn."""
    if ship.design.node_driven:
        return most_thrust(ship.design.mass, power_of(ship), ship.drive_hits)
    return thrust_available(ship.design.thrust, ship.drive_hits)


# Who scans whom


def scanning(state: FleetState) -> list[Ship]:
    """The ships that scan actively in this turn (FT-10.1.6)."""
    return [ship for ship in state.ships.values() if "SCAN" in ship.doing and ship.on_table and works(ship, "active_sensors")]


def targets_of(state: FleetState, ship: Ship) -> list[Ship]:
    """What a ship may scan: enemy Bogeys in reach and sight, with a suite ships that are known as well (FT-10.1.7, FT-10.2.3)."""
    suite = state.switches.sensors and bool(suite_of(ship))
    enemies = [each for each in state.ships.values() if each.side != ship.side and each.on_table]
    return [each for each in enemies if (suite or each.id in state.bogeys) and in_sight(state, ship, each, ACTIVE)]


async def active_scans(state: FleetState, referee: Referee) -> None:
    """The end of phase 5: scanners are revealed, their players choose what they scan, then all scans are carried out."""
    ships = scanning(state)
    if not ships:
        return
    for ship in ships:
        reveal(state, referee, (ship,), "FT-10.1.6")
        referee.tell(Event("scan_announced", "FT-10.1.6", {"ship": ship.id}))
    asked = [(ship, question) for ship in ships if (question := what_to_scan(seen_by(state, ship.seat), ship))]
    if asked:
        for (ship, _question), chosen in zip(asked, await referee.ask_each([question for _ship, question in asked]), strict=True):
            for target in chosen:
                scan(state, referee, ship, state.ships[target])


def what_to_scan(view: FleetView, ship: Ship) -> ChooseScans | None:
    """Ask which contacts a ship scans; None where none is in reach."""
    found = targets_of(view, view.ships[ship.id])
    if not found:
        return None
    choices = [Choice(each.id, name_of(each), _distance(ship, each), each.id, side=each.side) for each in found]
    return ChooseScans(
        seat=ship.seat,
        rule="FT-10.1.7",
        prompt=_("What does {ship} scan?", ship=Unit(ship.id, ship.name)),
        subject=ship.id,
        key=ship.id,
        choices=tuple(choices),
        least=0,
        most=most_scans(ship.design),
    )


def _distance(ship: Ship, other: Ship) -> Text:
    return _("{n} MU", n=round(apart(ship.position, other.position), 1))


@dataclass(slots=True, kw_only=True)
class ChooseScans(Choose):
    """The contacts that a ship scans, the nearest first by default."""

    GIVE: ClassVar[Text] = _("Scan")
    PASS: ClassVar[Text] = _("Scan nothing")

    def default(self, view: FleetView) -> list[str]:
        """As many as it may: unknown ones first, then the nearest."""
        ship = view.ships[self.subject]
        order = sorted(self.keys(), key=lambda key: (key not in view.bogeys, apart(ship.position, view.ships[key].position), key))
        kept = order[: self.most]
        return [key for key in self.keys() if key in kept]


# Scanning


def scan(state: FleetState, referee: Referee, ship: Ship, target: Ship) -> None:
    """One scan: the contact is revealed, and a suite rolls for what it learns (FT-10.2.2, FT-10.2.3, FT-10.4.4)."""
    reveal(state, referee, (target,), "FT-10.1.7")
    suite = suite_of(ship) if state.switches.sensors else ""
    if target.dummy or not suite:
        return
    result, rolls, facts = _rolled(state, referee, ship, target, BONUS[suite])
    level = info_level(result)
    seen = {"ship": ship.id, "target": target.id, "suite": suite, "result": result, "level": level, **facts}
    known = told_by(target, level)
    if level:
        state.notes.append(ScanNote(ship.side, target.id, state.turn, level, known))
    knowing = [*seats_of(state, ship.side), *seats_of(state, target.side)]
    referee.tell(
        Event("scanned", "FT-10.2.4", {**seen, "info": known}, rolls), knowing, Event("scanned", "FT-10.2.4", seen, rolls)
    )


def _rolled(
    state: FleetState, referee: Referee, ship: Ship, target: Ship, bonus: int
) -> tuple[int, tuple[Roll, ...], dict[str, Json]]:
    """The die of a scan, less a second one under own ECM, less one of the enemy's (FT-10.4.4, FT-10.4.5)."""
    about = _("{ship} scans {target}", ship=Unit(ship.id, ship.name), target=Unit(target.id, target.name))
    jammed = state.switches.ecm and protected(state, ship)
    enemy = enemy_jamming(state, ship, target) if state.switches.ecm else ""
    rolls = [Roll(referee.dice.roll(1, use="scan", rule="FT-10.2.3", by=ship.seat, about=about), "scan")]
    if jammed:
        rolls.append(Roll(referee.dice.roll(1, use="own_ecm", rule="FT-10.4.5", by=ship.seat, about=about), "own_ecm"))
    if enemy:
        by = seats_of(state, enemy)[0]
        rolls.append(Roll(referee.dice.roll(1, use="ecm", rule="FT-10.4.4", by=by, about=about), "ecm"))
    first, *less = [roll.faces[0] for roll in rolls]
    return first + bonus - sum(less), tuple(rolls), {"bonus": bonus, "jammed": jammed, "ecm": bool(enemy)}


def notes_on(notes: Iterable[ScanNote], ship: str) -> list[ScanNote]:
    """What scans have told of a ship, the latest first."""
    return [note for note in notes if note.ship == ship][::-1]
