"""How the weapons of a volley are written: ``beam-3 x2, beam-2, pulse torpedo, needle, pds, submunition x3``."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import Text, _, joined
from quarterdeck.systems.full_thrust.ship import System

WORDS: dict[str, str] = {
    "beam": "beam",
    "pds": "pds",
    "point defence system": "pds",
    "pulse torpedo": "pulse_torpedo",
    "torpedo": "pulse_torpedo",
    "needle beam": "needle_beam",
    "needle": "needle_beam",
    "submunition pack": "submunition_pack",
    "submunition": "submunition_pack",
}
"""What each kind of weapon may be called."""

NAMES: dict[str, str] = {
    "pds": "PDS",
    "pulse_torpedo": "Pulse Torpedo",
    "needle_beam": "Needle Beam",
    "submunition_pack": "Submunition Pack",
}

LONGEST = 400
"""How many characters a list may have."""
MOST = 99
"""How many weapons one piece of a list may stand for, and the highest class of a Beam in it."""

PIECE = re.compile(r"([a-z][a-z _-]*?)[ _-]*([0-9]+)?(?:\s*[x×*]\s*([0-9]+))?", re.ASCII | re.IGNORECASE)


class Piece(NamedTuple):
    """One piece of a list: the word for the weapon, the class (None where none is written), how many."""

    word: str
    cls: int | None = None
    number: int = 1


def read_weapons(text: str) -> tuple[list[System], list[Problem]]:
    """Read a list of weapons: the weapons, and a problem for each piece that names none.

    `Problem.at` is ``start-end`` in the text, `Problem.nearest` a piece that could have been meant.

    >>> [weapon.name for weapon in read_weapons("beam-3 x2, needle")[0]]
    ['Beam-3', 'Beam-3', 'Needle Beam']
    """
    if len(text) > LONGEST:
        long = _("A list of weapons has at most {most} characters; this one has {n}.", most=LONGEST, n=len(text))
        return [], [Problem("", long, f"{LONGEST}-{len(text)}")]
    weapons: list[System] = []
    problems: list[Problem] = []
    place = 0
    for part in text.split(","):
        written = part.strip()
        start = place + part.find(written)
        place += len(part) + 1
        piece = _read_piece(written)
        wrong = _wrong(piece, written)
        if wrong is None:
            weapons += [_weapon(f"w{len(weapons) + n}", piece) for n in range(1, piece.number + 1)]
        else:
            problems.append(Problem(*wrong, f"{start}-{start + len(written)}", _nearest(piece)))
    return weapons, problems


def _read_piece(written: str) -> Piece:
    match = PIECE.fullmatch(written)
    if match is None:
        return Piece(written)
    word = " ".join(re.split("[ _-]+", match[1].lower()))
    return Piece(word, int(match[2]) if match[2] else None, int(match[3] or 1))


def _wrong(piece: Piece, written: str) -> tuple[str, Text] | None:
    """Why a piece is no weapon, with the rule; None where it is one."""
    kind = WORDS.get(piece.word)
    if not written:
        return "", _("A weapon is missing here.")
    if kind is None:
        return "FT-4.2.5", _("“{word}” is no weapon: there are {words}.", word=written, words=", ".join(sorted(WORDS)))
    if kind == "beam" and not 1 <= (piece.cls or 0) <= MOST:
        return "FT-4.3.1", _("“{word}” must name the class of the Beam, from 1 to {most}: beam-2.", word=written, most=MOST)
    if kind != "beam" and piece.cls is not None:
        return "FT-4.3.1", _("“{word}” names a class, but only Beams have one; several are written {word} x2.", word=piece.word)
    if not 1 <= piece.number <= MOST:
        return "", _("“{word}” must stand for 1 to {most} weapons.", word=written, most=MOST)
    return None


def _nearest(piece: Piece) -> str | None:
    """The piece that could have been meant, within the limits."""
    close = difflib.get_close_matches(piece.word, WORDS, 1, 0.5)
    if not close:
        return None
    word, count = close[0], min(max(piece.number, 1), MOST)
    named = f"{word}-{min(max(piece.cls or 1, 1), MOST)}" if WORDS[word] == "beam" else word
    return f"{named} x{count}" if count > 1 else named


def _weapon(weapon_id: str, piece: Piece) -> System:
    kind = WORDS[piece.word]
    return System(weapon_id, kind, NAMES.get(kind, f"Beam-{piece.cls}"), piece.cls or 0)


def weapons_text(weapons: Sequence[System]) -> Text:
    """The weapons by name in the order in which they are first listed, with how many of each."""
    counts = Counter(weapon.name for weapon in weapons)
    return joined(
        [
            _("{weapon} ×{count}", weapon=name, count=count) if count > 1 else _("{weapon}", weapon=name)
            for name, count in counts.items()
        ]
    )
