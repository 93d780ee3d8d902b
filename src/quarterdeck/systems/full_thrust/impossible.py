"""What in a state can never be: the guard against an umpire's change after which a battle could not go on.

All that rules code relies on is looked at, for a change may put any word, number or list of words where one stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import get_args

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Fault, Problem, impossible, impossible_on, some_of
from quarterdeck.engine.questions import MOST_LINE
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.aliens.guard import faults_of_construct
from quarterdeck.systems.full_thrust.core_systems import DERELICT_RULES
from quarterdeck.systems.full_thrust.damage import MAIN_DRIVE, hull_left
from quarterdeck.systems.full_thrust.fighters.impossible import check_small_craft
from quarterdeck.systems.full_thrust.ftl.impossible import faults_of_company, faults_of_ftl
from quarterdeck.systems.full_thrust.manoeuvres import off_table
from quarterdeck.systems.full_thrust.morale import owner_at_first
from quarterdeck.systems.full_thrust.order_lines import DECLARATIONS, read_orders
from quarterdeck.systems.full_thrust.sequence import steps_of
from quarterdeck.systems.full_thrust.state import Cloak, Core, FleetState, NotedDamage, ScanNote, Ship, Status, Template
from quarterdeck.systems.full_thrust.terrain.impossible import faults_of_post, odd_bodies
from quarterdeck.systems.full_thrust.weapons import ONE_SHOT

FARTHEST, FASTEST = 10_000_000.0, 10_000
"""How far from the origin a ship may be, in MU, and how fast, in MU a turn: far beyond all that can be played to."""
LATEST, MOST_POINTS = 1000, 1_000_000
"""The last turn that anything can be said of, and the most points of damage that can be noted."""
CAUSES = ("threshold", "needle", "flare")
"""What crosses a system off."""


def check(state: FleetState) -> list[Problem]:
    """What cannot be, of the battle and then of each ship."""
    problems = impossible(_faults(state)) + odd_bodies(state) + impossible(faults_of_ftl(state))
    problems += [problem for key, ship in state.ships.items() for problem in _check_ship(state, key, ship)]
    return problems + check_small_craft(state)


def _faults(state: FleetState) -> Iterator[Fault]:
    sides = [side.id for side in state.scenario.sides]
    yield state.seats != state.scenario.seat_sides(), "FT-2.7.6", "seats", _("seats")
    yield not 1 <= state.turn <= state.scenario.turn_limit + 1, "FT-2.7.1", "turn", _("turn")
    yield not 0 <= state.step < len(steps_of(state)), "FT-2.7.1", "step", _("phase")
    yield not some_of(state.initiative, sides), "FT-2.7.6", "initiative", _("order of initiative")
    yield state.last_side not in ("", *sides), "FT-2.7.8", "last_side", _("side that fired last")
    yield not some_of(state.fired, state.ships), "FT-4.2.3", "fired", _("ships that have fired")
    yield not some_of(state.passed, state.seats), "FT-2.7.8", "passed", _("seats that have passed")
    yield not some_of(state.bogeys, state.ships), "FT-10.1.1", "bogeys", _("unknown contacts")
    yield not some_of(state.reflected, state.ships), "FT-11.3.12", "reflected", _("Reflex Fields that are known")
    yield not all(_possible_note(state, note) for note in state.notes), "FT-10.2.5", "notes", _("notes of scans")
    yield not all(_possible_template(state, each) for each in state.templates.values()), "FT-11.3.5", "templates", _("templates")
    for at in ("orders", "last_orders"):
        written = getattr(state, at)
        yield not all(ship in state.ships and _readable(line) for ship, line in written.items()), "FT-2.7.3", at, _("orders")
    yield not all(_possible_attack(state, attack) for attack in state.noted), "FT-2.7.48", "noted", _("damage noted")
    yield state.picks != _fielded(state, state.picks), "FT-1.1.3", "picks", _("ships picked")


def _readable(line: str) -> bool:
    return len(line) <= MOST_LINE and not read_orders(line)[1]


def _possible_attack(state: FleetState, attack: object) -> bool:
    """Whether this is an attack at all: where none was noted, a change may have put a list of words."""
    if not isinstance(attack, NotedDamage) or attack.attacker not in state.ships or attack.target not in state.ships:
        return False
    target = state.ships[attack.target]
    points = [point for blow in attack.blows for point in blow.points]
    return all(0 <= each <= MOST_POINTS for each in points) and some_of(attack.knocked_out, target.design.by_id)


def _possible_note(state: FleetState, note: object) -> bool:
    if not isinstance(note, ScanNote) or note.ship not in state.ships:
        return False
    return note.side in state.seats.values() and 1 <= note.turn <= LATEST and 1 <= note.level <= 4


def _possible_template(state: FleetState, template: object) -> bool:
    if not isinstance(template, Template) or template.by not in state.ships:
        return False
    return _within_reach(template.origin) and 1 <= template.facing <= 12 and 1 <= template.fired <= LATEST


def _fielded(state: FleetState, sides: Iterable[str]) -> dict[str, dict[str, int]]:
    """How many ships of each design these sides have brought, prizes that have gone over among them (FT-10.5.7)."""
    ships = state.ships.values()
    return {side: dict(Counter([ship.design.key for ship in ships if owner_at_first(ship) == side])) for side in sides}


def _check_ship(state: FleetState, key: str, ship: Ship) -> list[Problem]:
    """What cannot be on one ship."""
    faults = [*faults_of_post(state, ship)]
    if not any(fault[0] for fault in faults):
        faults = [
            *_faults_of_place(state, key, ship),
            *_faults_of_damage(state, ship),
            *_faults_of_crew(state, ship),
            *_faults_of_fields(ship),
            *faults_of_company(state, ship),
        ]
    return impossible_on(Unit(key, ship.name), faults)


def _faults_of_place(state: FleetState, key: str, ship: Ship) -> Iterator[tuple[bool, str, Text]]:
    """Who and whose it is, where, and how it moves."""
    far = not _within_reach(ship.position)
    yield ship.id != key or not (ship.name and ship.name.isprintable()), "FT-2.1.1", _("name")
    yield state.seats.get(ship.seat) != ship.side, "FT-2.7.3", _("side or seat")
    yield far, "FT-2.4.1", _("place")
    yield not all(_within_reach(place) for place in ship.track), "FT-2.4.1", _("track")
    yield not far and ship.on_table and off_table(state.scenario.table, ship.position), "FT-3.2.20", _("place")
    yield not abs(ship.course.dot(ship.course) - 1.0) <= 1e-6, "FT-3.2.16", _("course")
    yield not 0 <= ship.velocity <= FASTEST, "FT-3.2.15", _("velocity")
    yield not 1 <= ship.facing <= 12, "FT-3.2.2", _("facing")


def _within_reach(place: object) -> bool:
    """Whether this is a place at all: where none was kept, a change may have put a list of words."""
    return isinstance(place, Vector) and all(-FARTHEST <= x <= FARTHEST for x in place)


def _faults_of_damage(state: FleetState, ship: Ship) -> Iterator[tuple[bool, str, Text]]:
    """Boxes below none or above all, unknown systems lost, a ship dead and alive."""
    design = ship.design
    one_shots = [system.id for system in design.systems if system.kind in (*ONE_SHOT, "smr")]
    crossed_off = all(system in design.by_id and cause in CAUSES for system, cause in ship.lost.items())
    yield not 0 <= ship.armour <= design.armour, "FT-2.6.1", _("armour")
    yield not _possible_shell(ship), "FT-A.4.2", _("Shell")
    yield not _possible_charges(state, ship), "FT-A.4.13", _("recharging launchers")
    yield ship.shrouded and "vapour_shroud" not in design.by_kind, "FT-A.4.20", _("Vapour Shroud")
    yield not 0 <= ship.hull_damage <= design.hull - ship.consumed, "FT-2.6.1", _("hull damage")
    yield ship.status not in get_args(Status), "FT-2.6.5", _("status")
    yield hull_left(ship) == 0 and ship.status != "destroyed", "FT-2.6.5", _("status")
    yield not 0 <= ship.drive_hits <= 2, "FT-4.6.7", _("hits on the Main Drive")
    yield (MAIN_DRIVE in ship.lost) != (ship.drive_hits == 2), "FT-4.6.7", _("Main Drive")
    yield not crossed_off, "FT-2.6.4", _("lost systems")
    yield not some_of(ship.spent, one_shots), "FT-4.9.1", _("fired one-shot systems")
    yield not 0 <= ship.holds_lost <= len(design.holds), "FT-7.5.2", _("holds lost")
    yield from faults_of_construct(state, ship)


def _possible_charges(state: FleetState, ship: Ship) -> bool:
    """Whether only launchers of plasma recharge, none of them for longer than the next turn."""
    launchers = [each.id for each in ship.design.by_kind.get("plasma_bolt_launcher", ())]
    return all(launcher in launchers and 2 <= ready <= state.turn + 2 for launcher, ready in ship.recharging.items())


def _possible_shell(ship: Ship) -> bool:
    """Whether it has as many layers as it was built with, none of more boxes."""
    layers = ship.design.shell
    return len(ship.shell) == len(layers) and all(0 <= left <= boxes for left, boxes in zip(ship.shell, layers, strict=True))


def _faults_of_fields(ship: Ship) -> Iterator[tuple[bool, str, Text]]:
    """What it does, its mines, its charge, its cloak."""
    layers, guns = ship.design.by_kind.get("minelayer", ()), ship.design.by_kind.get("wave_gun", ())
    held = {system.id: system.cls for system in layers}
    yield not some_of(ship.doing, (*DECLARATIONS, "WAVE")), "FT-2.7.4", _("declarations")
    yield not all(0 <= ship.mines[each] <= held.get(each, -1) for each in ship.mines), "FT-11.1.4", _("mines")
    charged = all(0 < n <= MOST_POINTS and gun in [each.id for each in guns] for gun, n in ship.charge.items())
    yield not charged, "FT-11.3.8", _("charge")
    cloak = ship.cloak
    yield (ship.status == "cloaked") != (cloak is not None), "FT-11.3.16", _("cloak")
    yield cloak is not None and not (_possible_cloak(cloak)), "FT-11.3.15", _("cloak")


def _possible_cloak(cloak: object) -> bool:
    if not isinstance(cloak, Cloak) or not _within_reach(cloak.marker):
        return False
    return 0 <= cloak.until <= LATEST and 0 <= cloak.velocity <= FASTEST and 1 <= cloak.facing <= 12


def _faults_of_crew(state: FleetState, ship: Ship) -> Iterator[tuple[bool, str, Text]]:
    """What ails its Core Systems, and why it drifts; nothing of it where that option is not played."""
    core, adrift = ship.core, ship.derelict_by
    played = state.switches.core_systems or (core == Core() and adrift in ("", "struck"))
    yield not played or not 0 <= core.control_from <= LATEST or core.power not in ("sound", "damaged"), "FT-7.2.1", _("core")
    yield not _turn(core.air_until, LATEST), "FT-7.2.10", _("time of Life Support")
    yield adrift not in ("", *DERELICT_RULES), "FT-7.2.8", _("reason to drift")
    yield ship.status == "derelict" and not adrift, "FT-7.2.8", _("status")
    abandoned = ship.abandoned_on
    yield not _turn(abandoned, state.turn) or (abandoned is not None and not adrift), "FT-7.2.9", _("time of abandoning")


def _turn(turn: object, last: int) -> bool:
    """Whether this is a turn up to the last, or none."""
    return turn is None or (type(turn) is int and 1 <= turn <= last)
