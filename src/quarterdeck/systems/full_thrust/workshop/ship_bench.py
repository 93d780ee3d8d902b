"""A design file on the bench: its figures, its systems, the parts there are, its account and its record sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from quarterdeck.engine.account import Account
from quarterdeck.engine.edits import Edit, found_at
from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import Text, _
from quarterdeck.engine.workshop import Bench, Entry, Figure, Part, Pick, Section, with_remedies
from quarterdeck.systems.full_thrust import design as rules
from quarterdeck.systems.full_thrust.design_checks import NAMES
from quarterdeck.systems.full_thrust.design_entries import LARGEST_TMF, MagazineEntry
from quarterdeck.systems.full_thrust.design_file import MOST_LAYERS, DesignFile, Draft, Silhouette, read_draft
from quarterdeck.systems.full_thrust.prices import KINDS, Fitting, price
from quarterdeck.systems.full_thrust.sheet import sheet_of
from quarterdeck.systems.full_thrust.ship import PEOPLES
from quarterdeck.systems.full_thrust.shipyard import account_of, draw_design, fitting_words
from quarterdeck.systems.full_thrust.workshop.entry_figures import entry_figures
from quarterdeck.systems.full_thrust.workshop.parts import part_entries

BLANK: dict[str, Json] = {
    "key": "new-ship",
    "name": "New ship",
    "mass": 50,
    "hull": 15,
    "thrust": 4,
    "ftl": True,
    "systems": [{"system": "fire_control"}],
}
"""A ship to begin with."""


def ship_bench(document: Json) -> Bench:
    """A design file as an editor shows it."""
    draft, account = read_draft(document), account_of(document)
    drawn = draw_design(document)
    bench = Bench(
        title=account.title,
        figure=figure_of(account),
        sections=tuple(_sections(draft)),
        listed=_("Systems"),
        entries=tuple(_entries(document, draft)),
        parts=tuple(sorted(_parts(document, draft), key=lambda part: ORDER.index(part.category.message))),
        account=account,
        sheet=sheet_of(drawn) if drawn else None,
    )
    return with_remedies(bench, document, lambda changed: account_of(changed).problems)


def figure_of(account: Account) -> Text:
    """What an account comes to, in one line."""
    used, tmf, cpv = account.totals["MASS"], account.limits.get("MASS", 0), account.totals["CPV"]
    return _("{used} of {tmf} MASS · {cpv} CPV · {npv} NPV", used=used, tmf=tmf, cpv=cpv, npv=account.totals["NPV"])


def price_words(fitting: Fitting, tmf: int) -> Text:
    """What a fitting takes and costs."""
    mass, cpv, _npv = price(fitting, tmf)
    return _("{mass} MASS · {cpv} CPV", mass=mass, cpv=cpv)


# The figures of the ship


def _sections(draft: Draft) -> Iterator[Section]:
    file = draft.file
    yield Section(_("Hull"), tuple(_hull(file)))
    yield Section(_("Drives"), tuple(_drives(file)))
    yield Section(_("Ship"), tuple(_ship(file)), below=True)
    holds = [_amount(f"holds.{kind}", KINDS[kind].name, size or 0, "FT-9.4.1", optional=True) for kind, size in file.holds]
    yield Section(_("Holds"), tuple(holds), below=True)


def _amount(at: str, name: Text, value: int, rule: str, most: int = LARGEST_TMF, *, optional: bool = False) -> Figure:
    return Figure(at, name, "amount", value, rule, 0 if optional else 1, most, optional)


def _choice(at: str, name: Text, value: Json, rule: str, choices: Mapping[Json, Text]) -> Figure:
    """A choice by value; a value that is none of the choices stands before them."""
    known = choices if value in choices else {value: _("{value}", value=str(value)), **choices}
    picks = tuple(Pick(text, (Edit(at, each),), each == value) for each, text in known.items())
    return Figure(at, name, "choice", value, rule, picks=picks)


def _ship(file: DesignFile) -> Iterator[Figure]:
    usual = rules.possible_classes(file.mass)
    names = {row.code: _("{code} {name}", code=row.code, name=row.names[0]) for row in rules.SHIP_CLASSES}
    codes = {"": _("none"), **{code: names[code] for code in (*usual, *[each for each in names if each not in usual])}}
    yield Figure("name", _("Name"), "text", file.name, "FT-9.1.1")
    yield _choice("class_code", _("Class"), file.class_code, "FT-9.2.2", codes)
    yield Figure("class_name", _("Class in words"), "text", file.class_name, "FT-9.2.2")
    yield Figure("navy", _("Navy"), "text", file.navy)
    yield _choice("people", _("Built by"), file.people, "FT-A.2.19", {people: NAMES[people] for people in PEOPLES})
    yield Figure("mixed", _("Systems of other peoples too"), "flag", file.mixed, "FT-A.2.19")
    yield Figure("civilian", _("Civilian"), "flag", file.civilian, "FT-2.5.1")
    shapes: dict[Json, Text] = {None: _("by its size")}
    shapes |= {key: _("{key}", key=key.replace("-", " ")) for key in get_args(Silhouette)}
    yield _choice("silhouette", _("Silhouette"), file.silhouette, "", shapes)


def _hull(file: DesignFile) -> Iterator[Figure]:
    yield _amount("mass", _("MASS"), file.mass, "FT-9.2.1")
    boxes = {name: max(1, rules.round_half_up(file.mass * share, 100)) for name, share in rules.HULL_STRENGTHS.items()}
    picks = tuple(Pick(_("{name} {boxes}", name=name, boxes=n), (Edit("hull", n),), n == file.hull) for name, n in boxes.items())
    yield Figure("hull", _("Hull boxes"), "amount", file.hull, "FT-9.3.2", 1, LARGEST_TMF, picks=picks if file.mass else ())
    if file.people != "phalon" or file.armour:
        yield _amount("armour", _("Armour boxes"), file.armour, "FT-9.8.1", optional=True)
    if file.people == "phalon" or file.shell:
        layers = [*file.shell, 0][:MOST_LAYERS]
        for n, size in enumerate(layers):
            yield _amount(f"shell[{n}]", _("Shell, layer {n}", n=n + 1), size, "FT-A.4.2", optional=True)


def _drives(file: DesignFile) -> Iterator[Figure]:
    if file.people != "savasku" or file.thrust:
        yield _amount("thrust", _("Thrust"), file.thrust, "FT-9.5.2", 20, optional=True)
    yield Figure("ftl", _("FTL Drive"), "flag", file.ftl, "FT-9.5.1")
    grades = {"none": _("none"), "partial": _("partial"), "full": _("full")}
    yield _choice("streamlining", _("Streamlining"), file.streamlining, "FT-9.6.1", grades)


# Systems and parts


def _entries(document: Json, draft: Draft) -> Iterator[Entry]:
    """All entries of the file, also those that cannot be read."""
    raw, fitted = systems_of(document), {fitting.at: fitting for fitting in draft.fittings}
    read = iter(draft.file.systems)
    magazines = [entry for entry in draft.file.systems if isinstance(entry, MagazineEntry)]
    for n, each in enumerate(raw):
        at = f"systems[{n}]"
        if (fitting := fitted.get(at)) is None:
            yield Entry(at, _("Entry {n}", n=n + 1), _("It cannot be read."), "FT-9.11.3")
            continue
        figures = tuple(entry_figures(at, each, next(read), fitting, magazines, f"systems[{len(raw)}]"))
        title, note = fitting_words(fitting, draft.file.mass), price_words(fitting, draft.file.mass)
        yield Entry(at, title, note, KINDS[fitting.kind].rule, figures)


def systems_of(document: Json) -> Sequence[Json]:
    """The entries of a file as they stand there; none where it has no list of them."""
    found = found_at(document, "systems")
    return found if isinstance(found, list) else []


def _parts(document: Json, draft: Draft) -> Iterator[Part]:
    """What may be put in by the people that builds the ship; one more of what is there already adds to its quantity."""
    file, raw = draft.file, systems_of(document)
    for entry, fitting, name in part_entries(file.mass):
        kind = KINDS[fitting.kind]
        if file.people in kind.peoples or file.mixed:
            edit = _put_in(entry, raw)
            category = CATEGORIES.get(kind.category, OTHER)
            note = price_words(fitting, file.mass)
            yield Part(f"{kind.key}-{fitting.size}", name, category, note, kind.rule, (edit,), kind.category)


OTHER = _("Other")
CATEGORIES: dict[str, Text] = {
    "weapon": _("Weapons"),
    "ammunition": _("Ammunition"),
    "fire control": _("Fire control"),
    "defence": _("Defence"),
    "electronics": _("Sensors and decoys"),
    "bay": _("Bays"),
    "womb": _("Bays"),
    "drive": _("Drives"),
    "power": _("Power"),
}
"""What the categories of the price list are called, in the order in which they are offered; all others come last."""

ORDER = [*dict.fromkeys(name.message for name in CATEGORIES.values()), OTHER.message]


def _put_in(entry: Mapping[str, Json], raw: Sequence[Json]) -> Edit:
    """The edit that puts one in; arcs that are chosen make an entry of its own."""
    for n, each in enumerate(raw):
        if isinstance(each, dict) and {key: value for key, value in each.items() if key != "quantity"} == entry:
            quantity = each.get("quantity", 1)
            if "arcs" not in entry and isinstance(quantity, int):
                return Edit(f"systems[{n}].quantity", quantity + 1)
    return Edit(f"systems[{len(raw)}]", dict(entry))
