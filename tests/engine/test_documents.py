"""Documents: what is wrong in them is told once, in a writer's words, and at its place in the document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from quarterdeck.engine.documents import Fields, read_fields, too_large
from quarterdeck.engine.text import plain


class Sail(Fields):
    """A sail."""

    colour: Literal["red", "white"] = "red"
    area: Annotated[int, Field(ge=1, le=50)]


class Ship(Fields):
    """A ship of an imagined game."""

    course: Annotated[int, Field(ge=1, le=12)] | Annotated[list[float], Field(min_length=2, max_length=2)] = 1
    pond: Annotated[list[Annotated[int, Field(ge=3)]], Field(max_length=2)] | Literal["sea"] = "sea"
    sails: list[Sail] = []
    crew: dict[str, Annotated[int, Field(ge=0)]] = {}


def problems(**document: Any) -> list[tuple[str, str, Any]]:
    """What is said of a document: where, the sentence, the nearest value."""
    read = read_fields(Ship, document, {}, "XY-1")
    return [(p.at, plain(p.text), p.nearest) for p in read] if isinstance(read, list) else []


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"course": 13}, ("course", "course has to be 12 or less, not 13.", 12)),
        ({"course": "x"}, ("course", "course has to be a whole number or a list, not x.", None)),
        ({"course": None}, ("course", "course has to be a whole number or a list, not nothing.", None)),
        ({"course": [1.0]}, ("course", "course has to have at least 2 entries.", None)),
        ({"course": [1.0, "x"]}, ("course[1]", "course has to be a number, not x.", None)),
        ({"course": {"int": 3}}, ("course", "course has to be a whole number or a list, not a mapping.", None)),
        ({"pond": "lake"}, ("pond", "pond has to be a list or “sea”, not lake.", None)),
        ({"pond": [2]}, ("pond[0]", "pond has to be 3 or more, not 2.", 3)),
        ({"sails": [{}]}, ("sails[0].area", "area is missing.", None)),
        ({"sails": [{"area": 1, "colour": "read"}]}, ("sails[0].colour", "colour has to be one of red, white, not read.", "red")),
        ({"crew": {"int": -1}}, ("crew.int", "int has to be 0 or more, not -1.", 0)),
        ({"crew": {"list[int]": "x"}}, ("crew.list[int]", "list[int] has to be a whole number, not x.", None)),
        ({"tuple": 1}, ("tuple", "tuple is no field here.", None)),
    ],
)
def test_one_fault_is_one_problem_at_its_place(document: dict[str, Any], told: tuple[str, str, Any]) -> None:
    assert problems(**document) == [told]


def test_a_document_that_is_right() -> None:
    document = {"course": [0.6, 0.8], "pond": [3, 4], "sails": [{"area": 3}], "crew": {"int": 1}}
    ship = read_fields(Ship, document, {}, "XY-1")
    assert isinstance(ship, Ship)
    assert (ship.course, ship.pond, ship.sails[0].colour) == ([0.6, 0.8], [3, 4], "red")


def test_many_problems_are_counted() -> None:
    told = problems(**{f"k{n}": 1 for n in range(50)})
    assert [at for at, _words, _nearest in told] == [*[f"k{n}" for n in range(20)], ""]
    assert told[-1][1] == "There are 30 more problems."


def test_documents_of_any_size_are_refused_at_once() -> None:
    endless: list[Any] = []
    endless += [endless, endless]
    doubled: Any = [1]
    for _time in range(60):
        doubled = [doubled, doubled]
    for document in (endless, doubled, {"crew": {f"k{n}": 1 for n in range(20_000)}}, [[]] * 10_001):
        assert [plain(problem.text) for problem in too_large(document)] == ["The document holds more than 10000 values."]
    assert problems(crew=doubled) == [("", "The document holds more than 10000 values.", None)]
    assert too_large([[]] * 10_000) == []
