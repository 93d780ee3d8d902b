"""How orders are written: one line a ship, actions separated by commas (FT-3.2.8, FT-3.2.9, FT-3.2.11, FT-3.2.12).

Thrust actions are `WORDS`, everything else that is announced in writing `DECLARATIONS` (FT-2.7.4).
"""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from quarterdeck.engine.plane import Clock, turned
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.questions import DRIFT, MOST_LINE
from quarterdeck.engine.text import Text, _

Kind: TypeAlias = Literal[
    "burn", "rotate_to", "turn", "push_port", "push_starboard", "push_reverse", "push",
    "launch", "ftl_exit", "stay", "orbit_clockwise", "orbit_anticlockwise", "dock", "undock", "shroud",
    "scan", "jam", "lay", "sweep", "arm", "charge", "reflect", "cloak",
    "power_m", "power_a", "power_d", "power_r",
]  # fmt: skip


class Word(NamedTuple):
    """What a word of an order line means, by which rule, how many numbers may follow, whether the first is on the clock."""

    kind: Kind
    rule: str
    numbers: tuple[int, ...]
    clock: bool


class Declaration(NamedTuple):
    """A word by which something other than thrust is ordered.

    `says` are its words, `system` the kind of system that a ship needs for it (see `declaring`), or `POWER` ("": it hangs on
    where it is, see `movement.declarable`); with `drifts` the ship spends no thrust at all in that turn: the word stands
    first, and what stands behind it is ignored. One that is `foremost` counts as first wherever it is written. One that is
    `grave` no random player writes: with it a battle would soon be empty. It is `barred_by` what stands before it, by
    which rule; with `alone` nothing else is declared beside it. One of the `switches`, where there are any, must be on.
    """

    word: Word
    says: Text
    system: str
    drifts: bool = False
    foremost: bool = False
    grave: bool = False
    barred_by: Mapping[Kind, str] = MappingProxyType({})
    alone: bool = False
    switches: tuple[str, ...] = ()


WORDS: dict[str, Word] = {
    "MD": Word("burn", "FT-3.2.4", (1,), clock=False),
    "R": Word("rotate_to", "FT-3.2.8", (1,), clock=True),
    "TP": Word("turn", "FT-3.2.8", (1,), clock=True),
    "TS": Word("turn", "FT-3.2.8", (1,), clock=True),
    "PP": Word("push_port", "FT-3.2.9", (0, 1), clock=False),
    "PS": Word("push_starboard", "FT-3.2.9", (0, 1), clock=False),
    "PR": Word("push_reverse", "FT-3.2.9", (0, 1), clock=False),
    "T": Word("push", "FT-3.2.11", (2,), clock=True),
}
POWER = "power"
"""What a ship needs for a declaration that divides its power: generators (FT-A.3.4)."""

