"""Documents that people write (designs, fleets, scenarios): read by a pydantic model, what is wrong told field by field."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, NamedTuple, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import Text, _

M = TypeVar("M", bound=BaseModel)


class Fields(BaseModel):
    """Fields of a document: no other ones, and no value that would have to be turned into another first."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


def _one_line(words: str) -> str:
    if not words.isprintable():
        raise PydanticCustomError("one_line", "line breaks or control characters")
    return words


ONE_LINE = AfterValidator(_one_line)
"""For words that are shown in one line: stands last in the annotation of a field."""


def spelled(pattern: str, wanted: Text) -> AfterValidator:
    """For words of a pattern, which a writer is told as `wanted`: stands last in the annotation of a field."""

    def check(words: str) -> str:
        if re.fullmatch(pattern, words) is None:
            raise PydanticCustomError("spelled", "another spelling", {"wanted": wanted})
        return words

    return AfterValidator(check)


KEY = spelled("[a-z0-9]+(-[a-z0-9]+)*", _("small letters, digits and single dashes"))
"""For what a thing is called by in other documents."""


SENTENCES: dict[str, Text] = {
    "missing": _("{field} is missing."),
    "extra_forbidden": _("{field} is no field here."),
    "invalid_key": _("{field} is no field here."),
    "union_tag_invalid": _("{value} is none of {choices}."),
    "union_tag_not_found": _("The entry does not say what it is."),
    "greater_than_equal": _("{field} has to be {limit} or more, not {value}."),
    "less_than_equal": _("{field} has to be {limit} or less, not {value}."),
    "finite_number": _("{field} has to be a finite number."),
    "string_too_short": _("{field} is empty."),
    "string_too_long": _("{field} has to have at most {limit} letters."),
    "one_line": _("{field} has to be one line, without control characters."),
    "spelled": _("{field} has to be {wanted}, not {value}."),
    "too_short": _("{field} has to have at least {limit} entries."),
    "too_long": _("{field} has to have at most {limit} entries."),
}
"""What to say of each kind of fault that pydantic finds."""

KINDS: dict[str, Text] = {
    "int_type": _("a whole number"),
    "float_type": _("a number"),
    "bool_type": _("true or false"),
    "string_type": _("words"),
    "list_type": _("a list"),
    "tuple_type": _("a list"),
    "model_type": _("a mapping of fields"),
    "dict_type": _("a mapping"),
}
"""What a value should be, for the faults of a value of another kind."""

MOST_VALUES = 10_000
"""The most values that a document may hold."""

MOST_PROBLEMS = 20
"""So many problems of a document are told in full."""


def read_fields(model: type[M], data: Json, rules: Mapping[str, str], rule: str) -> M | list[Problem]:
    """`data` as a document of this model, or what is wrong with it; `rules` names by field the rule that it breaks."""
    if problems := too_large(data):
        return problems
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = _meant([_fault(fault, data) for fault in error.errors(include_url=False)])
    told = [fault_problem(f.error, f.path, _fields_at(model, f.path), rules, rule, f.kinds) for f in faults[:MOST_PROBLEMS]]
    more = len(faults) - len(told)
    return told + ([Problem(rule, _("There are {n} more problems.", n=more))] if more else [])


def too_large(data: Json) -> list[Problem]:
    """Why a document is not read at all; what it holds twice under a YAML alias counts twice."""
    left, count = [data], 0
    while left and count <= MOST_VALUES:
        value = left.pop()
        inner = list(value.values()) if isinstance(value, dict) else list(value) if isinstance(value, (list, tuple)) else []
        count += len(inner)
        left += inner
    return [Problem("", _("The document holds more than {n} values.", n=MOST_VALUES))] if count > MOST_VALUES else []


