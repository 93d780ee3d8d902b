"""The shooting step and the strikes: what is asked, what a plan comes to, and what a page shows of it."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from iwf_fakes import drive, make_ship, make_state

from quarterdeck.engine.dress_wire import dress_json
from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_fleets.activation import start
from quarterdeck.systems.interworld_fleets.class_files import packaged_boards
from quarterdeck.systems.interworld_fleets.launch import launch, strike_question
from quarterdeck.systems.interworld_fleets.plans import Salvo, deeds_of, options
from quarterdeck.systems.interworld_fleets.shooting import Engage, engage, fate_of, shoot
from quarterdeck.systems.interworld_fleets.state import Activation, Command, Deeds
from scripted import referee

CANNON = {"type": "cannon", "attacks": 2, "arcs": ["fore"], "range": 6}


def battle(*ships, unit=None, **given):
    """A battle in which the first ship, or its squadron, is active."""
    members = [ship for ship in ships if ship.unit == (unit or ships[0].unit)]
    active = Activation(members[0].unit, members[0].seat, {ship.id: Deeds() for ship in members}, part="shoot")
    return make_state(*ships, active=active, **given)


def gunboat(**given):
    weapons = [{"id": "w1", **CANNON}, {"id": "w2", **CANNON}, {"id": "w3", "type": "energy", "attacks": 1, "arcs": ["sides"]}]
    return make_ship(**{"name": "a", "weapons": weapons, **given})


def foe(name="b", at=(0, -4), **given):
    return make_ship(**{"name": name, "side": "B", "at": at, "facing": 3, "hull_max": 2, **given})


def asked(state, ships=("a",)):
    members = [state.ships[ship] for ship in ships]
    return engage(state, members, options(state, members))


class Answers:
    """Answers in turn to the questions of a rule, defaults to all others; `seen` are all questions."""

    def __init__(self, **by_rule):
        self.by_rule = {rule.replace("_", "-", 1).replace("_", "."): list(answers) for rule, answers in by_rule.items()}
        self.seen = []

    def __call__(self, question):
        self.seen.append(question)
        left = self.by_rule.get(question.rule)
        return left.pop(0) if left else None

    def rules(self):
        return [question.rule for question in self.seen]


# Plans


@pytest.mark.rule("IWF-4.48", "IWF-4.49")
def test_weapons_of_one_type_at_one_target_are_one_attack_in_the_order_announced():
    state = battle(gunboat(), foe(at=(2, -3)), foe("c", (0, -4)), foe("d", (3, 0)))
    plan = {"a/w3": "d", "a/w2": "c", "a/w1": "c"}
    assert deeds_of(state, plan) == [Salvo((("a", "w3"),), "d"), Salvo((("a", "w2"), ("a", "w1")), "c")]


@pytest.mark.rule("IWF-4.48")
def test_what_has_become_impossible_is_asked_again():
    """The cannons destroy the target of the plan, so the energy weapon is free for another one."""
    weapons = [{"id": "w1", **CANNON}, {"id": "w2", "type": "energy", "attacks": 1}]
    state = battle(make_ship(name="a", weapons=weapons), foe(at=(0, -4), hull_max=1), foe("c", (0, -5)))
    answers = Answers(IWF_4_1=[{"a/w1": "b", "a/w2": "b"}, {"a/w2": "c"}])
    judge, told = referee([5, 1, 6])
    drive(shoot(state, judge), state, answers)
    assert [(event.kind, event.data.get("target")) for event in told] == [("fired", "b"), ("destroyed", None), ("fired", "c")]
    assert state.ships["c"].hull == 1
    assert list(answers.seen[1].slots) == ["a/w2"]


@pytest.mark.rule("IWF-4.50")
def test_a_ship_that_battens_down_is_asked_no_more():
    state = battle(gunboat(), foe())
    answers = Answers(IWF_4_1=[{"a/crew": "batten"}])
    drive(shoot(state, referee()[0]), state, answers)
    assert state.ships["a"].hatches
    assert answers.rules() == ["IWF-4.1"]


@pytest.mark.rule("IWF-2.8")
def test_passing_ends_the_step():
    state = battle(gunboat(), foe())
    answers = Answers(IWF_4_1=[{}])
    judge, told = referee()
    drive(shoot(state, judge), state, answers)
    assert (told, answers.rules()) == ([], ["IWF-4.1"])


@pytest.mark.rule("IWF-4.17", "IWF-4.25")
def test_after_a_harpoon_only_the_captured_ship_may_be_boarded():
    hook = {"id": "h", "type": "harpoon", "size": "light", "arcs": ["sides"]}
    ship = make_ship(name="a", hull_max=5, weapons=[{"id": "w1", **CANNON}, hook])
    state = battle(ship, foe(at=(2, -1)), foe("c", (0, -1)))
    answers = Answers(IWF_4_1=[{"a/h": "b"}, {"a/crew": "b"}])
    drive(shoot(state, referee([4, 4, 1, 1, 1, 1, 1])[0]), state, answers)
    questions = [question for question in answers.seen if isinstance(question, Engage)]
    assert {slot: kind.keys for slot, kind in questions[1].slots.items()} == {"a/crew": ("b",)}
    assert state.ships["b"].status == "destroyed"


@pytest.mark.rule("IWF-6.10")
def test_nobody_else_is_boarded_when_the_captured_ship_is_lost():
    """A mate shoots away what the first has captured: the third, beside another enemy, may not board that one instead."""
    ships = [make_ship(name=name, squadron="s", hull_max=1, at=at) for name, at in SQUADRON]
    state = battle(*ships, foe("t", (0, -1)), foe("captured", (5, 5)))
    assert "t" in options(state, ships).get("x/crew", ())
    state.active.ships["y"].captured = "captured"
    state.ships["captured"].status = "destroyed"
    assert "t" not in options(state, ships).get("x/crew", ())


@pytest.mark.rule("IWF-7.4")
def test_a_ship_out_of_formation_has_nothing_to_do():
    mate = make_ship(name="m", squadron="s", hull_max=1, at=(5, 5), weapons=[{"id": "w1", **CANNON}])
    state = battle(gunboat(squadron="s", hull_max=1), mate, foe())
    assert options(state, [state.ships["a"]]) == {}
    mate.at = state.ships["a"].at.plus(mate.at.minus(mate.at), 1)._replace(q=1)
    assert "a/w1" in options(state, [state.ships["a"]])


@pytest.mark.rule("IWF-7.4", "IWF-6.8")
def test_formation_is_judged_when_each_part_of_a_plan_comes_up():
    """The first boards and the blast kills its mate; the third, now alone but for a mate far off, may not shoot any more."""
    ships = [
        make_ship(name="x", squadron="s", hull_max=1, at=(0, 0)),
        make_ship(name="y", squadron="s", hull_max=2, at=(-1, 0), armour=9, weapons=[{"id": "w1", **CANNON}]),
    ]
    state = battle(
        *ships, make_ship(name="z", squadron="s", hull_max=2, at=(9, 9), armour=9), foe("t", (0, -1)), foe("c", (-1, -4))
    )
    judge, told = referee([4, 4])
    answers = Answers(IWF_4_1=[{"x/crew": "t", "y/w1": "c"}], IWF_6_7=[["destroy"]])
    drive(shoot(state, judge), state, answers)
    assert [event.kind for event in told if event.kind in ("blast", "fired")] == ["blast"] * 3
    assert state.ships["y"].on_map


@pytest.mark.rule("IWF-6.6")
@pytest.mark.parametrize(("rammed", "crews"), [("", ["x", "y", "z"]), ("t", [])])
def test_no_ship_of_a_squadron_boards_what_a_mate_has_rammed(rammed, crews):
    ships = [
        make_ship(name=name, squadron="s", hull_max=1, at=at) for name, at in (("x", (0, 0)), ("y", (-1, 0)), ("z", (1, -1)))
    ]
    state = battle(*ships, foe("t", (0, -1)))
    state.active.ships["y"].rammed = rammed
    found = options(state, ships)
    assert [ship for ship in "xyz" if "t" in found.get(f"{ship}/crew", ())] == crews


@pytest.mark.rule("IWF-2.11")
def test_nothing_is_asked_when_the_last_enemy_is_gone():
    state = battle(gunboat(), make_ship(name="m", at=(5, 5)), foe(hull_max=1))
    answers = Answers(IWF_4_1=[{"a/w1": "b"}])
    drive(shoot(state, referee([6, 6])[0]), state, answers)
    assert answers.rules() == ["IWF-4.1"]


@pytest.mark.rule("IWF-7.7")
def test_a_squadron_fires_as_one():
    mates = [make_ship(name=name, squadron="s", hull_max=1, at=at, weapons=[{"id": "w1", **CANNON}]) for name, at in SQUADRON]
    state = battle(*mates, foe(armour=3))
    judge, told = referee([4, 4, 4, 1, 1, 1])
    drive(shoot(state, judge), state, Answers(IWF_4_1=[{f"{ship.id}/w1": "b" for ship in mates}]))
    [fired] = [event for event in told if event.kind == "fired"]
    assert (fired.data["hits"], fired.data["lost"]) == (3, 1)
    assert [ship for ship, _weapon in fired.data["weapons"]] == ["x", "y", "z"]


SQUADRON = (("x", (0, 0)), ("y", (-1, 0)), ("z", (1, -1)))


@pytest.mark.rule("IWF-8.7")
def test_dice_go_at_once_when_the_flagship_is_lost():
    state = battle(gunboat(), foe(hull_max=1, flagship=True), foe("c", (5, 5)))
    board = next(iter(packaged_boards().values()))
    state.commands["B"] = command = Command(board, 6, {1: 2, 2: 2, 3: 1, 4: 0, 5: 0, 6: 0})
    answers = Answers(IWF_4_1=[{"a/w1": "b"}], IWF_8_7=[{"1": 1, "3": 1}])
    drive(shoot(state, referee([6, 6])[0]), state, answers)
    assert [question.seat for question in answers.seen if question.rule == "IWF-8.7"] == ["seat-B"]
    assert (command.maximum, command.cells) == (3, {1: 1, 2: 2, 3: 0, 4: 0, 5: 0, 6: 0})


@pytest.mark.rule("IWF-8.3", "IWF-8.9")
def test_an_ability_before_shooting_holds_for_this_activation_and_is_asked_once():
    state = battle(gunboat(), foe(hull_max=6))
    board = next(board for board in packaged_boards().values() if board.abilities[0].id == "devastating_fire")
    state.commands["A"] = Command(board, 6, dict.fromkeys(range(1, 7), 1))
    answers = Answers(IWF_8_3=[["devastating_fire:a"]], IWF_4_1=[{"a/w1": "b"}, {"a/w2": "b"}])
    judge, told = referee([3, 3, 3, 2])
    drive(shoot(state, judge), state, answers)
    assert [event.data["hits"] for event in told if event.kind == "fired"] == [2, 1]
    assert answers.rules().count("IWF-8.3") == 1
    assert state.commands["A"].cells[1] == 0


@pytest.mark.rule("IWF-8.7", "IWF-9.11")
def test_dice_go_before_the_next_happening_of_an_activation_when_mines_take_the_flagship():
    ships = [make_ship(name=name, squadron="s", hull_max=2, at=at, flagship=name == "x") for name, at in SQUADRON[:2]]
    ships[1].phase_tokens = 1
    state = battle(*ships, foe(), terrain=[{"kind": "minefield", "hexes": [[0, 0]]}])
    board = next(board for board in packaged_boards().values() if board.abilities[0].id == "devastating_fire")
    state.commands["A"] = Command(board, 6, dict.fromkeys(range(1, 7), 1))
    answers = Answers(IWF_10_1=[["minefield:x"]], IWF_8_7=[{"1": 1, "3": 1, "4": 1}])
    drive(start(state, referee([6, 1, 1])[0]), state, answers)
    assert answers.rules()[:3] == ["IWF-10.1", "IWF-8.7", "IWF-10.1"]
    assert state.commands["A"].cells == {1: 0, 2: 1, 3: 0, 4: 0, 5: 1, 6: 1}


# What is shown


def test_cells_say_what_stands_in_the_way():
    ship = gunboat()
    state = battle(ship, foe(at=(0, -9)), foe("c", (0, -3)), foe("d", (1, -4)), foe("e", (4, 0)))
    dress = asked(state).dress(state)
    told = {
        row.key: [plain(cell.off) if cell.off else plain(cell.text) for cell in cells]
        for row, cells in zip(dress.rows, dress.cells, strict=True)
    }
    assert [column.key for column in dress.columns] == ["c", "d", "e", "batten"]
    assert told["a/w1"] == ["2 d6 at 3+", "2 d6 at 4+", "arc", "no crew"]
    assert told["a/w3"] == ["arc", "arc", "1 d6 at 4+", "no crew"]
    assert told["a/crew"] == ["no boarding", "no boarding", "no boarding", "armour +1"]


def test_a_draft_closes_what_does_not_go_with_it():
    state = battle(gunboat(), foe(at=(0, -3)))
    question = asked(state)
    dress = question.dress(state, {"a/crew": "batten"})
    assert all(cell.off is not None for cell in dress.cells[0])
    assert question.problems(state, {"a/crew": "batten", "a/w1": "b"})[0].rule == "IWF-6.1"
    assert dress.ready
    assert dress.odds is None


@pytest.mark.rule("IWF-4.49")
def test_the_odds_below_a_column_are_those_of_the_whole_plan():
    state = battle(gunboat(), foe(at=(0, -4), hull_max=3, armour=3, shields=1))
    draft = {"a/w1": "b", "a/w2": "b"}
    dress = asked(state).dress(state, draft)
    fate = fate_of(state, deeds_of(state, draft), state.ships["b"])
    assert [plain(text) for text in dress.columns[0].sums] == [
        str(round(fate.damage().mean(), 1)),
        f"{round(100 * fate.destroyed())}%",
    ]
    assert plain(dress.buttons[0].text) == "Roll 4 dice"
    assert dress.blocks[0].chances == fate.damage().chances.tolist()


@pytest.mark.rule("IWF-5.7")
def test_odds_of_missiles_are_shown_with_and_without_interception():
    missiles = {"id": "w1", "type": "missile", "attacks": 6}
    state = battle(make_ship(name="a", weapons=[missiles]), foe(at=(0, -5), hull_max=6), foe("c", (3, -5), fighters=2))
    [_chart, facts] = asked(state).dress(state, {"a/w1": "b"}).blocks
    [fact] = facts.rows
    assert float(plain(fact.value)) < float(plain(fact.was))
    assert plain(fact.name) == "Missiles, with 2 fighters against them"


@pytest.mark.parametrize("draft", [None, {}, [], "x", 3, {"a/w1": 7}, {"a/w1": "b", "a/crew": "batten"}, {"zz": "b"}])
def test_any_draft_can_be_dressed(draft):
    state = battle(gunboat(fighters=3), foe(at=(0, -3)))
    for question in (asked(state), strike_question(state.ships["a"], [state.ships["b"]])):
        assert dress_json("q", question, question.dress(state, draft), plain)["rows"]


@pytest.mark.parametrize("seed", range(40))
def test_defaults_and_samples_are_legal(seed):
    ships = [gunboat(fighters=2), foe(at=(0, -1)), foe("c", (1, -1), shields=1), foe("d", (0, -4))]
    state = battle(*ships)
    question = asked(state)
    strike = strike_question(ships[0], ships[1:])
    for each in (question, strike, pickle.loads(pickle.dumps(question))):
        assert each.problems(state, each.sample(state, Random(seed))) == []
        assert each.problems(state, each.default(state)) == []


# Strikes


@pytest.mark.rule("IWF-5.2")
def test_a_strike_goes_at_one_target():
    state = battle(gunboat(fighters=2), foe(), foe("c", (4, 0)))
    question = strike_question(state.ships["a"], [state.ships["b"], state.ships["c"]])
    assert question.problems(state, {"b": 1, "c": 1})[0].rule == "IWF-5.2"
    assert question.read({"b": 0, "c": 2}) == {"c": 2}
    assert question.problems(state, {"b": 3}) != []


@pytest.mark.rule("IWF-5.2", "IWF-5.4")
def test_each_ship_with_fighters_is_asked_once():
    state = battle(gunboat(fighters=2), foe(at=(0, 3), hull_max=6))
    answers = Answers(IWF_5_2=[{"b": 1}])
    drive(launch(state, referee([2, 5, 5])[0]), state, answers)
    assert answers.rules() == ["IWF-5.2"]
    assert (state.ships["a"].fighters, state.ships["b"].hull) == (1, 4)
