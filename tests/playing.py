"""Playing battles of Tiny at random, for tests of the engine: everything that a seat may put in, legal and drawn from an rng."""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.record import read_record
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.replay import load
from quarterdeck.engine.text import plain
from tiny import TINY
from tiny_pond import PONDS, STORM, TinyState

TinyBattle: TypeAlias = Battle[TinyState]


def begin(pond: str = "duel", seed: str | None = "a secret", **given: Any) -> TinyBattle:
    """A battle of Tiny."""
    return Battle.begin(TINY, PONDS[pond], seed=seed, **given)


def lines(battle: TinyBattle) -> list[str]:
    """All that was told, one line an event with its audience."""
    return [told.canonical() for told in battle.told]


def kinds(battle: TinyBattle, seat: str | None = None) -> list[str]:
    """The kinds of the events that a seat was told."""
    return [event.kind for _n, event in battle.events(seat)]


def defaults(battle: TinyBattle, seat: str) -> dict[str, Json]:
    """The default answers to the open slate of a seat."""
    view = battle.view(seat)
    return {key: plain_answer(question.default(view)) for key, question in battle.slates()[seat].questions.items()}


def by_key(battle: TinyBattle, seat: str, **given: Json) -> dict[str, Json]:
    """Answers by the keys of the questions, the defaults for those not named."""
    asked = battle.slates()[seat].questions
    return {**defaults(battle, seat), **{q: given[question.key] for q, question in asked.items() if question.key in given}}


def sampled(battle: TinyBattle, seat: str, rng: Random) -> dict[str, Json]:
    """Legal answers to the open slate of a seat, at random."""
    slate, view = battle.slates()[seat], battle.view(seat)
    for _try in range(100):
        answers = {key: plain_answer(question.sample(view, rng)) for key, question in slate.questions.items()}
        try:
            slate.checked(view, answers)
        except Refused:
            continue
        return answers
    raise AssertionError("no legal answers found")


def step(battle: TinyBattle, rng: Random) -> None:
    """One seat of those asked answers."""
    seat = rng.choice(list(battle.slates()))
    battle.commit(seat, sampled(battle, seat, rng))


def play(battle: TinyBattle, rng: Random, steps: int = 1000) -> TinyBattle:
    """Play on to the end, or for so many answers."""
    while battle.outcome is None and steps:
        step(battle, rng)
        steps -= 1
    return battle


def play_to(battle: TinyBattle, key: str, rng: Random | None = None) -> str:
    """Play on, by defaults or at random, until a question with this key is open; the seat that it is open to."""
    while battle.outcome is None:
        for seat, slate in battle.slates().items():
            if key in [question.key for question in slate.questions.values()]:
                return seat
        seat = next(iter(battle.slates()))
        battle.commit(seat, sampled(battle, seat, rng) if rng else defaults(battle, seat))
    raise AssertionError(f"no question {key} came")


def offered(battle: TinyBattle, seat: str, key: str) -> str:
    """The id of an offer to a seat, by its key."""
    return next(offer for offer, question in battle.offers(seat).items() if question.key == key)


def fire_with(battle: TinyBattle, seat: str, target_seat: str) -> None:
    """The seat fires with its first boat at the first boat of the other one."""
    boat, target = next(iter(battle.state.afloat(seat))), next(iter(battle.state.afloat(target_seat)))
    battle.commit(seat, by_key(battle, seat, volley=[boat]))
    battle.commit(seat, by_key(battle, seat, aim={boat: target}))


def to_fire(pond: str = "duel", **given: Any) -> tuple[TinyBattle, str, str]:
    """A battle at a clean rest where a seat is to fire, every boat with one powder; that seat and one of another side."""
    battle = begin(pond, **given)
    play_to(battle, "powder")
    while "powder" in [question.key for slate in battle.slates().values() for question in slate.questions.values()]:
        seat = next(iter(battle.slates()))
        battle.commit(seat, by_key(battle, seat, powder=dict.fromkeys(battle.view(seat).afloat(seat), 1)))
    seat = next(iter(battle.slates()))
    return battle, seat, next(s.id for s in battle.seats if s.side != battle.state.seats[seat])


def said(refusal: Any) -> list[str]:
    """The sentences of a refusal that pytest has caught."""
    return [plain(problem.text) for problem in refusal.value.problems]


def loaded(battle: TinyBattle) -> TinyBattle:
    """The battle read again from its record, which is the same one."""
    again = load(read_record(battle.record(reveal=True).text()), TINY)
    assert lines(again) == lines(battle)
    assert again.state == battle.state
    return again


def meddle(battle: TinyBattle, rng: Random) -> None:
    """Something besides an answer, if it happens to be possible: an offer, a standing answer, a change, a take-back, a fault."""
    seat = rng.choice([seat.id for seat in battle.seats])
    try:
        match rng.randrange(7):
            case 0:
                battle.stand(seat, "duck", rng.choice(("activation", "round", "battle")))
            case 1 | 2 if battle.offers(seat):
                offer, question = rng.choice(list(battle.offers(seat).items()))
                if question.key == "signal" or rng.random() < 0.1:
                    battle.take(seat, offer, {"words": "ahoy"} if question.key == "signal" else "off")
            case 3 if battle.header is not None and battle.header.umpire:
                battle.change(("boats", rng.choice(list(battle.state.boats)), "hull"), rng.randrange(3) + 1)
            case 4 if battle.line():
                to, everybody = rng.randrange(len(battle.line())), tuple(seat.id for seat in battle.seats)
                battle.take_back(max(to, len(battle.line()) - 3), rng.choice([everybody, (seat,)]))
            case 5 if rng.random() < 0.1:
                battle.concede(seat)
            case 6 if rng.random() < 0.3:
                storm(battle, seat)
    except Refused:
        pass


def storm(battle: TinyBattle, seat: str) -> None:
    """Order what the rules fail on, if this seat alone has still to write its orders."""
    slate = battle.slates().get(seat) if len(battle.slates()) == 1 else None
    for question in slate.questions.values() if slate else ():
        if question.key == "sail":
            battle.commit(seat, by_key(battle, seat, sail=dict.fromkeys(battle.view(seat).afloat(seat), STORM), powder={}))
            return


def play_wildly(battle: TinyBattle, rng: Random, steps: int = 60) -> TinyBattle:
    """Play at random with everything that can be put in between."""
    while battle.outcome is None and steps:
        if rng.random() < 0.4:
            meddle(battle, rng)
        else:
            step(battle, rng)
        steps -= 1
    return battle
