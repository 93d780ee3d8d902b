"""Slates: what is open, drafts, what a commit refuses, defaults by the clock, and ids."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from junk import junk

from playing import TinyBattle, begin, by_key, defaults, kinds, lines, play_to, play_wildly, said, sampled
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.referee import Referee
from tiny import TINY, Tiny
from tiny_pond import PONDS, STORM, TinyState


def whole(battle: TinyBattle) -> Any:
    """All of a battle that a refusal must not change."""
    open_ = {seat: (slate.id, slate.questions, slate.drafts, slate.rev) for seat, slate in battle.slates().items()}
    offers = {seat.id: battle.offers(seat.id) for seat in battle.seats}
    return pickle.dumps((battle.state, battle.told, battle.inputs, open_, offers, battle.round, battle.conceded()))


def test_two_questions_of_a_seat_are_one_slate_and_each_seat_has_its_own():
    battle = begin()
    slates = battle.slates()
    assert {seat: [q.key for q in slate.questions.values()] for seat, slate in slates.items()} == {
        "a": ["flag", "boats"],
        "b": ["flag", "boats"],
    }
    assert all(question.seat == seat for seat, slate in slates.items() for question in slate.questions.values())
    assert all(slate.secret for slate in slates.values())


def test_play_goes_on_when_the_last_slate_is_in():
    battle = begin("three")
    for seat in ("b", "c"):
        battle.commit(seat, defaults(battle, seat))
        assert seat not in battle.slates()
        assert battle.told == []
    battle.commit("a", defaults(battle, "a"))
    assert kinds(battle) == ["anchored"] * 3
    assert {q.key for slate in battle.slates().values() for q in slate.questions.values()} == {"mine"}


def test_what_a_seat_has_committed_is_seen_nowhere_until_all_are_in():
    battle = begin()
    before = pickle.dumps((battle.state, battle.view("b"), battle.view(None), battle.slates()["b"]))
    battle.commit("a", defaults(battle, "a"))
    assert pickle.dumps((battle.state, battle.view("b"), battle.view(None), battle.slates()["b"])) == before
    assert battle.told == []


def test_a_single_question_to_one_seat_is_no_secret():
    battle = begin()
    seat = play_to(battle, "volley")
    assert list(battle.slates()) == [seat]
    assert not battle.slates()[seat].secret


def test_answers_come_to_the_rules_in_the_order_of_the_questions():
    class Asking(Tiny):
        got: list[Any] = []

        async def set_up(self, state: TinyState, referee: Referee) -> None:
            from tiny_pond import fly_flag, load_powder

            self.got = await referee.ask_each([load_powder(state, "b"), fly_flag(state, "a"), fly_flag(state, "b")])

    system = Asking()
    battle = Battle.begin(system, PONDS["duel"], seed="s")
    battle.commit("b", by_key(battle, "b", powder={"b1": 2}, flag={"word": "B", "colour": "black", "luck": 1}))
    battle.commit("a", by_key(battle, "a", flag={"word": "A", "colour": "white", "luck": 2}))
    assert [system.got[0], system.got[1]["word"], system.got[2]["word"]] == [{"b1": 2}, "A", "B"]


# --- drafts


def test_a_draft_may_be_illegal_and_says_what_is_wrong():
    battle = begin()
    slate = battle.slates()["a"]
    flag = next(iter(slate.questions))
    assert battle.draft("a", flag, {"colour": "white", "luck": 1}) == []
    problems = battle.draft("a", flag, {"colour": "green", "luck": 9})
    assert [problem.at for problem in problems] == ["colour", "luck"]
    assert (slate.drafts, slate.rev) == ({flag: {"colour": "green", "luck": 9}}, 2)
    assert battle.inputs == []


def test_a_commit_takes_drafts_and_what_comes_with_it():
    battle = begin()
    answers = by_key(battle, "a", flag={"colour": "black", "luck": 2})
    flag, boats = answers
    battle.draft("a", flag, answers[flag])
    battle.draft("a", boats, {})
    battle.commit("a", {boats: answers[boats]})
    battle.commit("b", defaults(battle, "b"))
    assert battle.state.flags["a"] == {"colour": "black", "luck": 2}


def test_a_draft_is_seen_in_its_dress_and_nowhere_else():
    battle = begin()
    flag = next(iter(battle.slates()["a"].questions))
    others = pickle.dumps((battle.slates()["b"], battle.view("b")))
    battle.draft("a", flag, {"colour": "white", "luck": 5})
    dress = battle.dress("a", flag)
    assert (dress.ready, [problem.at for problem in dress.problems]) == (False, ["luck"])
    assert {row.key: row.line for row in dress.rows} == {"word": None, "colour": "white", "luck": 5}
    assert pickle.dumps((battle.slates()["b"], battle.view("b"))) == others


def test_an_open_slate_keeps_its_id_and_drafts_while_others_commit_and_after_a_fault():
    battle = begin()
    play_to(battle, "sail")
    slate = battle.slates()["b"]
    ids, sail = (slate.id, list(slate.questions)), next(iter(slate.questions))
    battle.draft("b", sail, {"b1": "N1", "b2": STORM})
    battle.commit("a", by_key(battle, "a", sail={"a1": STORM, "a2": "-"}))
    assert (battle.slates()["b"].id, list(battle.slates()["b"].questions)) == ids
    battle.commit("b", by_key(battle, "b"))
    assert battle.inputs[-1].void
    slate = battle.slates()["b"]
    assert (slate.id, list(slate.questions)) == ids
    assert slate.drafts == {sail: {"b1": "N1", "b2": STORM}}


def test_dresses_are_made_only_of_what_is_open_to_the_seat():
    battle = begin()
    with pytest.raises(Refused) as refusal:
        battle.dress("a", next(iter(battle.slates()["b"].questions)))
    assert said(refusal) == ["That question is not open to this seat."]
    with pytest.raises(Refused):
        battle.draft("a", next(iter(battle.slates()["b"].questions)), {})


# --- what a commit refuses


def test_an_answer_is_missing():
    battle = begin()
    before = whole(battle)
    flag = next(iter(battle.slates()["a"].questions))
    with pytest.raises(Refused) as refusal:
        battle.commit("a", {flag: defaults(battle, "a")[flag]})
    assert said(refusal) == ["An answer is missing: Anchor"]
    assert whole(battle) == before


def test_an_answer_to_another_question():
    battle = begin()
    before = whole(battle)
    with pytest.raises(Refused) as refusal:
        battle.commit("a", {**defaults(battle, "a"), "b2": []})
    assert said(refusal) == ["Question b2 is not open to this seat."]
    assert whole(battle) == before


def test_all_that_is_wrong_with_a_slate_is_said_at_once():
    battle = begin()
    before = whole(battle)
    away = {"a1": {"at": [0, 0], "heading": 3}, "a2": {"at": [0, 3], "heading": 3}}
    with pytest.raises(Refused) as refusal:
        battle.commit("a", by_key(battle, "a", flag={"colour": 5, "luck": 1}, boats=away))
    assert said(refusal) == ["colour is one of white, black, not “5”.", "boat a1 is outside the zone."]
    assert refusal.value.problems[1].nearest == {"at": [0.0, 2.0], "heading": 3}
    assert whole(battle) == before


def test_two_answers_that_do_not_go_together():
    battle = begin()
    play_to(battle, "sail")
    before = whole(battle)
    together = {"sail": {"a1": "E3", "a2": "E1"}, "powder": {"a1": 2}}
    with pytest.raises(Refused) as refusal:
        battle.commit("a", by_key(battle, "a", **together))
    assert said(refusal) == ["The crew of boat a1 has its hands full."]
    assert whole(battle) == before
    battle.commit("a", by_key(battle, "a", **{**together, "powder": {"a1": 1, "a2": 2}}))
    assert "a" not in battle.slates()


@pytest.mark.parametrize("seat", ["c", "", "A", None])
def test_nothing_is_open_to_a_seat_that_is_not_there(seat):
    battle = begin()
    for ask in (battle.commit, battle.expire, lambda seat: battle.draft(seat, "a2", [])):
        with pytest.raises(Refused):
            ask(seat)


def test_a_slate_is_committed_once():
    battle = begin()
    given = defaults(battle, "a")
    battle.commit("a", given)
    before = whole(battle)
    with pytest.raises(Refused) as refusal:
        battle.commit("a", given)
    assert said(refusal) == ["Nothing is open to this seat."]
    assert whole(battle) == before


@given(st.data())
def test_junk_is_refused_and_then_nothing_has_changed(data):
    battle = BATTLES[data.draw(st.sampled_from([*BATTLES]))]
    seat, slate = data.draw(st.sampled_from([*battle.slates().items()]))
    answers = data.draw(st.dictionaries(st.sampled_from([*slate.questions, "a9", ""]), junk, max_size=3))
    before = whole(battle)
    if any(question.problems(battle.view(seat), answers.get(key)) for key, question in slate.questions.items()):
        with pytest.raises(Refused) as refusal:
            battle.commit(seat, answers)
        assert refusal.value.problems
    assert whole(battle) == before


def at_question(key: str) -> TinyBattle:
    battle = begin("duel", "a seed")
    play_to(battle, key, Random(5))
    return battle


BATTLES = {key: at_question(key) for key in ("flag", "mine", "sail", "volley", "aim", "duck")}
"""Battles that stand at each kind of question."""


# --- the clock


def test_when_time_is_out_the_defaults_are_given_whatever_was_drafted():
    battle = begin()
    play_to(battle, "sail")
    battle.draft("a", next(iter(battle.slates()["a"].questions)), {"a1": "N1", "a2": "N1"})
    wanted = list(defaults(battle, "a").values())
    battle.expire("a")
    assert battle.inputs[-1].given == wanted == [{"a1": "-", "a2": "-"}, {}]
    assert battle.inputs[-1].by == "clock"


def test_a_battle_by_the_clock_alone_comes_to_its_end():
    battle = begin("three")
    while battle.outcome is None:
        battle.expire(next(iter(battle.slates())))
    assert battle.round == 3
    assert {entry.by for entry in battle.inputs} == {"clock"}


# --- ids


def ids(battle: TinyBattle, seat: str) -> list[str]:
    slate = battle.slates().get(seat)
    return [*([slate.id, *slate.questions] if slate else []), *battle.offers(seat)]


@pytest.mark.parametrize("seed", range(5))
def test_an_id_never_comes_again_for_another_thing(seed):
    rng = Random(seed)
    battle = begin(rng.choice([*PONDS]), str(seed), umpire="U")
    meant: dict[str, bytes] = {}
    backs = 0
    for _step in range(60):
        if battle.outcome is not None:
            break
        play_wildly(battle, rng, 1)
        if battle.take_backs > backs:
            backs = battle.take_backs
            assert not [i for seat in battle.seats for i in ids(battle, seat.id) if i in meant]
        for seat in battle.seats:
            slate = battle.slates().get(seat.id)
            things = {**(slate.questions if slate else {}), **battle.offers(seat.id)}
            for key, question in things.items():
                assert key.startswith(seat.id)
                assert meant.setdefault(key, pickle.dumps(question)) == pickle.dumps(question)
            if slate:
                assert meant.setdefault(slate.id, b"slate") == b"slate"
    assert len(meant) > 20


def test_ids_count_for_each_seat_by_itself():
    quiet, busy = begin("three"), begin("three")
    busy.stand("b", "duck", "battle")
    busy.stand("b", "something", "round")
    for battle in (quiet, busy):
        for _moment in range(2):
            for seat in ("a", "b", "c"):
                battle.commit(seat, defaults(battle, seat))
    busy.stand("c", "duck", "round")
    assert [ids(quiet, seat) for seat in "abc"] == [ids(busy, seat) for seat in "abc"]


def test_questions_pickle():
    for battle in BATTLES.values():
        for slate in battle.slates().values():
            for question in slate.questions.values():
                assert pickle.loads(pickle.dumps(question)) == question


def test_nothing_is_open_when_a_battle_is_over():
    battle = begin()
    battle.concede("b")
    assert battle.slates() == {}
    for ask in (lambda: battle.commit("a", {}), lambda: battle.expire("a"), lambda: battle.stand("a", "duck", "round")):
        with pytest.raises(Refused) as refusal:
            ask()
        assert said(refusal) == ["The battle is over."]


def test_bots_answers_are_committed_like_any_other():
    battle, rng = begin(), Random(1)
    bot = TINY.bot("random")
    while "mine" not in [q.key for slate in battle.slates().values() for q in slate.questions.values()]:
        seat, slate = next(iter(battle.slates().items()))
        battle.commit(seat, bot.answer(battle.view(seat), slate.questions, rng).answers, by="bot")
    assert [entry.by for entry in battle.inputs] == ["bot", "bot"]
    assert len(lines(battle)) == 2
    assert sampled(battle, "a", rng)
