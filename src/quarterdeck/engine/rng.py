"""What random players and samplers use to choose. Their choices are inputs of a battle; its chance is `referee.dice`."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Rng(Protocol):
    """The part of `random.Random` that is asked for: whoever wants random choices hands one in, seeded as it likes."""

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        ...

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 up to but not including `stop`."""
        ...

    def choice(self, seq: Sequence[T], /) -> T:
        """One of the members of a sequence that is not empty."""
        ...

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put a list into random order, in place."""
        ...
