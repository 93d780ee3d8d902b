"""The pond of `tiny`: its state, what a seat sees of it, and the questions that captains are asked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from quarterdeck.engine.plane import ORIGIN, Vector
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import (
    DRIFT,
    Amounts,
    Assign,
    Choice,
    Choose,
    Field,
    Form,
    Limit,
    Options,
    Place,
    Plot,
    Question,
    Rectangle,
)
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, _

POND = Rectangle(-12.0, -12.0, 12.0, 12.0)
SHORES = {"red": Rectangle(-6, 2, 6, 6), "blue": Rectangle(-6, -6, 6, -2), "gold": Rectangle(7, -6, 11, 6)}
WAYS = {"N": Vector(0.0, 1.0), "E": Vector(1.0, 0.0), "S": Vector(0.0, -1.0), "W": Vector(-1.0, 0.0)}
HULL, LAST_TURN = 3, 3
STORM = "STORM"
"""A line that may be ordered and on which the rules fail."""


@dataclass(frozen=True, slots=True)
class Pond:
    """A scenario: who sits where and with how many boats each."""

    key: str
    title: str
    seats: dict[str, str]
    boats: int = 2
    text: str = "Boats on a pond."

    def seat_sides(self) -> dict[str, str]:
        """Each seat with its side."""
        return self.seats

    def facts(self) -> list[Text]:
        """How long it lasts."""
        return [_("The pond is closed after turn {n}.", n=LAST_TURN)]


PONDS = {
    "duel": Pond("duel", "Duel", {"a": "red", "b": "blue"}),
    "three": Pond("three", "Three sides", {"a": "red", "b": "blue", "c": "gold"}, boats=1),
    "pairs": Pond("pairs", "Pairs", {"a": "red", "b": "red", "c": "blue", "d": "blue"}, boats=1),
}


@dataclass(slots=True)
class Boat:
    """A boat of a seat, with what is left of its hull."""

    id: str
    seat: str
    at: Vector = ORIGIN
    hull: int = HULL


@dataclass(slots=True)
class TinyState:
    """The pond. Of `mines`, `orders`, `powder` and `depths` a seat sees its own; those of others stand as None in its view."""

    seats: dict[str, str]
    boats: dict[str, Boat]
    flags: dict[str, dict[str, Json]] = field(default_factory=dict)
    mines: dict[str, Vector | None] = field(default_factory=dict)
    orders: dict[str, dict[str, str] | None] = field(default_factory=dict)
    powder: dict[str, dict[str, float] | None] = field(default_factory=dict)
    depths: dict[str, int | None] = field(default_factory=dict)
    first: str = ""
    acted: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    signals: int = 0
    step: int = 0
    turn: int = 1

    def afloat(self, seat: str) -> dict[str, Text]:
        """The boats that a seat still sails, by id."""
        boats = self.boats.values() if self.seats[seat] not in self.gone else ()
        return {boat.id: _("boat {id}", id=boat.id) for boat in boats if boat.seat == seat and boat.hull > 0}

    def captains(self) -> list[str]:
        """The seats that have boats afloat."""
        return [seat for seat in self.seats if self.afloat(seat)]

    def targets(self, seat: str) -> list[str]:
        """The boats afloat of other sides."""
        others = [other for other in self.captains() if self.seats[other] != self.seats[seat]]
        return [boat for other in others for boat in self.afloat(other)]


def seen_by(state: TinyState, seat: str | None) -> TinyState:
    """What a seat may know."""

    def own(secrets: dict[str, Any]) -> dict[str, Any]:
        return {s: value if s == seat else None for s, value in secrets.items()}

    return replace(state, mines=own(state.mines), orders=own(state.orders), powder=own(state.powder), depths=own(state.depths))


@dataclass(slots=True, kw_only=True)
class Sail(Plot):
    """Where boats sail: ``N2``, or `STORM`."""

    def line_problems(self, view: TinyState, unit: str, line: str) -> list[Problem]:
        """A way and up to three lengths."""
        if line in ("", DRIFT, STORM) or re.fullmatch("[NESW][1-3]", line):
            return []
        return [Problem(self.rule, _("“{line}” is no way to sail.", line=line), unit, DRIFT)]

    def sample_line(self, view: TinyState, unit: str, rng: Rng) -> str:
        """Any way."""
        return rng.choice([*WAYS]) + rng.choice("123")

    def conflicts(self, view: TinyState, value: dict[str, str], others: Mapping[str, Json]) -> list[Problem]:
        """A boat that sails three lengths has hands for one powder."""
        busy = [unit for unit, line in value.items() if line.endswith("3") and others["powder"].get(unit, 0) > 1]
        return [Problem(self.rule, _("The crew of {unit} has its hands full.", unit=self.units[unit]), unit) for unit in busy]


def fly_flag(view: TinyState, seat: str) -> Form:
    """The captain's flag."""
    colours = (Choice("white", _("white")), Choice("black", _("black")))
    fields = (
        Field(key="word", name=_("motto"), kind="text", need=False),
        Field(key="colour", name=_("colour"), kind="choice", choices=colours),
        Field(key="luck", name=_("luck"), kind="amount", most=2, step=0.5),
    )
    return Form(seat=seat, rule="TY-1.1", prompt=_("Hoist a flag"), key="flag", fields=fields)


