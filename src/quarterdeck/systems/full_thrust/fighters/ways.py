"""What groups may do as a table: a row for each group, a column for each sort of thing, what it may choose where they meet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from quarterdeck.engine.dress import Cell, Column, Dress, Option
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Assign, Choice, Options
from quarterdeck.engine.text import Text, _


class Way(NamedTuple):
    """A thing that a group may do: its sort, the key of a column, and what stands in the cell."""

    sort: str
    text: Text


@dataclass(slots=True, kw_only=True)
class Ways(Assign):
    """What each group does: `ways` says of every key of the slots what it is, `heads` are the columns."""

    SKIPPABLE: ClassVar[bool] = True

    ways: dict[str, Way]
    heads: tuple[Choice, ...]

    def outline(self, view: Any, draft: Json = None) -> Dress:
        """A table in which a cell with several ways is a list to choose from."""
        dress, held = Assign.outline(self, view, draft), self.held(draft)
        used = [self.ways[key].sort for kind in self.slots.values() for key in _keys(kind)]
        heads = [head for head in self.heads if head.key in used]
        dress.columns = [Column(head.key, head.text, ref=head.ref, side=head.side) for head in heads]
        dress.cells = [[self._cell_of(slot, head, held.get(slot)) for head in heads] for slot in self.slots]
        return dress

    def _cell_of(self, slot: str, head: Choice, held: Json) -> Cell:
        keys = [key for key in _keys(self.slots[slot]) if self.ways[key].sort == head.key]
        if not keys:
            return Cell(off=NOTHING, why=_("not possible"))
        if len(keys) == 1:
            return Cell(self.ways[keys[0]].text, on=held == keys[0], give=keys[0])
        options = tuple([Option(key, self.ways[key].text, on=held == key) for key in keys])
        return Cell(head.text, on=held in keys, options=options)


NOTHING = _("–")


def _keys(kind: object) -> Iterable[str]:
    return kind.keys if isinstance(kind, Options) else ()
