"""What a rule system provides, shown on Tiny; and finding the systems that are installed."""

from __future__ import annotations

import copy
import json
from random import Random
from types import SimpleNamespace

import pytest

from playing import begin, play
from quarterdeck.engine import system as engine_system
from quarterdeck.engine.account import Account
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Problem, Refused
from quarterdeck.engine.system import Outcome, Reply, System, find, installed
from quarterdeck.engine.text import plain
from tiny import TINY, Tiny
from tiny_pond import PONDS


def entry(name: str, thing: object) -> SimpleNamespace:
    return SimpleNamespace(name=name, load=lambda: thing)


OTHER, SIMPLE = SimpleNamespace(to_begin_with=False), SimpleNamespace(to_begin_with=True)


@pytest.fixture
def points(monkeypatch):
    """Three systems are installed, in no order; nothing of it is remembered."""
    find.cache_clear()
    found = [entry("tiny", TINY), entry("other", OTHER), entry("simple", SIMPLE)]

    def entry_points(group: str, name: str | None = None) -> list[SimpleNamespace]:
        assert group == "quarterdeck.systems"
        return [point for point in found if name in (None, point.name)]

    monkeypatch.setattr(engine_system, "entry_points", entry_points)
    yield
    find.cache_clear()


def test_systems_are_found_by_their_key(points):
    assert list(installed().items()) == [("simple", SIMPLE), ("other", OTHER), ("tiny", TINY)], "those to begin with first"
    assert find("tiny") is TINY


def test_a_system_that_is_not_installed(points):
    with pytest.raises(Refused) as refusal:
        find("chess")
    assert [plain(p.text) for p in refusal.value.problems] == ["There is no rule system “chess”. Installed: other, simple, tiny."]


def test_what_is_installed_is_found_by_the_key_of_its_entry_point():
    for key, system in installed().items():
        assert system.key == key
        assert find(key) is system


def test_tiny_is_a_whole_system():
    system: System[object] = TINY
    members = [name for name in vars(System) if not name.startswith("_")]
    assert [name for name in [*members, "key", "title", "rules_version"] if not hasattr(system, name)] == []


def test_scenarios_are_written_by_value_and_read_back():
    for key, pond in TINY.scenarios().items():
        written = TINY.write(pond)
        assert json.loads(json.dumps(written)) == written
        assert TINY.read("scenario", written) == pond
        assert (pond.key, list(pond.seat_sides())) == (key, list(PONDS[key].seats))


@pytest.mark.parametrize("data", [None, [], {}, {"key": 1}, {"key": "x", "title": "x", "seats": {}, "boats": 1}, 5, "x"])
def test_a_scenario_that_is_none_is_refused_with_problems(data):
    problems = TINY.read("scenario", data)
    assert isinstance(problems, list)
    assert all(isinstance(problem, Problem) for problem in problems)
    assert problems == TINY.account("scenario", data)


def test_an_account_adds_up():
    account = TINY.account("scenario", TINY.write(PONDS["duel"]))
    assert isinstance(account, Account)
    assert account.totals == {"boats": sum(line.figures["boats"] for line in account.lines)}


def test_every_rule_that_a_battle_cites_is_in_the_rulebook():
    battle = play(begin("pairs"), Random(1))
    cited = {told.event.rule for told in battle.told if told.event.rule}
    assert cited
    assert [rule for rule in cited if rule not in TINY.rulebook] == []


@pytest.mark.parametrize("pond", PONDS)
@pytest.mark.parametrize("seed", range(3))
def test_no_battle_comes_to_a_state_that_cannot_be(pond, seed):
    battle = begin(pond, str(seed))
    while battle.outcome is None:
        assert TINY.check(battle.state) == []
        play(battle, Random(seed), 1)
    assert TINY.check(battle.state) == []


@pytest.mark.parametrize("pond", PONDS)
def test_outcome_view_and_check_only_look(pond):
    battle = begin(pond, "s")
    while battle.outcome is None:
        before = copy.deepcopy(battle.state)
        TINY.outcome(battle.state)
        TINY.check(battle.state)
        for seat in [*before.seats, None]:
            TINY.view(battle.state, seat)
        TINY.conceded(battle.state, ["red"])
        assert battle.state == before
        play(battle, Random(3), 1)


def test_bots_answer_every_slate_they_are_given():
    bot, rng = TINY.bot("random"), Random(1)
    battle = begin("pairs")
    count = 0
    while battle.outcome is None:
        seat, slate = next(iter(battle.slates().items()))
        reply = bot.answer(battle.view(seat), slate.questions, rng)
        assert isinstance(reply, Reply)
        try:
            battle.commit(seat, reply.answers, by="bot")
        except Refused:
            battle.expire(seat)
        count += 1
    assert count > 20


def test_sheets_odds_and_names():
    state = TINY.start(PONDS["duel"])
    assert "<svg" in TINY.sheet(state.boats["a1"]).svg
    assert isinstance(TINY.odds("anything", {}), list)
    assert set(state.boats) <= set(TINY.names(TINY.view(state, "a")))


def test_a_battle_is_begun_with_names_salts_and_umpire_in_its_header():
    battle = begin("duel", "s", names={"a": "Ann"}, salts={"b": "pepper"}, umpire="Ursula")
    header = battle.header
    assert header is not None
    assert [(s.id, s.side, s.name, s.salt) for s in header.seats] == [("a", "red", "Ann", ""), ("b", "blue", "", "pepper")]
    assert (header.system, header.rules, header.umpire, header.dice) == ("tiny", 1, "Ursula", "seeded")
    assert header.scenario == TINY.write(PONDS["duel"])
    assert (begin("duel", None).header or header).dice == "typed"
    assert begin("duel", None).header.commitment == ""


def test_rules_that_fail_before_anything_is_asked_fail_at_once():
    class Broken(Tiny):
        async def set_up(self, state: object, referee: object) -> None:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Battle.begin(Broken(), PONDS["duel"], seed="s")


def test_a_draw_has_no_winners():
    state = TINY.start(PONDS["duel"])
    state.flags = {"a": {}}
    state.turn = 9
    outcome = TINY.outcome(state)
    assert isinstance(outcome, Outcome)
    assert (outcome.winners, outcome.scores) == ((), {"red": 6, "blue": 6})
