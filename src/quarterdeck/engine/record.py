"""A saved battle: a header and the inputs, one JSON value a line, only ever appended."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from quarterdeck.engine.dice import commitment
from quarterdeck.engine.events import Told
from quarterdeck.engine.problems import Json, Problem, Refused, is_json
from quarterdeck.engine.questions.base import shortened
from quarterdeck.engine.text import Text, _

FORMAT = 1
MOST_RECORD = 50_000_000
"""The longest record that is read, in bytes: its text is ASCII."""

InputKind: TypeAlias = Literal["slate", "offer", "standing", "dice", "take_back", "concede", "change"]
KINDS: tuple[InputKind, ...] = ("slate", "offer", "standing", "dice", "take_back", "concede", "change")


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a battle: its id, its side, the name of who sits there, and the salt it gave to the dice."""

    id: str
    side: str
    name: str = ""
    salt: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """What a battle was agreed to be. `scenario` holds forces, units and every switch by value.

    `dice` is ``seeded`` (then `commitment` is that of the seed) or ``typed``; `umpire` is the name of who may change things.
    """

    system: str
    rules: int
    engine: str
    scenario: Json
    seats: tuple[Seat, ...]
    dice: Literal["seeded", "typed"] = "seeded"
    commitment: str = ""
    umpire: str = ""

    def line(self, digest: str | None = None) -> str:
        """The header as the first line of a record, at its end its digest, or what a file says it is."""
        return _dumped({**self._plain(), "digest": self.digest() if digest is None else digest})

    def digest(self) -> str:
        """The digest of all else in the line: where the running digest of the battle begins."""
        return hashlib.sha256(_dumped(self._plain()).encode()).hexdigest()

    def _plain(self) -> dict[str, Json]:
        seats = [{"id": s.id, "side": s.side, "name": s.name, "salt": s.salt} for s in self.seats]
        return {
            "quarterdeck": FORMAT,
            "engine": self.engine,
            "system": self.system,
            "rules": self.rules,
            "seats": seats,
            "dice": self.dice,
            "commitment": self.commitment,
            "umpire": self.umpire,
            "scenario": self.scenario,
        }


@dataclass(slots=True)
class Input:
    """One input: what kind, of which seat, what was given, who gave it (``seat``, ``clock``, ``bot``).

    `void` says why it did not work and changed nothing; `take_backs` and `told` are the take-backs before it and the number
    of events told when it had worked.
    """

    kind: InputKind
    seat: str
    given: Json
    by: str = "seat"
    void: str = ""
    take_backs: int = 0
    told: int = 0

    def line(self, n: int, digest: str) -> str:
        """The input as a line of a record, the `n`th, with the digest after it."""
        whole = {"n": n, "kind": self.kind, "seat": self.seat, "given": self.given, "by": self.by, "digest": digest}
        return _dumped({**whole, "void": self.void} if self.void else whole)


@dataclass(slots=True)
class Record:
    """A record as read or as it is to be written: header, inputs with the digest after each, and the end if it is over."""

    header: Header
    inputs: list[Input] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    seed: str | None = None
    end_digest: str = ""
    outcome: Json = None

    def text(self) -> str:
        """The record as it is kept in a file: JSON lines."""
        pairs = enumerate(zip(self.inputs, self.digests, strict=True), 1)
        lines = [self.header.line(), *[entry.line(n, digest) for n, (entry, digest) in pairs], *self.end_lines()]
        return "\n".join(lines) + "\n"

    def end_lines(self) -> list[str]:
        """The last line, where there is an end or a seed to tell."""
        if self.seed is None and self.outcome is None:
            return []
        return [_dumped({"end": self.outcome, "seed": self.seed, "digest": self.end_digest})]


class Digest:
    """The running digest of a battle: its header, then every input with what was told by the time it had worked."""

    def __init__(self, header: Header) -> None:
        self.value = header.digest()
        self.inputs = self.told = 0

    def follow(self, inputs: Sequence[Input], told: Sequence[Told]) -> Iterator[str]:
        """Go on with the inputs that are new; the digest after each."""
        for entry in inputs[self.inputs :]:
            self._go_on(_dumped([entry.kind, entry.seat, entry.given, entry.by, entry.void]))
            self.tell(told, entry.told)
            self.inputs += 1
            yield self.value

    def tell(self, told: Sequence[Told], end: int | None = None) -> None:
        """Go on with what is new of what was told, up to number `end`."""
        new = told[self.told : end]
        for each in new:
            self._go_on(each.canonical())
        self.told += len(new)

    def _go_on(self, line: str) -> None:
        self.value = hashlib.sha256(f"{self.value}{line}".encode()).hexdigest()


def recorded(header: Header, inputs: Sequence[Input], told: Sequence[Told]) -> Record:
    """The record of these inputs with the digest after each, its end still open."""
    digest = Digest(header)
    record = Record(header, list(inputs), list(digest.follow(inputs, told)))
    digest.tell(told)
    record.end_digest = digest.value
    return record


