"""The order of play of Fleet Book 2: what is done otherwise than by chapter 2.7 (FB2-1).

Fighters are launched and moved in one phase, attacks are allotted in one, and point defence and all attacks of fighters and
ordnance come before ship fire. Ranges, dice, costs and damage stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Amounts, Assign, Choice, Options
from quarterdeck.engine.questions.assign import MOST_SLOTS
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.aliens import plasma
from quarterdeck.systems.full_thrust.alternation import has_begun
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.defence import expected_hits, gain
from quarterdeck.systems.full_thrust.fighters.dogfights import dogfights
from quarterdeck.systems.full_thrust.fighters.formations import SECONDARY
from quarterdeck.systems.full_thrust.fighters.groups import CONTACT, flying, on_run
from quarterdeck.systems.full_thrust.fighters.moves import move_groups
from quarterdeck.systems.full_thrust.fighters.recovery import recover_groups
from quarterdeck.systems.full_thrust.fighters.runs import ask_to_break_off, break_off, release
from quarterdeck.systems.full_thrust.fighters.strikes import strikes
from quarterdeck.systems.full_thrust.fighters.types import TYPES
from quarterdeck.systems.full_thrust.fire import powered
from quarterdeck.systems.full_thrust.ordnance import salvos
from quarterdeck.systems.full_thrust.point_defence import attacked_by, guided, small_target
from quarterdeck.systems.full_thrust.ship import ARCS, Arc
from quarterdeck.systems.full_thrust.shooting import choose_arc
from quarterdeck.systems.full_thrust.small_fire import fire_at_small, remove_marker
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, FleetView, Ship, SmallTarget, name_of
from quarterdeck.systems.full_thrust.targets import (
    Shot,
    guidance_of,
    may_fire,
    read_aim,
    roll_edges_in_defence,
    same_point_in_defence,
    small_aims,
    working_weapons,
)
from quarterdeck.systems.full_thrust.terrain.clouds import locked_on
from quarterdeck.systems.full_thrust.view import seen_by

# Phase 6: allocation


async def allocate(state: FleetState, referee: Referee) -> None:
    """Phase 6: salvos find their targets; groups move again for 1 CEF and declare at once, side by side (FB2-13 to FB2-18).

    Whatever attacks is turned, not moved, towards its target (FB2-16). There is no evasion (FB2-18).
    """
    if not has_begun(state):
        salvos.acquire(state, referee)
        plasma.declare(state, referee)
    await move_groups(state, referee, SECONDARY)
    await recover_groups(state, referee)


def shown_at(state: FleetState, group: FighterGroup, closing: bool) -> Vector:
    """Where a group is drawn: in contact with the ship that it attacks once point defence is over (FB2-16).

    That is for showing only: where it was at the end of phase 6 counts (FB2-26). `closing` says whether the turn has come so far.
    """
    if not closing or not on_run(group) or not state.ships[group.run].on_table:
        return group.position
    place = state.ships[group.run].position
    way = group.position.minus(place)
    far = way.length()
    return group.position if far <= CONTACT else place.plus(way, CONTACT / far)


# Phase 7: point defence


async def defend(state: FleetState, referee: Referee) -> None:
    """Phase 7: fighters among themselves, then all allocations of point defence, then its dice, then morale (FB2-19, FB2-21)."""
    release(state, referee)
    await dogfights(state, referee)
    settled = {ship.id: await _settle_arcs(state, referee, ship) for ship in defenders(state)}
    before = {group.id: group.strength for group in flying(state)}
    questions = [asked for seat in state.seats for asked in defence_questions(seen_by(state, seat), seat, settled)]
    if questions:
        plans = [question.shots(answer) for question, answer in zip(questions, await referee.ask_each(questions), strict=True)]
        targets = {target.id: target for target in under_attack(state)}
        for shots in plans:
            for ship, volley in shots.items():
                fire_in_defence(state, referee, state.ships[ship], targets, volley, settled[ship])
    if state.switches.fighter_morale:
        test_morale(state, referee, before)


async def _settle_arcs(state: FleetState, referee: Referee, ship: Ship) -> dict[str, Arc]:
    """The arcs of what a ship may defend itself against: rolled for on an edge, chosen at the same point (FT-4.1.3, FT-4.1.8)."""
    targets = [target for target in under_attack(state) if _defends(state, ship, target)]
    settled = roll_edges_in_defence(state, referee, ship, targets)
    for target in same_point_in_defence(state, ship, targets):
        chosen = await referee.ask(choose_arc(seen_by(state, ship.seat), ship, target))
        settled[target.id] = ARCS[ARCS.index(chosen[0])]
    return settled


def defenders(state: FleetState) -> list[Ship]:
    """The ships that may fire and that something attacks, or whose ADFC could cover one of those (FB2-20, FB2-22)."""
    attackers = under_attack(state)
    ships = [ship for ship in state.ships.values() if may_fire(state, ship)]
    return [ship for ship in ships if any(_defends(state, ship, target) for target in attackers)]


def under_attack(state: FleetState) -> list[SmallTarget]:
    """The groups and markers that attack a ship."""
    small: list[SmallTarget] = [*flying(state), *state.markers.values()]
    return [target for target in small if attacked_by(target)]


def _defends(state: FleetState, ship: Ship, target: SmallTarget) -> bool:
    if target.side == ship.side:
        return False
    return ship.id in attacked_by(target) or any(guided(state, ship, weapon, target) for weapon in working_weapons(ship))


def defence_aims(state: FleetState, ship: Ship, settled: dict[str, Arc]) -> dict[str, list[str]]:
    """What each weapon may fire at in PD mode: what attacks the ship, or a ship that an ADFC covers (FB2-20, FB2-22)."""
    weapons = working_weapons(ship)
    found: dict[str, list[str]] = {}
    for weapon_id, key in small_aims(state, ship, weapons, settled):
        target_id, _system, mode, _load = read_aim(key)
        target = small_target(state, target_id)
        if (
            mode == "PD"
            and target is not None
            and (ship.id in attacked_by(target) or guided(state, ship, ship.design.system(weapon_id), target))
        ):
            found.setdefault(weapon_id, []).append(key)
    return found


@dataclass(slots=True, kw_only=True)
class AllotDefence(Assign):
    """At what each PD weapon of a seat's ships fires; slots are ``ship>weapon``."""

    GIVE: ClassVar[Text] = _("Fire")
    PASS: ClassVar[Text] = _("Hold fire")
    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    def shots(self, answer: dict[str, Any]) -> dict[str, list[Shot]]:
        """The shots of each ship."""
        found: dict[str, list[Shot]] = {}
        for slot, key in answer.items():
            ship, _arrow, weapon = slot.partition(">")
            found.setdefault(ship, []).append(Shot(weapon, *read_aim(str(key))))
        return found

    def illegal(self, view: FleetView, value: dict[str, str | float]) -> list[Problem]:
        """Ships that would cover more friends than they have ADFCs (FT-2.7.43), or lack power for it (FT-A.3.28)."""
        found = []
        for ship_id, shots in self.shots(value).items():
            guides = guidance_of(view, view.ships[ship_id], shots)
            if guides.lacking or guides.controls:
                text = _("{ship} cannot cover so many ships.", ship=name_of(view.ships[ship_id]))
                found.append(Problem("FT-2.7.43", text, ship_id))
            elif not powered(view, view.ships[ship_id], shots):
                text = _("{ship} has too little power or Biomass for it.", ship=name_of(view.ships[ship_id]))
                found.append(Problem("FT-A.3.28", text, ship_id))
        return found

    def default(self, view: FleetView) -> dict[str, str | float]:
        """Each weapon where its hits are worth most, what is sure to be gone already not counted."""
        answer: dict[str, str | float] = {}
        expected: dict[str, float] = {}
        for slot, kind in self.slots.items():
            ship, _arrow, weapon_id = slot.partition(">")
            weapon = view.ships[ship].design.system(weapon_id)
            best, most = "", 0.0
            for key in kind.keys if isinstance(kind, Options) else ():
                shot = Shot(weapon_id, *read_aim(key))
                target = small_target(view, shot.target)
                shots = [*self.shots(answer).get(ship, []), shot]
                if target is not None and ship in attacked_by(target) and powered(view, view.ships[ship], shots):
                    hits = expected_hits(weapon, shot, target, 0.0)
                    worth = gain(target, expected.get(target.id, 0.0), hits)
                    if worth > most:
                        best, most = key, worth
            if best:
                answer[slot] = best
                target_id = read_aim(best)[0]
                target = small_target(view, target_id)
                assert target is not None
                hits = expected_hits(weapon, Shot(weapon_id, *read_aim(best)), target, 0.0)
                expected[target_id] = expected.get(target_id, 0.0) + hits
        return answer


