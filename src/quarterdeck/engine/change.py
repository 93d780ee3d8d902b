"""The umpire's change: one value of a state, by its path."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from quarterdeck.engine.problems import Json, Problem, Refused, is_json
from quarterdeck.engine.questions.base import shortened
from quarterdeck.engine.text import _

Path = tuple[str | int, ...]


def apply_change(state: Any, path: Path, value: Json) -> None:
    """Put `value` where `path` leads (field, key or index a step); `Refused` where there is no such value of its type."""
    if not path or not is_json(value):
        raise _refused(path)
    holder = state
    for step in path[:-1]:
        holder = _at(holder, step, path)
    old = _at(holder, path[-1], path)
    new = _like(old, value, path)
    if is_dataclass(holder):
        setattr(holder, str(path[-1]), new)
    else:
        holder[path[-1]] = new


def _at(holder: Any, step: str | int, path: Path) -> Any:
    """What stands at a step. What is frozen never changes, nor does anything in it: it is shared with other battles."""
    if isinstance(step, bool) or not isinstance(step, (str, int)):
        raise _refused(path)
    if is_dataclass(holder) and not _is_frozen(holder) and step in [f.name for f in fields(holder)]:
        return getattr(holder, str(step))
    if isinstance(holder, dict) and step in holder:
        return holder[step]
    if isinstance(holder, list) and isinstance(step, int) and 0 <= step < len(holder):
        return holder[step]
    raise _refused(path)


def _is_frozen(holder: Any) -> bool:
    return bool(type(holder).__dataclass_params__.frozen)


def _like(old: Any, value: Json, path: Path) -> Any:
    """`value` as the type of what stands there: numbers, words, yes or no, places as lists of numbers, lists of words."""
    if isinstance(old, tuple) and isinstance(value, list) and len(value) == len(old):
        parts = [_like(o, v, path) for o, v in zip(old, value, strict=True)]
        return type(old)(*parts) if hasattr(old, "_fields") else tuple(parts)
    if isinstance(old, float) and type(value) in (int, float):
        return float(value)
    if type(old) is type(value) and isinstance(value, (bool, int, str)):
        return value
    if old is None and (value is None or isinstance(value, (int, str))):
        return value
    if isinstance(old, list) and isinstance(value, list) and all(isinstance(item, str) for item in [*old, *value]):
        return list(value)
    raise _refused(path)


def _refused(path: Path) -> Refused:
    place = ".".join(shortened(step) for step in path)
    return Refused([Problem("", _("The state has no value “{place}” that could be changed so.", place=place), place)])
