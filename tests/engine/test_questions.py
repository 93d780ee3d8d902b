"""The five kinds of question: any JSON value is an answer or refused with reasons; samples and defaults are always legal."""

from __future__ import annotations

import copy
import json
import math
import pickle
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from junk import deep_value, huge_number, junk

from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Problem, is_json
from quarterdeck.engine.questions import (
    Amounts,
    Assign,
    Cells,
    Choice,
    Choose,
    Disc,
    Field,
    Form,
    Limit,
    Options,
    Place,
    Plot,
    Pose,
    Question,
    Rectangle,
)
from quarterdeck.engine.questions.base import is_problems, number_in, random_number, shortened
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.text import _, plain

GIVEN: dict[str, Any] = {"seat": "a", "rule": "TY-1.1", "prompt": _("Well?")}
NAMES = {key: _("boat {id}", id=key) for key in ("a1", "a2", "b1")}
CHOICES = tuple(Choice(key, name) for key, name in NAMES.items())


def said(problems: list[Problem]) -> list[str]:
    return [plain(problem.text) for problem in problems]


# --- random questions of each kind

steps = st.sampled_from([1, 2, 0.5, 0.1, 0.25, 0.35, 1 / 3])
small = st.integers(0, 5)


@st.composite
def chooses(draw: st.DrawFn) -> Choose:
    most = draw(st.integers(0, 5))
    least = draw(st.integers(0, min(most, 3)))
    return Choose(**GIVEN, choices=CHOICES, least=least, most=most, ordered=draw(st.booleans()))


@st.composite
def places(draw: st.DrawFn) -> Place:
    left, bottom = draw(st.integers(-9, 9)), draw(st.integers(-9, 9))
    region = draw(
        st.sampled_from(
            [
                Rectangle(left, bottom, left + 6, bottom + 2.5),
                Disc(Vector(left + 0.3, bottom), 4.0),
                Cells(((0, 0), (1, 2), (5, 5), (2, 0))),
            ]
        )
    )
    grid, apart = draw(st.sampled_from([0.1, 0.5, 1])), draw(st.sampled_from([0.0, 1.0, 2.0]))
    units = draw(st.sampled_from([NAMES, {"a1": NAMES["a1"]}, {}]))
    return Place(**GIVEN, region=region, units=units, grid=grid, headings=draw(st.sampled_from([0, 6, 12])), apart=apart)


@st.composite
def plots(draw: st.DrawFn) -> Plot:
    return Plot(**GIVEN, units=NAMES, language="any", on_purpose=draw(st.booleans()))


@st.composite
def assigns(draw: st.DrawFn) -> Assign:
    slots: dict[str, Options | Amounts] = {}
    for slot in NAMES:
        least = draw(st.sampled_from([0, 0.0, 0.5]))
        amounts = Amounts(least, least + draw(small), draw(steps))
        slots[slot] = draw(st.sampled_from([Options(("x", "y")), Options(()), amounts]))
    kind, most = draw(st.sampled_from(["distinct", "sum", "each"])), draw(small)
    over = draw(st.sampled_from([(), ("a1", "a2")]))
    limits = (Limit(kind, most, "TY-3.1", _("Too much."), over),)
    return Assign(**GIVEN, slots=slots, slot_names=NAMES, limits=limits, choices=(Choice("x", _("X")), Choice("y", _("Y"))))


@st.composite
def fields(draw: st.DrawFn, key: str, *, inner: bool = False) -> Field:
    kinds = ["choice", "amount", "dice", "reference", "text", "flags", "document", *([] if inner else ["list"])]
    kind = draw(st.sampled_from(kinds))
    of = (draw(fields("x", inner=True)), draw(fields("y", inner=True))) if kind == "list" else ()
    least = draw(st.sampled_from([0, 0.0, -1.5]))
    given = {"need": draw(st.booleans()), "least": least, "most": least + draw(small), "step": draw(steps)}
    return Field(key=key, name=_("field"), kind=kind, choices=CHOICES, count=2, of=of, **given)


@st.composite
def forms(draw: st.DrawFn) -> Form:
    return Form(**GIVEN, fields=tuple(draw(fields(key)) for key in ("a1", "word", "luck")))


questions = chooses() | places() | plots() | assigns() | forms()


@given(questions, junk)
def test_any_value_is_an_answer_or_refused_with_reasons(question: Question[Any], answer: Any):
    value = question.read(answer)
    problems = question.problems(None, answer)
    if is_problems(value):
        assert problems == value
    else:
        assert value is not None
    assert all(isinstance(problem, Problem) and plain(problem.text) for problem in problems)
    assert is_json([problem.at for problem in problems])


@given(questions, junk)
def test_any_draft_can_be_dressed(question: Question[Any], draft: Any):
    dress = question.dress(None, draft)
    assert dress.ready == (draft is not None and not dress.problems)
    assert dress.problems == ([] if draft is None else question.problems(None, draft))
    assert dress.title == question.prompt
    assert dress.rows or isinstance(question, Form)


@given(questions, st.integers(0, 2**32))
def test_samples_defaults_and_passing_are_legal_and_read_back_as_they_are(question: Question[Any], seed: int):
    answers = [question.sample(None, Random(seed)), question.default(None), question.passing()]
    assert question.passing() is None or answers[2] is not None
    for answer in answers[: 2 if answers[2] is None else 3]:
        given = json.loads(json.dumps(plain_answer(answer), allow_nan=False))
        assert said(question.problems(None, given)) == []
        assert said(question.problems(None, answer)) == []
        assert question.read(given) == answer
    assert question.default(None) == answers[1]
    assert question.sample(None, Random(seed)) == answers[0]