def defence_questions(view: FleetView, seat: str, settled: dict[str, dict[str, Arc]]) -> list[AllotDefence]:
    """Ask a seat at what its ships' PD weapons fire: as one question while that has slots enough.

    All weapons of a ship are in one question, for they share its ADFCs and its power (FT-2.7.43, FT-A.3.28).
    """
    parts: list[dict[str, Options | Amounts]] = []
    for ship_id, arcs in settled.items():
        ship = view.ships[ship_id]
        if ship.seat == seat:
            aims = defence_aims(view, ship, arcs)
            slots = {f"{ship.id}>{weapon}": Options(tuple(keys)) for weapon, keys in aims.items()}
            if parts and len(parts[-1]) + len(slots) <= MOST_SLOTS:
                parts[-1].update(slots)
            elif slots:
                parts.append(dict(slots))
    return [_question(view, seat, part) for part in parts]


def _question(view: FleetView, seat: str, slots: dict[str, Options | Amounts]) -> AllotDefence:
    names: dict[str, Text] = {}
    targets: dict[str, SmallTarget] = {}
    for slot, kind in slots.items():
        ship, _arrow, weapon = slot.partition(">")
        names[slot] = _("{ship}: {weapon}", ship=name_of(view.ships[ship]), weapon=view.ships[ship].design.system(weapon).name)
        for key in kind.keys if isinstance(kind, Options) else ():
            if target := small_target(view, read_aim(key)[0]):
                targets[key] = target
    return AllotDefence(
        seat=seat,
        rule="FB2-19",
        prompt=_("Point defence"),
        lead=_("All ships allot their point defence before any die is rolled."),
        key="defence",
        slots=slots,
        slot_names=names,
        choices=tuple([Choice(key, name_of(target), None, target.id, side=target.side) for key, target in targets.items()]),
    )


