"""The parts of a ship as they are offered: an entry of `systems` for each sort, in the order of the price list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust import design
from quarterdeck.systems.full_thrust.design_file import read_draft
from quarterdeck.systems.full_thrust.prices import PRICE_LIST, Fitting, titled
from quarterdeck.systems.full_thrust.workshop.entry_figures import ENTRIES, NEW_MAGAZINE, aimed

VARIANTS: Mapping[str, tuple[dict[str, Json], ...]] = {
    "beam": tuple({"class": cls} for cls in range(1, 6)),
    "k_gun": tuple({"class": cls} for cls in range(1, 7)),
    "plasma_bolt_launcher": tuple({"class": cls} for cls in range(1, 5)),
    "screen": ({"level": 1}, {"level": 2}),
    "smr": ({"load": "std"}, {"load": "er"}),
    "pulser": ({"tuning": "L"}, {"tuning": "M"}, {"tuning": "C"}),
    "sm_magazine": ({"capacity": NEW_MAGAZINE},),
    "small_craft_bay": ({"capacity": 4},),
    "tug_drive": ({"tows": 50},),
    "minelayer": ({"mines": 4},),
    "power_generator": ({"rating": 10},),
}
"""With which figures a sort of system is offered; all others stand alone."""

LOADS: dict[str, Text] = {"std": _("{what}, standard"), "er": _("{what}, Enhanced Range")}


@cache
def _written() -> tuple[dict[str, Json], ...]:
    """The entries on offer, without arcs."""
    kinds = [kind.key for kind in PRICE_LIST if kind.key in ENTRIES]
    return tuple({"system": key, **figures} for key in kinds for figures in VARIANTS.get(key, ({},)))


def part_entries(tmf: int) -> Iterator[tuple[dict[str, Json], Fitting, Text]]:
    """Each entry on offer with legal arcs, what it fits on a ship of this TMF, and what it is called."""
    written = _written()
    draft = read_draft({"mass": max(tmf, 1), "systems": list(written)})
    fitted = {fitting.at: fitting for fitting in draft.fittings}
    for n, entry in enumerate(written):
        fitting = fitted[f"systems[{n}]"]
        name = titled(fitting)
        if "load" in entry:
            name = Text(LOADS[entry["load"]].message, {"what": name})
        yield aimed(entry, fitting.arcs, design.arc_counts(fitting.kind, fitting.size)), fitting, name
