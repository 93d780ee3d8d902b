"""Pickling what never changes, quickly: checkpoints hold scenarios and designs by value."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any


class Pickled:
    """For frozen dataclasses: pickled by the values of their fields, ten times as fast as dataclasses do it themselves."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        kind: Any = type(self)
        return kind, tuple([getattr(self, name) for name in _names(kind)])

    def by_field(self) -> dict[str, Any]:
        """The values of its fields by name, as they are: what `asdict` copies."""
        kind: Any = type(self)
        return {name: getattr(self, name) for name in _names(kind)}


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple([field.name for field in fields(kind) if field.init])
