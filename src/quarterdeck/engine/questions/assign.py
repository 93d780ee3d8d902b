"""Assign: for each slot a choice or an amount, under limits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from quarterdeck.engine.dress import Cell, Column, Dress, Kind, Range, SlotRow
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions.base import Question, keys_of, malformed, number_in, random_number, shortened
from quarterdeck.engine.questions.choose import Choice
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, _, plain

MOST_SLOTS = 200

Value: TypeAlias = str | float


class Options(NamedTuple):
    """A slot that takes one of some choices, by key."""

    keys: tuple[str, ...]


class Amounts(NamedTuple):
    """A slot that takes an amount from `least` to `most` in steps; `least` is what an absent slot has."""

    least: float
    most: float
    step: float = 1


class Limit(NamedTuple):
    """At most `most` over some slots (none named: all): of different choices, of the sum, or of one choice each."""

    kind: Literal["distinct", "sum", "each"]
    most: float
    rule: str
    text: Text
    over: tuple[str, ...] = ()

    def used(self, answer: dict[str, Value]) -> float:
        """How much of the limit an answer uses."""
        values = [value for slot, value in answer.items() if not self.over or slot in self.over]
        if self.kind == "distinct":
            return len(dict.fromkeys(values))
        if self.kind == "each":
            return max((values.count(value) for value in values), default=0)
        total = 0.0
        for value in values:
            total += value if isinstance(value, (int, float)) else 0.0
        return total


@dataclass(slots=True, kw_only=True)
class Assign(Question[dict[str, Value]]):
    """What each slot gets; a slot that is absent gets nothing. The order of the answer is the order announced."""

    KIND: ClassVar[Kind] = "assign"
    GIVE: ClassVar[Text] = _("Assign")
    PASS: ClassVar[Text] = _("Assign nothing")

    slots: dict[str, Options | Amounts]
    limits: tuple[Limit, ...] = ()
    slot_names: dict[str, Text]
    choices: tuple[Choice, ...] = ()

    def __post_init__(self) -> None:
        if len(self.slots) > MOST_SLOTS:
            raise ValueError(f"{len(self.slots)} slots are too many to ask for at once")

    def read(self, answer: Json) -> dict[str, Value] | list[Problem]:
        """Each slot with one of its choices, or its amount rounded to the step."""
        if problems := keys_of(answer, self.slots, _("slot")):
            return problems
        value: dict[str, Value] = {}
        for slot, given in answer.items():
            if given is None:
                continue
            read = self._read_slot(self.slots[slot], given)
            if read is None:
                return malformed(self._wanted(slot, given), slot)
            value[slot] = read
        return value

    @staticmethod
    def _read_slot(kind: Options | Amounts, given: Json) -> Value | None:
        if isinstance(kind, Options):
            return given if isinstance(given, str) and given in kind.keys else None
        return number_in(given, kind.least, kind.most, kind.step)

    def _wanted(self, slot: str, given: Json) -> Text:
        name, kind = self.slot_names[slot], self.slots[slot]
        if isinstance(kind, Options):
            return _(
                "{slot} can go to {choices}, not to “{given}”.",
                slot=name,
                choices=", ".join(kind.keys),
                given=shortened(given),
            )
        return _(
            "{slot} takes from {least} to {most}, not “{given}”.",
            slot=name,
            least=kind.least,
            most=kind.most,
            given=shortened(given),
        )

    def illegal(self, view: Any, value: dict[str, Value]) -> list[Problem]:
        """Which limits are passed."""
        return self._over(value)

    def passing(self) -> dict[str, Value] | None:
        """Assigning nothing."""
        return {}

    def default(self, view: Any) -> dict[str, Value]:
        """Assigning nothing."""
        return {}

    def sample(self, view: Any, rng: Rng) -> dict[str, Value]:
        """Fill the slots in random order, each with something random that the limits still allow."""
        value: dict[str, Value] = {}
        slots = list(self.slots)
        rng.shuffle(slots)
        for slot in slots:
            given = self._random(self.slots[slot], rng)
            if given is not None and not self.illegal(view, {**value, slot: given}):
                value[slot] = given
        return value

    @staticmethod
    def _random(kind: Options | Amounts, rng: Rng) -> Value | None:
        if isinstance(kind, Options):
            picked = rng.randrange(len(kind.keys) + 1)
            return kind.keys[picked] if picked < len(kind.keys) else None
        return random_number(kind.least, kind.most, kind.step, rng)

    def outline(self, view: Any, draft: Json = None) -> Dress:
        """Slots as rows; choices as columns with a cell where they meet."""
        dress = Question.outline(self, view, draft)
        held, value = draft if isinstance(draft, dict) else {}, self.held(draft)
        dress.rows = [self._slot_row(slot, held.get(slot), value) for slot in self.slots]
        dress.columns = [Column(c.key, c.text, sub=c.sub or c.fact, ref=c.ref, side=c.side) for c in self.choices]
        dress.cells = [[self._cell(view, slot, c, value) for c in self.choices] for slot in self.slots] if self.choices else []
        return dress

    def held(self, draft: Json) -> dict[str, Value]:
        """What a draft assigns, as far as each slot can take it, whatever else it holds."""
        given = draft if isinstance(draft, dict) else {}
        read = {slot: self._read_slot(self.slots[slot], value) for slot, value in given.items() if slot in self.slots}
        return {slot: value for slot, value in read.items() if value is not None}

    def _slot_row(self, slot: str, given: Json, value: dict[str, Value]) -> SlotRow:
        kind = self.slots[slot]
        amount = self._amount(slot, kind, value) if isinstance(kind, Amounts) else None
        return SlotRow(slot, self.slot_names[slot], ref=slot, line=given, amount=amount)

    def _amount(self, slot: str, kind: Amounts, value: dict[str, Value]) -> Range:
        """From the least to the most that a slot can take while the others keep what they have."""
        most, others = kind.most, {other: amount for other, amount in value.items() if other != slot}
        for limit in self.limits:
            if limit.kind == "sum" and (not limit.over or slot in limit.over):
                most = min(most, limit.most - limit.used(others))
        return kind.least, max(most, kind.least), kind.step

    def _cell(self, view: Any, slot: str, choice: Choice, value: dict[str, Value]) -> Cell:
        kind, key = self.slots[slot], choice.key
        if isinstance(kind, Options) and key not in kind.keys:
            return Cell(off=self.why_not(view, slot, key))
        on = value.get(slot) == key
        over = [] if on else self._over({**value, slot: key})
        if over:
            return Cell(off=LIMIT, why=over[0].text)
        return Cell(self.worth(view, slot, key), on=on)

    def _over(self, value: dict[str, Value]) -> list[Problem]:
        return [Problem(limit.rule, limit.text) for limit in self.limits if limit.used(value) > limit.most]

    def worth(self, view: Any, slot: str, choice: str) -> Text | None:
        """What a slot with this choice is worth, for its cell; a rule system's question says it here."""
        return None

    def why_not(self, view: Any, slot: str, choice: str) -> Text:
        """Why a slot cannot take this choice, for its cell."""
        return _("not possible")


LIMIT = _("limit")
"""Why a cell cannot be taken while the others are as they are, in a word."""


def listed(names: Iterable[Text]) -> str:
    """Names in a row, for a problem's sentence."""
    return ", ".join(plain(name) for name in names)
