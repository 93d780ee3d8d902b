"""Pictures and dressed questions as JSON: under the short names of the wire, without what has its default value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from quarterdeck.engine import art, controls, dress, picture, scene
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.text import NO_NAMES, Part, Rule, Side, Strong, Text, Translate, Unit, parts, spoken

Render: TypeAlias = Callable[[Text], Json]

TAGS: dict[type, tuple[str, str]] = {
    scene.Terrain: ("k", "terrain"),
    scene.Area: ("k", "area"),
    scene.Path: ("k", "path"),
    scene.Token: ("k", "token"),
    scene.Label: ("k", "label"),
    scene.Plane: ("kind", "plane"),
    scene.Cards: ("kind", "cards"),
    picture.Move: ("fx", "move"),
    picture.Shoot: ("fx", "shot"),
    picture.Blast: ("fx", "blast"),
    picture.CrossOff: ("fx", "cross"),
    controls.Dial: ("k", "dial"),
    controls.Keys: ("k", "keys"),
    controls.Meter: ("k", "meter"),
    dress.Facts: ("k", "facts"),
    dress.Table: ("k", "table"),
    dress.Bars: ("k", "bars"),
    dress.AccountBlock: ("k", "account"),
    dress.PanelBlock: ("k", "panel"),
    dress.SheetBlock: ("k", "sheet"),
}
"""The entry that says what an object is."""

NAMES: dict[type, dict[str, str]] = {
    scene.Of: {"ref": "of"},
    scene.Bands: {"start": "from", "end": "to"},
    scene.Bar: {"kind": "k"},
    scene.Terrain: {"heading": "rot"},
    scene.Path: {"points": "pts"},
    scene.Token: {"silhouette": "sil", "heading": "rot", "priority": "pri"},
    scene.Tiles: {"columns": "cols"},
    scene.Patch: {"number": "n"},
    picture.Mark: {"height": "h", "kind": "k", "number": "n"},
    picture.Phase: {"text": "t"},
    picture.Group: {"number": "n"},
    picture.Mount: {"text": "t"},
    picture.Unit: {"silhouette": "sil"},
    picture.Give: {"question": "q"},
    picture.PanelCell: {"text": "t", "number": "n"},
    picture.Panel: {"layout": "as"},
    picture.Move: {"turn": "rot"},
    picture.Shoot: {"origin": "a", "target": "b"},
    picture.Happen: {"what": "fx"},
    picture.Blast: {"radius": "r"},
    picture.CrossOff: {"number": "n"},
    picture.Shown: {"effects": "fx"},
    picture.Die: {"face": "v", "state": "s", "again": "re"},
    picture.DiceGroup: {"dice": "d", "text": "for"},
    art.Silhouette: {"body": "d"},
    art.Glyph: {"path": "d"},
    dress.Fact: {"name": "t", "value": "v"},
    dress.Count: {"text": "t", "number": "n"},
    dress.Step: {"text": "t"},
    dress.Button: {"kind": "k", "text": "t"},
    controls.Key: {"text": "t"},
    controls.Part: {"number": "n", "spent_on": "s"},
    controls.Meter: {"text": "t"},
    dress.Row: {"text": "t"},
    dress.Chip: {"text": "t", "start": "from", "end": "to"},
    dress.Flag: {"text": "t"},
    dress.UnitRow: {"key": "unit"},
    dress.PlaceRow: {"key": "unit", "silhouette": "sil"},
    dress.SlotRow: {"key": "slot", "line": "v"},
    dress.FieldRow: {"kind": "k", "line": "value", "least": "min", "most": "max"},
    dress.Option: {"text": "t"},
    dress.Figure: {"text": "t", "value": "v"},
    dress.Column: {"key": "choice", "text": "t"},
    dress.Cell: {"text": "t"},
    dress.Table: {"columns": "cols"},
    dress.TableRow: {"text": "t"},
    dress.Bars: {"chances": "p"},
    dress.AccountRow: {"text": "t", "value": "v"},
    dress.Dress: {"columns": "cols"},
}
"""Fields that are called otherwise on the wire; those of a class also in classes made of it."""

VERBATIM: dict[type, tuple[str, ...]] = {
    Problem: ("nearest",),
    picture.Give: ("answer",),
    dress.Button: ("answer",),
    dress.Row: ("line",),
    dress.Cell: ("give",),
    dress.Bars: ("chances",),
    dress.Dress: ("draft",),
}
"""Fields that hold JSON values, sent as they are."""

LISTS: dict[type, str] = {scene.Circle: "circle", scene.Sector: "sector", scene.Polygon: "poly", scene.Cells: "cells"}
"""Shapes that are their values in order, under this key."""

OBJECTS: dict[type, str] = {scene.Bands: "bands"}
"""Shapes that are an object under this key."""

DECIMALS = 2
"""To how many decimals lengths and angles are sent."""


KEPT = frozenset(
    {
        Text,
        scene.Terrain,
        scene.Area,
        scene.Path,
        scene.Token,
        scene.Label,
        scene.Icon,
        scene.Bar,
        scene.Badge,
        picture.Unit,
        picture.Mount,
    }
)
"""Parts that seldom change from one picture to the next: equal ones are sent alike, since none of them holds JSON values as
they are."""

Memory: TypeAlias = dict[Any, Json]
"""What was written of parts of pictures; good for one way of rendering texts. Nobody changes what is in it."""


def wire(thing: Any, render: Render, memory: Memory | None = None) -> Json:
    """Anything of `scene`, `picture`, `dress`, `controls` or `art`, or a list of such; `render` makes what is sent of each text.

    What is in `memory` is not written again, and what is written is added to it.
    """
    return _Writer(render, {} if memory is None else memory).wired(thing)


def rendered(text: Text, translate: Translate = str, names: Mapping[str, str] = NO_NAMES) -> Json:
    """A text for one reader: a string where it points at nothing, else a list of strings and of parts that do.

    >>> from quarterdeck.engine.text import _
    >>> rendered(_("{ship} drifts.", ship=Unit("a1")), names={"a1": "Amaranth"})
    [{'u': 'a1', 't': 'Amaranth'}, ' drifts.']
    """
    found: list[Part] = []
    for part in parts(text, translate):
        if found and isinstance(part, str) and isinstance(found[-1], str):
            found[-1] += part
        else:
            found.append(part)
    if not found or (len(found) == 1 and isinstance(found[0], str)):
        return "".join(map(str, found))
    return [_part(part, names) for part in found]


def _part(part: Part, names: Mapping[str, str]) -> Json:
    match part:
        case Unit(id=key):
            return {"u": key, "t": spoken(part, names)}
        case Side(id=key):
            return {"side": key, "t": spoken(part, names)}
        case Rule(id=key):
            return {"rule": key}
        case Strong(text=words):
            return {"b": words}
        case _:
            return part


PLAIN = frozenset({str, int, bool, type(None)})


def _number(value: float) -> float:
    """Rounded, and without decimals where it has none.

    >>> _number(0.1 + 0.2), _number(-0.001), _number(30.0)
    (0.3, 0, 30)
    """
    short = round(value, DECIMALS)
    return int(short) if short.is_integer() else short


class Plan(NamedTuple):
    """How objects of a class go on the wire: as a list or under a key, with a tag; their fields by short name, default and
    whether they are sent as they are.
    """

    listed: str
    under: str
    tag: tuple[tuple[str, str], ...]
    values: Callable[[Any], tuple[Any, ...]]
    fields: tuple[tuple[str, Any, bool], ...]


@cache
def _plan(kind: Any) -> Plan:
    tag = TAGS.get(kind)
    names: dict[str, str] = {}
    verbatim: list[str] = []
    for base in reversed(kind.__mro__):
        names.update(NAMES.get(base, {}))
        verbatim += VERBATIM.get(base, ())
    entries = tuple((names.get(each.name, each.name), _default(each), each.name in verbatim) for each in fields(kind))
    return Plan(LISTS.get(kind, ""), OBJECTS.get(kind, ""), (tag,) if tag else (), _values(kind), entries)


def _values(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    """What gives all values of an object of a class at once."""
    first, *more = [each.name for each in fields(kind)] or [""]
    if not first:
        return lambda _value: ()
    return attrgetter(first, *more) if more else lambda value: (getattr(value, first),)


def _default(each: Field[Any]) -> Any:
    return each.default_factory() if each.default_factory is not MISSING else each.default


class _Writer:
    """Writes one thing; what stands in several places of it is written once."""

    __slots__ = ("made", "memory", "render")

    def __init__(self, render: Render, memory: Memory) -> None:
        self.render, self.memory = render, memory
        self.made: dict[int, Json] = {}

    def wired(self, value: Any) -> Json:
        kind: Any = type(value)
        if kind in PLAIN:
            return value
        if kind is float:
            return _number(value)
        if isinstance(value, tuple | list):
            return [each if type(each) in PLAIN else self.wired(each) for each in value]
        if kind is dict:
            return {key: self.wired(each) for key, each in value.items()}
        key = id(value)
        if key not in self.made:
            self.made[key] = self._remembered(value, kind) if kind in KEPT else self._object(value, _plan(kind))
        return self.made[key]

    def _remembered(self, value: Any, kind: Any) -> Json:
        try:
            known = self.memory.get(value)
        except TypeError:
            return self._object(value, _plan(kind))
        if known is None:
            known = self.memory[value] = self.render(value) if kind is Text else self._object(value, _plan(kind))
        return known

    def _object(self, value: Any, plan: Plan) -> Json:
        values = plan.values(value)
        if plan.listed:
            row = [self.wired(each) for each in values]
            return {plan.listed: row if len(row) > 1 else row[0]}
        found: dict[str, Json] = dict(plan.tag)
        for each, (short, default, verbatim) in zip(values, plan.fields, strict=True):
            if each is not default and (verbatim or each != default):
                found[short] = each if verbatim or type(each) in PLAIN else self.wired(each)
        return {plan.under: found} if plan.under else found
