"""Changes of a document at a path: what a key of an editor does when it is pressed, here and in a page alike."""

from __future__ import annotations

import re
from dataclasses import dataclass

from quarterdeck.engine.problems import Json

STEP = re.compile(r"\[(\d{1,6})\]|\.?([^.\[\]]+)")


@dataclass(frozen=True, slots=True)
class Edit:
    """What is put at a path (``systems[2].arcs``) of a document, or that what stands there is dropped.

    One behind the last place of a list appends to it.
    """

    at: str
    value: Json = None
    drop: bool = False


def steps_of(path: str) -> list[int | str]:
    """The steps of a path: names of fields, places in lists from 0.

    >>> steps_of("systems[2].arcs")
    ['systems', 2, 'arcs']
    """
    return [int(place) if place else name for place, name in STEP.findall(path)]


def found_at(document: Json, path: str) -> Json:
    """What stands at a path; None where nothing does."""
    for step in steps_of(path):
        inside = step in document if isinstance(document, dict) else isinstance(step, int) and step in _places(document)
        if not inside:
            return None
        document = document[step]
    return document


def edited(document: Json, edit: Edit) -> Json:
    """The document with an edit made, sharing with the old one what has not changed; mappings on the way are made.

    An edit that leads nowhere, such as behind the end of a list, changes nothing.

    >>> edited({"arcs": ["F"]}, Edit("arcs[1]", "FS")), edited({"holds": {"lab": 1}}, Edit("holds.lab", drop=True))
    ({'arcs': ['F', 'FS']}, {'holds': {}})
    """
    return _edited(document, steps_of(edit.at), edit)


def _edited(value: Json, steps: list[int | str], edit: Edit) -> Json:
    if not steps:
        return edit.value
    step, rest = steps[0], steps[1:]
    if isinstance(step, int):
        return _edited_list([] if value is None else value, step, rest, edit)
    if not isinstance(value, dict | None):
        return value
    whole = dict(value or {})
    if edit.drop and not rest:
        whole.pop(step, None)
    elif not edit.drop or step in whole:
        whole[step] = _edited(whole.get(step), rest, edit)
    return whole


def _edited_list(value: Json, place: int, rest: list[int | str], edit: Edit) -> Json:
    if not isinstance(value, list) or place > len(value) or (edit.drop and place == len(value)):
        return value
    if edit.drop and not rest:
        return value[:place] + value[place + 1 :]
    inner = value[place] if place < len(value) else None
    return [*value[:place], _edited(inner, rest, edit), *value[place + 1 :]]


def _places(value: Json) -> range:
    return range(len(value)) if isinstance(value, list) else range(0)
