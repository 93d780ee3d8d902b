"""Ships as players write them down for each other: a line for the name, then one thing or several a line.

    Vandal-class Heavy Cruiser (CH)
    TMF: 86   Hull: 26   Thrust 4, FTL
    2x Beam-3 (FP/F/FS)
    FireCon x2, PDS x4
    Screen-1

The reader is tolerant, and loses nothing: of each line it says as what it was read and which words in it were not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import Text, _, joined
from quarterdeck.engine.workshop import Imported, ReadLine
from quarterdeck.systems.full_thrust import design
from quarterdeck.systems.full_thrust.design_checks import NAMES
from quarterdeck.systems.full_thrust.design_file import read_draft
from quarterdeck.systems.full_thrust.prices import KINDS
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, ARCS, PEOPLES, Arc
from quarterdeck.systems.full_thrust.shipyard import fitting_words
from quarterdeck.systems.full_thrust.workshop.entry_figures import after_click, aimed
from quarterdeck.systems.full_thrust.workshop.item_words import Draft, field_named, is_counted, system_entry

MOST_LINES, MOST_LETTERS = 300, 300
"""So many lines of a text are read, and lines of so many letters."""

HEADINGS = r"(?:systems?|weapons?|armaments?|electronics|defen[cs]es?|defensive|offensive|drives?|main|other|equipment|hangar)"
ARC = r"(?:f[sp]?|a[sp]?)"
ARCS_ONLY = re.compile(rf"{ARC}(?:[ /,·|-]+{ARC})*", re.IGNORECASE)
ROUND = re.compile(r"all(?: ?round| arcs?)?|360°?|6 arcs|any|turret", re.IGNORECASE)


def imported(text: str) -> Imported:
    """The design file out of a ship's notation, and how each line was read."""
    draft = Draft()
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    read = [_line(draft, n, line) for n, line in lines[:MOST_LINES]]
    late = _("Only {n} lines are read.", n=MOST_LINES)
    read += [ReadLine(n, line, None, late) for n, line in lines[MOST_LINES:]]
    return Imported(_document(draft), tuple(read))


def _line(draft: Draft, n: int, line: str) -> ReadLine:
    """A line as a whole: a divider, the line with the name, or things to put in."""
    if len(line) > MOST_LETTERS:
        return ReadLine(n, line, None, _("The line is longer than {n} letters.", n=MOST_LETTERS))
    if not re.search(r"\w", line):
        return ReadLine(n, line, _("a divider"), None)
    if (named := re.fullmatch(r"(?:ship )?(name|class|type|navy)\s*[:=]\s*(.+)", line, re.IGNORECASE)) is not None:
        return ReadLine(n, line, _labelled(draft, named[1].lower(), named[2]), None)
    trial = Draft(dict(draft.fields), list(draft.systems), draft.strength)
    read, unread = _items(trial, line)
    if not read and "name" not in draft.fields:
        return ReadLine(n, line, _header(draft, line), None)
    draft.fields, draft.systems, draft.strength = trial.fields, trial.systems, trial.strength
    missed = _("not read: {words}", words=" · ".join(unread)) if unread else None
    return ReadLine(n, line, joined(read, "; ") if read else None, missed)


# Names


def _labelled(draft: Draft, label: str, value: str) -> Text:
    match label:
        case "name":
            return _named(draft, value)
        case "navy":
            draft.fields["navy"] = _short(value)
            return _("navy {navy}", navy=_short(value))
        case "class" if "name" not in draft.fields and design.ship_class(_short(value)) is None:
            return _header(draft, value)
        case _:
            return _classed(draft, value)


def _header(draft: Draft, line: str) -> Text:
    """The line with the name: ``Vandal-class Heavy Cruiser (CH)``, ``Vandal, Heavy Cruiser``, ``CH Vandal``."""
    parted = re.fullmatch(r"(.+?)[ -]+class\b[\s:,-]*(.*)", line, re.IGNORECASE) or re.fullmatch(r"(.+?)\s*[,(:]\s*(.*)", line)
    if parted is not None and parted[2]:
        return joined([_named(draft, parted[1]), _classed(draft, parted[2])])
    code, space, rest = line.partition(" ")
    if space and design.ship_class(code):
        return joined([_named(draft, rest), _classed(draft, code)])
    return _named(draft, parted[1] if parted is not None else line)


