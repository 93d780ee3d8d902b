"""All chance. Rules code holds `Dice` and rolls; where the faces come from is somebody else's business."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quarterdeck.engine.text import Text


@dataclass(slots=True)
class Wanted:
    """Dice that are to fall: `count` of so many `sides`.

    `use` says in a word what for, `about` whoever rolls real dice what it concerns, `rule` cites the rule, `by` is the seat
    that rolls. Dice that others may not see name in `hidden` the seat that may: they come from a stream of their own, so that
    their number shifts no open die.
    """

    count: int
    sides: int
    use: str
    rule: str
    by: str | None = None
    about: Text | None = None
    hidden: str | None = None


class Dice(ABC):
    """What `referee.dice` is; `rolled` counts what has fallen."""

    rolled: int

    def roll(
        self,
        count: int,
        *,
        use: str,
        rule: str,
        by: str | None = None,
        sides: int = 6,
        hidden: str | None = None,
        about: Text | None = None,
    ) -> tuple[int, ...]:
        """Roll `count` dice of `sides` sides, wanted as `Wanted` says; return their faces in the order in which they fell."""
        return self.fall(Wanted(count, sides, use, rule, by, about, hidden))

    @abstractmethod
    def fall(self, wanted: Wanted) -> tuple[int, ...]:
        """Let dice fall."""


class DiceSource(Dice):
    """Where the dice of a battle come from.

    The engine alone calls `at`, `mark` and `back`: to name the moment, to note the place in the stream, and to go back to a
    place so that the same dice fall again.
    """

    @abstractmethod
    def at(self, take_backs: int, moment: int) -> None:
        """Go to a moment: `moment` inputs stand before it, `take_backs` take-backs were made."""

    @abstractmethod
    def mark(self) -> Any:
        """The place in the stream, for `back`."""

    @abstractmethod
    def back(self, mark: Any) -> None:
        """Go back to a place, so that the same dice fall again."""


def commitment(seed: str) -> str:
    """What is published before a battle so that its dice can be checked after it: a digest of the secret seed."""
    return hashlib.sha256(f"quarterdeck dice {seed}".encode(errors="surrogatepass")).hexdigest()


class SeededDice(DiceSource):
    """A stream of dice from a secret seed and a salt of each seat, keyed by moment.

    The faces of a moment depend only on (seed, salts, number of take-backs, number of the moment, sides, place within it),
    so a rule that rolls more dice in one moment shifts none of a later one. Each SHA-256 digest gives about 31 six-sided
    dice: every byte is one die, bytes past the last full multiple of the sides are thrown away, so that all faces are
    exactly equally likely.

    For whoever checks them: block n, from 0, of the open six-sided dice of moment 7 before any take-back is the digest of
    ``["seed", [["a", "salt of a"], ["b", ""]]] 0 7 6  n``; between the two blanks after the sides stands the seat that
    alone may see the dice. A byte b below the limit is the face b % sides + 1.
    """

    def __init__(self, seed: str, salts: Mapping[str, str] | None = None) -> None:
        self.seed = seed
        self.salts = dict(salts or {})
        self.rolled = 0
        self._secret = json.dumps([self.seed, sorted(self.salts.items())])
        self._streams: dict[tuple[int, str], _Stream] = {}
        self.at(0, 0)

    def at(self, take_backs: int, moment: int) -> None:
        """See `DiceSource.at`: each moment has a stream of its own."""
        self._moment = (take_backs, moment)
        self._streams.clear()

    def mark(self) -> Any:
        """See `DiceSource.mark`."""
        return self._moment, self.rolled, {name: stream.taken for name, stream in self._streams.items()}

    def back(self, mark: Any) -> None:
        """See `DiceSource.back`."""
        moment, rolled, taken = mark
        self.at(*moment)
        for (sides, hidden), count in taken.items():
            self._stream(sides, hidden).take(count)
        self.rolled = rolled

    def fall(self, wanted: Wanted) -> tuple[int, ...]:
        """See `Dice.fall`."""
        self.rolled += wanted.count
        return self._stream(wanted.sides, wanted.hidden or "").take(wanted.count)

    def _stream(self, sides: int, hidden: str) -> _Stream:
        stream = self._streams.get((sides, hidden))
        if stream is None:
            take_backs, moment = self._moment
            key = f"{self._secret} {take_backs} {moment} {sides} {hidden}"
            stream = self._streams[sides, hidden] = _Stream(key, sides)
        return stream


class _Stream:
    """The faces of one kind of dice in one moment."""

    def __init__(self, key: str, sides: int) -> None:
        if not 2 <= sides <= 255:
            raise ValueError(f"dice have 2 to 255 sides, not {sides}")
        self.key, self.block, self.faces, self.taken = key, 0, b"", 0
        self.table, self.thrown = _face_table(sides)

    def take(self, count: int) -> tuple[int, ...]:
        start = self.taken
        end = self.taken = start + count
        while end > len(self.faces):
            digest = hashlib.sha256(f"{self.key} {self.block}".encode()).digest()
            self.faces += digest.translate(self.table, self.thrown)
            self.block += 1
        return tuple(self.faces[start:end])


_TABLES: dict[int, tuple[bytes, bytes]] = {}


def _face_table(sides: int) -> tuple[bytes, bytes]:
    """For `bytes.translate`: the face of each byte, and the bytes that are thrown away."""
    if sides not in _TABLES:
        fair = 256 - 256 % sides
        _TABLES[sides] = (
            bytes(byte % sides + 1 if byte < fair else 0 for byte in range(256)),
            bytes(range(fair, 256)),
        )
    return _TABLES[sides]


class NotedDice(Dice):
    """The dice of a run, noted as they fall so that the same can fall once more."""

    def __init__(self, source: Dice) -> None:
        self.source = source
        self.rolled = 0
        self.fell: list[tuple[int, ...]] = []
        self._again: deque[tuple[int, ...]] = deque()

    def again(self, fell: Iterable[tuple[int, ...]]) -> None:
        """Let these fall before any other."""
        self._again = deque(fell)

    def fall(self, wanted: Wanted) -> tuple[int, ...]:
        """See `Dice.fall`."""
        faces = self._again.popleft() if self._again else self.source.fall(wanted)
        self.rolled += wanted.count
        self.fell.append(faces)
        return faces


class ScriptRanOut(Exception):
    """More dice were rolled than the script holds."""


class ScriptedDice(DiceSource):
    """Dice that show what they are told to: for tests and worked cases.

    >>> ScriptedDice([6, 4]).roll(2, use="beam", rule="FT-4.3.1")
    (6, 4)
    """

    def __init__(self, faces: Iterable[int]) -> None:
        self.faces = list(faces)
        self.rolled = 0

    def fall(self, wanted: Wanted) -> tuple[int, ...]:
        """See `Dice.fall`; `ScriptRanOut` when the script is too short."""
        faces = tuple(self.faces[self.rolled : self.rolled + wanted.count])
        if len(faces) < wanted.count:
            what = f"{wanted.count} dice for {wanted.use} ({wanted.rule})"
            raise ScriptRanOut(f"{what}, but only {len(faces)} are left in the script")
        self.rolled += wanted.count
        return faces

    def at(self, take_backs: int, moment: int) -> None:
        """The script runs on through all moments."""

    def mark(self) -> int:
        """See `DiceSource.mark`."""
        return self.rolled

    def back(self, mark: int) -> None:
        """See `DiceSource.back`."""
        self.rolled = mark


class DiceWanted(Exception):
    """A roll that nobody has typed yet: it ends the run, and `Battle` asks its roller."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted)
        self.wanted = wanted


class TableDice(DiceSource):
    """Real dice at a real table. Each roll takes the next typed one; where none is left, `DiceWanted` ends the run."""

    def __init__(self) -> None:
        self.typed: list[Sequence[int]] = []
        self.rolled = 0

    def fall(self, wanted: Wanted) -> tuple[int, ...]:
        """See `Dice.fall`."""
        if wanted.count == 0:
            return ()
        if self.rolled == len(self.typed):
            raise DiceWanted(wanted)
        faces = tuple(self.typed[self.rolled])
        self.rolled += 1
        return faces

    def at(self, take_backs: int, moment: int) -> None:
        """Real dice know no moments."""

    def mark(self) -> int:
        """See `DiceSource.mark`."""
        return self.rolled

    def back(self, mark: int) -> None:
        """See `DiceSource.back`: what was typed since then is forgotten."""
        self.rolled = mark
        del self.typed[mark:]
