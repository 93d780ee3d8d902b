"""A volley in words: how its weapons are written (``beam-3 x2, pulse torpedo, needle, pds``), and the odds asked for with it."""

from __future__ import annotations

import difflib
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from quarterdeck.engine.odds import Bars, Distribution, Figure, Odds
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import Argument, Text, _, joined
from quarterdeck.systems.full_thrust.odds import Target, Volley, volley
from quarterdeck.systems.full_thrust.outfit import TUNINGS
from quarterdeck.systems.full_thrust.shell_odds import can_be_worked_out
from quarterdeck.systems.full_thrust.ship import System
from quarterdeck.systems.full_thrust.weapons import max_range

# Lists

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
    "stinger": "stinger_node",
    "stinger node": "stinger_node",
    "lance pod": "lance_pod",
    "lance": "lance_pod",
    "leech pod": "leech_pod",
    "leech": "leech_pod",
    "k gun": "k_gun",
    "mkp": "mkp",
    "multi kinetic penetrator": "mkp",
    "scattergun": "scattergun",
    "pulser l": "pulser",
    "pulser m": "pulser",
    "pulser c": "pulser",
    "plasma bolt": "plasma_bolt_launcher",
    "plasma": "plasma_bolt_launcher",
}
"""What each kind of weapon may be called."""

CLASSED: dict[str, tuple[str, str]] = {
    "beam": ("Beam", "FT-4.3.1"),
    "k_gun": ("K-gun", "FT-A.2.5"),
    "plasma_bolt_launcher": ("Plasma Bolt", "FT-A.4.14"),
    "stinger_node": ("Stinger", "FT-A.3.8"),
}
"""The kinds that have a class, a Stinger its power, with what they are called before it and the rule that speaks of it."""

NAMES: dict[str, str] = {
    "pds": "PDS",
    "pulse_torpedo": "Pulse Torpedo",
    "needle_beam": "Needle Beam",
    "submunition_pack": "Submunition Pack",
    "lance_pod": "Lance Pod",
    "leech_pod": "Leech Pod",
    "mkp": "Multi-Kinetic Penetrator",
    "scattergun": "Scattergun",
    "pulser l": "Pulser L",
    "pulser m": "Pulser M",
    "pulser c": "Pulser C",
}
"""What those are called that have no class, by kind or by the word for a tuning."""

LONGEST = 400
"""How many characters a list may have."""
MOST = 99
"""How many weapons one piece of a list may stand for, and the highest class of a Beam or power of a Stinger in it."""

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
        return "", _("A weapon is missing in the list, before or after a comma.")
    if kind is None:
        return "FT-4.2.5", _("“{word}” is no weapon: there are {words}.", word=written, words=", ".join(sorted(WORDS)))
    if kind in CLASSED and not 1 <= (piece.cls or 0) <= MOST:
        name, rule = CLASSED[kind]
        words = _class_words(piece, written, name)
        text = _("“{word}” must name the class of the {name}, from 1 to {most}: {piece}-2.", **words)
        if kind == "stinger_node":
            text = _("“{word}” must name the power of the {name}, from 1 to {most}: {piece}-2.", **words)
        return rule, text
    if kind not in CLASSED and piece.cls is not None:
        return "FT-4.3.1", _("“{word}” names a class, but it has none; several are written {word} x2.", word=piece.word)
    if not 1 <= piece.number <= MOST:
        return "", _("“{word}” must stand for 1 to {most} weapons.", word=written, most=MOST)
    return None


def _class_words(piece: Piece, written: str, name: str) -> dict[str, Argument]:
    return {"word": written, "name": name, "most": MOST, "piece": piece.word.replace(" ", "-")}


def _nearest(piece: Piece) -> str | None:
    """The piece that could have been meant, within the limits."""
    close = difflib.get_close_matches(piece.word, WORDS, 1, 0.5)
    if not close:
        return None
    word, count = close[0], min(max(piece.number, 1), MOST)
    named = f"{word}-{min(max(piece.cls or 1, 1), MOST)}" if WORDS[word] in CLASSED else word
    return f"{named} x{count}" if count > 1 else named


