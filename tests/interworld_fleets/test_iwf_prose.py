"""What a reader of the log is told: hexes as they are numbered on the map, sentences, and the reason for every number."""

from __future__ import annotations

import pytest
from iwf_fakes import drive, make_ship, make_state, referee

from quarterdeck.engine.events import Event
from quarterdeck.engine.hexes import Hex, Hexagon, Rectangle
from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS
from quarterdeck.systems.interworld_fleets.attacks import Shot, fire
from quarterdeck.systems.interworld_fleets.boarding import fight
from quarterdeck.systems.interworld_fleets.damage import destroy
from quarterdeck.systems.interworld_fleets.displacement import displace
from quarterdeck.systems.interworld_fleets.harpoons import harpoon
from quarterdeck.systems.interworld_fleets.movement import move
from quarterdeck.systems.interworld_fleets.picture import picture
from quarterdeck.systems.interworld_fleets.places import drawn, named
from quarterdeck.systems.interworld_fleets.ramming import exchange_blows
from quarterdeck.systems.interworld_fleets.state import Activation, Deeds
from quarterdeck.systems.interworld_fleets.view import seen_by


def sentences(told):
    return [plain(INTERWORLD_FLEETS.describe(event)) for event in told]


def reasons(event):
    """The answer to why, as rule and sentence."""
    return [(reason.rule, plain(reason.text)) for reason in INTERWORLD_FLEETS.explain(event)]


# Hexes


