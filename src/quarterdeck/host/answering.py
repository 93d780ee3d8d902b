"""What answers by itself: bots, once they have thought, and clocks, once they have run out."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence
from functools import partial

from quarterdeck.engine.problems import Json, Refused
from quarterdeck.engine.slates import Slate
from quarterdeck.engine.text import _
from quarterdeck.host.errors import ApiError
from quarterdeck.host.jobs import answers_of, packed
from quarterdeck.host.live import Live
from quarterdeck.host.places import PAST
from quarterdeck.host.workers import Failed

DEFAULTS = None
"""Among the answers to try: what the questions say is done by default."""


def drive(live: Live) -> None:
    """Let each bot that is asked something think, and the clocks of persons who are asked something run."""
    slates = _open(live)
    before = live.dues
    live.dues = {slate.id: before[slate.id] for slate in slates.values() if slate.id in before}
    for name, task in live.tasks.items():
        if name.startswith("clock ") and name.removeprefix("clock ") not in live.dues:
            task.cancel()
    for seat, slate in slates.items():
        place = live.places[seat]
        if place.player == PAST:
            continue
        if not place.person:
            live.run(f"bot {slate.id}", partial(_think, live, seat, slate.id))
        elif place.clock is not None:
            live.dues.setdefault(slate.id, int((time.time() + place.clock) * 1000))
            live.run(f"clock {slate.id}", partial(_run_out, live, seat, slate.id))
    if live.dues != before:
        live.keep_dues()


def _open(live: Live) -> dict[str, Slate]:
    """The slates that bots and clocks may answer: not dice that fall at a table."""
    battle = live.battle
    if battle is None or live.halted is not None or battle.outcome is not None or battle.wanted is not None:
        return {}
    return battle.slates()


def _slate(live: Live, seat: str, slate_id: str) -> Slate | None:
    slate = _open(live).get(seat)
    return slate if slate is not None and slate.id == slate_id else None


async def _think(live: Live, seat: str, slate_id: str) -> None:
    """Answer a slate as the bot does; where that fails or is refused, with the defaults."""
    await asyncio.sleep(live.means.settings.pace)
    await live.means.turns.turn()
    slate = _slate(live, seat, slate_id)
    if slate is None:
        return
    given = packed(live.need_battle().view(seat), slate.questions)
    tries: list[dict[str, Json] | None] = [DEFAULTS]
    with contextlib.suppress(Failed):
        tries.insert(0, await live.means.workers.for_bot(answers_of, live.system.key, live.places[seat].player, given))
    with contextlib.suppress(ApiError):
        await live.do(partial(_give, live, seat, slate_id, "bot", tries))


async def _run_out(live: Live, seat: str, slate_id: str) -> None:
    """Answer a slate with the defaults when its time is over."""
    await asyncio.sleep(max(0.0, live.dues[slate_id] / 1000 - time.time()))
    with contextlib.suppress(ApiError):
        await live.do(partial(_give, live, seat, slate_id, "clock", [DEFAULTS]))


async def _give(live: Live, seat: str, slate_id: str, by: str, tries: Sequence[dict[str, Json] | None]) -> Json:
    """Give the first answers that work; where none do, the battle cannot go on."""
    for answers in tries:
        slate, battle = _slate(live, seat, slate_id), live.need_battle()
        if slate is None:
            return None
        try:
            entry, values = battle.slate_input(seat, answers or slate.defaults(battle.view(slate.seat)), by=by)
            reply = await live.put(seat, "", entry, values)
        except (Refused, ApiError):
            continue
        if not live.need_battle().inputs[-1].void:
            return reply
    live.halted = live.halted or _("The rules fail on whatever seat {seat} answers.", seat=seat)
    live.change()
    return None
