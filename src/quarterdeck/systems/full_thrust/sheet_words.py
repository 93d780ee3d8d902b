"""What a record sheet says in words: the name of each part, where it fires, and how it stands."""

from __future__ import annotations

from quarterdeck.engine.system import Reason
from quarterdeck.engine.text import Text, _, joined
from quarterdeck.systems.full_thrust.aliens.guns import K_GUN_BANDS, K_GUN_HITS_ON, PULSER_RANGE
from quarterdeck.systems.full_thrust.aliens.power import power_for, rating_of
from quarterdeck.systems.full_thrust.core_systems import CORE_NAMES, damaged_core_systems, explosion_needed
from quarterdeck.systems.full_thrust.damage import MAIN_DRIVE, hull_left, lost_on, row_of
from quarterdeck.systems.full_thrust.movement import thrust_of
from quarterdeck.systems.full_thrust.point_defence import PD_PROFILES
from quarterdeck.systems.full_thrust.prices import KINDS
from quarterdeck.systems.full_thrust.repair import damaged_systems, system_name
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, WEAPONS, Design, Hold, System
from quarterdeck.systems.full_thrust.state import Ship
from quarterdeck.systems.full_thrust.weapons import (
    BEAM_BAND,
    POD_BANDS,
    POD_HITS_ON,
    STINGER_BANDS,
    STINGER_PRICES,
    SUBMUNITION_BANDS,
    SUBMUNITION_DICE,
    TORPEDO_BANDS,
    TORPEDO_HITS_ON,
    max_range,
)

LOST_BY: dict[str, Text] = {
    "threshold": _("lost in a threshold check"),
    "needle": _("knocked out by a Needle Beam"),
}


def title_line(ship: Ship, is_ship: bool) -> Text:
    """Class, navy, MASS and CPV, as they stand under the name of a ship or of a design."""
    design = ship.design
    what = [_("{class_name}", class_name=design.class_name or design.group)]
    what += [_("{name} class", name=design.name)] if is_ship else []
    what += [_("{navy} navy", navy=design.navy.capitalize())] if design.navy else []
    what += [STREAMLINED[design.streamlining]] if design.streamlining in STREAMLINED else []
    return _("{what} · MASS {mass} · {cpv} CPV", what=joined(what), mass=design.mass, cpv=design.cpv)


STREAMLINED: dict[str, Text] = {"partial": _("partly streamlined"), "full": _("streamlined")}

STANDING: dict[str, Text] = {
    "fighting": _("{left} of {hull} hull"),
    "derelict": _("derelict, {left} of {hull} hull"),
    "left": _("off the table, {left} of {hull} hull"),
    "destroyed": _("destroyed"),
    "reserve": _("in reserve, {left} of {hull} hull"),
    "carried": _("carried, {left} of {hull} hull"),
}


def hull_figure(ship: Ship) -> Text:
    """The one figure of a sheet: hull boxes left, and what has become of a ship that does not fight any more."""
    return Text(STANDING[ship.status].message, {"left": hull_left(ship), "hull": ship.design.hull})


def faces_to(highest: int) -> str:
    """The faces of a die from 1 on: ``1``, ``1–2``."""
    return "1" if highest == 1 else f"1–{highest}"


def last_row(design: Design) -> int:
    """The number, from 1, of the last row that has boxes: at its end the ship is destroyed (FT-4.6.4)."""
    return max(number for number, boxes in enumerate(design.rows, 1) if boxes)


def row_words(ship: Ship, row: int, left: int) -> Text:
    """A row of the hull, and what happens at its end (FT-4.6.1, FT-4.6.4)."""
    boxes = ship.design.rows[row - 1]
    what = _("Row {row}: {left} of {boxes} boxes", row=row, left=left, boxes=boxes)
    if row == last_row(ship.design):
        return _("{what}; destroyed at its end", what=what)
    return _("{what}; at its end systems are lost on {faces}", what=what, faces=faces_to(lost_on(row, 0)))


def hold_words(hold: Hold, lost: bool) -> Text:
    """A box of the holds (FT-7.5.1)."""
    name = KINDS[hold.kind].name
    if lost:
        return _("{hold}, {size} MASS: lost", hold=name, size=hold.size)
    return _("{hold}, {size} MASS", hold=name, size=hold.size)


# Systems


def system_words(ship: Ship, system: System) -> Text:
    """Name, arcs, reach and state of a system; of a sound Main Drive its thrust."""
    facts = [arcs_words(system), reach_words(system)]
    if system.id == MAIN_DRIVE and not ship.drive_hits:
        facts.append(drive_words(ship.design))
    said = [fact for fact in facts if fact is not None]
    name = _("{name}", name=system.name)
    return joined([joined([name, joined(said)], ": ") if said else name, state_words(ship, system)], ". ")


def drive_words(design: Design) -> Text:
    """The thrust of a sound Main Drive; of a Drive Node what its power gives (FT-A.3.6)."""
    thrust = rating_of(design)
    if not design.node_driven:
        return _("thrust {thrust}", thrust=thrust)
    steps = [
        _("{power} for {thrust}", power=power_for(design.mass, step, 0), thrust=step) for step in range(2, min(thrust, 8) + 1, 2)
    ]
    return _("PP by thrust: {steps}", steps=joined(steps))


