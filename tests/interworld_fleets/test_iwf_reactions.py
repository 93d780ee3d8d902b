"""What the attacked side is asked in the enemy's activation: abilities, interception, self-destruction."""

from __future__ import annotations

import pytest
from iwf_fakes import drive, make_ship, make_state

from quarterdeck.engine.hexes import Hex, Rectangle
from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_fleets import INTERWORLD_FLEETS
from quarterdeck.systems.interworld_fleets.activation import start
from quarterdeck.systems.interworld_fleets.attacks import Shot, fire
from quarterdeck.systems.interworld_fleets.boarding import SelfDestruct, board
from quarterdeck.systems.interworld_fleets.boards import take_effect
from quarterdeck.systems.interworld_fleets.class_files import packaged_boards
from quarterdeck.systems.interworld_fleets.commands import UseAbility
from quarterdeck.systems.interworld_fleets.fighters import strike
from quarterdeck.systems.interworld_fleets.harpoons import harpoon, next_hexes
from quarterdeck.systems.interworld_fleets.indirect import choose_effects
from quarterdeck.systems.interworld_fleets.indirect import take_effect as give_effect
from quarterdeck.systems.interworld_fleets.reactions import Intercept
from quarterdeck.systems.interworld_fleets.state import Activation, Command, Deeds
from quarterdeck.systems.interworld_fleets.unit import Ability, Board
from scripted import referee

MISSILES = {"id": "w1", "type": "missile", "attacks": 6}


def battle(weapon, *targets, **given):
    """Ship `a` with a weapon, active against ships of side B."""
    ship = make_ship(name="a", weapons=[weapon], hull_max=4)
    active = Activation("a", "seat-A", {"a": Deeds()}, part="shoot")
    return make_state(ship, *targets, active=active, **given)


def foe(name="b", at=(0, -5), **given):
    return make_ship(**{"name": name, "side": "B", "at": at, "facing": 3, "hull_max": 6, **given})


def give_board(state, side, key):
    state.commands[side] = Command(packaged_boards()[key], 6, dict.fromkeys(range(1, 7), 1))
    return state.commands[side]


def shoot(state, dice, answer=lambda question: None):
    """Fire the weapon at ship `b`; all dice must be used. Returns the questions and what was told."""
    seen = []
    judge, told = referee(dice)

    def answering(question):
        seen.append((question, len(judge.dice.rolls) if hasattr(judge.dice, "rolls") else judge.dice.rolled))
        return answer(question)

    drive(fire(state, judge, [Shot("a", "w1")], state.ships["b"]), state, answering)
    assert judge.dice.rolled == len(dice)
    return seen, told


# Interception


@pytest.mark.rule("IWF-5.6", "IWF-5.8")
def test_the_owner_decides_first_then_allies_in_initiative_order_all_before_a_die():
    ships = [
        foe(fighters=1, seat="b1"),
        foe("c", (2, -5), fighters=2, seat="b3"),
        foe("d", (1, -5), fighters=1, seat="b2"),
        foe("far", (0, -12), fighters=1, seat="b2"),
    ]
    state = battle(MISSILES, *ships, initiative=["b2", "seat-A", "b3", "b1"])
    seen, told = shoot(
        state, [1, 2, 4, 4, 4], lambda question: dict.fromkeys(list(question.slots)[:1], 1) if question.seat != "b2" else {}
    )
    assert [(question.seat, list(question.slots), rolled) for question, rolled in seen] == [
        ("b1", ["b"], 0),
        ("b2", ["d"], 0),
        ("b3", ["c"], 0),
    ]
    assert [question.before for question, _rolled in seen] == [0, 1, 1]
    intercepted = next(event for event in told if event.kind == "intercepted")
    assert intercepted.data["spent"] == {"b": 1, "c": 1}
    assert [state.ships[ship].fighters for ship in "bcd"] == [0, 1, 1]


