"""What a seat may not know of the ships of others: contacts, ships under a cloak, Reflex Fields that nobody has met.

Whatever holds a fact of a hidden ship is cut from a view here: the ship itself, its fighters, its orders, the forces of the
scenario, what was picked, who has acted in secret, and what scans have told another side (FT-10.1.1, FT-11.3.12, FT-11.3.16).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quarterdeck.engine.rng import Rng
from quarterdeck.systems.full_thrust.contacts.bogeys import heading
from quarterdeck.systems.full_thrust.contacts.designs import WEASELS, contact_design, contact_group, is_contact
from quarterdeck.systems.full_thrust.contacts.telling import SECRET_WORDS, open_line
from quarterdeck.systems.full_thrust.muster import on_offer
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.state import Cloak, FighterGroup, FleetState, FleetView, Ship


def has_secrets(state: FleetState) -> bool:
    """Whether anything of this battle is hidden beyond orders and plans."""
    switches = state.switches
    return switches.bogeys or switches.sensors or switches.reflex_field or switches.cloaking_field


def conceal(view: FleetView, side: str | None) -> None:
    """Cut from a view of a side (None: a spectator) all that is hidden from it. What is shared with the state stays as it is."""
    if view.switches.bogeys:
        _conceal_bogeys(view, side)
    if view.switches.sensors:
        view.notes = [note for note in view.notes if note.side == side]
    if view.switches.cloaking_field or view.switches.reflex_field:
        _conceal_fields(view, side)


# Contacts


def _conceal_bogeys(view: FleetView, side: str | None) -> None:
    hidden = [each for each in view.bogeys if view.ships[each].side != side]
    unseen = hidden if view.deploying else [each for each in hidden if _off_table(view, view.ships[each])]
    view.scenario = _known(view.scenario, side)
    view.picks = {of: picks for of, picks in view.picks.items() if of == side}
    ships = {key: ship for key, ship in view.ships.items() if key not in unseen}
    view.ships = {key: _faceless(view, ship) if key in hidden else ship for key, ship in ships.items()}
    view.bogeys = [each for each in view.bogeys if each not in unseen]
    view.groups = {key: group for key, group in view.groups.items() if not _is_aboard(group, hidden)}
    view.last_orders = {key: line for key, line in view.last_orders.items() if key not in hidden}
    view.accelerated = [each for each in view.accelerated if each not in hidden]
    view.fired = [each for each in view.fired if each not in hidden]
    view.acted = [each for each in view.acted if each not in hidden]
    secret = [ship.side for ship in view.ships.values() if is_contact(ship)]
    view.passed = [seat for seat in view.passed if view.seats[seat] not in secret]
    view.last_side = "" if view.last_side in secret else view.last_side


def _is_aboard(group: FighterGroup, hidden: Sequence[str]) -> bool:
    """Whether a group is in one of some ships, or has joined another there (FT-5.8.9)."""
    return group.aboard in hidden or (group.status == "destroyed" and group.home in hidden)


def _off_table(view: FleetView, ship: Ship) -> bool:
    """Whether nothing is known of a ship: it is in reserve and not announced yet (FT-8.2.2), in the bays of another, or inside
    an installation (FT-12.7.5); or it has gone with the ship that brought it, and was never seen (FT-8.3.5).
    """
    if ship.dock is not None and ship.dock.inside:
        return True
    if ship.status == "left":
        return bool(ship.carried_by) and not ship.track
    plan = view.arrivals.get(ship.id)
    return ship.status in ("reserve", "carried") and not (plan is not None and plan.announced)


def _known(scenario: Scenario, side: str | None) -> Scenario:
    """The scenario without the forces that it gives to others, and the designs of those."""
    sides = tuple([each if each.id == side else replace(each, ships=(), dummies=()) for each in scenario.sides])
    own = [ship.design for each in sides for ship in each.ships]
    offered = [key for each in sides if each.muster for key in each.muster.designs]
    return replace(scenario, sides=sides, designs={key: scenario.designs[key] for key in dict.fromkeys([*own, *offered])})


def _faceless(view: FleetView, ship: Ship) -> Ship:
    """What is seen of a Bogey: its marker with the class that it shows, and how it moves (FT-10.1.2)."""
    return Ship(
        id=ship.id,
        name=f"Bogey {ship.id.upper()}",
        side=ship.side,
        seat=next(seat for seat, side in view.seats.items() if side == ship.side),
        design=contact_design(contact_group(ship)),
        position=ship.position,
        course=ship.course,
        velocity=ship.velocity,
        facing=heading(ship.course),
        armour=0,
        status=ship.status,
        track=ship.track,
    )


# Fields


def _conceal_fields(view: FleetView, side: str | None) -> None:
    foreign = [ship for ship in view.ships.values() if ship.side != side]
    cloaked = [ship.id for ship in foreign if ship.cloak is not None]
    reflecting = [ship.id for ship in foreign if ship.id not in view.reflected and _reflects(view, ship)]
    if not cloaked and not reflecting:
        return
    view.ships = {
        key: _under(ship) if key in cloaked else _quiet(ship) if key in reflecting else ship for key, ship in view.ships.items()
    }
    lines = {key: open_line(line) if key in reflecting else line for key, line in view.last_orders.items()}
    view.last_orders = {key: line for key, line in lines.items() if key not in cloaked}
    view.accelerated = [each for each in view.accelerated if each not in cloaked]


def _reflects(view: FleetView, ship: Ship) -> bool:
    """Whether a ship carries out, or carried out last, what stays secret."""
    line = view.last_orders.get(ship.id, "")
    return any(word in ship.doing or word in line.upper() for word in SECRET_WORDS)


def _under(ship: Ship) -> Ship:
    """A ship under its cloak: where its marker lies, and how it moved when it went under (FT-11.3.15)."""
    cloak = ship.cloak
    assert cloak is not None
    known = Cloak(cloak.marker, cloak.course, cloak.velocity, cloak.facing, 0)
    shown = replace(ship, cloak=known, doing=[], orbit=None, pools={})
    shown.position, shown.course, shown.velocity, shown.facing = cloak.marker, cloak.course, cloak.velocity, cloak.facing
    return shown


def _quiet(ship: Ship) -> Ship:
    return replace(ship, doing=[word for word in ship.doing if word not in SECRET_WORDS])


# Imagining


LONGEST_CLOAK = 3
"""For how many more turns an enemy is imagined to stay under its cloak, at the most."""


def imagine_hidden(view: FleetView, state: FleetState, rng: Rng) -> None:
    """Give contacts of others a design that they could have, of those on offer, and ships under a cloak an end of it."""
    for ship in state.ships.values():
        if is_contact(ship):
            ship.design = _imagined(view, ship, rng)
            ship.armour, ship.magazines = ship.design.armour, dict(ship.design.loads)
            ship.mines = {each.id: each.cls for each in ship.design.by_kind.get("minelayer", ())}
        if ship.cloak is not None and not ship.cloak.until:
            ship.cloak.until = state.turn + rng.randrange(LONGEST_CLOAK)


def _imagined(view: FleetView, ship: Ship, rng: Rng) -> Design:
    group = ship.design.group
    muster = next((side.muster for side in view.scenario.sides if side.id == ship.side), None)
    designs = view.scenario.designs
    offered = [designs[key] for key in (on_offer(muster, designs, view.switches) if muster else designs)]
    fitting = [design for design in offered if design.group == group and not any(kind in design.by_kind for kind in WEASELS)]
    return rng.choice(fitting) if fitting else replace(ship.design, thrust=USUAL_THRUST)


USUAL_THRUST = 4
"""The Main Drive of a contact for which there is no design."""