DECLARATIONS: dict[str, Declaration] = {
    "LAUNCH": Declaration(
        Word("launch", "FT-5.8.2", (0,), clock=False),
        _("launch fighters"),
        "fighter_bay",
        drifts=True,
        barred_by={"ftl_exit": "FT-8.1.3", "shroud": "FT-A.4.21", "sweep": "FT-11.1.7"},
    ),
    "ORBITC": Declaration(Word("orbit_clockwise", "FT-13.1.2", (0,), clock=False), _("enter orbit clockwise"), ""),
    "ORBITA": Declaration(Word("orbit_anticlockwise", "FT-13.1.2", (0,), clock=False), _("enter orbit anticlockwise"), ""),
    "DOCK": Declaration(
        Word("dock", "FT-12.7.3", (0,), clock=False), _("dock at a station"), "", barred_by={"ftl_exit": "FT-12.7.4"}
    ),
    "UNDOCK": Declaration(Word("undock", "FT-12.7.4", (0,), clock=False), _("undock"), ""),
    "FTL": Declaration(
        Word("ftl_exit", "FT-8.1.1", (0,), clock=False),
        _("warm up the FTL Drive"),
        "ftl_drive",
        drifts=True,
        foremost=True,
        grave=True,
    ),
    "STAY": Declaration(
        Word("stay", "FT-8.1.1", (0,), clock=False), _("call off the jump"), "ftl_drive", foremost=True, grave=True
    ),
    "SHROUD": Declaration(
        Word("shroud", "FT-A.4.20", (0,), clock=False),
        _("raise the Vapour Shroud"),
        "vapour_shroud",
        barred_by={"launch": "FT-A.4.21"},
    ),
    "SCAN": Declaration(
        Word("scan", "FT-10.1.6", (0,), clock=False), _("scan actively"), "active_sensors", switches=("bogeys", "sensors")
    ),
    "ECM": Declaration(Word("jam", "FT-10.4.3", (0,), clock=False), _("jam scans"), "ecm", switches=("ecm",)),
    "MINE": Declaration(
        Word("lay", "FT-11.1.3", (0,), clock=False),
        _("lay mines"),
        "minelayer",
        barred_by={"ftl_exit": "FT-8.1.3", "sweep": "FT-11.1.7"},
    ),
    "SWEEP": Declaration(Word("sweep", "FT-11.1.7", (0,), clock=False), _("sweep mines"), "minesweeper"),
    "NOVA": Declaration(
        Word("arm", "FT-11.3.3", (0,), clock=False),
        _("arm the Nova Cannon"),
        "nova_cannon",
        drifts=True,
        alone=True,
        switches=("nova_cannon",),
    ),
    "CHARGE": Declaration(
        Word("charge", "FT-11.3.8", (0,), clock=False), _("charge the Wave Gun"), "wave_gun", switches=("wave_gun",)
    ),
    "REFLEX": Declaration(
        Word("reflect", "FT-11.3.12", (0,), clock=False),
        _("switch the Reflex Field on"),
        "reflex_field",
        alone=True,
        switches=("reflex_field",),
    ),
    "CLOAK": Declaration(
        Word("cloak", "FT-11.3.15", (1,), clock=False),
        _("go under the cloak"),
        "cloaking_field",
        alone=True,
        switches=("cloaking_field",),
    ),
    "MP": Declaration(Word("power_m", "FT-A.3.4", (1,), clock=False), _("{n} PP for movement"), POWER),
    "AP": Declaration(Word("power_a", "FT-A.3.4", (1,), clock=False), _("{n} PP for attack"), POWER),
    "DP": Declaration(Word("power_d", "FT-A.3.4", (1,), clock=False), _("{n} PP for defence"), POWER),
    "RP": Declaration(Word("power_r", "FT-A.3.4", (1,), clock=False), _("{n} PP for repair"), POWER),
}
"""What is announced beside thrust, and so cannot be done in a turn in which it was not written (FT-2.7.4)."""
DECLARED: dict[Kind, Declaration] = {each.word.kind: each for each in DECLARATIONS.values()}
ALL_WORDS: dict[str, Word] = {**WORDS, **{letters: each.word for letters, each in DECLARATIONS.items()}}
FOREMOST: tuple[Kind, ...] = tuple(each.word.kind for each in DECLARATIONS.values() if each.foremost)
"""The declarations that count as written first."""
LETTERS: dict[Kind, str] = {word.kind: letters for letters, word in ALL_WORDS.items()}
POOL_OF: dict[Kind, str] = {"power_m": "M", "power_a": "A", "power_d": "D", "power_r": "R"}
"""Which pool of a construct each of the declarations of power fills (FT-A.3.4)."""
PUSHES: dict[Kind, int] = {"push_port": -3, "push_starboard": 3, "push_reverse": 6}
"""Where the named pushes go, in clock points from the facing (FT-3.2.9)."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thrust action (FT-3.1.4), or a declaration, whose `amount` is the number behind it, 0 where there is none.

    `amount` is the thrust points of a burn or push, the new facing of `rotate_to`, the clock points of `turn` with port
    negative; `toward` is the clock direction of `push`. `written`, `start` and `end` tell where it stands in the line from
    which it was read; they do not count when actions are compared.
    """

    kind: Kind
    amount: int
    toward: Clock = 0
    written: str = field(default="", compare=False)
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)

    @property
    def word(self) -> str:
        """The action in the notation of the rulebook.

        >>> Action("turn", -2).word, Action("push", 2, toward=3).word
        ('TP2', 'T3/2')
        """
        if self.kind == "turn":
            return f"TS{self.amount}" if self.amount > 0 else f"TP{-self.amount}"
        if self.kind == "push":
            return f"T{self.toward}/{self.amount}"
        if self.kind in DECLARED and not self.amount and 0 in DECLARED[self.kind].word.numbers:
            return LETTERS[self.kind]
        if self.kind in PUSHES and self.amount == 1:
            return LETTERS[self.kind]
        return f"{LETTERS[self.kind]}{self.amount}"


def write_line(actions: Sequence[Action]) -> str:
    """The order line of these actions, ``-`` for none (FT-3.2.12)."""
    return ", ".join([action.word for action in actions]) or DRIFT


