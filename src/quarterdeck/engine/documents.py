"""Documents that people write (designs, fleets, scenarios): read by a pydantic model, what is wrong told field by field."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import Text, _

M = TypeVar("M", bound=BaseModel)


class Fields(BaseModel):
    """Fields of a document: no other ones, and no value that would have to be turned into another first."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


SENTENCES: dict[str, Text] = {
    "missing": _("{field} is missing."),
    "extra_forbidden": _("{field} is no field here."),
    "invalid_key": _("{field} is no field here."),
    "union_tag_invalid": _("{value} is none of {choices}."),
    "union_tag_not_found": _("The entry does not say what it is."),
    "literal_error": _("{field} has to be one of {choices}, not {value}."),
    "greater_than_equal": _("{field} has to be {limit} or more, not {value}."),
    "less_than_equal": _("{field} has to be {limit} or less, not {value}."),
    "int_type": _("{field} has to be a whole number, not {value}."),
    "float_type": _("{field} has to be a number, not {value}."),
    "finite_number": _("{field} has to be a finite number."),
    "bool_type": _("{field} has to be true or false, not {value}."),
    "string_type": _("{field} has to be words, not {value}."),
    "string_too_short": _("{field} is empty."),
    "string_too_long": _("{field} has to have at most {limit} letters."),
    "string_pattern_mismatch": _("{field} has to be small letters, digits and single dashes, not {value}."),
    "list_type": _("{field} has to be a list, not {value}."),
    "tuple_type": _("{field} has to be a list, not {value}."),
    "model_type": _("{field} has to be a mapping of fields, not {value}."),
    "dict_type": _("{field} has to be a mapping, not {value}."),
    "too_short": _("{field} has to have at least {limit} entries."),
    "too_long": _("{field} has to have at most {limit} entries."),
}
"""What to say of each kind of fault that pydantic finds."""


def read_fields(model: type[M], data: Json, rules: Mapping[str, str], rule: str) -> M | list[Problem]:
    """`data` as a document of this model, or a problem for each fault; `rules` names by field the rule that it breaks."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = [(fault, _path(fault["loc"])) for fault in error.errors(include_url=False)]
        return [fault_problem(fault, path, _fields_at(model, path), rules, rule) for fault, path in faults]


def fault_problem(
    fault: ErrorDetails, path: Sequence[int | str], fields: Sequence[str], rules: Mapping[str, str], rule: str
) -> Problem:
    """A fault found by pydantic as a problem in a writer's words.

    `path` is where it is in the document, `fields` the names of fields that there are at that place, `rules` the rule of each
    field, `rule` that of all others.
    """
    field = next((str(part) for part in reversed(path) if isinstance(part, str)), "")
    unknown = fault["type"] == "extra_forbidden"
    limits, choices = fault.get("ctx", {}), [name for name in fields if name != field] if unknown else _choices(fault)
    sentence = SENTENCES.get(fault["type"], _("{field} cannot be {value}."))
    limit = next((limits[name] for name in ("ge", "le", "max_length", "min_length") if name in limits), 0)
    value = limits["tag"] if "tag" in limits else fault["input"]
    words = {"field": clean(field) or _("The document"), "value": shown(value), "limit": limit, "choices": ", ".join(choices)}
    bound = limits.get("ge", limits.get("le"))
    nearest = closest(field if unknown else value, choices) if bound is None else bound
    return Problem(rule_of(path, rules, rule), replace(sentence, args=words), written_path(path), nearest)


def _path(loc: Sequence[int | str]) -> list[int | str]:
    """Where in a document a fault is: pydantic's path without the types of unions."""
    return [part for part in loc if not _is_tag(part)]


def _fields_at(model: type[BaseModel], path: Sequence[int | str]) -> list[str]:
    """The names of the fields that there are where a path ends."""
    inner: type[BaseModel] | None = model
    for part in path[:-1]:
        if isinstance(part, str) and inner is not None:
            inner = _model_in(inner.model_fields[part].annotation) if part in inner.model_fields else None
    return list(inner.model_fields) if inner is not None else []


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The model whose fields a field holds, alone or in a list."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((model for part in get_args(annotation) if (model := _model_in(part)) is not None), None)


def _is_tag(part: int | str) -> bool:
    """Whether a part of pydantic's path names a type of a union and no place in the document."""
    return isinstance(part, str) and ("[" in part or part in ("int", "float", "tuple"))


def rule_of(path: Sequence[int | str], rules: Mapping[str, str], rule: str) -> str:
    """The rule of the innermost field of a path that has one."""
    return next((rules[part] for part in reversed(path) if isinstance(part, str) and part in rules), rule)


def _choices(fault: ErrorDetails) -> Sequence[str]:
    """The values that could stand there instead."""
    expected = fault.get("ctx", {}).get("expected_tags") or fault.get("ctx", {}).get("expected", "")
    return re.findall("'([^']+)'", expected)


def written_path(path: Sequence[int | str]) -> str:
    """A path as writers read it: ``ships[2].course``."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{clean(part)}" for part in path).removeprefix(".")


def closest(value: Any, choices: Sequence[str]) -> str | None:
    """The choice that is spelled most like `value`, where one is."""
    return next(iter(difflib.get_close_matches(str(value)[:60], choices, 1)), None) if isinstance(value, str) else None


def clean(words: str) -> str:
    """Words of a document as they can be shown: not too many, and nothing that is no character."""
    return words[:60].encode("utf-8", "replace").decode("utf-8")


def shown(value: Any) -> str | Text:
    """A value of a document in a few words."""
    match value:
        case str():
            return clean(value) or _("nothing")
        case None:
            return _("nothing")
        case dict():
            return _("a mapping")
        case list() | tuple():
            return _("a list")
        case int() if not -(10**12) < value < 10**12:
            return _("so large a number")
        case _:
            return clean(str(value))