def _weapon(weapon_id: str, piece: Piece) -> System:
    kind = WORDS[piece.word]
    if kind in CLASSED:
        return System(weapon_id, kind, f"{CLASSED[kind][0]}-{piece.cls}", piece.cls or 0)
    if kind == "pulser":
        dice = next(cls for cls, tuning in TUNINGS.items() if tuning.lower() == piece.word[-1])
        return System(weapon_id, kind, NAMES[piece.word], dice)
    return System(weapon_id, kind, NAMES[kind])


def weapons_text(weapons: Sequence[System]) -> Text:
    """The weapons by name in the order in which they are first listed, with how many of each."""
    counts = Counter(weapon.name for weapon in weapons)
    return joined(
        [
            _("{weapon} ×{count}", weapon=name, count=count) if count > 1 else _("{weapon}", weapon=name)
            for name, count in counts.items()
        ]
    )


# Odds


MOST_ARMOUR = 40
MOST_HULL = 180
"""Up to how many boxes odds are worked out on request, about twice as many as the largest ships have.

The time grows with the square of both.
"""


def odds_of(
    text: str, *, range_: float, screens: int, armour: int, hull: tuple[int, ...], shell: tuple[int, ...] = ()
) -> Odds | list[Problem]:
    """The odds of the weapons that `text` lists (`read_weapons`) against an undamaged ship, or what is wrong with the question.

    `range_` is in MU, `screens` the Screen level, `armour` the armour boxes, `hull` the hull boxes of each row,
    `shell` those of each layer of a Shell, the inmost first.
    """
    weapons, problems = read_weapons(text)
    problems += _target_problems(range_, screens, armour, hull) + _shell_problems(armour, hull, shell)
    if problems:
        return problems
    layers = (armour, *shell) if shell and armour else shell
    fired = volley(weapons, range_, Target(screens, armour, hull, shell=layers))
    title = _("{weapons} at {range} MU", weapons=weapons_text(weapons), range=float(range_))
    return Odds(title, tuple(_figures(fired, weapons, range_)), tuple(_bars(fired)))


def _decimal(text: str) -> float:
    """A number in ASCII digits; `ValueError` for anything else that `float` would take."""
    if not re.fullmatch(r"-?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})", text, re.ASCII):
        raise ValueError(text)
    return float(text)


def _whole(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,9}", text, re.ASCII):
        raise ValueError(text)
    return int(text)


def _rows(text: str) -> tuple[int, ...]:
    return tuple(_whole(row) for row in text.split("/"))


def _layers(text: str) -> tuple[int, ...]:
    return _rows(text) if text else ()


GIVEN: dict[str, tuple[Callable[[str], Any], str]] = {
    "range": (_decimal, "12.5"),
    "screens": (_whole, "1"),
    "armour": (_whole, "4"),
    "hull": (_rows, "7/7/6/6"),
    "shell": (_layers, "4/3"),
}
"""What odds are asked against: how it is read, and an example."""
LEFT_OUT: dict[str, str] = {"screens": "0", "armour": "0", "shell": ""}
"""What holds where it is not given."""


def odds_given(text: str, given: Mapping[str, str]) -> Odds | list[Problem]:
    """`odds_of` with everything in words: ``range`` and ``hull``, and ``screens``, ``armour`` and ``shell`` where there are any.

    >>> round(odds_given("pulse torpedo", {"range": "12", "hull": "3/3"}).rows[0].value, 3)
    2.333
    """
    problems = [Problem("", _no_such(key), key, _nearest_key(key)) for key in given if key not in GIVEN]
    values: dict[str, Any] = {}
    written = {**LEFT_OUT, **given}
    for key, (read, example) in GIVEN.items():
        try:
            values[key] = read(written.get(key, ""))
        except ValueError:
            wrong = _("{key} must be given like {example}, not “{value}”.", key=key, example=example, value=given.get(key, ""))
            missing = _("{key} is missing; it is given like {example}.", key=key, example=example)
            problems.append(Problem("", wrong if key in given else missing, key))
    if problems:
        return read_weapons(text)[1] + problems
    values["range_"] = values.pop("range")
    return odds_of(text, **values)