def read_orders(line: str) -> tuple[tuple[Action, ...], list[Problem]]:
    """Read an order line: its actions, and a problem for each piece that is none (FT-3.2.12).

    Letters may be small, spaces may stand anywhere but inside a word or number; an empty line and ``-`` are a drift. Whether
    a ship can do what is written is not asked here (FT-3.2.13). `Problem.at` is ``start-end`` in the line, `Problem.nearest`
    a word that could have been meant.

    >>> [action.kind for action in read_orders("MD2, R8, PS")[0]]
    ['burn', 'rotate_to', 'push_starboard']
    """
    if len(line) > MOST_LINE:
        long = _("Orders have at most {most} characters; these have {n}.", most=MOST_LINE, n=len(line))
        return (), [Problem("FT-3.2.12", long, f"{MOST_LINE}-{len(line)}")]
    actions, problems = _read(line)
    return actions, list(problems)


@functools.lru_cache(maxsize=4096)
def _read(line: str) -> tuple[tuple[Action, ...], tuple[Problem, ...]]:
    actions, problems, place = [], [], 0
    for piece in line.split(",") if line.strip() not in ("", DRIFT) else ():
        written = piece.strip()
        start = place + piece.find(written)
        place += len(piece) + 1
        found = _read_action(written, start)
        if isinstance(found, Action):
            actions.append(found)
        else:
            problems.append(found)
    return tuple(actions), tuple(problems)


NOTATION = re.compile(r"([A-Z]+)(?:\s*([0-9]+)(?:\s*/\s*([0-9]+))?)?", re.ASCII | re.IGNORECASE)


def _read_action(written: str, start: int) -> Action | Problem:
    """The action that is written at `start`, or why it is none."""
    match = NOTATION.fullmatch(written)
    letters = match[1].upper() if match else ""
    numbers = [int(number) for number in match.groups()[1:] if number] if match else []
    word = ALL_WORDS.get(letters)
    if word is None or len(numbers) not in word.numbers:
        return _no_action("FT-3.2.12", _unreadable(written), written, start)
    if word.clock and not 1 <= numbers[0] <= 12:
        text = _("“{word}” names clock point {n}; they run from 1 to 12.", word=written, n=numbers[0])
        return _no_action(word.rule, text, written, start)
    if letters in DECLARATIONS:
        first = numbers[0] if numbers else 0
        if numbers and not first:
            return _no_action(word.rule, _("“{word}” names no turn; it takes at least 1.", word=written), written, start)
        return Action(word.kind, first, written=written, start=start, end=start + len(written))
    if 0 in numbers:
        text = _("“{word}” spends no thrust; a burn or a push takes at least 1 point.", word=written)
        return _no_action(word.rule, text, written, start)
    return replace(action_of(letters, *numbers), written=written, start=start, end=start + len(written))


def _no_action(rule: str, text: Text, written: str, start: int) -> Problem:
    return Problem(rule, text, f"{start}-{start + len(written)}", _nearest(written))


def _unreadable(written: str) -> Text:
    if not written:
        return _("An action is missing at this comma.")
    others = ", ".join([letters if 0 in each.word.numbers else f"{letters}3" for letters, each in DECLARATIONS.items()])
    return _("“{word}” is no action: there are MD3, R8, TP2, TS2, PP, PS, PR, T3/1 and {others}.", word=written, others=others)


def declaring(letters: str, number: int = 1) -> Action:
    """The action of a declaration, with a number where it takes one."""
    word = DECLARATIONS[letters].word
    return Action(word.kind, number if word.numbers == (1,) else 0)


def action_of(letters: str, first: int = 1, second: int = 1) -> Action:
    """The action of a word and its numbers; `second` is the size of a push ``T3/1``."""
    kind = WORDS[letters].kind
    if kind == "push":
        return Action(kind, second, first)
    return Action(kind, -first if letters == "TP" else first)


def _nearest(written: str) -> str | None:
    """The legal action that looks most like this, None where nothing does."""
    letters = "".join(re.findall("[A-Z]", written.upper()))
    words = [letters] if letters in ALL_WORDS else []
    close = words or [found for each in (WORDS, DECLARATIONS) for found in difflib.get_close_matches(letters, each, 1, 0.4)]
    if not close:
        return None
    numbers = [int(number) for number in re.findall("[0-9]+", written)]
    first, second = (*numbers, 1, 1)[:2]
    if close[0] in DECLARATIONS:
        return close[0] if 0 in ALL_WORDS[close[0]].numbers else f"{close[0]}{first}"
    legal = turned(12, first) if WORDS[close[0]].clock else max(first, 1)
    return action_of(close[0], legal, max(second, 1)).word