def damage_notes(ship: Ship, turn: int) -> tuple[Reason, ...]:
    """What of a ship is out of order and can be repaired, and what that takes (FT-7.3.2)."""
    damaged = damaged_systems(ship, turn)
    if not damaged:
        return ()
    names = joined([system_name(ship, key) for key in damaged])
    if ship.design.living:
        mending = _("Damaged: {names}. For as many PP of the R pool as its MASS a system mends on 4–6.", names=names)
        return (Reason("FT-A.3.25", mending),)
    repair = _("Damaged: {names}. One party repairs a system on 1, two on 1–2, three on 1–3.", names=names)
    return (Reason("FT-7.3.2", repair),)


def arcs_words(system: System) -> Text | None:
    """Where a system fires; None for one that does not (FT-4.1.5)."""
    if not system.arcs:
        return None
    return _("all round") if system.arcs == ALL_ROUND else _("{arcs}", arcs=" ".join(system.arcs))


def reach_words(system: System) -> Text | None:
    """What a weapon rolls at ships by range, in MU; None for what is no weapon (FT-4.3.1, FT-4.7.1, FT-4.9.2)."""
    match system.kind:
        case "beam":
            dice = list(range(system.cls, 0, -1))
            return _bands(_("dice by range"), dice, [BEAM_BAND * band for band in range(1, system.cls + 1)])
        case "submunition_pack":
            return _bands(_("dice by range"), list(SUBMUNITION_DICE), list(SUBMUNITION_BANDS))
        case "pulse_torpedo":
            return _bands(_("hits from"), list(TORPEDO_HITS_ON), list(TORPEDO_BANDS))
        case "stinger_node":
            return _bands(_("PP a die"), list(STINGER_PRICES), list(STINGER_BANDS))
        case "pod_launcher":
            return _bands(_("hits from"), list(POD_HITS_ON), list(POD_BANDS))
        case "spicule":
            return _("PD mode only, range {range} MU", range=PD_PROFILES["spicule", 0].range)
        case "k_gun":
            return _bands(_("hits from"), list(K_GUN_HITS_ON), list(K_GUN_BANDS))
        case "pulser":
            return _bands(_("dice by range"), [system.cls], [PULSER_RANGE[system.cls]])
        case kind if kind in WEAPONS:
            return _("range {range} MU", range=max_range(system))
        case _:
            return None


def _bands(what: Text, figures: list[int], limits: list[float]) -> Text:
    """Figures by range band, the nearest first."""
    steps = [_("{figure} to {limit}", figure=figure, limit=limit) for figure, limit in zip(figures, limits, strict=True)]
    return _("{what} {steps} MU", what=what, steps=joined(steps))


def state_words(ship: Ship, system: System) -> Text:
    """Whether a system works, and when it may be lost next (FT-4.6.3)."""
    if system.id in ship.lost:
        return LOST_BY.get(ship.lost[system.id], _("lost"))
    if system.id in ship.spent:
        return _("fired")
    if system.id == MAIN_DRIVE and ship.drive_hits:
        return _("half power: thrust {now} of {rating}", now=thrust_of(ship), rating=rating_of(ship.design))
    row = row_of(ship)
    if not hull_left(ship) or row == last_row(ship.design):
        return _("works")
    return _("works; lost on {faces} when row {row} ends", faces=faces_to(lost_on(row, 0)), row=row)


# Core Systems


def core_words(ship: Ship, system: str, turn: int) -> Text:
    """A Core System and what is counted for it (FT-7.2.3, FT-7.2.6, FT-7.2.10)."""
    name = CORE_NAMES[system]
    if core_lost(ship, system):
        return _("{system}: out of action", system=name)
    if system not in damaged_core_systems(ship, turn):
        return _("{system}: works", system=name)
    match system:
        case "command-bridge":
            return _("{system}: out of control until turn {turn}", system=name, turn=ship.core.control_from)
        case "power-core":
            return _("{system}: explodes on {needed} to 6", system=name, needed=explosion_needed(ship, turn))
        case _:
            return _("{system}: fails at the end of turn {turn}", system=name, turn=ship.core.air_until or turn)


def core_counter(ship: Ship, system: str, turn: int) -> Text | None:
    """The same in as few letters as possible, to stand under the symbol; None where nothing is counted."""
    if core_lost(ship, system) or system not in damaged_core_systems(ship, turn):
        return None
    match system:
        case "command-bridge":
            return _("to {turn}", turn=ship.core.control_from - 1)
        case "power-core":
            needed = explosion_needed(ship, turn)
            return _("{faces}", faces=f"{needed}–6")
        case _:
            return _("to {turn}", turn=ship.core.air_until or turn)


def core_lost(ship: Ship, system: str) -> bool:
    """Whether a Core System is gone for good: a Bridge beyond repair, a dumped core, Life Support that has failed."""
    match system:
        case "command-bridge":
            return ship.core.lost_for_good
        case "power-core":
            return ship.derelict_by == "dumped"
        case _:
            return ship.derelict_by == "life-support"