def fault_problem(
    fault: ErrorDetails,
    path: Sequence[int | str],
    fields: Sequence[str],
    rules: Mapping[str, str],
    rule: str,
    kinds: Sequence[Text] = (),
) -> Problem:
    """A fault found by pydantic as a problem in a writer's words.

    `path` is where it is in the document, `fields` the names of fields that there are at that place, `rules` the rule of each
    field, `rule` that of all others, `kinds` what the value could be where there is more than one kind.
    """
    field = next((str(part) for part in reversed(path) if isinstance(part, str)), "")
    unknown = fault["type"] == "extra_forbidden"
    limits, choices = fault.get("ctx", {}), [name for name in fields if name != field] if unknown else _choices(fault)
    kinds = kinds or [kind for kind in [_kind(fault)] if kind is not None]
    sentence = (
        _("{field} has to be {kind}, not {value}.") if kinds else SENTENCES.get(fault["type"], _("{field} cannot be {value}."))
    )
    limit = next((limits[name] for name in ("ge", "le", "max_length", "min_length") if name in limits), 0)
    value = limits["tag"] if "tag" in limits else fault["input"]
    words: dict[str, Any] = {
        "field": clean(field) or _("The document"),
        "value": shown(value),
        "limit": limit,
        "wanted": limits.get("wanted", ""),
        "choices": _listed(value, choices),
    }
    if kinds:
        words["kind"] = reduce(lambda one, other: _("{one} or {other}", one=one, other=other), kinds)
    bound = limits.get("ge", limits.get("le"))
    nearest = closest(field if unknown else value, choices) if bound is None else bound
    return Problem(rule_of(path, rules, rule), replace(sentence, args=words), written_path(path), nearest)


class Fault(NamedTuple):
    """A fault found by pydantic, and where in the document it is.

    `loc` is pydantic's place for what is at fault, `union` the part of it that leads to a value which may be of several
    types, `tag` the one of these that the fault is about; `kinds` what the value could be.
    """

    error: ErrorDetails
    path: list[int | str]
    union: tuple[int | str, ...] | None
    tag: int | str
    kinds: Sequence[Text] = ()


def _fault(error: ErrorDetails, data: Json) -> Fault:
    """A fault with its path: pydantic's, without the names of types, which lead nowhere in the document."""
    loc, value = error["loc"], data
    path: list[int | str] = []
    tags: list[int] = []
    for place, part in enumerate(loc):
        if part in value if isinstance(value, dict) else isinstance(value, (list, tuple)) and part in range(len(value)):
            value = value[part]
            path.append(part)
        elif error["type"] in ("missing", "invalid_key") and place == len(loc) - 1:
            path.append(part)
        else:
            tags.append(place)
    return Fault(error, path, loc[: tags[0]], loc[tags[0]]) if tags else Fault(error, path, None, "")


def _meant(faults: Sequence[Fault]) -> list[Fault]:
    """Of a value that may be of several types only the faults as the one that it seems to be; else one that names all."""
    unions: dict[tuple[int | str, ...] | None, dict[int | str, list[Fault]]] = {}
    for fault in faults:
        unions.setdefault(fault.union, {}).setdefault(fault.tag, []).append(fault)
    meant = unions.pop(None, {}).get("", [])
    for types in unions.values():
        alike = [
            found for found in types.values() if _kind(found[0].error) is None or len(found[0].path) > len(found[0].union or ())
        ]
        kinds = [kind for found in types.values() if (kind := _kind(found[0].error)) is not None]
        meant += alike[0] if alike else [next(iter(types.values()))[0]._replace(kinds=kinds)]
    return meant


def _kind(error: ErrorDetails) -> Text | None:
    """What the value should be, where it is of another kind."""
    if error["type"] != "literal_error":
        return KINDS.get(error["type"])
    choices = _choices(error)
    return _("“{choice}”", choice=choices[0]) if len(choices) == 1 else _("one of {choices}", choices=", ".join(choices))


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


def rule_of(path: Sequence[int | str], rules: Mapping[str, str], rule: str) -> str:
    """The rule of the innermost field of a path that has one."""
    return next((rules[part] for part in reversed(path) if isinstance(part, str) and part in rules), rule)


def _choices(fault: ErrorDetails) -> Sequence[str]:
    """The values that could stand there instead."""
    expected = fault.get("ctx", {}).get("expected_tags") or fault.get("ctx", {}).get("expected", "")
    return re.findall("'([^']+)'", expected)


MOST_CHOICES = 14
"""So many choices are all named; of more only those that are spelled most like what stands there."""


def _listed(value: Any, choices: Sequence[str]) -> str | Text:
    if len(choices) <= MOST_CHOICES:
        return ", ".join(choices)
    close = difflib.get_close_matches(str(value)[:60], choices, MOST_CHOICES // 2, 0.0)
    return _("{close} and {n} more", close=", ".join(close), n=len(choices) - len(close))


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
    """A value of a document in a few words; words that look like a number stand in quotation marks."""
    match value:
        case str() if re.fullmatch(r"\s*[-+]?\d+(\.\d*)?\s*", value):
            return f"“{clean(value)}”"
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
