"""A fleet file on the bench: name and limit, its ships with their fighters, the designs that may join."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from quarterdeck.engine.account import Account
from quarterdeck.engine.edits import Edit, found_at
from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import Text, _
from quarterdeck.engine.workshop import Bench, Entry, Figure, Part, Pick, Section, with_remedies
from quarterdeck.systems.full_thrust.fighters.types import TYPES, fighters_of
from quarterdeck.systems.full_thrust.fleet_file import Fleet, account_of_fleet, read_fleet, ship_words
from quarterdeck.systems.full_thrust.forces import packaged_designs
from quarterdeck.systems.full_thrust.prices import groups_cpv
from quarterdeck.systems.full_thrust.scenario_checks import fighter_bays
from quarterdeck.systems.full_thrust.scenario_files import NamedShip
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.shipyard import read_design

BLANK: dict[str, Json] = {"key": "new-fleet", "name": "New fleet", "ships": []}
"""A fleet to begin with."""


def fleet_bench(document: Json, at_hand: Sequence[Json]) -> Bench:
    """A fleet as an editor shows it; `at_hand` are design files besides those that come with the game."""
    fleet, account = read_fleet(document), account_of_fleet(document)
    bench = Bench(
        title=account.title,
        figure=_figure(account, len(ships_of(document))),
        sections=(Section(_("Fleet"), tuple(_figures(document))),),
        listed=_("Ships"),
        entries=tuple(_entries(document, None if isinstance(fleet, list) else fleet)),
        parts=tuple(_parts(document, at_hand)),
        account=account,
    )
    return with_remedies(bench, document, lambda changed: account_of_fleet(changed).problems)


def _figure(account: Account, ships: int) -> Text:
    if "CPV" in account.limits:
        return _("{ships} ships · {cpv} of {points} CPV", ships=ships, cpv=account.totals["CPV"], points=account.limits["CPV"])
    return _("{ships} ships · {cpv} CPV", ships=ships, cpv=account.totals["CPV"])


def _figures(document: Json) -> Iterator[Figure]:
    name, points = found_at(document, "name"), found_at(document, "points")
    yield Figure("name", _("Name"), "text", name if isinstance(name, str) else "")
    value = points if isinstance(points, int) else 0
    yield Figure("points", _("Limit, CPV"), "amount", value, "FT-1.1.3", 0, 100_000, optional=True)


def ships_of(document: Json) -> Sequence[Json]:
    """The ships of a file as they stand there; none where it has no list of them."""
    found = found_at(document, "ships")
    return found if isinstance(found, list) else []


# The ships


def _entries(document: Json, fleet: Fleet | None) -> Iterator[Entry]:
    for n, _raw in enumerate(ships_of(document)):
        at = f"ships[{n}]"
        ship = fleet.file.ships[n] if fleet else None
        design = fleet.designs.get(ship.design) if fleet and ship else None
        if ship is None or design is None:
            what = _("{name}", name=ship.name) if ship else _("Ship {n}", n=n + 1)
            yield Entry(at, what, _("It cannot be read."), "FT-9.1.1")
            continue
        figures = (Figure(f"{at}.name", _("Name"), "text", ship.name), *_bays(at, ship, design))
        note = _("{mass} MASS · {cpv} CPV", mass=design.mass, cpv=design.cpv + groups_cpv(_types(ship)))
        yield Entry(at, ship_words(ship.name, design), note, "FT-9.11.5", figures)


def _types(ship: NamedShip) -> list[str]:
    return [group.type for group in ship.fighters if group.type in TYPES]


def types_of(design: Design) -> list[str]:
    """The types of fighters that the people of a design buys (FT-5.7.1, FT-A.2.17, FT-A.4.24); Drones are grown (FT-A.3.24)."""
    return [key for key in fighters_of(design.people) if TYPES[key].cpv]


def _bays(at: str, ship: NamedShip, design: Design) -> Iterator[Figure]:
    """What stands in each Bay: a group of some type, or nothing (FT-9.7.1)."""
    groups = [group.model_dump(exclude_defaults=True) for group in ship.fighters]
    for bay in range(fighter_bays(design)):
        inside = groups[bay]["type"] if bay < len(groups) else ""
        empty = Pick(_("empty"), (Edit(f"{at}.fighters", groups[:bay] + groups[bay + 1 :]),), not inside)
        picks = [_group(at, groups, bay, key, on=key == inside) for key in types_of(design)]
        yield Figure(f"{at}.fighters[{bay}]", _("Bay {n}", n=bay + 1), "choice", inside, "FT-9.7.1", picks=(empty, *picks))


def _group(at: str, groups: list[dict[str, Json]], bay: int, key: str, *, on: bool) -> Pick:
    """A group of a type for a Bay: for the first empty one where those before it are empty too."""
    placed = [*groups[:bay], {"type": key}, *groups[bay + 1 :]]
    return Pick(_("{type}, {cpv} CPV", type=TYPES[key].name, cpv=TYPES[key].cpv), (Edit(f"{at}.fighters", placed),), on)


# The designs


def _parts(document: Json, at_hand: Sequence[Json]) -> Iterator[Part]:
    """A design file that is at hand brings itself along; one in the fleet or the game needs only be named."""
    held = found_at(document, "designs")
    own = {key: each for key, each in held.items() if isinstance(key, str)} if isinstance(held, dict) else {}
    brought = {str(each["key"]): each for each in at_hand if isinstance(each, dict) and "key" in each}
    end, names = f"ships[{len(ships_of(document))}]", _names(document)
    for key, given in {**brought, **own}.items():
        design = known_design(given)
        if design is not None and design.key == key:
            hold = () if given == own.get(key) else (Edit(f"designs.{key}", given),)
            yield _part(design, end, names, hold, _("Own designs"))
    for key, design in packaged_designs().items():
        if key not in own and key not in brought:
            yield _part(design, end, names, (), _("{navy} navy", navy=(design.navy or "no").capitalize()))


def _part(design: Design, end: str, names: Sequence[str], hold: tuple[Edit, ...], category: Text) -> Part:
    ship = Edit(end, {"design": design.key, "name": free_name(design.name, names)})
    name = ship_words(design.name, design)
    note = _("{mass} MASS · {cpv} CPV", mass=design.mass, cpv=design.cpv)
    return Part(design.key, name, category, note, "FT-9.11.5", (*hold, ship), f"{design.class_code} {design.navy}")


def _names(document: Json) -> list[str]:
    return [str(ship.get("name")) for ship in ships_of(document) if isinstance(ship, Mapping)]


def free_name(name: str, names: Sequence[str]) -> str:
    """A name that no ship of the fleet has yet.

    >>> free_name("Oath", ["Oath", "Oath 2"])
    'Oath 3'
    """
    return next(each for n in range(1, len(names) + 2) if (each := name if n == 1 else f"{name[:56]} {n}") not in names)


def known_design(document: Json) -> Design | None:
    """The ship of a design file; None where it is no ship. Files that were read before are not read again."""
    try:
        return _read(json.dumps(document, sort_keys=True))
    except (TypeError, ValueError, RecursionError):
        return None


@lru_cache(maxsize=1000)
def _read(text: str) -> Design | None:
    design = read_design(json.loads(text))
    return None if isinstance(design, list) else design
