"""The umpire's change: one value of a state by its path, of the type that stands there."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from junk import junk

from quarterdeck.engine.change import apply_change
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.run import Change, checked_change
from quarterdeck.engine.text import plain
from tiny import TINY
from tiny_pond import PONDS


@dataclass(frozen=True)
class Design:
    """What never changes."""

    name: str = "Plain"


class Arc(NamedTuple):
    """A named pair."""

    start: int
    words: str


PLACE, ARC = Vector(1.0, 2.0), Arc(1, "x")


@dataclass(slots=True)
class Thing:
    """A value of every type that states hold."""

    whole: int = 1
    number: float = 1.5
    word: str = "one"
    yes: bool = False
    at: Vector = PLACE
    pair: tuple[int, bool] = (1, True)
    arc: Arc = ARC
    maybe: str | None = None
    words: list[str] = field(default_factory=lambda: ["x"])
    counts: list[int] = field(default_factory=lambda: [1, 2])
    by_name: dict[str, int] = field(default_factory=lambda: {"x": 1})
    things: dict[str, Any] = field(default_factory=dict)
    design: Design = Design()


def thing() -> Thing:
    return Thing(things={"inner": Thing(), "list": [Thing(), Thing()]})


@pytest.mark.parametrize(
    ("path", "value", "becomes"),
    [
        (("whole",), 5, 5),
        (("number",), 2, 2.0),
        (("number",), 2.5, 2.5),
        (("word",), "two", "two"),
        (("yes",), True, True),
        (("at",), [3, 4.5], Vector(3.0, 4.5)),
        (("pair",), [2, False], (2, False)),
        (("arc",), [2, "y"], Arc(2, "y")),
        (("maybe",), "yes", "yes"),
        (("maybe",), None, None),
        (("words",), ["y", "z"], ["y", "z"]),
        (("words",), [], []),
        (("words", 0), "y", "y"),
        (("counts", 1), 7, 7),
        (("by_name", "x"), 7, 7),
        (("things", "inner", "word"), "two", "two"),
        (("things", "list", 1, "at"), [0, 0], Vector(0.0, 0.0)),
    ],
)
def test_values_that_are_changed(path, value, becomes):
    state = thing()
    apply_change(state, path, value)
    got: Any = state
    for step in path:
        got = getattr(got, step) if isinstance(got, Thing) else got[step]
    assert got == becomes
    assert type(got) is type(becomes)
    before = thing()
    apply_change(before, path, value)
    assert before == state


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((), 1),
        (("nothing",), 1),
        (("whole",), 1.5),
        (("whole",), True),
        (("whole",), "1"),
        (("whole",), None),
        (("number",), "1"),
        (("number",), False),
        (("word",), 1),
        (("yes",), 1),
        (("at",), [1]),
        (("at",), [1, "2"]),
        (("at",), {"x": 1, "y": 2}),
        (("at", 0), 1),
        (("at", "x"), 1),
        (("pair",), [2, 1]),
        (("maybe",), [1]),
        (("maybe",), 1.5),
        (("words",), ["y", 1]),
        (("words",), "y"),
        (("words", 1), "y"),
        (("words", -1), "y"),
        (("words", "0"), "y"),
        (("words", False), "y"),
        (("counts",), [1, 2, 3]),
        (("by_name",), {"x": 2}),
        (("by_name", "y"), 2),
        (("things", "inner"), {"word": "two"}),
        (("design", "name"), "Fancy"),
        (("whole", "real"), 1),
        (("word", 0), "x"),
        (([],), 1),
        ((None,), 1),
        ((1.0,), 1),
    ],
)
def test_values_that_are_not_changed(path, value):
    state = thing()
    before = copy.deepcopy(state)
    with pytest.raises(Refused) as refusal:
        apply_change(state, path, value)
    place = ".".join(str(step) for step in path)
    assert [plain(problem.text) for problem in refusal.value.problems] == [
        f"The state has no value “{place}” that could be changed so."
    ]
    assert refusal.value.problems[0].at == place
    assert state == before


@given(st.lists(st.sampled_from(["things", "list", "inner", "at", "words", "whole", 0, 1, "x"]) | junk, max_size=4), junk)
def test_no_change_fails_but_by_refusal_and_a_type_stays_what_it_is(path, value):
    state = thing()
    try:
        apply_change(state, tuple(path), value)
    except Refused:
        assert state == thing()
    else:
        assert repr(types_of(state)) == repr(types_of(thing())) or path[-1] in ("words", "maybe")


def types_of(value: Any) -> Any:
    """The types in a value, name by name."""
    if isinstance(value, Thing):
        return {name: types_of(getattr(value, name)) for name in Thing.__slots__ if name not in ("words", "maybe")}
    if isinstance(value, dict):
        return {key: types_of(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [type(value), *map(types_of, value)]
    return type(value)


def test_what_is_put_in_is_a_copy():
    state, words = thing(), ["y"]
    apply_change(state, ("words",), words)
    words.append("z")
    assert state.words == ["y"]


def test_a_change_is_tried_on_a_copy_and_held_against_what_can_be():
    state = TINY.start(PONDS["duel"])
    checked_change(TINY, state, Change(("boats", "a1", "hull"), 1))
    assert state == TINY.start(PONDS["duel"])
    with pytest.raises(Refused) as refusal:
        checked_change(TINY, state, Change(("boats", "a1", "hull"), -1))
    assert refusal.value.problems[0].at == "a1"
    assert state == TINY.start(PONDS["duel"])