@pytest.mark.rule("IWF-5.6")
def test_nobody_is_asked_where_no_die_is_left_or_nothing_can_be_intercepted():
    seen, _told = shoot(battle({**MISSILES, "attacks": 2}, foe(fighters=1, defence=2)), [])
    assert seen == []
    seen, _told = shoot(battle({"id": "w1", "type": "cannon", "attacks": 1}, foe(fighters=1)), [1])
    assert seen == []


@pytest.mark.rule("IWF-5.6")
def test_a_seat_can_leave_a_standing_answer():
    seen, _told = shoot(battle(MISSILES, foe(fighters=1)), [1] * 6)
    [(question, _rolled)] = seen
    assert isinstance(question, Intercept)
    assert (question.standing, question.passing(), question.seat) == ("intercept", {}, "seat-B")


@pytest.mark.rule("IWF-5.7")
def test_the_dress_of_an_interception_shows_what_it_saves():
    state = battle(MISSILES, foe(fighters=2, hull_max=3))
    seen, _told = shoot(state, [1] * 6)
    dress = seen[0][0].dress(state, {"b": 2})
    facts = {plain(fact.name): (plain(fact.value), plain(fact.was) if fact.was else None) for fact in dress.blocks[0].rows}
    assert facts["Dice of the attack"] == ("6", None)
    assert facts["Tokens spent"] == ("2", None)
    assert float(facts["Mean damage"][0]) < float(facts["Mean damage"][1])
    assert plain(dress.buttons[0].text) == "Spend 2 tokens"


@pytest.mark.rule("IWF-5.8")
def test_a_strike_is_intercepted_when_its_size_is_known():
    state = battle(MISSILES, foe(fighters=1, defence=1))
    state.ships["a"].fighters = 1
    sizes = []
    judge, _told = referee([5, 3, 1])
    drive(
        strike(state, judge, state.ships["a"], 1, state.ships["b"]),
        state,
        lambda q: sizes.append(q.incoming.pools[0].dice) or {"b": 1},
    )
    assert sizes == [4]
    assert judge.dice.rolled == 3


# Abilities


@pytest.mark.rule("IWF-8.3", "IWF-8.4")
def test_point_net_counts_in_the_attack_for_which_it_is_used():
    state = battle(MISSILES, foe())
    command = give_board(state, "B", "brass-chorus")
    seen, _told = shoot(state, [1] * 4, lambda question: ["point_net:b"] if isinstance(question, UseAbility) else None)
    assert [(question.rule, rolled) for question, rolled in seen] == [("IWF-8.3", 0)]
    assert seen[0][0].standing == "when_attacked"
    assert command.cells[5] == 0
    seen, _told = shoot(state, [1] * 6)
    assert seen == []


@pytest.mark.rule("IWF-8.4")
def test_one_ability_is_used_at_the_start_of_an_activation_though_others_have_dice():
    state = battle(MISSILES)
    give_board(state, "A", "brass-chorus")
    state.ships["a"].flagship = True
    asked = []

    def answer(question):
        asked.append(question.rule)
        return [choice.key for choice in question.choices if choice.key != "phase_tokens:a"][:1]

    state.ships["a"].phase_tokens = 1
    drive(start(state, referee()[0]), state, answer)
    assert asked == ["IWF-10.1"]
    assert sum(state.commands["A"].cells.values()) == 5


@pytest.mark.rule("IWF-8.1", "IWF-8.4", "IWF-8.5")
def test_players_of_a_side_share_its_dice_and_each_decides_for_his_own_ships():
    """The first of two allies spends the only die; the other, attacked next, is not asked any more."""
    for spends in (True, False):
        state = battle({**MISSILES, "attacks": 3}, foe(seat="b1"), foe("c", (0, -6), seat="b2"))
        command = give_board(state, "B", "brass-chorus")
        command.cells = {**dict.fromkeys(range(1, 7), 0), 5: 1}
        asked = []

        def answer(question, asked=asked, spends=spends):
            asked.append(question.seat)
            return [question.uses[0].key] if spends and question.seat == "b1" else []

        for target, dice in (("b", 1 if spends else 3), ("c", 3)):
            drive(fire(state, referee([1] * dice)[0], [Shot("a", "w1")], state.ships[target]), state, answer)
        assert asked == (["b1"] if spends else ["b1", "b2"])
        assert command.cells[5] == (0 if spends else 1)