def _short(words: str) -> str:
    """Words as a field of a file takes them: one line, not too long."""
    kept = "".join(letter for letter in words if letter.isprintable())
    return kept.strip(" \"'“”*#=-,.:;()")[:60].strip()


def _named(draft: Draft, words: str) -> Text:
    draft.fields["name"] = _short(words) or "Ship"
    return _("name {name}", name=draft.fields["name"])


def _classed(draft: Draft, words: str) -> Text:
    """A class by its usual code or name, or in other words."""
    for each in (words, *re.split(r"[(),;/]", words)):
        if (usual := design.ship_class(_short(each))) is not None:
            draft.fields["class_code"] = usual.code
            return _("class {code}, {name}", code=usual.code, name=usual.names[0])
    draft.fields["class_name"] = _short(words)
    return _("class {name}", name=_short(words))


# Things in a line


def _items(draft: Draft, line: str) -> tuple[list[Text], list[str]]:
    """As what the things in a line were read, and the words that were not."""
    read: list[Text] = []
    unread: list[str] = []
    for item in _parted(re.sub(rf"^\W*{HEADINGS}\s*[:=-]\s*", "", line, flags=re.IGNORECASE)):
        found = _item(draft, item)
        if found is None:
            unread.append(item)
        else:
            read.append(found)
    return read, unread


def _parted(line: str) -> Iterator[str]:
    """The things of a line: between commas, semicolons, wide gaps and pluses outside brackets; arcs stay with what fires."""
    depth, start, items = 0, 0, list[str]()
    for end in re.finditer(r"[(\[]|[)\]]|[,;|+•]|\s{2,}|\t|$|\s(?:and|with)\s", line):
        depth += (end[0] in "([" and end[0] != "") - (end[0] in ")]" and end[0] != "")
        if end[0] in ("(", "[", ")", "]") or (depth > 0 and end.end() < len(line)):
            continue
        items.append(line[start : end.start()].strip(" -*•.\t"))
        start = end.end()
    yield from _joined([item for item in items if item])


HOLDS_MASS = re.compile(r"\b(?:magazine|mag|smm|bay|hangar|tug)s?\b", re.IGNORECASE)
MASS_ONLY = re.compile(r"\d{1,3} mass", re.IGNORECASE)


def _joined(items: Sequence[str]) -> Iterator[str]:
    """Items with the arcs, or the MASS of what holds some, that stand behind a comma."""
    whole = ""
    for item in items:
        if whole and (ARCS_ONLY.fullmatch(item) or (MASS_ONLY.fullmatch(item) and HOLDS_MASS.search(whole))):
            whole = f"{whole} ({item})"
        else:
            yield from [whole] if whole else []
            whole = item
    yield from [whole] if whole else []


def _item(draft: Draft, item: str) -> Text | None:
    """Put one thing into the draft; as what it was read."""
    bare, arcs, notes = _bracketed(item)
    for words, quantity in _readings(bare, notes):
        if field := field_named(draft, words, quantity):
            return _field_words(draft, field, words)
        if (entry := system_entry(words, quantity)) is not None:
            return _put_system(draft, entry, arcs)
    return None


def _bracketed(item: str) -> tuple[str, tuple[Arc, ...] | None, list[str]]:
    """An item without its brackets, the arcs that stand in them or at its end, and what else stood in brackets."""
    arcs: tuple[Arc, ...] | None = None
    notes: list[str] = []
    for inside in re.findall(r"[(\[]([^)\]]*)[)\]]?", item):
        if (said := _arcs(inside.strip())) is not None:
            arcs = said
        elif inside.strip():
            notes.append(inside.strip())
    bare = re.sub(r"[(\[][^)\]]*[)\]]?", " ", item).strip()
    if arcs is None and (tail := re.search(rf"\s({ARC}(?:[/ ,-]+{ARC})*|all(?: round| arcs)?|360°?)$", bare, re.IGNORECASE)):
        arcs, bare = _arcs(tail[1]), bare[: tail.start()]
    return bare, arcs, notes