@given(questions, junk)
def test_what_was_read_reads_back_as_it_is(question: Question[Any], answer: Any):
    value = question.read(answer)
    if not is_problems(value):
        assert question.read(json.loads(json.dumps(plain_answer(value), allow_nan=False))) == value


@given(questions, st.integers(0, 2**32))
def test_what_the_rules_do_with_an_answer_does_not_reach_what_was_given(question: Question[Any], seed: int):
    given = plain_answer(question.sample(None, Random(seed)))
    before = copy.deepcopy(given)
    empty(question.read(given))
    assert given == before


def test_what_the_rules_do_with_a_document_does_not_reach_what_was_given():
    given = {"doc": {"rows": [{"n": 1}], "words": ["x"]}}
    form = Form(**GIVEN, fields=(Field(key="doc", name=_("field"), kind="document"),))
    empty(form.read(given))
    assert given == {"doc": {"rows": [{"n": 1}], "words": ["x"]}}


def test_a_plain_answer_is_a_copy():
    answer = {"doc": {"rows": [{"n": 1}]}, "at": Pose(Vector(1.0, 2.0), 3), "pair": (1, [2])}
    plain_ = plain_answer(answer)
    assert plain_ == {"doc": {"rows": [{"n": 1}]}, "at": {"at": [1.0, 2.0], "heading": 3}, "pair": [1, [2]]}
    empty(plain_)
    assert answer["doc"] == {"rows": [{"n": 1}]}


def empty(value: Any) -> None:
    """Take everything out of a value that can be taken out."""
    if isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            empty(item)
        value.clear()


@given(questions)
def test_a_question_pickles(question: Question[Any]):
    assert pickle.loads(pickle.dumps(question)) == question


MONSTERS = [
    None,
    True,
    10**400,
    huge_number(),
    float("nan"),
    float("inf"),
    -1e308,
    "\ud800",
    "x" * 5000,
    [[]],
    [{}],
    {"": 1},
    {1: 2},
    deep_value(900),
    [huge_number()],
    {"a1": deep_value(900)},
    {"a1": huge_number()},
    {"a1": {"at": [huge_number(), 0]}},
    {"a1": {"at": [float("nan"), 0], "heading": 3}},
    {"a1": {"at": {"x": 1}, "heading": True}},
    {huge_number(): 1},
]
ONE_OF_EACH: list[Question[Any]] = [
    Choose(**GIVEN, choices=CHOICES),
    Place(**GIVEN, region=Rectangle(0, 0, 5, 5), units=NAMES, headings=12),
    Plot(**GIVEN, units=NAMES, language="any"),
    Assign(**GIVEN, slots={"a1": Options(("x",)), "a2": Amounts(0, 3), "b1": Amounts(0, 1, 0.1)}, slot_names=NAMES),
    Form(**GIVEN, fields=tuple(Field(key=key, name=_("field"), kind="amount", most=3) for key in NAMES)),
]


@pytest.mark.parametrize("place", range(len(MONSTERS)))
@pytest.mark.parametrize("question", ONE_OF_EACH, ids=lambda question: type(question).__name__)
def test_monsters_are_refused(question, place):
    problems = question.problems(None, MONSTERS[place])
    assert problems
    assert all(len(text) < 400 for text in said(problems))
    assert not question.dress(None, MONSTERS[place] or "junk").ready


# --- numbers on a grid


values = st.floats(-1e6, 1e6) | st.integers(-(10**6), 10**6)


@given(values, st.integers(-50, 50), st.integers(0, 400), st.sampled_from([1, 2, 5, 0.1, 0.25, 0.5]))
def test_a_number_is_the_nearest_of_its_grid(value, least, count, step):
    most = least + count * step
    number = number_in(value, least, most, step)
    nearest = min(max(least + round((value - least) / step) * step, least - step), most + step)
    if number is None:
        assert not least <= nearest <= most or math.isclose(nearest, most + step)
    else:
        assert abs(number - value) <= step / 2 + 1e-6
        assert least <= number <= most
        assert math.isclose((number - least) / step, round((number - least) / step), abs_tol=1e-4)
        assert number_in(number, least, most, step) == number
    assert number is None or isinstance(number, int) == isinstance(step, int)


@given(st.integers(-5, 5), st.floats(0, 20), steps, st.integers(0, 2**32))
def test_a_random_number_is_on_the_grid(least, width, step, seed):
    number = random_number(least, least + width, step, Random(seed))
    assert number_in(number, least, least + width, step) == number


def test_random_numbers_come_to_both_ends():
    rng = Random(1)
    assert {random_number(0, 0.3, 0.1, rng) for _time in range(200)} == {0, 0.1, 0.2, 0.3}
    assert {random_number(1, 2, 0.35, rng) for _time in range(200)} == {1, 1.35, 1.7}


@pytest.mark.parametrize("value", [True, None, "1", [1], float("nan"), float("inf"), 1e13, -1e13, 10**400])
def test_what_is_no_number(value):
    assert number_in(value, -1e15, 1e15, 1e-9) is None


@pytest.mark.parametrize(
    ("value", "quoted"),
    [("x" * 41, "x" * 39 + "…"), ("x" * 40, "x" * 40), (5, "5"), (None, "None"), ([huge_number()], "[…]")],
)
def test_values_are_quoted_shortly(value, quoted):
    assert shortened(value) == quoted
    assert shortened(huge_number()) == "…"


@given(junk)
def test_any_value_is_quoted_in_forty_characters(value):
    assert len(shortened(value)) <= 40
