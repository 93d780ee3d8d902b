"""What is done in the phases of a turn (FT-2.7.1); in which order they come is for `sequence`."""

from __future__ import annotations

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.questions import Assign
from quarterdeck.engine.questions.assign import Value
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Side, _
from quarterdeck.systems.full_thrust.aliens import plasma
from quarterdeck.systems.full_thrust.aliens.growth import tend
from quarterdeck.systems.full_thrust.aliens.pods import feed_leeches
from quarterdeck.systems.full_thrust.aliens.power import drain
from quarterdeck.systems.full_thrust.aliens.tending import tending
from quarterdeck.systems.full_thrust.alternation import close_phase, has_begun, has_passed
from quarterdeck.systems.full_thrust.boarding import board_ships, hand_over
from quarterdeck.systems.full_thrust.classic import clear_markers
from quarterdeck.systems.full_thrust.colours import answer_strikes
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose, passive_scan
from quarterdeck.systems.full_thrust.contacts.scans import active_scans
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.core_systems import (
    apply_core_decision,
    core_decision,
    roll_explosions,
    run_down_counters,
    with_damaged_core,
)
from quarterdeck.systems.full_thrust.fighters.bays import lose_with_ships
from quarterdeck.systems.full_thrust.fighters.dogfights import dogfights
from quarterdeck.systems.full_thrust.fighters.following import follow_ships
from quarterdeck.systems.full_thrust.fighters.formations import PRIMARY, SECONDARY
from quarterdeck.systems.full_thrust.fighters.groups import turn_over
from quarterdeck.systems.full_thrust.fighters.moves import move_groups
from quarterdeck.systems.full_thrust.fighters.recovery import recover_groups
from quarterdeck.systems.full_thrust.fighters.runs import (
    ask_to_break_off,
    break_offers,
    declare_attacks,
    release,
    take_break_offs,
)
from quarterdeck.systems.full_thrust.fighters.strikes import strikes
from quarterdeck.systems.full_thrust.fire import apply_noted, fire, roll_edges, targets_at_same_point
from quarterdeck.systems.full_thrust.ftl import exits
from quarterdeck.systems.full_thrust.ftl.carried import part, share_fate, tow_along
from quarterdeck.systems.full_thrust.ftl.entries import announce_dropouts, enter_all
from quarterdeck.systems.full_thrust.mines import lay_mines, meet_mines
from quarterdeck.systems.full_thrust.morale import check_morale
from quarterdeck.systems.full_thrust.movement import move_all
from quarterdeck.systems.full_thrust.orders import orders_for
from quarterdeck.systems.full_thrust.ordnance import salvos
from quarterdeck.systems.full_thrust.ordnance.salvos import acquire
from quarterdeck.systems.full_thrust.repair import damage_control, repair
from quarterdeck.systems.full_thrust.ship import ARCS, Arc
from quarterdeck.systems.full_thrust.shooting import choose_arc, choose_ship_to_fire, declare_fire, ships_to_fire
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from quarterdeck.systems.full_thrust.targets import thing
from quarterdeck.systems.full_thrust.terrain.docks import cast_off
from quarterdeck.systems.full_thrust.terrain.explosions import clear_debris
from quarterdeck.systems.full_thrust.terrain.flares import flare
from quarterdeck.systems.full_thrust.terrain.passage import after_ships, before_ships, has_terrain
from quarterdeck.systems.full_thrust.view import seen_by
from quarterdeck.systems.full_thrust.wonder.cloak import come_out, go_under
from quarterdeck.systems.full_thrust.wonder.discharge import ask_for_gun, charge_guns, fire_gun
from quarterdeck.systems.full_thrust.wonder.ready import ready_guns
from quarterdeck.systems.full_thrust.wonder.templates import advance_templates


async def write_orders(state: FleetState, referee: Referee) -> None:
    """Phase 1: all seats secretly write movement orders at the same time (FT-2.7.3)."""
    questions = [question for seat in state.seats if (question := orders_for(seen_by(state, seat), seat))]
    if questions:
        for lines in await referee.ask_each(questions):
            state.orders.update(lines)
    if state.arrivals:
        announce_dropouts(state, referee)


