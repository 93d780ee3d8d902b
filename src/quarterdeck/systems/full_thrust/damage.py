"""Chapters 2.6, 4.5, 4.6 and 7.4 to 7.5: armour and hull, threshold checks, and what a ship loses with its boxes.

One attack is all fire of one ship's activation at one target (FT-4.2.4): its shares for armour and hull are marked together,
what its Needle Beams knock out is crossed off with them, and one threshold check closes it before the next attack (FT-2.6.3).
"""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.aliens.power import lose_generators
from quarterdeck.systems.full_thrust.colours import roll_colours
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.core_systems import check_core_systems
from quarterdeck.systems.full_thrust.fighters.bays import lose_with_ships
from quarterdeck.systems.full_thrust.ftl.brought import lose_with_bays
from quarterdeck.systems.full_thrust.protection import direct, strike_shell
from quarterdeck.systems.full_thrust.ship import Hold, Load, System
from quarterdeck.systems.full_thrust.state import FleetState, NotedDamage, Ship
from quarterdeck.systems.full_thrust.terrain.explosions import explode_or_drift
from quarterdeck.systems.full_thrust.terrain.sections import lose_section

MAIN_DRIVE = "main-drive"
"""The id of the one system that is lost in two steps (FT-4.6.7)."""
FTL_DRIVE = "ftl-drive"
"""The id of the FTL Drive."""

LOST_ON: dict[int, int] = {1: 1, 2: 2, 3: 3}
"""The highest face on which a system is lost, by completed row (FT-4.6.3)."""


# The damage track


def hull_left(ship: Ship) -> int:
    """Hull boxes that are not crossed off (FT-2.6.1), nor spent as Biomass from the other end (FT-A.3.2)."""
    return ship.design.hull - ship.hull_damage - ship.consumed


def rows_left(ship: Ship) -> list[int]:
    """What is left of each row of hull boxes: the top row is crossed off first, each from the left (FT-2.6.2)."""
    damage, left = ship.hull_damage, []
    for boxes in unspent_rows(ship):
        gone = min(boxes, damage)
        left.append(boxes - gone)
        damage -= gone
    return left


def unspent_rows(ship: Ship) -> tuple[int, ...]:
    """The boxes of each row that are not spent as Biomass: that begins with the last box of the last row (FT-A.3.2)."""
    spent, rows = ship.consumed, ship.design.rows
    if not spent:
        return rows
    left = list(rows)
    for row in range(len(left) - 1, -1, -1):
        gone = min(left[row], spent)
        left[row] -= gone
        spent -= gone
    return tuple(left)


def row_of(ship: Ship) -> int:
    """The row, from 1, in which the next box is crossed off; that of the last box when none is left."""
    end, row = 0, 0
    for number, boxes in enumerate(ship.design.rows, 1):
        end += boxes
        row = number if boxes else row
        if ship.hull_damage < end:
            break
    return row


def thresholds_crossed(before: int, after: int, rows: Sequence[int]) -> list[int]:
    """The rows, from 1, whose end is reached or passed when hull damage grows from `before` to `after` (FT-4.6.1).

    The end of the last row is no Threshold Point, for there the ship is destroyed (FT-4.6.4). A hull of fewer boxes than rows
    has empty rows at the bottom (FT-9.3.4): they have no end to reach, and the last row that has boxes is its last row.

    >>> thresholds_crossed(2, 8, (3, 3, 3, 3)), thresholds_crossed(0, 2, (1, 1, 0, 0))
    ([1, 2], [1])
    """
    crossed, end, hull = [], 0, sum(rows)
    for row, boxes in enumerate(rows, 1):
        end += boxes
        if before < end <= after and end < hull:
            crossed.append(row)
    return crossed


def crew_factors(ship: Ship) -> int:
    """Crew Factors left, and so Damage Control Parties: the crew dots in boxes not crossed off (FT-7.4.1).

    Those of a prize are the Marines that took it (FT-10.5.7), less what it has lost since.
    """
    return max(0, len([dot for dot in ship.design.crew_dots if dot > ship.hull_damage]) + ship.crew_change)


def holds_left(ship: Ship) -> list[Hold]:
    """The holds that are left, in the order in which they will be lost: the larger ones first (FT-7.5.1)."""
    return sorted(ship.design.holds, key=lambda hold: -hold.size)[ship.holds_lost :]


