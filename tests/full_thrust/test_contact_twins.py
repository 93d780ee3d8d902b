"""What is behind a contact may be changed at any rest of a battle: nobody else is shown anything else (FT-10.1.1)."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace

import pytest
from battles import at_close_quarters, begin
from test_hidden_orders import pictured

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.events import Told
from quarterdeck.engine.plane import Vector
from quarterdeck.systems.full_thrust import FULL_THRUST
from quarterdeck.systems.full_thrust.contacts.designs import contact_group, dummy_design
from quarterdeck.systems.full_thrust.scenario import Scenario
from quarterdeck.systems.full_thrust.state import FleetState, Ship
from whole_battles import Watched, answer_all, at_random, by_value

SWITCHES = ("bogeys", "dummies", "sensors", "ecm", "nova_cannon", "wave_gun", "reflex_field", "cloaking_field")
MORE = ("boarding", "strike_colours", "explosions", "breakable_asteroids")
SETTINGS = ("starbase-assault", "orbital-landing", "carrier-strike", "thorns", "burning-tide", "the-shoal", "hidden-contacts")
MARK = "Zq"
"""How the names of all ships begin here."""
SEEN = ("contact_moved", "contact_deployed", "left_table", "planet_edge", "drifted", "revealed", "dummy_removed")
SEEN_OF_FTL = ("dropout_announced", "entry_scattered", "dropout_missed", "shock", "wake", "jump_roll")
"""What others are told of contacts."""


def marked(key: str) -> Scenario:
    """A scenario that comes with the game, with contacts and all that hides something, and names that are found again."""
    setting = FULL_THRUST.switched(FULL_THRUST.scenarios()[key], dict.fromkeys((*SWITCHES, *MORE), True))
    sides = [replace(side, ships=tuple([replace(ship, name=MARK + ship.name) for ship in side.ships])) for side in setting.sides]
    return replace(setting, sides=tuple(sides))


def hidden_from(state: FleetState, reader: str | None) -> list[Ship]:
    """The ships of which a reader does not know what, or where, they are."""
    side = state.seats[reader] if reader else None
    return [ship for ship in state.ships.values() if ship.side != side and (ship.id in state.bogeys or ship.cloak is not None)]


def twin_of(state: FleetState, reader: str | None) -> FleetState:
    """A battle that a reader cannot tell from this one: other ships behind contacts, other moves under cloaks."""
    twin: FleetState = pickle.loads(pickle.dumps(state))
    for ship in hidden_from(twin, reader):
        if ship.cloak is not None:
            ship.position, ship.velocity, ship.facing = ship.position.plus(Vector(3.0, 1.0)), ship.velocity + 1, 5
            ship.cloak.until += 1
        elif ship.id in twin.bogeys:
            change(ship)
        for lines in (twin.orders, twin.last_orders):
            lines[ship.id] = "MD1, R3"
    return twin


def change(ship: Ship) -> None:
    """Another ship of the class that the marker shows, in another state."""
    group = contact_group(ship)
    other = replace(ship.design, name="Twin", class_name="Twin", mass=ship.design.mass + 9, thrust=3, group=group, systems=())
    ship.design = dummy_design(5) if group == "escort" else replace(other)
    ship.name, ship.armour, ship.hull_damage, ship.drive_hits = "Twin", 0, 0, 1
    ship.lost, ship.magazines, ship.mines, ship.pools, ship.charge, ship.shell = {}, {}, {}, {}, {}, []
    ship.doing, ship.facing, ship.shrouded, ship.holds_lost = ["ECM"], 7, True, 1


def compare(state: FleetState) -> None:
    """The views of all others, and now and then their pictures, are the same."""
    for reader in (*state.seats, None):
        if hidden_from(state, reader):
            seen, other = FULL_THRUST.view(state, reader), FULL_THRUST.view(twin_of(state, reader), reader)
            assert by_value(seen) == by_value(other)
            if state.step in (0, 5):
                assert pictured(seen) == pictured(other)


def overheard(battle: Battle[FleetState], told: Told) -> None:
    """What others hear of contacts is what they see of them."""
    for reader in (*battle.state.seats, None):
        event = told.seen_by(reader)
        if event is not None and event.kind not in (*SEEN, *SEEN_OF_FTL):
            named = [value for value in event.data.values() if isinstance(value, str)]
            unknown = [ship.id for ship in hidden_from(battle.state, reader) if ship.cloak is None]
            assert [each for each in unknown if each in named] == [], (reader, event)


@pytest.mark.rule("FT-10.1.1", "FT-10.1.2", "FT-11.3.16")
@pytest.mark.parametrize("player", [at_random, at_close_quarters])
@pytest.mark.parametrize("key", SETTINGS)
def test_nothing_that_others_are_shown_hangs_on_what_is_behind_a_contact(key, player):
    battle, rng = begin(marked(key), f"twins {key}", Watched(FULL_THRUST, compare)), random.Random(key)
    heard = 0
    while battle.outcome is None and battle.state.turn <= 6:
        for seat, slate in battle.slates().items():
            names = [ship.name.encode() for ship in hidden_from(battle.state, seat) if ship.name.startswith(MARK)]
            asked = by_value([slate.questions, [question.default(battle.view(seat)) for question in slate.questions.values()]])
            assert [name for name in names if name in asked] == []
        answer_all(battle, rng, player)
        for told in battle.told[heard:] if battle.outcome is None else ():
            overheard(battle, told)
        heard = len(battle.told)
