"""The line of a battle: the inputs that count, in order, and the run that stands where they have led."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from quarterdeck.engine.dice import DiceSource, TableDice
from quarterdeck.engine.events import Told
from quarterdeck.engine.inputs import good, values_of
from quarterdeck.engine.record import Input
from quarterdeck.engine.run import Change, Run, Snapshot, Standing, Waiting
from quarterdeck.engine.slates import refused
from quarterdeck.engine.system import System
from quarterdeck.engine.text import Text, _

S = TypeVar("S")


class Played(NamedTuple):
    """An input that counts: the dice rolled and the events told before it, and whose decisions took effect by it."""

    entry: Input
    rolled: int
    told: int
    closed: tuple[str, ...]


class Line(Generic[S]):
    """What has been put in since `base`, and the run it led to, which can be built anew from it.

    With `keep` every rest leaves a checkpoint. `listener` hears what the run tells for the first time.
    """

    def __init__(
        self,
        system: System[S],
        base: Callable[[], tuple[S, Waiting]],
        dice: DiceSource,
        sides: Mapping[str, str],
        *,
        keep: bool,
        listener: Callable[[Told, S], None] | None,
    ) -> None:
        self.dice, self.played = dice, list[Played]()
        self._system, self._sides, self._listener = system, sides, listener
        self._base, self._dice_base = base, dice.mark()
        self._snapshot: Snapshot | None = None
        self._keep = keep or isinstance(dice, TableDice)
        self._before = 0
        self.run = self._begun(listener)

    # --- inputs ------------------------------------------------------------------------------------------------------

    def put(self, entry: Input, values: list[Any] | None, told: int) -> str:
        """Let a checked input work, before which so many events were told; returns what the rules failed with, if they did.

        Then the line is as it was. `values` are the answers of a slate as the rules get them, where they have been read.
        """
        rolled = self.run.dice.rolled
        before = (self.run.snapshot(), self.dice.mark()) if self._keep else None
        self.run.closed.clear()
        try:
            self._feed(self.run, entry, len(self.played), values)
        except Exception as fault:
            self._go_back(before)
            return f"{type(fault).__name__}: {fault}"[:400]
        self.played.append(Played(entry, rolled, told, tuple(self.run.closed)))
        return ""

    def _feed(self, run: Run[S], entry: Input, moment: int, values: list[Any] | None = None) -> None:
        key = (entry.take_backs, self._before + moment + 1)
        given = entry.given
        match entry.kind:
            case "slate":
                run.answer(entry.seat, values_of(run, entry) if values is None else values, key)
            case "dice":
                run.typed(given[0]["faces"])
            case "offer":
                place = given["offer"]
                run.take(place, good(run.offers[place], given["answer"]), key)
            case "standing":
                run.stand(Standing(entry.seat, given["what"], given["until"]), key)
            case "concede":
                run.concede(entry.seat, key)
            case "change":
                run.change(Change(tuple(given["path"]), given["value"]), key)
            case "take_back":
                raise AssertionError("a take-back is no input to a run")

    def _go_back(self, before: tuple[Snapshot, Any] | None) -> None:
        """The run stands again where it stood before the rules failed; where nothing was kept of it, from now on it is."""
        if before is None:
            self._keep = True
            self.run = self._rebuilt(self.played)
        else:
            snapshot, mark = before
            self.dice.back(mark)
            self.run = self._silent(Run.restored(self._system, snapshot, self.dice, self._sides, None))

    # --- the run, anew -----------------------------------------------------------------------------------------------

    def keep(self) -> bool:
        """See to it that rests leave checkpoints; returns whether the run had to be built anew for that."""
        if self._keep:
            return False
        self._keep = True
        self.run = self._rebuilt(self.played)
        return True

    def take_back(self, to: int) -> None:
        """Forget all inputs after the first `to`."""
        left = self.played[:to]
        self.run = self._rebuilt(left)
        self.played = left

    def forked(self, dice: DiceSource) -> Line[S]:
        """Another line, empty as yet, that begins where this one has got to, with dice of its own. Checkpoints must be kept."""
        fork: Line[S] = copy.copy(self)
        fork.dice, fork.played, fork._listener = dice, [], None
        fork._snapshot, fork._dice_base = self.run.snapshot(), dice.mark()
        fork._before = self._before + len(self.played)
        fork.run = fork._begun(None)
        return fork

    def _begun(self, listener: Callable[[Told, S], None] | None) -> Run[S]:
        self.dice.back(self._dice_base)
        if self._snapshot is not None:
            return Run.restored(self._system, self._snapshot, self.dice, self._sides, listener)
        state, waiting = self._base()
        return Run(self._system, state, self.dice, self._sides, keep=self._keep, waiting=waiting, listener=listener)

    def _rebuilt(self, inputs: list[Played]) -> Run[S]:
        """A run that stands where these inputs lead; what it tells was told before."""
        run = self._begun(None)
        for moment, played in enumerate(inputs):
            self._feed(run, played.entry, moment)
        return self._silent(run)

    def _silent(self, run: Run[S]) -> Run[S]:
        """A run that was built anew: what it told on its way was told before."""
        run.fresh.clear()
        run.listener = self._listener
        return run

    # --- taking back -------------------------------------------------------------------------------------------------

    def since(self, to: int) -> list[Played]:
        """The inputs after the first `to`; `Refused` where there are none."""
        if type(to) is not int or not 0 <= to < len(self.played):
            raise refused(_("There is nothing to take back there."))
        return self.played[to:]

    def why_not_alone(self, seat: str, to: int, told: Sequence[Told]) -> Text | None:
        """Why a seat may not alone take back what came after input `to`; `told` is all that the battle was told."""
        since = self.since(to)
        if any(played.entry.seat != seat for played in since):
            return _("Others have answered since.")
        if self.run.dice.rolled != since[0].rolled:
            return _("Dice have fallen since.")
        if any(each.to is not None and seat in each.to for each in told[since[0].told :]):
            return _("Something secret has come to light since.")
        if any(other != seat for played in since for other in played.closed):
            return _("What others decided has come to light since.")
        return None