# An attack


def apply_attack(state: FleetState, referee: Referee, attack: NotedDamage) -> None:
    """Mark one attack on its target, a hulk too, with all that comes of it (FT-4.2.4, FT-4.5.6).

    First the damage; a ship with no box left is destroyed, and nothing else happens. Then what was knocked out, then the
    threshold check, in which that is not rolled for (FT-4.8.2). An attack without any points is not told of, nor is one on a
    ship that is not there any more.
    """
    ship = state.ships[attack.target]
    if not ship.on_table or sum(attack.shares()) == 0:
        return
    if state.bogeys and not disclose(state, referee, ship):
        return
    crossed, excess = _mark_damage(referee, ship, attack)
    if not hull_left(ship):
        ship.status = "destroyed"
        referee.tell(Event("destroyed", "FT-2.6.5", {"ship": ship.id, "by": attack.attacker}))
        explode_or_drift(state, referee, ship, attack.attacker if attack.fire else "", excess)
        if ship.station:
            lose_section(state, referee, ship, apply_attack)
    else:
        for system in attack.knocked_out:
            _knock_out(referee, ship, system, attack.attacker)
        if crossed:
            lose_generators(referee, ship, crossed)
            threshold_check(state, referee, ship, crossed[-1], len(crossed) - 1)
            for _row in crossed:
                _lose_hold(referee, ship)
    _lose_what_lies_within(state, referee, ship)
    if ship.charge:
        _discharge_lost_guns(state, referee, ship)


def _lose_what_lies_within(state: FleetState, referee: Referee, ship: Ship) -> None:
    """Fighters and ships are lost with their bays (FT-7.1.2, FT-9.7.4)."""
    if state.groups:
        lose_with_ships(state, referee)
    if "small_craft_bay" in ship.design.by_kind:
        lose_with_bays(state, referee, ship)


def _discharge_lost_guns(state: FleetState, referee: Referee, ship: Ship) -> None:
    """A Wave Gun that is lost with a charge does that to its own hull, as an attack of its own (FT-11.3.9)."""
    for gun in [gun for gun in ship.charge if gun in ship.lost]:
        charge = ship.charge.pop(gun)
        referee.tell(Event("gun_discharged", "FT-11.3.9", {"ship": ship.id, "system": gun, "damage": charge}))
        apply_attack(state, referee, NotedDamage(ship.id, ship.id, [direct(charge)]))


def layers_of(ship: Ship) -> list[int]:
    """The boxes left in each layer round the hull of a ship in a Shell, the inmost first; armour within it is one more."""
    return [ship.armour, *ship.shell] if ship.armour else list(ship.shell)


def _mark_damage(referee: Referee, ship: Ship, attack: NotedDamage) -> tuple[list[int], int]:
    """Cross off boxes: armour takes its share as far as it goes, the hull all the rest (FT-4.5.1, FT-4.5.4, FT-4.5.5).

    Where there is a Shell, blow after blow goes through its layers (FT-A.4.3); armour within it is one more of them. Returns
    the Threshold Points reached, of which armour and Shell have none (FT-4.5.2), and the points beyond the last box.
    """
    armour, before, shell = ship.armour, ship.hull_damage, ship.shell
    if shell:
        layers = layers_of(ship)
        points = sum([strike_shell(layers, blow) for blow in attack.blows])
        ship.shell = layers[-len(shell) :]
        ship.armour = layers[0] if ship.armour else 0
    else:
        share, past = attack.shares()
        ship.armour -= min(share, armour)
        points = share - armour + ship.armour + past
    hull = min(points, hull_left(ship))
    ship.hull_damage += hull
    crossed = thresholds_crossed(before, ship.hull_damage, ship.design.rows)
    facts = {
        "ship": ship.id,
        "by": attack.attacker,
        "armour": armour - ship.armour,
        "hull": hull,
        "armour_left": ship.armour,
        "hull_left": hull_left(ship),
        "rows_completed": crossed,
    }
    if shell:
        facts["shell"] = [were - left for were, left in zip(shell, ship.shell, strict=True)]
        facts["shell_left"] = list(ship.shell)
    referee.tell(Event("damage", "FT-A.4.3" if shell else "FT-4.5.1", facts))
    return crossed, points - hull