def _dumped(whole: Json) -> str:
    return json.dumps(whole, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def read_record(text: str) -> Record:
    """Read a record; `Refused` says in which line what is wrong. Every line has to be as `Record.text` writes it."""
    if len(text) > MOST_RECORD:
        raise _wrong(1, _("The record is longer than {most} characters.", most=MOST_RECORD))
    *lines, rest = text.split("\n")
    if rest:
        raise _wrong(len(lines) + 1, _("The line is cut short. Without it the record can be read."))
    if not lines:
        raise _wrong(1, _("The record is empty."))
    record = Record(_read_header(lines[0]))
    for number, line in enumerate(lines[1:], 2):
        if record.end_lines():
            raise _wrong(number, _("Something follows the end of the record."))
        _read_line(record, line, number)
    return record


def _read_line(record: Record, line: str, number: int) -> None:
    whole = _parsed(line, number)
    if "end" not in whole:
        _read_input(record, whole, number)
        _need_same(line, record.inputs[-1].line(len(record.inputs), record.digests[-1]), number)
        return
    record.outcome, record.seed = whole["end"], _field(whole, "seed", (str, type(None)), number)
    record.end_digest = _field(whole, "digest", (str,), number)
    _need_same(line, "".join(record.end_lines()), number)


def _need_same(line: str, written: str, number: int) -> None:
    """Refuse a line that says the same in another way: fields that nobody knows or that come twice, blanks, another order."""
    if line != written:
        same = next((n for n, (a, b) in enumerate(zip(line, written, strict=False)) if a != b), min(len(line), len(written)))
        text = _(
            "From character {n} on the line is not as records are written: {words}", n=same + 1, words=shortened(line[same:])
        )
        raise _wrong(number, text)


def _parsed(line: str, number: int) -> dict[str, Json]:
    try:
        whole = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise _wrong(number, _("The line is not JSON.")) from None
    if not is_json(whole):
        raise _wrong(number, _("The line holds numbers that are too large, or goes too deep."))
    if not isinstance(whole, dict):
        raise _wrong(number, _("The line holds no object."))
    return whole


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def _read_header(line: str) -> Header:
    whole = _parsed(line, 1)
    if _field(whole, "quarterdeck", (int,), 1) != FORMAT:
        raise _wrong(1, _("This is no record of a battle that can be read here (format {n}).", n=FORMAT))
    seats = [_read_seat(seat) for seat in _field(whole, "seats", (list,), 1)]
    dice = _field(whole, "dice", (str,), 1)
    if dice not in ("seeded", "typed") or not seats:
        raise _wrong(1, _("The header names no seats, or dice of an unknown kind."))
    header = Header(
        system=_field(whole, "system", (str,), 1),
        rules=_field(whole, "rules", (int,), 1),
        engine=_field(whole, "engine", (str,), 1),
        scenario=_field(whole, "scenario", (dict,), 1),
        seats=tuple(seats),
        dice=dice,
        commitment=_field(whole, "commitment", (str,), 1),
        umpire=_field(whole, "umpire", (str,), 1),
    )
    digest = _field(whole, "digest", (str,), 1)
    _need_same(line, header.line(digest), 1)
    if digest != header.digest():
        raise _wrong(1, _("The header was changed: its digest is another one."))
    return header


def _read_seat(seat: Json) -> Seat:
    if not isinstance(seat, dict) or not all(isinstance(seat.get(k), str) for k in ("id", "side", "name", "salt")):
        raise _wrong(1, _("A seat of the header lacks its id, side, name or salt."))
    return Seat(seat["id"], seat["side"], seat["name"], seat["salt"])


def _read_input(record: Record, whole: dict[str, Json], number: int) -> None:
    kind = _field(whole, "kind", (str,), number)
    n = _field(whole, "n", (int,), number)
    if kind not in KINDS or n != len(record.inputs) + 1 or "given" not in whole:
        raise _wrong(number, _("The line is no input, or inputs are missing before it."))
    seat, by = _field(whole, "seat", (str,), number), _field(whole, "by", (str,), number)
    void = whole.get("void", "")
    if not isinstance(void, str):
        raise _wrong(number, _("“{name}” is missing or of the wrong type.", name="void"))
    record.inputs.append(Input(kind, seat, whole["given"], by, void))
    record.digests.append(_field(whole, "digest", (str,), number))


def _field(whole: dict[str, Json], name: str, types: tuple[type, ...], number: int) -> Any:
    value = whole.get(name)
    if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
        raise _wrong(number, _("“{name}” is missing or of the wrong type.", name=name))
    return value


def _wrong(line: int, text: Text) -> Refused:
    return Refused([Problem("", text, f"line {line}")])


def seed_problem(header: Header, seed: str | None) -> Problem | None:
    """Why the dice of a record cannot be checked against its commitment; None when they hold."""
    if header.dice == "typed":
        return None
    if seed is None:
        return Problem("", _("The seed of the dice is not in the record: the battle is not over."))
    if commitment(seed) != header.commitment:
        return Problem("", _("The seed does not belong to the commitment in the header."), "line 1")
    return None