def _arcs(words: str) -> tuple[Arc, ...] | None:
    """Arcs as they are written; None for other words.

    >>> _arcs("fp/f/fs"), _arcs("all round"), _arcs("2 groups")
    (('FP', 'F', 'FS'), ('F', 'FS', 'AS', 'A', 'AP', 'FP'), None)
    """
    if ROUND.fullmatch(words):
        return ALL_ROUND
    if not ARCS_ONLY.fullmatch(words):
        return None
    named = [arc.upper() for arc in re.findall(ARC, words, re.IGNORECASE)]
    return tuple(arc for arc in (*ARCS[-2:], *ARCS[:-2]) if arc in named)


COUNTS = (
    r"(?P<q>\d{1,3}) ?(?:x|×|\*) ?(?P<w>.+)",
    r"(?P<w>.+?) ?(?:x|×|\*) ?(?P<q>\d{1,3})",
    r"(?P<q>\d{1,3}) (?P<w>.+)",
    r"(?P<w>\D+?) (?P<q>\d{1,3})",
)
"""How many of a thing there are: ``2x``, ``x2``, ``2`` before or behind it."""


def _readings(bare: str, notes: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The ways in which an item may be meant: its words in small letters with what stands in brackets, and how many."""
    whole = _plain(bare)
    inner = [plain for note in notes if (plain := _plain(note)) and not is_counted(plain)]
    yield " ".join([whole, *inner]), 1
    for pattern in COUNTS:
        if (found := re.fullmatch(pattern, whole)) is not None:
            yield " ".join([found["w"], *inner]), int(found["q"])
    for note in inner:
        if number := re.fullmatch(r"(?:x|×)? ?(\d{1,3}) ?(?:x|×|boxes|off)?", note):
            yield whole, int(number[1])


def _plain(words: str) -> str:
    """Words in small letters, one space between them, without the signs that join them."""
    apart = re.sub(r"[-_:=/.#]+", " ", words.casefold())
    return re.sub(r"\s+", " ", apart).strip()


def _put_system(draft: Draft, entry: dict[str, Json], arcs: tuple[Arc, ...] | None) -> Text:
    counts = design.arc_counts(entry["system"], entry.get("class", 0))
    if arcs is not None and len(arcs) == 1 and counts and min(counts) > 1:
        arcs = after_click((), arcs[0], counts)
    if counts and counts != (len(ALL_ROUND),):
        entry = {**entry, "arcs": list(arcs)} if arcs is not None else aimed(entry, (), counts)
    if entry["system"] == "screen" and (known := next((e for e in draft.systems if e["system"] == "screen"), None)):
        known["level"] = known["level"] + entry["level"]
    else:
        draft.systems.append(entry)
    fittings = [fitting for fitting in read_draft({"mass": 1, "systems": [entry]}).fittings if fitting.at == "systems[0]"]
    return fitting_words(fittings[0], 1) if fittings else KINDS[entry["system"]].name


def _field_words(draft: Draft, field: str, words: str) -> Text:
    if field == "counted":
        return _("{words}, counted anew", words=words)
    if field == "hull" and draft.strength:
        return _("hull {strength}", strength=draft.strength)
    value = draft.fields[field]
    if field == "people":
        return _("built by {people}", people=NAMES[value])
    shown = {True: _("yes"), False: _("no")}[value] if isinstance(value, bool) else str(value).strip("{}[]").replace("'", "")
    return _("{field} {value}", field=field.replace("_", " "), value=shown)


# The document


def _document(draft: Draft) -> dict[str, Json]:
    """The design file: what was read, a key out of the name, the people that builds it all."""
    fields = {"name": "Ship", **draft.fields}
    mass = fields.get("mass", 0)
    if draft.strength and "hull" not in fields and mass:
        fields["hull"] = design.percentage(mass, design.HULL_STRENGTHS[draft.strength])
    kinds = [*[entry["system"] for entry in draft.systems], *(["shell"] if "shell" in fields else [])]
    builds = {each: sum(each in KINDS[kind].peoples for kind in kinds) for each in PEOPLES}
    people = fields.pop("people", max(PEOPLES, key=lambda each: builds[each]))
    alien = {} if people == "human" else {"people": people}
    return {"key": _key(fields["name"]), **fields, **alien, "systems": draft.systems}


def _key(name: str) -> str:
    """A key out of a name.

    >>> _key("Lu'Dak No. 2")
    'lu-dak-no-2'
    """
    return "-".join(re.findall(r"[a-z0-9]+", name.casefold()))[:40].strip("-") or "ship"
