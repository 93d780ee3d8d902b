"""Choose, Plot, Assign and Form: what each reads, what it refuses and what it says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from junk import deep_value

from quarterdeck.engine.problems import Problem
from quarterdeck.engine.questions import DRIFT, Amounts, Assign, Choice, Choose, Field, Form, Limit, Options, Plot
from quarterdeck.engine.text import _, plain

GIVEN: dict[str, Any] = {"seat": "a", "rule": "TY-1.1", "prompt": _("Well?")}
NAMES = {key: _("boat {id}", id=key) for key in ("a1", "a2", "b1")}
CHOICES = tuple(Choice(key, name) for key, name in NAMES.items())


def said(problems: list[Problem]) -> list[str]:
    return [plain(problem.text) for problem in problems]


# --- Choose


def choose(**given: Any) -> Choose:
    return Choose(**GIVEN, choices=CHOICES, **given)


def test_choices_are_read_in_their_order_where_order_does_not_matter():
    assert choose(most=3).read(["b1", "a1"]) == ["a1", "b1"]
    assert choose(most=3, ordered=True).read(["b1", "a1"]) == ["b1", "a1"]
    assert choose().read("a2") == ["a2"]


@pytest.mark.parametrize(
    ("given", "answer", "says"),
    [
        ({}, [], "Choose 1, not 0."),
        ({}, ["a1", "a2"], "Choose 1, not 2."),
        ({"least": 2, "most": 3}, ["a1"], "Choose from 2 to 3, not 1."),
        ({"most": 3}, ["a1", "a1"], "A choice can be made only once."),
        ({}, ["c1"], "“c1” is not among the choices."),
        ({}, [1], "“1” is not among the choices."),
        ({}, {"a1": 1}, "Choose from the list: a1, a2, b1."),
        ({}, None, "Choose from the list: a1, a2, b1."),
    ],
)
def test_choices_that_are_refused(given, answer, says):
    assert said(choose(**given).problems(None, answer)) == [says]


def test_passing_is_choosing_nothing_where_that_is_allowed():
    assert choose(least=0).passing() == choose(least=0).default(None) == []
    assert choose().passing() is None
    assert choose(least=2, most=3).default(None) == ["a1", "a2"]


@pytest.mark.parametrize("given", [{"least": -1}, {"least": 2, "most": 1}, {"least": 4, "most": 9}])
def test_a_choice_that_cannot_be_made_is_not_asked_for(given):
    with pytest.raises(ValueError, match="cannot be asked for"):
        choose(**given)
    with pytest.raises(ValueError, match="of 201 choices"):
        Choose(**GIVEN, choices=tuple(Choice(str(n), _("n")) for n in range(201)))


@pytest.mark.parametrize(
    ("least", "most", "ordered", "count"), [(1, 1, False, 3), (0, 2, False, 7), (0, 3, True, 16), (2, 9, True, 12)]
)
def test_samples_come_to_every_answer(least, most, ordered, count):
    question, rng = choose(least=least, most=most, ordered=ordered), Random(1)
    assert len({tuple(question.sample(None, rng)) for _time in range(600)}) == count


# --- Plot


def test_lines_are_trimmed_and_in_the_order_of_the_units():
    plot = Plot(**GIVEN, units=NAMES, language="any", on_purpose=False)
    assert plot.read({"b1": " MD4 ", "a1": ""}) == {"a1": "", "b1": "MD4"}
    assert list(plot.read({"b1": " MD4 ", "a1": ""})) == ["a1", "b1"]


def test_on_purpose_every_unit_needs_a_line():
    plot = Plot(**GIVEN, units=NAMES, language="any")
    problems = plot.problems(None, {"a1": "MD4", "a2": "  "})
    assert [(problem.at, problem.nearest) for problem in problems] == [("a2", DRIFT), ("b1", DRIFT)]
    assert said(problems)[0] == "boat a2 has no orders yet; write - to let it drift."


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ({"a1": 5}, "The orders of boat a1 must be text."),
        ({"a1": "x" * 401}, "The orders of boat a1 are longer than 400 characters."),
        ({"c1": "-"}, "There is no unit “c1” here."),
        (["-"], "The answer must name a value for each of these: a1, a2, b1."),
    ],
)
def test_lines_that_are_refused(answer, says):
    assert said(Plot(**GIVEN, units=NAMES, language="any").problems(None, answer)) == [says]


def test_a_rule_systems_plot_says_what_is_wrong_with_lines_then_with_the_plan():
    class Short(Plot):
        __slots__ = ()

        def line_problems(self, view: Any, unit: str, line: str) -> list[Problem]:
            return [Problem("", _("Too long."), unit)] if len(line) > 3 else []

        def plan_problems(self, view: Any, lines: dict[str, str]) -> list[Problem]:
            return [Problem("", _("All the same."))] if len(set(lines.values())) == 1 else []

    plot = Short(**GIVEN, units=NAMES, language="any")
    assert said(plot.problems(None, {"a1": "abcd", "a2": "abcd", "b1": "abcd"})) == ["Too long."] * 3
    assert said(plot.problems(None, {"a1": "abc", "a2": "abc", "b1": "abc"})) == ["All the same."]


# --- Assign


def assign(*limits: Limit, **slots: Options | Amounts) -> Assign:
    names = {slot: _("{slot}", slot=slot) for slot in slots}
    return Assign(**GIVEN, slots=slots, slot_names=names, limits=limits, choices=(Choice("x", _("X")), Choice("y", _("Y"))))


XY = Options(("x", "y"))


def test_what_slots_get_is_read_in_the_order_announced():
    question = assign(gun=XY, ram=XY, powder=Amounts(0, 3, 0.5))
    read = question.read({"ram": "y", "powder": 1.26, "gun": None})
    assert read == {"ram": "y", "powder": 1.5}
    assert list(read) == ["ram", "powder"]
    assert question.passing() == question.default(None) == {}


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ({"gun": "z"}, "gun can go to x, y, not to “z”."),
        ({"gun": 1}, "gun can go to x, y, not to “1”."),
        ({"powder": 4}, "powder takes from 0 to 3, not “4”."),
        ({"powder": -1}, "powder takes from 0 to 3, not “-1”."),
        ({"powder": "1"}, "powder takes from 0 to 3, not “1”."),
        ({"powder": True}, "powder takes from 0 to 3, not “True”."),
        ({"powder": float("nan")}, "powder takes from 0 to 3, not “nan”."),
        ({"powder": 10**5000}, "powder takes from 0 to 3, not “…”."),
        ({"sail": "x"}, "There is no slot “sail” here."),
    ],
)
def test_slots_that_are_refused(answer, says):
    assert said(assign(gun=XY, powder=Amounts(0, 3)).problems(None, answer)) == [says]


@pytest.mark.parametrize(
    ("kind", "most", "over", "answer", "legal"),
    [
        ("distinct", 1, (), {"a": "x", "b": "x"}, True),
        ("distinct", 1, (), {"a": "x", "b": "y"}, False),
        ("distinct", 1, ("a", "c"), {"a": "x", "b": "y"}, True),
        ("each", 1, (), {"a": "x", "b": "y"}, True),
        ("each", 1, (), {"a": "x", "b": "x"}, False),
        ("each", 1, (), {}, True),
        ("sum", 2, (), {"n": 1, "m": 1, "a": "x"}, True),
        ("sum", 2, (), {"n": 2, "m": 1}, False),
        ("sum", 2, ("n",), {"n": 2, "m": 1}, True),
    ],
)
def test_limits(kind, most, over, answer, legal):
    limit = Limit(kind, most, "TY-3.1", _("Too much."), over)
    question = assign(limit, a=XY, b=XY, c=XY, n=Amounts(0, 2), m=Amounts(0, 2))
    assert said(question.problems(None, answer)) == ([] if legal else ["Too much."])


def test_the_cells_of_an_assignment():
    dress = assign(gun=XY, ram=Options(("y",))).dress(None, {"gun": "x"})
    assert [row.line for row in dress.rows] == ["x", None]
    assert [[(cell.on, cell.off is None) for cell in row] for row in dress.cells] == [
        [(True, True), (False, True)],
        [(False, False), (False, True)],
    ]


def test_so_many_slots_are_not_asked_for_at_once():
    with pytest.raises(ValueError, match="201 slots"):
        assign(**{f"s{n}": XY for n in range(201)})


# --- Form


NUMBERED = (Field(key="n", name=_("n"), kind="amount", most=9),)


def form(**given: Any) -> Form:
    return Form(**GIVEN, fields=(Field(key="it", name=_("it"), **given),))


@pytest.mark.parametrize(
    ("given", "answer", "value"),
    [
        ({"kind": "choice", "choices": CHOICES}, "a1", "a1"),
        ({"kind": "reference", "choices": CHOICES}, "b1", "b1"),
        ({"kind": "flags", "choices": CHOICES}, ["b1", "a1", "b1"], ["a1", "b1"]),
        ({"kind": "amount", "least": 0.0, "most": 2.0, "step": 0.5}, 1.2, 1.0),
        ({"kind": "amount", "most": 0.3, "step": 0.1}, 0.3, 0.3),
        ({"kind": "amount", "most": 3}, 2.2, 2),
        ({"kind": "dice", "count": 2, "sides": 10}, [10, 1], [10, 1]),
        ({"kind": "text"}, " ahoy ", " ahoy "),
        ({"kind": "text", "need": False}, "", ""),
        ({"kind": "document"}, {"x": [1, {"y": None}]}, {"x": [1, {"y": None}]}),
        ({"kind": "list", "of": NUMBERED}, [{"n": 1.4}, {"n": 2}], [{"n": 1}, {"n": 2}]),
    ],
)
def test_fields_that_are_read(given, answer, value):
    read = form(**given).read({"it": answer})
    assert read == {"it": value}
    assert type(read["it"]) is type(value)


@pytest.mark.parametrize(
    ("given", "answer", "says"),
    [
        ({"kind": "choice", "choices": CHOICES}, "z", "it is one of a1, a2, b1, not “z”."),
        ({"kind": "choice", "choices": CHOICES}, ["a1"], "it is one of a1, a2, b1, not “['a1']”."),
        ({"kind": "choice", "choices": CHOICES}, None, "it is one of a1, a2, b1, not “None”."),
        ({"kind": "flags", "choices": CHOICES}, ["z"], "it takes some of a1, a2, b1."),
        ({"kind": "amount", "most": 2}, 3, "it takes from 0 to 2."),
        ({"kind": "amount", "most": 2}, float("inf"), "it takes from 0 to 2."),
        ({"kind": "dice", "count": 2}, [1, 7], "it takes 2 faces from 1 to 6."),
        ({"kind": "dice", "count": 2}, [1], "it takes 2 faces from 1 to 6."),
        ({"kind": "text"}, "  ", "it takes up to 2000 characters."),
        ({"kind": "text"}, "x" * 2001, "it takes up to 2000 characters."),
        ({"kind": "document"}, [], "it takes a document."),
        ({"kind": "document"}, {"x": float("nan")}, "it takes a document."),
        ({"kind": "document"}, {"x": 10**400}, "it takes a document."),
        ({"kind": "document"}, {1: 2}, "it takes a document."),
        ({"kind": "document"}, {"x": deep_value()}, "it takes a document."),
        ({"kind": "list", "of": ()}, [{}] * 201, "it takes up to 200 rows."),
        ({"kind": "list", "of": ()}, {}, "it takes up to 200 rows."),
    ],
)
def test_fields_that_are_refused(given, answer, says):
    problems = form(**given).problems(None, {"it": answer})
    assert said(problems) == [says]
    assert problems[0].at == "it"


def test_every_problem_of_a_form_is_said_with_its_place():
    rows = (Field(key="n", name=_("n"), kind="amount", most=9), Field(key="m", name=_("m"), kind="text"))
    problems = form(kind="list", of=rows).problems(None, {"it": [{"n": 1, "m": "x"}, {"n": 10, "m": ""}, 5, {"z": 1}]})
    assert [problem.at for problem in problems] == ["it[1].n", "it[1].m", "", "z"]


def test_forms_that_are_not_asked():
    with pytest.raises(ValueError, match="41 fields"):
        Form(**GIVEN, fields=tuple(Field(key=str(n), name=_("n"), kind="text") for n in range(41)))
    with pytest.raises(ValueError, match="needs a choice has none"):
        form(kind="choice")
    assert form(kind="choice", need=False).default(None) == {}