def fire_in_defence(
    state: FleetState,
    referee: Referee,
    ship: Ship,
    targets: Mapping[str, SmallTarget],
    shots: list[Shot],
    settled: dict[str, Arc],
) -> None:
    """The PD fire of a ship, which reveals it (FT-10.1.8); its weapons do not fire again in this turn (FB2-22, FB2-33).

    What others have shot down meanwhile is fired at all the same, for all allotted at once (FB2-19, FT-5.4.4): `targets` are
    those that there were then. What an ADFC guides needs a lock in a cloud (FT-12.3.2).
    """
    disclose(state, referee, ship)
    for key in dict.fromkeys([shot.target for shot in shots]):
        volley = [shot for shot in shots if shot.target == key]
        ship.used += [shot.weapon for shot in volley]
        if state.bodies:
            volley = locked_on(state, referee, ship, targets[key], volley)
        fire_at_small(state, referee, ship, targets[key], volley, settled)


def test_morale(state: FleetState, referee: Referee, before: dict[str, int]) -> None:
    """Groups that lost fighters to point defence roll: more than are left, and they break off and fly home (FB2-23).

    Sa'Vasku drones never test.
    """
    for group in flying(state):
        if group.strength < before.get(group.id, group.strength) and TYPES[group.type].tests_morale:
            about = _("{group}, {n} left", group=Unit(group.id, group.name), n=group.strength)
            roll = referee.dice.roll(1, use="morale", rule="FB2-23", by=group.seat, about=about)
            fails = roll[0] > group.strength
            facts: dict[str, Json] = {"group": group.id, "strength": group.strength, "fails": fails}
            referee.tell(Event("group_morale", "FB2-23", facts, (Roll(roll, "morale"),)))
            if fails:
                group.exhausted = True
                if on_run(group):
                    break_off(referee, group)


# Phases 8 and 11


async def attack(state: FleetState, referee: Referee) -> None:
    """Phase 8: plasma, missiles, then fighters, each with its damage and threshold checks at once (FB2-25 to FB2-27)."""
    plasma.detonate(state, referee)
    salvos.attack(state, referee)
    release(state, referee)
    await ask_to_break_off(state, referee)
    await strikes(state, referee)


def clear_markers(state: FleetState, referee: Referee) -> None:
    """Phase 11: salvos that found no target are removed (FB2-31)."""
    for marker in salvos.salvos(state):
        remove_marker(state, referee, marker.id, "FB2-31")