def _knock_out(referee: Referee, ship: Ship, system: str, by: str) -> None:
    """A Needle Beam has knocked out the system that it named (FT-4.8.2); each hit on the Main Drive counts (FT-4.8.6)."""
    if system not in ship.lost:
        lose_system(ship, system, "needle")
        facts = {"ship": ship.id, "by": by, "system": system, "drive_hits": ship.drive_hits}
        referee.tell(Event("knocked_out", "FT-4.8.6" if system == MAIN_DRIVE else "FT-4.8.2", facts))


def lose_system(ship: Ship, system: str, cause: str) -> None:
    """Cross a system off; it does nothing until it is repaired (FT-2.6.4). `cause` is ``threshold``, ``needle`` or ``flare``.

    The first loss of the Main Drive halves its thrust, only the second crosses it off (FT-4.6.7). With a magazine all that is
    in it is gone (FT-6.5.5, FT-7.1.3), with the FTL Drive the attempt to jump (FT-8.1.1).
    """
    if system == MAIN_DRIVE:
        ship.drive_hits = min(ship.drive_hits + 1, 2)
        if ship.drive_hits < 2:
            return
    if system == FTL_DRIVE:
        ship.jump_on = 0
    if system in ship.magazines:
        ship.magazines[system] = Load(0, 0)
    ship.lost.setdefault(system, cause)


# Threshold checks


def rolled_for(ship: Ship) -> list[System]:
    """The systems that a threshold check rolls for, in SSD order (FT-4.6.2, FT-4.6.6).

    All but those already lost, which a Main Drive with one hit is not, and fired one-shot systems. Each Screen Generator is a
    system of its own (FT-7.1.1); holds and Core Systems are not among them.
    """
    return [system for system in ship.design.systems if system.id not in ship.lost and system.id not in ship.spent]


def lost_on(row: int, extra: int) -> int:
    """The highest natural face on which a system is lost: by row, from the third on 3 (FT-4.6.3).

    `extra` is how many further rows the same attack completed: each subtracts 1 from the die (FT-4.6.5).

    >>> lost_on(2, 0), lost_on(2, 1)
    (2, 3)
    """
    return LOST_ON[min(row, 3)] + extra


def threshold_check(state: FleetState, referee: Referee, ship: Ship, row: int, extra: int) -> None:
    """The one check of an attack whose last completed row is `row` (FT-4.6.2, FT-4.6.5, FT-2.7.37).

    A die for each system, then the Core Systems, then the captain (FT-10.7.1). It leaves `extra` further rows that the attack
    completed without checks of their own.
    """
    highest, systems = lost_on(row, extra), rolled_for(ship)
    faces = referee.dice.roll(len(systems), use="threshold", rule="FT-4.6.3", by=ship.seat, about=_checked(ship, systems))
    lost = [system.id for system, face in zip(systems, faces, strict=True) if face <= highest]
    for system in lost:
        lose_system(ship, system, "threshold")
    facts = {
        "ship": ship.id,
        "row": row,
        "extra": extra,
        "lost_on": highest,
        "systems": [system.id for system in systems],
        "lost": lost,
        "drive_hits": ship.drive_hits,
    }
    referee.tell(Event("threshold", "FT-4.6.3", facts, (Roll(faces, "threshold"),)))
    check_core_systems(state, referee, ship, highest)
    if state.switches.strike_colours:
        roll_colours(state, referee, ship, highest)


def _checked(ship: Ship, systems: list[System]) -> Text:
    """Which die is for which system."""
    names = ", ".join([system.name for system in systems])
    return _("{ship}, for {systems}", ship=Unit(ship.id, ship.name), systems=names)


def _lose_hold(referee: Referee, ship: Ship) -> None:
    """A Threshold Point takes the first hold that is left, with its cargo or passengers, without a die (FT-7.5.2, FT-9.4.3)."""
    if left := holds_left(ship):
        ship.holds_lost += 1
        facts = {"ship": ship.id, "hold": left[0].kind, "size": left[0].size, "left": len(left) - 1}
        referee.tell(Event("hold_lost", "FT-7.5.2", facts))
