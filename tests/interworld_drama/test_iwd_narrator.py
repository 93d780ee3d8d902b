"""The narrator's seat: every decision is a question that can be left to the book, and the scene can be changed at any rest."""

from __future__ import annotations

import random

import pytest
from iwd_battles import as_captain, as_narrator, begin, eagerly
from iwd_fakes import Table, make_state

from quarterdeck.engine.problems import Refused
from quarterdeck.engine.text import plain
from quarterdeck.systems.interworld_drama import INTERWORLD_DRAMA, changes, narrator
from quarterdeck.systems.interworld_drama.narrator import AMOUNTS, DECISIONS, Adjust, Ruling, amount, ruling
from quarterdeck.systems.interworld_drama.opening import scene_form
from whole_battles import play


@pytest.mark.rule("IWD-14.1")
@pytest.mark.parametrize("key", [key for key, decision in DECISIONS.items() if decision.answers])
def test_a_decision_among_answers_is_left_to_the_book_by_passing(key):
    more = {DECISIONS[key].book: narrator.YES}
    question = ruling(key, narrator.YES, more)
    assert question.passing() == question.default(None) == [DECISIONS[key].book]
    for choice in question.choices:
        assert question.problems(None, [choice.key]) == []
    assert question.rule in INTERWORLD_DRAMA.rulebook


@pytest.mark.rule("IWD-14.1")
@pytest.mark.parametrize("key", AMOUNTS)
def test_a_decision_on_a_number_is_left_to_the_book_by_passing(key):
    question = amount(key, narrator.YES, int(AMOUNTS[key].book))
    assert question.problems(None, question.passing()) == []
    assert question.passing() == {"number": int(AMOUNTS[key].book)}
    assert question.problems(None, {"number": 99}) != []


@pytest.mark.rule("IWD-14.1")
def test_every_decision_of_the_table_comes_up():
    """The decisions asked in many battles and by the tests of single acts are all that there are."""
    asked: dict[str, None] = {}

    def noting(view, questions, rng):
        asked.update(dict.fromkeys(question.key for question in questions.values()))
        assert all(isinstance(question, (Ruling, Adjust)) for question in questions.values())
        return eagerly(view, questions, rng)

    for number in range(16):
        play(begin("lantern-isle", f"asked {number}"), random.Random(number), a=eagerly, b=eagerly, narrator=noting)
    rare = (
        "intensity",
        "harpoon",
        "launch",
        "healing",
        "spread",
        "creative",
        "verdict",
        "tie",
        "rolls",
        "waived",
        "world",
        "analysis",
    )
    expected = [*DECISIONS, *AMOUNTS, "scene", "effect", "master"]
    assert [key for key in expected if key not in asked and key not in rare] == []


@pytest.mark.rule("IWD-14.1", "IWD-5.3")
def test_the_narrator_sets_the_scene():
    battle = begin("fog-bank", "scene", keep=True)
    [key] = battle.slates()["narrator"].questions
    question = battle.slates()["narrator"].questions[key]
    answer = {**question.passing(), "surroundings": ["gravity_anomaly"], "long": "yes", "difficult": 9}
    battle.commit(
        "narrator",
        {
            key: {
                **answer,
                "initiative-hollow-queen": 30,
                "initiative-grey-heron": 2,
                "distances": [{"pair": "grey-heron|hollow-queen", "distance": "long"}],
            }
        },
    )
    state = battle.state
    assert (state.surroundings, state.long_battle, state.numbers) == (["gravity_anomaly"], True, {"roll.difficult": 9})
    assert state.order == ["hollow-queen", "grey-heron"]
    assert [each.kind for each in state.conditions] == ["long", "gravity", "gravity"]