@pytest.mark.rule("IWF-8.3")
def test_the_dress_of_an_ability_shows_what_it_saves():
    state = battle({"id": "w1", "type": "missile", "attacks": 2}, foe(hull_max=9))
    give_board(state, "B", "brass-chorus")
    seen, _told = shoot(state, [1, 1])
    [fact] = seen[0][0].dress(state).blocks[0].rows
    assert (plain(fact.value), plain(fact.was)) == ("0", "1.3")
    state.ships["a"].fighters = 1
    seen = []
    drive(strike(state, referee([1, 1])[0], state.ships["a"], 1, state.ships["b"]), state, seen.append)
    [fact] = seen[0].dress(state).blocks[0].rows
    assert float(plain(fact.value)) < float(plain(fact.was)) == 2.3


@pytest.mark.rule("IWF-8.3")
def test_brace_makes_armour_thicker_and_point_net_is_no_help_against_cannons():
    cannon = {"id": "w1", "type": "cannon", "attacks": 3}
    state = battle(cannon, foe(armour=1))
    give_board(state, "B", "tide-of-masks")
    shoot(state, [4, 4, 4], lambda question: ["brace:b"])
    assert state.ships["b"].hull == 5
    assert state.ships["b"].armour == 1
    state = battle(cannon, foe())
    give_board(state, "B", "brass-chorus")
    assert shoot(state, [1, 1, 1])[0] == []


@pytest.mark.rule("IWF-8.3", "IWF-6.2")
def test_both_sides_may_use_all_hands():
    state = battle(MISSILES, foe(at=(0, -1), hull_max=3))
    give_board(state, "A", "brass-chorus")
    give_board(state, "B", "brass-chorus")
    judge, told = referee([1] * 11)
    answers = {"seat-A": ["all_hands:a"], "seat-B": ["all_hands:b"]}
    drive(
        board(state, judge, [state.ships["a"]], state.ships["b"]),
        state,
        lambda q: answers[q.seat] if isinstance(q, UseAbility) else None,
    )
    [event] = [event for event in told if event.kind == "boarded"]
    assert [len(roll.faces) for roll in event.dice] == [6, 5]


@pytest.mark.rule("IWF-6.7")
def test_self_destruction_is_asked_of_the_defender_with_its_odds():
    state = battle(MISSILES, foe(at=(0, -1), hull_max=3, hull=1))
    seen = []
    drive(board(state, referee([1] * 5)[0], [state.ships["a"]], state.ships["b"]), state, seen.append)
    [question] = seen
    assert isinstance(question, SelfDestruct)
    assert (question.seat, question.dice, question.passing()) == ("seat-B", 4, [])
    facts = [plain(fact.name) for fact in question.dress(state).blocks[0].rows]
    assert facts == ["Mean loss in a fight", "Lost in a fight", "Blast on a"]


@pytest.mark.rule("IWF-1.21", "IWF-8.3")
@pytest.mark.parametrize(("weapon", "dice"), [("missile", 1), ("cannon", 3)])
def test_defence_that_an_ability_lends_is_no_help_where_defence_is_none(weapon, dice):
    ability = Ability("net", "Net", 5, "when_attacked", defence=2)
    state = battle({"id": "w1", "type": weapon, "attacks": 3}, foe(at=(0, -5)))
    state.commands["B"] = Command(Board("own", "Own", (ability,)), 6, {**dict.fromkeys(range(1, 7), 0), 5: 1})
    shoot(state, [1] * dice, lambda question: ["net:b"])


# Harpoons and effects