@pytest.mark.rule("IWF-1.24")
@pytest.mark.parametrize("shape", [Rectangle(6, 5), Hexagon(2), Hexagon(3)])
def test_a_hex_is_called_by_the_column_and_row_in_which_it_is_drawn(shape):
    """Columns stand from left to right, each hex of a column a row below the one before; the map begins at 0, 0."""
    places = {at: [int(part) for part in named(shape, at).split(", ")] for at in shape.hexes()}
    assert len({tuple(place) for place in places.values()}) == len(places)
    assert min(column for column, _row in places.values()) == min(row for _column, row in places.values()) == 0
    for at, (column, row) in places.items():
        q, r = drawn(shape, at)
        assert (q, r) == (column, row - column // 2)
        below = Hex(at.q, at.r + 1)
        assert below not in places or places[below] == [column, row + 1]


@pytest.mark.rule("IWF-3.1", "IWF-3.17")
def test_sentences_and_the_map_call_a_hex_the_same():
    ship, foe = make_ship(name="a", at=(4, 1)), make_ship(name="b", side="B", at=(4, 0), hull_max=9)
    state = make_state(ship, foe, shape=Rectangle(9, 9), active=Activation("a", ship.seat, {"a": Deeds()}))
    judge, told = referee()
    drive(move(state, judge, ship, "F"), state)
    assert sentences(told) == ["a moves 1 hex to 4, 2.", "a is shifted to 4, 3.", "a is an easy target."]
    unit = picture(seen_by(state, None)).units[0]
    assert "at 4, 3" in [plain(fact) for fact in unit.facts]


@pytest.mark.rule("IWF-3.19")
def test_a_hex_that_can_be_chosen_points_at_where_it_is_drawn():
    active, other = make_ship(name="active"), make_ship(name="other", side="B", hull_max=2)
    state = make_state(active, other, make_ship(name="behind", side="B", at=(0, 1)), shape=Hexagon(3))
    asked = []
    drive(displace(state, referee()[0], active, 0), state, lambda question: asked.append(question.choices))
    [choices] = asked
    assert [(each.key, plain(each.text), each.ref) for each in choices] == [
        ("-1,1", "hex 2, 4", "hex:2,3"),
        ("1,0", "hex 4, 4", "hex:4,2"),
    ]


@pytest.mark.rule("IWF-3.10")
def test_a_move_off_the_map_names_no_hex():
    ship = make_ship(name="a", at=(0, 0))
    state = make_state(ship, shape=Rectangle(5, 5), active=Activation("a", ship.seat, {"a": Deeds()}))
    judge, told = referee()
    drive(move(state, judge, ship, "F"), state)
    assert sentences(told) == ["a moves 1 hex, over the edge.", "a leaves the map."]


# Why


def fired(weapon, target, dice, **given):
    """The event of one shot of ship a at a target."""
    ship = make_ship(name="a", weapons=[{"id": "w1", **weapon}, {"id": "w2", **weapon}])
    state = make_state(ship, target, *given.get("others", ()), active=Activation("a", ship.seat, {"a": Deeds()}))
    judge, told = referee(dice)
    shots = [Shot("a", each) for each in given.get("weapons", ["w1"])]
    drive(fire(state, judge, shots, target), state, given.get("answering"))
    return next(event for event in told if event.kind == "fired")


def foe(**given):
    return make_ship(**{"name": "b", "side": "B", "at": (0, -5), "facing": 3, **given})


@pytest.mark.rule("IWF-1.19", "IWF-1.20", "IWF-4.9", "IWF-4.49")
def test_a_salvo_of_cannons_says_where_each_number_comes_from():
    event = fired(
        {"type": "cannon", "attacks": 3}, foe(armour=2, shields=2, easy_target=True), [6, 6, 3, 2, 1, 3], weapons=["w1", "w2"]
    )
    assert reasons(event) == [
        ("IWF-4.49", "2 weapons fire as one salvo."),
        ("IWF-4.8", "6 dice to begin with."),
        ("IWF-1.12", "3 dice, which hit on 3 or more."),
        ("IWF-1.13", "Each 6 counts as two hits."),
        ("IWF-1.12", "3 dice, which hit on 3 or more."),
        ("IWF-1.13", "Each 6 counts as two hits."),
        ("IWF-3.6", "a: +1 to hit, an easy target."),
        ("IWF-4.8", "6 hits."),
        ("IWF-1.20", "Shields absorb 2, 0 left."),
        ("IWF-1.19", "4 hits by armour 2: 2."),
        ("IWF-1.17", "The hull loses 2, 4 left."),
    ]


@pytest.mark.rule("IWF-1.21", "IWF-5.7", "IWF-7.5")
def test_missiles_say_what_takes_their_dice():
    mate = make_ship(name="m", side="B", at=(1, -6), squadron="s", hull_max=1)
    target = foe(defence=1, fighters=1, squadron="s", hull_max=2)
    event = fired({"type": "missile", "attacks": 6}, target, [2, 1, 4], others=[mate], answering=lambda question: {"b": 1})
    assert reasons(event)[:5] == [
        ("IWF-4.15", "6 dice to begin with."),
        ("IWF-1.21", "1 die less: Defence."),
        ("IWF-7.5", "1 die less: flak of the squadron."),
        ("IWF-5.7", "2 dice less: interception."),
        ("IWF-1.12", "2 dice, which hit on 4 or more."),
    ]


@pytest.mark.rule("IWF-1.21")
def test_an_attack_that_has_no_die_left_does_not_miss():
    event = fired({"type": "missile", "attacks": 2}, foe(defence=3), [])
    assert sentences([event]) == ["a attacks b with missiles, but no die is left to roll."]
    assert "IWF-1.12" not in [rule for rule, _text in reasons(event)]


@pytest.mark.rule("IWF-4.12")
def test_energy_weapons_meet_armour_1():
    event = fired({"type": "energy", "attacks": 2}, foe(armour=3), [4, 4])
    assert ("IWF-4.12", "2 hits by armour 1: 2.") in reasons(event)


@pytest.mark.rule("IWF-3.14", "IWF-3.15")
def test_a_ram_says_how_its_dice_are_made_up():
    ship, target = make_ship(name="a", hull_max=3), foe(hull_max=2, armour=2)
    judge, told = referee([4, 4, 4, 1, 1, 1, 1])
    exchange_blows(judge, ship, target, 3)
    assert reasons(told[0]) == [
        ("IWF-3.14", "Dice: 3 for hull, 1 for 3 hexes moved."),
        ("IWF-3.14", "3 hits."),
        ("IWF-3.15", "3 hits by armour 2: 1."),
        ("IWF-1.17", "The hull loses 1, 1 left."),
    ]


@pytest.mark.rule("IWF-6.2", "IWF-6.3", "IWF-6.4")
def test_a_boarding_says_who_rolled_what():
    judge, told = referee([4, 6, 1, 4, 5])
    fight(judge, [make_ship(name="a", hull_max=2)], foe(hull_max=2), own=1)
    assert sentences(told) == ["Boarding of b by a: 1 point of hull lost, 1 left."]
    assert reasons(told[0]) == [
        ("IWF-6.2", "Boarders: 2 dice for hull."),
        ("IWF-8.3", "Boarders: 1 die more."),
        ("IWF-6.2", "Defenders: 2 dice for hull."),
        ("IWF-6.2", "3 hits."),
        ("IWF-6.3", "The defenders cancel 2."),
        ("IWF-6.4", "Each hit that is left is a point of hull."),
        ("IWF-1.17", "The hull loses 1, 1 left."),
    ]


@pytest.mark.rule("IWF-2.10")
def test_points_say_how_many_control_points_each_side_holds():
    facts = {"round": 2, "points": {"a": 4, "b": 1}, "held": {"t1": "a", "t2": "a", "t3": None}}
    assert reasons(Event("points", "IWF-2.10", facts)) == [
        ("IWF-2.10", "a holds 2 control points, and has 4 for control."),
        ("IWF-2.10", "b holds 0 control points, and has 1 for control."),
    ]


@pytest.mark.rule("IWF-9.13", "IWF-9.14", "IWF-1.17")
@pytest.mark.parametrize(
    ("rule_id", "sentence"),
    [
        ("IWF-1.17", "b is destroyed by a."),
        ("IWF-9.12", "b is lost in the centre of a gravity well."),
        ("IWF-9.13", "b is lost to a gravity well, as an easy target in its zone."),
        ("IWF-9.14", "b breaks up on a large asteroid."),
    ],
)
def test_the_end_of_a_ship_says_what_it_came_by(rule_id, sentence):
    judge, told = referee()
    destroy(judge, foe(), rule_id, "a")
    assert sentences(told) == [sentence]


@pytest.mark.rule("IWF-4.18", "IWF-4.20")
@pytest.mark.parametrize(
    ("size", "dice", "why"),
    [
        ("light", [], [("IWF-4.18", "A light harpoon always hits.")]),
        (
            "heavy",
            [3, 4],
            [
                ("IWF-4.20", "A heavy harpoon rolls two dice; one hit is enough."),
                ("IWF-1.12", "2 dice, which hit on 3 or more."),
                ("IWF-3.6", "a: +1 to hit, an easy target."),
                ("IWF-4.20", "2 hits."),
            ],
        ),
    ],
)
def test_a_harpoon_says_why_it_hits(size, dice, why):
    ship = make_ship(name="a", weapons=[{"id": "w1", "type": "harpoon", "size": size, "arcs": ["sides"]}])
    target = foe(at=(2, 0), easy_target=True, hull_max=2)
    state = make_state(ship, target, active=Activation("a", ship.seat, {"a": Deeds()}))
    judge, told = referee(dice)
    drive(harpoon(state, judge, ship, ship.cls.weapons[0], target), state)
    assert reasons(told[0]) == why
