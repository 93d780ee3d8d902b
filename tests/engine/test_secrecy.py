"""A seat sees only its view: battles that differ in what is secret are the same to the other seats until it comes to light."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from playing import TinyBattle, begin, by_key, kinds, play, play_to
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dice import SeededDice, Wanted
from quarterdeck.engine.record import Seat
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.run import Waiting
from quarterdeck.engine.text import plain
from quarterdeck.engine.wire import rendered, wire
from tiny import TINY, TinyBot
from tiny_pond import PONDS
from wire_shapes import faults


def sight(battle: TinyBattle, seat: str | None) -> Any:
    """All that leaves the process for a seat."""
    shown: dict[str, Any] = {"view": battle.view(seat), "events": battle.events(seat), "round": battle.round}
    shown["over"] = battle.outcome
    shown["picture"] = TINY.picture(battle.view(seat))
    shown["shown"] = [TINY.show(event, battle.view(seat)) for _n, event in battle.events(seat)]
    shown["told"] = [plain(TINY.describe(event)) for _n, event in battle.events(seat)]
    if seat is not None:
        slate = battle.slates().get(seat)
        shown["slate"] = slate
        shown["offers"] = battle.offers(seat)
        ids = [*(slate.questions if slate else {}), *battle.offers(seat)]
        shown["dresses"] = {key: battle.dress(seat, key) for key in ids}
        shown["bot"] = TinyBot().answer(battle.view(seat), slate.questions if slate else {}, Random(1))
    shown["imagined"] = battle.imagine(seat, Random(1)).state
    return repr(shown)


def pair(pond: str = "pairs") -> tuple[TinyBattle, TinyBattle]:
    return begin(pond, "one seed"), begin(pond, "one seed")


def unlike(battles: tuple[TinyBattle, TinyBattle], do: Callable[[TinyBattle, int], None]) -> None:
    for n, battle in enumerate(battles):
        do(battle, n)


def same_to(battles: tuple[TinyBattle, TinyBattle], *seats: str | None) -> bool:
    return all(sight(battles[0], seat) == sight(battles[1], seat) for seat in seats)


def others(battle: TinyBattle, *seats: str) -> list[str | None]:
    return [None, *(seat.id for seat in battle.seats if seat.id not in seats)]


def commit(battle: TinyBattle, seat: str, **given: Any) -> None:
    battle.commit(seat, by_key(battle, seat, **given))


def test_a_slate_is_seen_by_nobody_else_until_all_are_in():
    battles = pair()
    unlike(battles, lambda battle, n: commit(battle, "b", flag={"colour": ["white", "black"][n], "luck": n}))
    assert same_to(battles, *others(battles[0], "b"))
    for seat in ("a", "c"):
        unlike(battles, lambda battle, n, seat=seat: commit(battle, seat))
        assert same_to(battles, *others(battles[0], "b"))
    unlike(battles, lambda battle, n: commit(battle, "d"))
    assert not same_to(battles, "a")


def test_drafts_are_seen_by_nobody_else():
    battles = pair()
    unlike(battles, lambda battle, n: battle.draft("b", next(iter(battle.slates()["b"].questions)), {"luck": n}))
    battles[0].draft("b", next(iter(battles[0].slates()["b"].questions)), {"luck": 7})
    assert same_to(battles, *others(battles[0], "b"))
    assert not same_to(battles, "b")


def test_what_was_laid_in_secret_is_seen_by_nobody_else_until_it_comes_to_light():
    battles = pair("duel")
    unlike(battles, lambda battle, n: play_to(battle, "mine") and None)
    x, y = battles[0].state.boats["a1"].at
    unlike(battles, lambda battle, n: commit(battle, "b", mine={"it": {"at": [[11, 11], [x + 2, y]][n]}}))
    unlike(battles, lambda battle, n: commit(battle, "a", mine={"it": {"at": [-11, -11]}}))
    assert not same_to(battles, "b")
    while "sailed" not in kinds(battles[0]):
        assert same_to(battles, "a", None)
        seat = next(iter(battles[0].slates()))
        sail = {"sail": {"a1": "E2", "a2": "-"}} if seat == "a" else {}
        unlike(battles, lambda battle, n, seat=seat, sail=sail: commit(battle, seat, **sail))
    assert not same_to(battles, "a")
    assert "hit" in kinds(battles[1])
    assert "hit" not in kinds(battles[0])


def test_orders_are_seen_by_nobody_else_over_the_rest_that_follows_them():
    battles = pair("duel")
    unlike(battles, lambda battle, n: play_to(battle, "sail") and None)
    unlike(battles, lambda battle, n: commit(battle, "a", powder={"a1": n + 1}))
    assert same_to(battles, "b", None)
    unlike(battles, lambda battle, n: commit(battle, "b"))
    assert battles[0].state.powder != battles[1].state.powder
    assert same_to(battles, "b", None)


@pytest.mark.parametrize("what", ["stand", "stand otherwise"])
def test_a_standing_answer_is_seen_by_nobody_else(what):
    battles = pair("pairs")
    unlike(battles, lambda battle, n: play_to(battle, "volley") and None)
    seat = next(iter(battles[0].slates()))
    quiet = next(s.id for s in battles[0].seats if s.id != seat)
    battles[0].stand(quiet, "duck", "round")
    if what == "stand otherwise":
        battles[1].stand(quiet, "wink", "battle")
    assert same_to(battles, *others(battles[0], quiet))
    unlike(battles, lambda battle, n: commit(battle, seat))
    assert same_to(battles, *[s for s in others(battles[0], quiet) if s is None])


def test_hidden_dice_are_seen_by_their_seat_alone_and_shift_no_others():
    class Loaded(SeededDice):
        """Hidden dice of one seat show another face."""

        def fall(self, wanted: Wanted) -> tuple[int, ...]:
            faces = super().fall(wanted)
            return tuple(face % 6 + 1 for face in faces) if wanted.hidden == "b" else faces

    seats = tuple(Seat(seat, side) for seat, side in PONDS["duel"].seats.items())
    battles = tuple(Battle.at_rest(TINY, TINY.start(PONDS["duel"]), seats, dice("s"), Waiting()) for dice in (SeededDice, Loaded))
    unlike(battles, lambda battle, n: play_to(battle, "sail") and None)
    assert battles[0].state.depths["a"] == battles[1].state.depths["a"]
    assert battles[0].state.depths["b"] != battles[1].state.depths["b"]
    while "turn_over" not in kinds(battles[0]):
        assert same_to(battles, "a", None)
        assert not same_to(battles, "b")
        seat = next(iter(battles[0].slates()))
        unlike(battles, lambda battle, n, seat=seat: commit(battle, seat))
    assert not same_to(battles, "a")


def test_a_seat_never_sees_more_than_its_view_in_any_battle():
    for seed in range(4):
        rng = Random(seed)
        battle = begin("pairs", str(seed))
        while battle.outcome is None:
            for seat in [*[s.id for s in battle.seats], None]:
                view = battle.view(seat)
                for secrets in (view.mines, view.orders, view.powder, view.depths):
                    assert all(value is None for owner, value in secrets.items() if owner != seat)
                for _n, event in battle.events(seat):
                    assert event.kind not in ("mine", "depth") or event.data["seat"] == seat
                sent = wire(TINY.picture(view), rendered)
                assert faults(sent, "picture") == []
                assert {item["id"] for item in sent["scene"].get("items", [])} <= {*battle.state.boats, f"mine-{seat}"}
                assert {cell["id"] for cell in sent["panels"][0]["cells"] if "die" in cell} <= {seat}
            play(battle, rng, 1)


@pytest.mark.parametrize("seed", range(3))
def test_the_view_of_an_imagined_state_is_the_view_it_was_imagined_from(seed):
    rng = Random(seed)
    battle = begin("pairs", str(seed))
    while battle.outcome is None:
        for seat in [*[s.id for s in battle.seats], None]:
            view = battle.view(seat)
            assert TINY.view(TINY.imagine(view, rng), seat) == view
        play(battle, rng, 1)


def test_the_view_of_a_view_is_that_view():
    battle = play(begin("pairs"), Random(1), 20)
    for seat in ("a", "c", None):
        assert TINY.view(battle.view(seat), seat) == battle.view(seat)
    assert plain_answer({"at": 1}) == {"at": 1}