async def roll_initiative(state: FleetState, referee: Referee) -> None:
    """Phase 2: each side rolls a die, the highest has the initiative; the tied roll again (FT-2.7.6).

    That are all who could act in this turn, with ships that have yet to drop out or with fighters alone as well (FT-8.2.4).
    """
    ships = [ship.side for ship in state.ships.values() if ship.on_table or ship.in_the_fight]
    groups = [group.side for group in state.groups.values() if group.status in ("flying", "away")]
    sides = list(dict.fromkeys([*ships, *groups]))
    rolls: list[Roll] = []
    state.initiative = _in_order(state, referee, sides, rolls)
    referee.tell(Event("initiative", "FT-2.7.6", {"order": list(state.initiative)}, tuple(rolls)))


def _in_order(state: FleetState, referee: Referee, sides: list[str], rolls: list[Roll]) -> list[str]:
    """The sides from the highest die to the lowest; equal ones among themselves by rolling again."""
    if len(sides) < 2:
        return sides
    faces: dict[str, int] = {}
    for side in sides:
        seat = next(seat for seat, of in state.seats.items() if of == side)
        faces[side] = referee.dice.roll(1, use="initiative", rule="FT-2.7.6", by=seat, about=_("{side}", side=Side(side)))[0]
        rolls.append(Roll((faces[side],), side))
    order: list[str] = []
    for face in sorted(dict.fromkeys(faces.values()), reverse=True):
        order += _in_order(state, referee, [side for side in sides if faces[side] == face], rolls)
    return order


async def move_ships(state: FleetState, referee: Referee) -> None:
    """Phase 5: ships move exactly as written, in principle all at once, minelayers first (FT-2.7.14, FT-2.7.15).

    Those that jump or drop out come behind them. Then mines go off, contacts are scanned (FT-11.1.1, FT-10.1.4, FT-10.1.6), and
    boardings end it (FT-10.5.2).
    """
    moved = [ship.id for ship in state.ships.values() if ship.on_table]
    state.accelerated = []
    warming, terrain = exits.read_declarations(state, referee), has_terrain(state)
    met = before_ships(state, referee) if terrain else []
    before = go_under(state, referee)
    before |= await lay_mines(state, referee, edges=not terrain)
    moves = move_all(state, referee, before, edges=not terrain)
    if terrain:
        after_ships(state, referee, moves, met)
    exits.announce(state, referee, warming)
    tow_along(state, referee, moves, met)
    if state.groups:
        lose_with_ships(state, referee)
        await follow_ships(state, referee)
    exits.jump_all(state, referee, met)
    if state.arrivals:
        enter_all(state, referee)
    share_fate(state, referee)
    if state.groups:
        lose_with_ships(state, referee)
    if state.markers:
        meet_mines(state, referee, moved)
    passive_scan(state, referee)
    await active_scans(state, referee)
    if state.switches.boarding:
        await board_ships(state, referee)


async def fire_ships(state: FleetState, referee: Referee) -> None:
    """Phase 8: sides alternate, each firing with one ship, the initiative winner first (FT-2.7.19, FT-4.2.3).

    What the duel option has noted is applied when both ships have fired (FT-2.7.48).
    """
    if state.templates and not has_begun(state):
        advance_templates(state, referee)
    while ships := ships_to_fire(state):
        chosen = await referee.ask(choose_ship_to_fire(ships))
        if chosen:
            state.last_side = ships[0].side
            await _fire_ship(state, referee, state.ships[chosen[0]])
            state.fired.append(chosen[0])
            await answer_strikes(state, referee)
        else:
            has_passed(state, referee, ships[0].seat)
        if state.groups:
            take_break_offs(state, referee, await referee.rest(break_offers(state)))
        else:
            await referee.rest()
    apply_noted(state, referee)
    close_phase(state)


async def _fire_ship(state: FleetState, referee: Referee, ship: Ship) -> None:
    """One activation: arcs on an edge are settled, all fire is announced, then resolved (FT-2.7.20, FT-2.7.21).

    Who fires a wonder weapon fires nothing else, and needs no arcs (FT-4.1.3).
    """
    if guns := ready_guns(state, ship):
        chosen = await referee.ask(ask_for_gun(seen_by(state, ship.seat), ship, guns))
        if chosen:
            fire_gun(state, referee, ship, chosen[0])
            return
    settled: dict[str, Arc] = roll_edges(state, referee, ship)
    for target in targets_at_same_point(state, ship):
        at = thing(state, target)
        assert at is not None
        chosen = await referee.ask(choose_arc(seen_by(state, ship.seat), ship, at))
        settled[target] = ARCS[ARCS.index(chosen[0])]
    question = declare_fire(state, ship, settled)
    plan = await referee.ask(question) if question.slots else {}
    if plan:
        disclose(state, referee, ship)
        fire(state, referee, ship, question.shots(plan), settled)
    else:
        tell_of(state, referee, ship, Event("held_fire", "FT-2.7.8", {"ship": ship.id}))