@pytest.mark.rule("IWF-4.22", "IWF-10.1")
def test_the_active_player_chooses_between_two_ways_of_a_drag():
    hook = {"id": "w1", "type": "harpoon", "size": "light", "arcs": ["sides"]}
    state = battle(hook, foe(at=(2, -1), hull_max=3))
    ship, target = state.ships["a"], state.ships["b"]
    assert next_hexes(state, target.at, target.at, ship.at) == [(1, -1), (1, 0)]
    seats = []
    drive(harpoon(state, referee()[0], ship, ship.cls.weapons[0], target), state, lambda q: seats.append(q.seat) or ["1,0"])
    assert (seats, target.at) == (["seat-A"], (1, 0))


@pytest.mark.rule("IWF-3.10", "IWF-4.22")
def test_a_drag_does_not_lead_off_the_map():
    """Along the upper edge of a rectangle the hex between is off the map on one side of the line."""
    state = make_state(make_ship(), shape=Rectangle(5, 5))
    assert next_hexes(state, Hex(2, -1), Hex(2, -1), Hex(0, 0)) == [Hex(1, 0)]


@pytest.mark.rule("IWF-4.26", "IWF-9.1")
def test_a_dragged_ship_meets_the_terrain_on_its_way():
    hook = {"id": "w1", "type": "harpoon", "size": "heavy", "arcs": ["sides"]}
    state = battle(hook, foe(at=(3, 0), hull_max=2), terrain=[{"kind": "ion_storm", "hexes": [[3, 0], [2, 0]]}])
    state.ships["b"].shields = 2
    judge, told = referee([5, 5])
    drive(harpoon(state, judge, state.ships["a"], state.ships["a"].cls.weapons[0], state.ships["b"]), state)
    assert [event.data["to"] for event in told if event.kind == "dragged"] == [[2, 0], [1, 0]]
    assert state.ships["b"].shields == 0


@pytest.mark.rule("IWF-4.47")
@pytest.mark.parametrize(("carried", "kinds"), [(False, ["easy_target"]), (True, ["effect"])])
def test_an_easy_target_is_told_once(carried, kinds):
    state = battle(MISSILES, foe(easy_target=carried))
    judge, told = referee()
    give_effect(state, judge, state.ships["b"], "easy_target")
    assert [event.kind for event in told] == kinds
    assert state.ships["b"].easy_target


@pytest.mark.rule("IWF-4.39")
def test_lasting_effects_are_not_given_twice_and_others_fill_up():
    target = make_ship(name="b", effects=["hindered", "slowed", "no_restore", "no_commands"])
    question = choose_effects(target, "seat-A", 3)
    assert question.keys() == ["spun_port", "spun_starboard", "fighters_lost", "easy_target"]
    assert (question.least, question.most) == (3, 3)
    assert question.problems(None, ["spun_port", "spun_starboard", "easy_target"])[0].rule == "IWF-4.39"
    assert question.problems(None, question.default(None)) == []


@pytest.mark.rule("IWF-8.3")
@pytest.mark.parametrize(
    ("what", "given", "left"),
    [
        ("phase_tokens", {"phase_tokens": 2}, 0),
        ("hindered", {"effects": ["hindered"]}, []),
        ("easy_target", {"easy_target": True}, False),
    ],
)
def test_abilities_that_take_something_away_tell_of_it(what, given, left):
    ability = next(each for board in packaged_boards().values() for each in board.abilities if what in each.remove)
    state = battle(MISSILES, foe())
    ship = state.ships["a"]
    for field, value in given.items():
        setattr(ship, field, value)
    judge, told = referee()
    take_effect(state, judge, ability, ship)
    take_effect(state, judge, ability, ship)
    assert [(event.kind, event.data) for event in told] == [("removed", {"ship": "a", "what": what})]
    assert getattr(ship, next(iter(given))) == left
    assert plain(INTERWORLD_FLEETS.describe(told[0])).startswith("a ")
