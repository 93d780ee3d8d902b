"""Bots at the table: finding one by its name, and letting those that sit at a battle play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarterdeck.bots.random import RandomBot
from quarterdeck.engine.battle import Battle
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.slates import Slate
from quarterdeck.engine.system import Bot, System
from quarterdeck.engine.text import _

RANDOM = "random"


def bot_names(system: System[Any]) -> tuple[str, ...]:
    """The bots that can play a rule system: its own by level, then the random one."""
    return (*system.levels, RANDOM)


def bots_for(system: System[Any], seat: str) -> tuple[str, ...]:
    """The bots that can play a seat: those of the system that suit it, the one for it first, then the random one."""
    return (*system.suited(seat), RANDOM)


def check_suited(system: System[Any], seat: str, name: str) -> None:
    """`Refused` where there is no bot of this name, or none that can play this seat."""
    bot_named(system, name)
    known = bots_for(system, seat)
    if name not in known:
        words = {"name": name, "seat": seat, "known": ", ".join(known)}
        raise Refused([Problem("", _("The bot “{name}” cannot play the seat “{seat}”; these can: {known}.", **words), at=seat)])


def bot_named(system: System[Any], name: str) -> Bot:
    """The bot of this name; `Refused` with the names that there are."""
    if name == RANDOM:
        return RandomBot()
    if name in system.levels:
        return system.bot(name)
    known = ", ".join(bot_names(system))
    raise Refused(
        [Problem("", _("There is no bot “{name}” for {system}: {known}.", name=name, system=system.title, known=known))]
    )


def play(battle: Battle[Any], players: Mapping[str, Bot], rng: Rng) -> None:
    """Let the bots, by seat, play until the battle is over or waits for a seat without one, or for dice to be typed."""
    while step(battle, players, rng):
        pass


def step(battle: Battle[Any], players: Mapping[str, Bot], rng: Rng) -> bool:
    """Let the first bot that is asked answer its slate; False where none is."""
    if battle.outcome is not None or battle.wanted is not None:
        return False
    for seat, slate in battle.slates().items():
        if seat in players:
            _answer(battle, players[seat], slate, rng)
            return True
    return False


def _answer(battle: Battle[Any], bot: Bot, slate: Slate, rng: Rng) -> None:
    """Commit what a bot answers; where that is refused, or the rules fail on it, the defaults."""
    view = battle.view(slate.seat)
    if _works(battle, slate.seat, bot.answer(view, slate.questions, rng).answers):
        return
    if not _works(battle, slate.seat, slate.defaults(view)):
        raise Refused([Problem("", _("The rules fail on whatever seat {seat} answers.", seat=slate.seat))])


def _works(battle: Battle[Any], seat: str, answers: Mapping[str, Json]) -> bool:
    try:
        battle.commit(seat, answers, by="bot")
    except Refused:
        return False
    return not battle.inputs[-1].void