def _no_such(key: str) -> Text:
    return _("Odds do not ask for “{key}”, but for {known}.", key=key, known=", ".join(GIVEN))


def _nearest_key(key: str) -> str | None:
    return next(iter(difflib.get_close_matches(key, GIVEN, 1, 0.5)), None)


def _target_problems(range_: float, screens: int, armour: int, hull: tuple[int, ...]) -> list[Problem]:
    problems = []
    if not (math.isfinite(range_) and range_ >= 0.0):
        problems.append(Problem("FT-4.1.2", _("The range must be 0 MU or more, not {range}.", range=float(range_)), "range", 0))
    if screens not in (0, 1, 2):
        text = _("The Screen level is 0, 1 or 2, not {screens}.", screens=screens)
        problems.append(Problem("FT-4.4.1", text, "screens", min(max(screens, 0), 2)))
    if not 0 <= armour <= MOST_ARMOUR:
        text = _("Odds are worked out for 0 to {most} armour boxes, not {armour}.", most=MOST_ARMOUR, armour=armour)
        problems.append(Problem("FT-4.5.1", text, "armour", min(max(armour, 0), MOST_ARMOUR)))
    return problems + _hull_problems(hull)


def _hull_problems(hull: tuple[int, ...]) -> list[Problem]:
    """Why these cannot be the rows of a hull: a row may be empty only below all others, as on the smallest ships (FT-9.3.4)."""
    boxes = [row for row in hull if row]
    if not boxes or min(boxes) < 0 or tuple(boxes) != hull[: len(boxes)]:
        rows = "/".join(map(str, hull)) or _("none")
        text = _("The rows of the hull must have 1 box or more each, from the top, not {rows}.", rows=rows)
        return [Problem("FT-9.3.4", text, "hull")]
    if sum(hull) > MOST_HULL:
        text = _("Odds are worked out for at most {most} hull boxes, not {n}.", most=MOST_HULL, n=sum(hull))
        return [Problem("", text, "hull")]
    return []


def _shell_problems(armour: int, hull: tuple[int, ...], shell: tuple[int, ...]) -> list[Problem]:
    """Why odds cannot be worked out for these layers: each has a box or more, and their states are not too many."""
    if any(boxes < 0 for boxes in shell):
        layers = "/".join(map(str, shell))
        return [Problem("FT-A.4.2", _("The layers of a Shell have 0 boxes or more each, not {layers}.", layers=layers), "shell")]
    if shell and not can_be_worked_out((max(armour, 0), *shell), max(sum(hull), 0)):
        return [Problem("", _("Odds are not worked out for a Shell as large as that."), "shell")]
    return []


def _figures(fired: Volley, weapons: Sequence[System], range_: float) -> list[Figure]:
    hull = fired.losses.hull()
    short = [weapon for weapon in weapons if range_ > max_range(weapon)]
    figures = [Figure(_("Weapons out of range"), float(len(short)), "number")] if short else []
    figures += [
        Figure(_("Mean damage"), fired.mean(), "number"),
        Figure(_("Mean damage to the hull"), hull.mean(), "number"),
        Figure(_("Damages the hull"), hull.at_least(1), "percent"),
    ]
    figures += [Figure(_("Reaches the end of row {row}", row=row), chance, "percent") for row, chance in fired.row_ends().items()]
    figures.append(Figure(_("Destroys the ship"), fired.destroyed(), "percent"))
    figures.append(Figure(_("A given system lost in the threshold check"), fired.system_lost(), "percent"))
    if fired.needles:
        figures.append(Figure(_("The system named for the Needle Beams knocked out"), fired.knocked_out(), "percent"))
    return figures


def _bars(fired: Volley) -> list[Bars]:
    def bars(title: Text, distribution: Distribution) -> Bars:
        return Bars(title, tuple(distribution.chances.tolist()), 0, "FT-4.5.6")

    listed = [bars(_("Hull boxes lost"), fired.losses.hull())]
    if fired.target.shell:
        listed.append(bars(_("Boxes of Shell lost"), fired.losses.armour()))
    elif fired.target.armour:
        listed.append(bars(_("Armour boxes lost"), fired.losses.armour()))
    return listed
