"""What an entry of `systems` may be made to say: its class, arcs, level, capacity, load, magazine, quantity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from quarterdeck.engine.edits import Edit
from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.engine.workshop import Figure, Pick, Sector
from quarterdeck.systems.full_thrust import design
from quarterdeck.systems.full_thrust.design_entries import LARGEST_CLASS, LARGEST_TMF, AnyEntry, Entry, MagazineEntry
from quarterdeck.systems.full_thrust.design_file import RULE_OF_FIELD
from quarterdeck.systems.full_thrust.prices import Fitting
from quarterdeck.systems.full_thrust.ship import ALL_ROUND, ARCS, Arc

ENTRIES: dict[str, type[Entry]] = {
    system: model for model in get_args(get_args(AnyEntry)[0]) for system in get_args(model.model_fields["system"].annotation)
}
"""The sort of entry of each system."""

AMOUNTS: dict[str, tuple[Text, int, int, bool]] = {
    "capacity": (_("Capacity, MASS"), 1, LARGEST_TMF, False),
    "std": (_("Standard salvos"), 0, LARGEST_TMF, True),
    "er": (_("Enhanced Range salvos"), 0, LARGEST_TMF, True),
    "mines": (_("Mines"), 1, LARGEST_TMF, False),
    "rating": (_("Rating"), 1, LARGEST_TMF, False),
    "tows": (_("Tows, MASS"), 1, LARGEST_TMF, False),
    "quantity": (_("Quantity"), 1, LARGEST_TMF, False),
}
"""The figures that are amounts: name, least, most, and whether the entry may leave them out."""

CHOICES: dict[str, tuple[Text, Mapping[Any, Text]]] = {
    "level": (_("Level"), {1: _("1"), 2: _("2")}),
    "tuning": (_("Tuning"), {"L": _("long"), "M": _("medium"), "C": _("close")}),
    "load": (_("Salvo"), {"std": _("standard"), "er": _("Enhanced Range")}),
}
"""The figures with a few values: name, and what each value is called."""

ORDER = ("system", "cls", "level", "tuning", "load", "arcs", "magazine", "capacity", "std", "er", *AMOUNTS)
"""In which order the figures stand; the quantity last."""

NEW_MAGAZINE = 6
"""The capacity of a magazine that is put in with its launcher."""


def entry_figures(
    at: str, raw: Mapping[str, Json], entry: Entry, fitting: Fitting, magazines: Sequence[MagazineEntry], end: str
) -> Iterator[Figure]:
    """The figures of an entry that stands at `at`; `end` is where a further entry is appended."""
    fields = sorted(type(entry).model_fields.items(), key=lambda each: ORDER.index(each[0]))
    for field, info in fields:
        key = info.alias or field
        value, rule = getattr(entry, field), RULE_OF_FIELD.get(key, "")
        if key == "class":
            yield Figure(at, _("Class"), "choice", value, rule, picks=_classes(at, raw, fitting))
        elif key == "arcs":
            yield from _ring(f"{at}.arcs", fitting)
        elif key == "magazine":
            yield Figure(f"{at}.{key}", _("Draws from"), "choice", value, rule, picks=_magazines(at, value, magazines, end))
        elif key in CHOICES:
            name, values = CHOICES[key]
            picks = tuple(Pick(text, (Edit(f"{at}.{key}", each),), each == value) for each, text in values.items())
            yield Figure(f"{at}.{key}", name, "choice", value, rule, picks=picks)
        elif key in AMOUNTS:
            name, least, most, optional = AMOUNTS[key]
            yield Figure(f"{at}.{key}", name, "amount", value or 0, rule, least, most, optional)


def aimed(entry: Mapping[str, Json], arcs: Sequence[Arc], counts: Sequence[int]) -> dict[str, Json]:
    """The entry with arcs that it may have, and without any where it may fire all round only."""
    rest = {key: value for key, value in entry.items() if key != "arcs"}
    return rest if tuple(counts) in ((), (len(ARCS),)) else {**rest, "arcs": list(design.nearest_arcs(arcs, counts))}


def _classes(at: str, raw: Mapping[str, Json], fitting: Fitting) -> tuple[Pick, ...]:
    """The classes of a gun; with each the arcs that it may have, nearest to those there are."""
    picks = []
    for cls in range(1, LARGEST_CLASS + 1):
        changed = aimed({**raw, "class": cls}, fitting.arcs, design.arc_counts(fitting.kind, cls))
        picks.append(Pick(_("{n}", n=cls), (Edit(at, changed),), cls == fitting.size))
    return tuple(picks)


def _magazines(at: str, drawn: int, magazines: Sequence[MagazineEntry], end: str) -> tuple[Pick, ...]:
    """The magazines on board, each copy for itself, and a further one (FT-6.5.1)."""
    each = [magazine for magazine in magazines for _copy in range(magazine.quantity)]
    picks = [
        Pick(_("magazine {n}, {salvos}", n=n, salvos=_salvos(magazine)), (Edit(f"{at}.magazine", n),), n == drawn)
        for n, magazine in enumerate(each, 1)
    ]
    new = Edit(end, {"system": "sm_magazine", "capacity": NEW_MAGAZINE})
    return (*picks, Pick(_("a new magazine"), (new, Edit(f"{at}.magazine", len(each) + 1))))


def _salvos(magazine: MagazineEntry) -> Text:
    n = magazine.load.std + magazine.load.er
    return ngettext("{n} salvo", "{n} salvos", n)


# The ring


def _ring(at: str, fitting: Fitting) -> Iterator[Figure]:
    """The ring of arcs, where there is a choice; a sector says what the arcs become when it is clicked (FT-9.9.4)."""
    counts = design.arc_counts(fitting.kind, fitting.size)
    if counts == (len(ARCS),):
        return
    sectors = tuple(
        Sector(_("{arc}", arc=arc), 60 * n - 30, 60 * n + 30, (Edit(at, list(after_click(fitting.arcs, arc, counts))),), on)
        for n, arc in enumerate(ARCS)
        for on in (arc in fitting.arcs,)
    )
    round_ = Pick(_("all round"), (Edit(at, list(ALL_ROUND)),), fitting.arcs == ALL_ROUND)
    picks = (round_,) if len(ARCS) in counts else ()
    yield Figure(at, _("Arcs"), "ring", list(fitting.arcs), "FT-9.9.4", picks=picks, sectors=sectors)


def after_click(arcs: Sequence[Arc], clicked: Arc, counts: Sequence[int]) -> tuple[Arc, ...]:
    """The arcs after a click on one: it joins its neighbours or leaves them where that is legal, else the arcs turn to it.

    >>> after_click(("FP", "F"), "FS", (1, 2, 3)), after_click(("FP", "F", "FS"), "A", (3, 6))
    (('FP', 'F', 'FS'), ('AS', 'A', 'AP'))
    """
    changed = {*arcs} ^ {clicked}
    if changed and len(changed) in counts:
        run = design.nearest_arcs(sorted(changed, key=ARCS.index), (len(changed),))
        if {*run} == changed:
            return run
    least = min(counts)
    start = ARCS.index(clicked) - (least - 1) // 2
    return tuple(ARCS[(start + step) % len(ARCS)] for step in range(least))
