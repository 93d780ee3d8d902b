"""Words for readers: a message and its arguments, put into the reader's language at the edge.

Rules code writes ``_("{ship} turns to {facing}.", ship=Unit("a1", "Amaranth"), facing=3)``. Nothing is put together there:
the message stays a key for gettext, its arguments stay data, and `parts` or `plain` renders both for one reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit or other thing that can be pointed at, under the id by which the reader knows it.

    Without a name it is called what the reader's `names` call it.
    """

    id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the sides of a battle; without a name as `Unit`."""

    id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the catalogue, by id."""

    id: str


@dataclass(frozen=True, slots=True)
class Strong:
    """A figure to be set in bold."""

    text: str


@dataclass(slots=True)
class Text:
    """A message in English with ``{named}`` places and what goes there; `many` is its form for counts other than one."""

    message: str
    args: dict[str, Argument] = field(default_factory=dict)
    many: str = ""

    def __hash__(self) -> int:
        return hash((self.message, *self.args.values()))


Argument: TypeAlias = "str | int | float | Unit | Side | Rule | Strong | Text"
Part: TypeAlias = "str | Unit | Side | Rule | Strong"
Translate: TypeAlias = Callable[[str], str]

NO_NAMES: Mapping[str, str] = {}
PLACE = re.compile(r"\{(\w+)\}")


def _(message: str, **args: Argument) -> Text:
    """A message to be translated; the name is the one by which gettext's tools find messages.

    >>> plain(_("{ship} fires.", ship=Unit("a1", "Amaranth")))
    'Amaranth fires.'
    """
    return Text(message, args)


def ngettext(one: str, many: str, n: int, **args: Argument) -> Text:
    """A message that depends on the count `n`, which stands at ``{n}``.

    >>> plain(ngettext("{n} die", "{n} dice", 3))
    '3 dice'
    """
    return Text(one, {"n": n, **args}, many)


def percent(chance: float) -> Text:
    """A chance for showing, in whole percent.

    >>> plain(percent(0.5))
    '50%'
    """
    return _("{n}%", n=round(100 * chance))


def joined(texts: list[Text], between: str = ", ") -> Text:
    """Several texts as one, with `between` between them."""
    places = [f"{{t{index}}}" for index in range(len(texts))]
    return Text(between.join(places), {f"t{index}": text for index, text in enumerate(texts)})


def parts(text: Text | str, translate: Translate = str) -> Iterator[Part]:
    """Render `text` for a reader as a sequence of plain strings and things that can be pointed at."""
    if isinstance(text, str):
        yield text
        return
    message = text.many if text.many and text.args.get("n") != 1 else text.message
    end = 0
    for place in PLACE.finditer(message := translate(message)):
        if place.start() > end:
            yield message[end : place.start()]
        end = place.end()
        yield from _argument(text.args.get(place[1], place[0]), translate)
    if end < len(message):
        yield message[end:]


def _argument(value: Argument, translate: Translate) -> Iterator[Part]:
    if isinstance(value, Text):
        yield from parts(value, translate)
    elif isinstance(value, float):
        yield f"{value:z.1f}".removesuffix(".0")
    elif isinstance(value, int):
        yield str(value)
    else:
        yield value


def plain(text: Text | str, translate: Translate = str, names: Mapping[str, str] = NO_NAMES) -> str:
    """Render `text` as one string; `names` are those of units and sides by id."""
    return "".join(spoken(part, names) for part in parts(text, translate))


def spoken(part: Part, names: Mapping[str, str] = NO_NAMES) -> str:
    """A part as bare words."""
    match part:
        case Unit(id=key, name=words) | Side(id=key, name=words):
            return words or names.get(key, key)
        case Rule(id=words) | Strong(text=words):
            return words
        case _:
            return part
