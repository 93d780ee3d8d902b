"""The words by which players call the parts of a ship when they write one down, and what each of them puts into a design file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from quarterdeck.engine.problems import Json
from quarterdeck.systems.full_thrust import design


@dataclass(slots=True)
class Draft:
    """A design file that is being read: its fields, and a hull that is given by the name of its strength."""

    fields: dict[str, Json] = field(default_factory=dict)
    systems: list[dict[str, Json]] = field(default_factory=list)
    strength: str = ""


Words: TypeAlias = "re.Match[str]"
Field: TypeAlias = Callable[[Draft, Words, int], str]
"""Puts what was read into a draft; the name of the field, or "" where what was read cannot be."""


# Systems

NUMBER = r"(\d{1,3})"
CLASS = rf"(?:class )?{NUMBER}"
BOLTS = r"(?:plasma bolt(?: launcher)?s?|pbl)"
RACKS = r"(?:smr|salvo missile racks?)"

SYSTEM_WORDS: tuple[tuple[str, str, str], ...] = (
    ("fire_control", "", r"fire ?con(?:trol)?s?(?: systems?)?|f ?c ?s|fc"),
    ("adfc", "", r"adfcs?|adaf|area defen[cs]e(?: fire ?con(?:trol)?s?)?"),
    ("pds", "", r"pds?s?|pdaf|point defen[cs]e(?: systems?)?"),
    ("screen_backup", "", r"(?:backup|reserve|spare) screens?(?: generators?)?"),
    ("screen", "level", rf"screens? (?:level )?{NUMBER}|level {NUMBER} screens?|screens?(?: generators?)?"),
    (
        "beam",
        "class",
        rf"(?:beams?|beam battery|battery|batteries|b) ?{CLASS}|{CLASS} (?:beams?|beam battery|battery|batteries)",
    ),
    ("k_gun", "class", rf"k ?guns? ?{CLASS}|{CLASS} k ?guns?|k ?{NUMBER}(?: guns?)?"),
    (
        "plasma_bolt_launcher",
        "class",
        rf"{BOLTS} ?{CLASS}|{CLASS} {BOLTS}",
    ),
    ("pulser", "tuning", r"pulsers? (?P<t>[lmc])(?:ong|edium|lose)?|(?P<u>long|medium|close)(?: range)? pulsers?|pulsers?"),
    (
        "smr",
        "load",
        rf"(?P<t>er )?{RACKS}(?P<u> er| enhanced range)?|(?P<v>enhanced range) {RACKS}",
    ),
    ("sml", "", r"smls?|salvo missile launchers?|salvo launchers?"),
    ("sm_magazine", "capacity", rf"(?:(?:sm|salvo missile) )?(?:magazines?|mags?|smm)(?: {NUMBER}(?P<s> salvos?)?(?: mass)?)?"),
    ("pulse_torpedo", "", r"pulse torp(?:edo)?(?:e?s)?|p ?torps?|pt"),
    ("needle_beam", "", r"needle(?: beam)?s?"),
    ("submunition_pack", "", r"sub ?munitions?(?: packs?)?|sub ?packs?|smp"),
    ("fighter_bay", "", r"(?:fighter )?(?:bays?|hangars?|hangar bays?)|fighter groups?"),
    ("small_craft_bay", "capacity", rf"(?:small craft|shuttle|boat) (?:bays?|hangars?)(?: {NUMBER}(?: mass)?)?"),
    ("enhanced_sensors", "", r"enhanced sensors?"),
    ("superior_sensors", "", r"superior sensors?"),
    ("weasel_cruiser", "", r"(?:cruiser )?weasels?(?: decoys?)?(?: cruiser)?"),
    ("weasel_capital", "", r"capital weasels?(?: decoys?)?|weasels?(?: decoys?)? capital"),
    ("area_ecm", "", r"area(?: effect)? ecm"),
    ("ecm", "", r"ecms?"),
    ("minelayer", "mines", rf"mine ?layers?(?: {NUMBER}(?: mines?)?)?"),
    ("minesweeper", "", r"mine ?sweepers?"),
    ("ortillery", "", r"ortillery(?: systems?)?"),
    ("nova_cannon", "", r"nova cannons?"),
    ("wave_gun", "", r"wave guns?"),
    ("reflex_field", "", r"reflex fields?"),
    ("cloaking_field", "", r"cloak(?:ing)?(?: fields?| devices?)?"),
    ("tug_drive", "tows", rf"(?:ftl )?tug(?: drive)? {NUMBER}(?: mass)?"),
    ("mkp", "", r"mkps?|multi kinetic penetrators?"),
    ("scattergun", "", r"scatterguns?"),
    ("drive_node", "", r"(?:main )?drive nodes?"),
    ("power_generator", "rating", rf"(?:power )?generators? (?:rating )?{NUMBER}|power {NUMBER}"),
    ("stinger_node", "", r"stingers?(?: nodes?)?"),
    ("pod_launcher", "", r"pod launchers?"),
    ("spicule", "", r"spicules?"),
    ("screen_node", "", r"screen nodes?"),
    ("cortex_node", "", r"cortex(?: nodes?)?"),
    ("drone_womb", "", r"(?:drone )?wombs?"),
    ("vapour_shroud", "", r"vapou?r shrouds?(?: glands?)?"),
)
"""Each system, the figure that goes with it, and what it is called (FT-9.11.3); the first that fits counts."""

SYSTEMS = tuple((system, figure, re.compile(words)) for system, figure, words in SYSTEM_WORDS)

LEAST_FIGURE: Mapping[str, int] = {"level": 1, "capacity": 2, "mines": 1, "class": 1, "rating": 1, "tows": 1}
"""What a figure is that is not said."""


def system_entry(words: str, quantity: int) -> dict[str, Json] | None:
    """The entry of `systems` that these words mean, in small letters and single spaces; None where they mean none.

    >>> system_entry("class 3 beam", 2)
    {'system': 'beam', 'class': 3, 'quantity': 2}
    """
    for system, figure, pattern in SYSTEMS:
        if (found := pattern.fullmatch(words)) is None:
            continue
        entry: dict[str, Json] = {"system": system}
        if figure:
            entry[figure] = _figure(figure, found)
        if system == "screen":
            return entry | {"level": max(entry["level"], quantity) if entry["level"] and quantity else 0}
        return entry | ({"quantity": quantity} if quantity != 1 else {})
    return None


def _figure(figure: str, found: Words) -> Json:
    said = found.groupdict()
    match figure:
        case "tuning":
            return (said["t"] or said["u"] or "m")[0].upper()
        case "load":
            return "er" if said["t"] or said["u"] or said["v"] else "std"
        case _:
            number = number_in(found)
            return LEAST_FIGURE[figure] if number is None else number * (design.SALVO_MASS["std"] if said.get("s") else 1)


def number_in(found: Words) -> int | None:
    """The number that stands in words; None where none does."""
    return next((int(group) for group in found.groups() if group and group.isdecimal()), None)


# What is no system


def _number(key: str) -> Field:
    def put(draft: Draft, found: Words, quantity: int) -> str:
        number = number_in(found)
        draft.fields[key] = quantity if number is None else number
        return key

    return put


def _strength(draft: Draft, found: Words, _quantity: int) -> str:
    draft.strength = found["s"].capitalize()
    return "hull"


def _layers(draft: Draft, found: Words, _quantity: int) -> str:
    draft.fields["shell"] = [int(boxes) for boxes in re.findall(r"\d{1,3}", found["l"])][:12]
    return "shell"


def _hold(draft: Draft, found: Words, quantity: int) -> str:
    said = found.groupdict()
    kind = next(kind for kind in design.HOLD_KINDS if (said["k"] or said["h"]).startswith(kind[:3]))
    holds: dict[str, Json] = draft.fields.setdefault("holds", {})
    number = number_in(found)
    holds[kind] = holds.get(kind, 0) + (quantity if number is None else number)
    return "holds"


def _value(key: str, value: Json) -> Field:
    def put(draft: Draft, _found: Words, _quantity: int) -> str:
        draft.fields[key] = value
        return key

    return put


def _counted(_draft: Draft, _found: Words, _quantity: int) -> str:
    return "counted"


HOLDS = r"(?P<k>cargo|passengers?|troops?|lab(?:oratory|oratories|s)?)(?: holds?| space| berths?)?"
COUNTED = "|".join(
    (
        r"(?:npv|cpv|points?|cost|point cost|pv)(?: \d+)?|\d+ (?:npv|cpv|points?|pv)",
        r"crew(?: factors?)?(?: \d+)?(?: factors?)?|\d+ crew(?: factors?)?",
        r"(?:damage track|rows?|hull rows?)(?: \d+)+|\d+(?: \d+){2,3}",
        r"standard sensors?|basic sensors?|core systems?|none",
    )
)
BOXES = rf"{NUMBER}(?: boxes| points)?"
DRIVES = r"(?:advanced )?(?:main drive|thrust|md|drive|grav drive|m drive)"
STRENGTHS = "|".join(design.HULL_STRENGTHS).lower()

FIELDS: tuple[tuple[re.Pattern[str], Field], ...] = tuple(
    (re.compile(words), put)
    for words, put in (
        (r"(?:tmf|mass|displacement|size) (\d{1,4})(?: mass| tmf)?|(\d{1,4}) (?:tmf|mass)|tmf|mass", _number("mass")),
        (
            rf"(?:hull )?(?:{STRENGTHS})(?: hull)? {NUMBER}(?: boxes)?|(?:hull )?{NUMBER}(?: boxes)? (?:{STRENGTHS})",
            _number("hull"),
        ),
        (rf"(?:hull )?(?P<s>{STRENGTHS})(?: hull)?", _strength),
        (
            rf"hull(?: integrity)?(?: (?:boxes )?{NUMBER}(?: boxes| points)?)?|{NUMBER} hull(?: boxes)?|hull boxes",
            _number("hull"),
        ),
        (rf"armou?r(?: boxes)?(?: {NUMBER})?(?: boxes)?|{NUMBER} armou?r(?: boxes)?", _number("armour")),
        (r"shell(?: armou?r)?(?: layers?)? (?P<l>\d{1,3}(?: \d{1,3}){0,11})", _layers),
        (rf"{DRIVES}(?: thrust)? {NUMBER}|thrust|{NUMBER} thrust", _number("thrust")),
        (r"ftl(?: drive)?(?: yes)?|jump(?: drive)?", _value("ftl", True)),
        (r"(?:no|non) ftl(?: drive)?|ftl(?: drive)? (?:no|none)", _value("ftl", False)),
        (r"(?:fully |full )?streamlin(?:ed|ing)(?: full)?", _value("streamlining", "full")),
        (r"part(?:ly|ial|ially) streamlin(?:ed|ing)|streamlining partial", _value("streamlining", "partial")),
        (r"civilian|merchant", _value("civilian", True)),
        (r"humans?", _value("people", "human")),
        (r"kra ?'?vak", _value("people", "kravak")),
        (r"sa ?'?vasku", _value("people", "savasku")),
        (r"phalons?", _value("people", "phalon")),
        (rf"{HOLDS}(?: {NUMBER})?(?: mass)?|{NUMBER} {HOLDS.replace('k>', 'h>')}", _hold),
        (COUNTED, _counted),
    )
)
"""What else a ship is written down with; points, crew and rows are counted anew."""


def field_named(draft: Draft, words: str, quantity: int) -> str:
    """The field that these words fill in a draft; "" where they fill none, ``counted`` for what follows from the rest."""
    for pattern, put in FIELDS:
        if (found := pattern.fullmatch(words)) is not None:
            return put(draft, found, quantity)
    return ""


def is_counted(words: str) -> bool:
    """Whether words say only what follows from the rest: points, crew, the rows of the hull."""
    return re.fullmatch(COUNTED, words) is not None