@pytest.mark.rule("IWD-13.1", "IWD-9.1", "IWD-14.5")
def test_the_narrator_creates_changes_and_ends_conditions_between_acts():
    battle = begin("fog-bank", "offers", keep=True)
    battle.commit("narrator", {key: question.passing() for key, question in battle.slates()["narrator"].questions.items()})

    def take(key, answer):
        offer = next(o for o, question in battle.offers("narrator").items() if question.key == key)
        battle.take("narrator", offer, answer)

    take("create", {"condition": "tail", "ship": "grey-heron", "other": "hollow-queen"})
    assert battle.state.has("tail", "grey-heron", "hollow-queen") is not None
    take("number", {"which": "tail.attack", "value": -1})
    assert battle.state.numbers["tail.attack"] == -1
    take("create", {"condition": "gravity", "ship": "grey-heron"})
    assert "gravity_anomaly" in battle.state.surroundings
    take("end", [battle.state.conditions[0].id])
    assert battle.state.has("tail") is None
    with pytest.raises(Refused):
        take("create", {"condition": "lock", "ship": "grey-heron"})
    with pytest.raises(Refused):
        take("create", {"condition": "lock", "ship": "grey-heron", "other": "grey-heron"})
    assert battle.offers("a") == {}
    play(battle, random.Random(1), narrator=as_narrator)
    assert [entry.void for entry in battle.inputs if entry.void] == []


@pytest.mark.rule("IWD-13.1")
@pytest.mark.parametrize("kind", changes.PLACED)
def test_every_condition_of_the_form_can_be_created(kind):
    state, table = make_state(), Table()
    changes.carry_out(state, table.referee, "create", {"condition": kind, "ship": "s1", "other": "s2"})
    assert state.has(kind, "s1") is not None
    assert INTERWORLD_DRAMA.check(state) == []


@pytest.mark.rule("IWD-14.13")
@pytest.mark.parametrize("verdict", ["points", "a", "b", "draw"])
def test_the_narrator_may_name_the_winner_of_a_battle_cut_short(verdict):
    def ruling_so(view, questions, rng):
        return {key: [verdict] if question.key == "verdict" else question.passing() for key, question in questions.items()}

    def passing(view, questions, rng):
        return {key: [] if question.passing() == [] else question.default(view) for key, question in questions.items()}

    battle = play(begin("fog-bank", "cut short"), random.Random(1), a=passing, b=passing, narrator=ruling_so)
    wanted = {"points": (), "draw": (), "a": ("a",), "b": ("b",)}
    assert battle.outcome.winners == wanted[verdict]


def test_a_narrator_may_leave_it_to_the_book_for_the_whole_battle():
    battle = begin("fog-bank", "standing", keep=True)
    battle.commit("narrator", {key: question.passing() for key, question in battle.slates()["narrator"].questions.items()})
    battle.stand("narrator", narrator.STANDING, "battle")
    rng = random.Random(4)
    while battle.outcome is None:
        assert "narrator" not in battle.slates()
        seat, slate = next(iter(battle.slates().items()))
        battle.commit(seat, as_captain(battle.view(seat), slate.questions, rng))
    assert battle.outcome is not None


def test_the_form_of_the_scene_offers_what_the_scene_says():
    form = scene_form(make_state(surroundings=["cover"]))
    assert form.passing()["surroundings"] == ["cover"]
    assert [plain(field.name) for field in form.fields[:2]] == ["On the scene", "A long battle"]


@pytest.mark.rule("IWD-9.1", "IWD-13.1")
@pytest.mark.parametrize(
    ("kind", "part", "made"),
    [
        ("fire", "gun1", "gun1"),
        ("fire", "", "helm"),
        ("wounded", "s1-p1", "s1-p1"),
        ("wounded", "", "s1-p2"),
        ("dead_zone", "gun1", "gun1"),
        ("harpooned", "gravity", "gravity"),
        ("harpooned", "", "cable"),
    ],
)
def test_what_the_narrator_creates_is_about_what_he_names(kind, part, made):
    state, table = make_state(), Table()
    answer = {"condition": kind, "ship": "s1", "other": "s2", **({"part": part} if part else {})}
    offer = next(each for each in changes.offers(state) if each.key == "create")
    assert offer.illegal(state, answer) == []
    changes.carry_out(state, table.referee, "create", answer)
    assert [(each.kind, each.ship, each.part) for each in state.conditions] == [(kind, "s1", made)]
    assert [problem.at for problem in offer.illegal(state, {**answer, "part": "attic"})] == ["part"]