def anchor(view: TinyState, seat: str) -> Place:
    """Where the seat's boats begin."""
    shore, boats = SHORES[view.seats[seat]], view.afloat(seat)
    return Place(seat=seat, rule="TY-1.1", prompt=_("Anchor"), key="boats", region=shore, units=boats, headings=12, apart=1.0)


def lay_mine(view: TinyState, seat: str) -> Place:
    """Where the seat's mine lies."""
    return Place(seat=seat, rule="TY-1.2", prompt=_("Lay a mine"), key="mine", region=POND, units={}, grid=0.5)


def write_sailing(view: TinyState, seat: str) -> Sail:
    """Sailing orders of all boats."""
    return Sail(seat=seat, rule="TY-3.1", prompt=_("Sail"), key="sail", units=view.afloat(seat), language="tiny")


def load_powder(view: TinyState, seat: str) -> Assign:
    """Powder for boats, three in all."""
    boats = view.afloat(seat)
    most = Limit("sum", 3, "TY-3.1", _("There are three powder in all."))
    slots: dict[str, Options | Amounts] = {boat: Amounts(0, 2) for boat in boats}
    return Assign(seat=seat, rule="TY-3.1", prompt=_("Load"), key="powder", slots=slots, slot_names=boats, limits=(most,))


def choose_volley(view: TinyState, seat: str) -> Choose:
    """Which boats fire, in order; none passes."""
    boats = tuple(Choice(boat, name) for boat, name in view.afloat(seat).items())
    return Choose(seat=seat, rule="TY-4.1", prompt=_("Fire"), key="volley", choices=boats, least=0, most=len(boats), ordered=True)


def aim(view: TinyState, seat: str, boats: list[str]) -> Assign:
    """What each boat fires at."""
    keys = Options(tuple(view.targets(seat)))
    names = {boat: _("boat {id}", id=boat) for boat in boats}
    return Assign(seat=seat, rule="TY-4.1", prompt=_("Aim"), key="aim", slots=dict.fromkeys(boats, keys), slot_names=names)


def duck(seat: str, boat: str) -> Choose:
    """Whether the crew of a boat ducks."""
    yes = (Choice("duck", _("duck")),)
    return Choose(seat=seat, rule="TY-4.2", prompt=_("Duck"), key="duck", subject=boat, choices=yes, least=0, standing="duck")


def offers(state: TinyState) -> list[Question[Any]]:
    """What captains may do at any rest: sail off, or signal."""
    given: list[Question[Any]] = []
    for seat in state.captains():
        yes = (Choice("off", _("sail off")),)
        words = (Field(key="words", name=_("words"), kind="text"),)
        given.append(Choose(seat=seat, rule="TY-5.1", prompt=_("Sail off"), key="off", choices=yes))
        given.append(Form(seat=seat, rule="TY-5.2", prompt=_("Signal"), key="signal", fields=words))
    return given