async def end_turn(state: FleetState, referee: Referee) -> None:
    """Phase 10, in its order: damage control, decisions about damaged cores, explosions, counters, Leeches (FT-2.7.23)."""
    await control_damage(state, referee)
    await close_turn(state, referee)


async def close_turn(state: FleetState, referee: Referee) -> None:
    """What comes after the repairs; in the classic order markers are cleared away behind the Leeches (FB2-30, FB2-31).

    Then guns charge (FT-11.3.8), cloaks are lifted (FT-11.3.17) and what was declared is over. At last prizes go over to their
    captors, and fleets that have lost too much withdraw (FT-10.5.7, FT-10.6.1).
    """
    await _decide_cores(state, referee)
    roll_explosions(state, referee)
    run_down_counters(state, referee)
    feed_leeches(state, referee)
    drain(state.ships.values())
    if state.switches.classic:
        clear_markers(state, referee)
    share_fate(state, referee)
    if state.groups:
        lose_with_ships(state, referee)
        turn_over(state)
    if has_terrain(state):
        cast_off(state, referee)
        clear_debris(state)
    charge_guns(state, referee)
    come_out(state, referee)
    state.reflected = []
    for ship in state.ships.values():
        ship.used, ship.doing, ship.shrouded = [], [], False
    if state.switches.boarding:
        hand_over(state, referee)
    for ship in list(state.ships.values()):
        part(state, referee, ship)
    if state.switches.fleet_morale:
        check_morale(state, referee)
    referee.tell(Event("turn_ended", "FT-2.7.23", {"turn": state.turn}))


async def control_damage(state: FleetState, referee: Referee) -> None:
    """First a flare, where there are any (FT-12.4.1); then parties are sent to repair what they can (FT-7.3.2).

    Constructs use their power for it (FT-A.3.28).
    """
    flare(state, referee)
    questions: list[Assign] = [ask for seat in state.seats for ask in damage_control(seen_by(state, seat), seat)]
    if any(ship.design.living for ship in state.ships.values()):
        questions += [ask for seat in state.seats for ask in tending(seen_by(state, seat), seat)]
    if questions:
        assignments: dict[str, Value] = {}
        for given in await referee.ask_each(questions):
            assignments.update(given)
        repair(state, referee, assignments)
        tend(state, referee, assignments)


async def _decide_cores(state: FleetState, referee: Referee) -> None:
    ships = with_damaged_core(state)
    if ships:
        decided = await referee.ask_each([core_decision(seen_by(state, ship.seat), ship) for ship in ships])
        for ship, choice in zip(ships, decided, strict=True):
            apply_core_decision(state, referee, ship, choice[0])


async def first_moves(state: FleetState, referee: Referee) -> None:
    """Phase 3: the primary moves of fighters (FT-2.7.9)."""
    await move_groups(state, referee, PRIMARY)


async def second_moves(state: FleetState, referee: Referee) -> None:
    """Phase 6: the secondary moves of fighters (FT-2.7.17), then carriers take groups in (FT-5.8.3)."""
    await move_groups(state, referee, SECONDARY)
    await recover_groups(state, referee)


async def declare(state: FleetState, referee: Referee) -> None:
    """Phase 7: markers find their targets, then attack runs, then evasion (FT-2.7.18)."""
    acquire(state, referee)
    plasma.declare(state, referee)
    await declare_attacks(state, referee)


async def attack(state: FleetState, referee: Referee) -> None:
    """Phase 9, in its order: fighters among themselves, at ships, other ordnance, missiles (FT-2.7.22).

    Runs may be broken off before either (FT-5.3.2, FT-5.3.3).
    """
    release(state, referee)
    if not has_begun(state):
        await ask_to_break_off(state, referee)
    if await dogfights(state, referee):
        await ask_to_break_off(state, referee)
    await strikes(state, referee)
    plasma.detonate(state, referee)
    salvos.attack(state, referee)
