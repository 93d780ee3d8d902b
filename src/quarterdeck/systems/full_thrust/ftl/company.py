"""What a scenario may say of ships that arrive, are carried or are towed (FT-8.2.1, FT-8.3.1, FT-8.3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import _
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.terrain.posts import PostFile


class Entry(Protocol):
    """A ship of a scenario document, as far as it is looked at here."""

    design: str
    name: str
    arrives: bool
    tender: str | None
    tug: str | None

    @property
    def post(self) -> PostFile | None: ...


ROOM: dict[str, tuple[str, str]] = {"tender": ("small_craft_bay", "FT-8.3.1"), "tug": ("tug_drive", "FT-8.3.3")}
"""What carries others, as a system, and its rule."""


def problems_of_company(ships: Sequence[Entry], designs: Mapping[str, Design], at: str) -> Iterator[Problem]:
    """Ships that cannot arrive or cannot be brought along, and carriers with more than they can take."""
    for number, ship in enumerate(ships):
        here = f"{at}.ships[{number}]"
        if ship.arrives and ship.design in designs and not designs[ship.design].ftl and not ship.tender and not ship.tug:
            text = _("{ship} has no FTL Drive and cannot arrive by itself.", ship=ship.name)
            yield Problem("FT-8.4.1", text, f"{here}.arrives", False)
        if ship.tender and ship.tug:
            yield Problem("FT-8.3.5", _("{ship} is either carried or towed.", ship=ship.name), f"{here}.tug")
        elif ship.arrives and (ship.tender or ship.tug):
            yield Problem("FT-8.3.5", _("{ship} arrives with the ship that brings it.", ship=ship.name), f"{here}.arrives", False)
        if ship.post is not None and (ship.arrives or ship.tender or ship.tug):
            text = _("{ship} has a post at the start, and so does not arrive and is not brought along.", ship=ship.name)
            yield Problem("FT-8.2.1", text, f"{here}.post")
        for how in ROOM:
            if getattr(ship, how):
                yield from _problems_of_carrier(ships, ship, how, f"{here}.{how}")
    yield from _problems_of_room(ships, designs, at)


def _problems_of_room(ships: Sequence[Entry], designs: Mapping[str, Design], at: str) -> Iterator[Problem]:
    """Tenders and tugs with more MASS of ships than they can take (FT-8.3.1, FT-8.3.3)."""
    for how, (system, rule) in ROOM.items():
        for number, carrier in enumerate(ships):
            if carrier.design not in designs:
                continue
            taken = [designs[each.design].mass for each in ships if getattr(each, how) == carrier.name and each.design in designs]
            fitted = designs[carrier.design].by_kind.get(system, ())
            room = sum([each.cls for each in fitted])
            if sum(taken) > room:
                text = _("{ship} has room for {room} MASS of ships, not {n}.", ship=carrier.name, room=room, n=sum(taken))
                yield Problem(rule, text, f"{at}.ships[{number}]")


def _problems_of_carrier(ships: Sequence[Entry], ship: Entry, how: str, at: str) -> Iterator[Problem]:
    """A carrier that is not there, or is itself brought along."""
    name = getattr(ship, how)
    carrier = next((each for each in ships if each.name == name and each is not ship), None)
    if carrier is None:
        yield Problem("FT-8.3.5", _("There is no other ship {name} on this side.", name=name), at)
    elif carrier.tender or carrier.tug:
        yield Problem("FT-8.3.5", _("{name} is itself carried or towed.", name=name), at)
