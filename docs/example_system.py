"""Dice duel: a whole rule system in one file. Two ships share their dice between guns and guard, then fire in turn."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from quarterdeck.engine.account import Account, Line
from quarterdeck.engine.art import Art, Silhouette
from quarterdeck.engine.documents import Fields, read_fields
from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.odds import Bars, Distribution, Figure, Odds
from quarterdeck.engine.picture import (
    CrossOff,
    Happen,
    Mark,
    Panel,
    PanelCell,
    Picture,
    Progress,
    Shown,
    Side,
    phases,
    plain_dice,
)
from quarterdeck.engine.picture import Unit as UnitShown
from quarterdeck.engine.problems import Json, Problem, Refused
from quarterdeck.engine.questions import Amounts, Assign, Choice, Choose, Limit, Options
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.rulebook import Rulebook
from quarterdeck.engine.scene import Bar, Cards, Scene
from quarterdeck.engine.system import Bot, Outcome, Reason, Sheet, Switch, System
from quarterdeck.engine.text import Text, Unit, _

DICE, HIT, STOP, MOST_HULL, LAST_TURN = 4, 4, 5, 9, 12
PARTS = {"guns": _("Guns"), "guard": _("Guard")}
SENTENCES = {"held": "{ship} holds its fire.", "truce": "{ship} calls a truce."}


class Duel(Fields):
    """A scenario, as its document: how many hull boxes each ship has (DD-1.1)."""

    key: str
    title: str
    text: str = ""
    hull: Annotated[int, Field(ge=1, le=MOST_HULL)]

    def seat_sides(self) -> dict[str, str]:
        """Seat a plays side a, seat b side b."""
        return {"a": "a", "b": "b"}

    def facts(self) -> list[Text]:
        """How it is won (DD-4.1)."""
        return [_("Who sinks the other ship wins; after turn {n} the one with more hull does.", n=LAST_TURN)]


@dataclass(slots=True)
class Ship:
    """A ship, under the id of its seat."""

    id: str
    boxes: int
    hull: int


@dataclass(slots=True)
class DuelState:
    """`loads` are the dice in guns and guard; what a seat may not know is None in its view (DD-2.1, DD-2.2)."""

    ships: dict[str, Ship]
    turn: int = 1
    step: int = 0
    loads: dict[str, dict[str, Any] | None] = field(default_factory=dict)
    opened: bool = False
    done: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    truce: list[str] = field(default_factory=list)


# The rules


async def load(state: DuelState, referee: Referee) -> None:
    """Both captains load in secret at the same time (DD-2.1)."""
    answers: list[Any] = await referee.ask_each([load_dice(seat) for seat in state.ships])
    state.loads = dict(zip(state.ships, answers, strict=True))


def load_dice(seat: str) -> Assign:
    """How many dice go into guns and guard."""
    limit = Limit("sum", DICE, "DD-2.1", _("There are {n} dice in all.", n=DICE))
    slots: dict[str, Options | Amounts] = {part: Amounts(0, DICE) for part in PARTS}
    return Assign(seat=seat, rule="DD-2.1", prompt=_("Load"), key="load", slots=slots, slot_names=PARTS, limits=(limit,))


async def fire(state: DuelState, referee: Referee) -> None:
    """The ships fire one after the other (DD-3.1) or hold their fire (DD-3.2); before each a truce may be called (DD-4.2)."""
    while seat := next_to_fire(state):
        if taken := await referee.rest([call_truce(each) for each in state.ships if each not in state.truce]):
            for offer, _answer in taken:
                state.truce.append(offer.seat)
                referee.tell(Event("truce", "DD-4.2", {"ship": offer.seat}))
            continue
        if await referee.ask(fire_or_hold(seat)):
            shoot(state, referee, seat, "b" if seat == "a" else "a")
        else:
            state.held.append(seat)
            referee.tell(Event("held", "DD-3.2", {"ship": seat}))
        state.done.append(seat)
    state.loads, state.opened, state.done, state.held = {}, False, [], []


def next_to_fire(state: DuelState) -> str | None:
    """Ship a first in odd turns, ship b in even ones (DD-3.1)."""
    return next((seat for seat in ("ab" if state.turn % 2 else "ba") if seat not in state.done), None)


def fire_or_hold(seat: str) -> Choose:
    """Fire; none is to hold."""
    choices = (Choice("fire", _("Fire")),)
    return Choose(seat=seat, rule="DD-3.1", prompt=_("Fire?"), key="fire", choices=choices, least=0, standing="fire")


def call_truce(seat: str) -> Choose:
    """Call a truce, which nobody need do."""
    return Choose(seat=seat, rule="DD-4.2", prompt=_("Call a truce"), key="truce", choices=(Choice("truce", _("Truce")),))


def shoot(state: DuelState, referee: Referee, seat: str, at: str) -> None:
    """The gun dice of one ship against the guard dice of the other (DD-3.1)."""
    state.opened = True
    own, other, target = state.loads[seat] or {}, state.loads[at] or {}, state.ships[at]
    guard = other.get("guard", 0) + (other.get("guns", 0) if at in state.held else 0)
    hits = referee.dice.roll(own.get("guns", 0), use="guns", rule="DD-3.1", by=seat)
    stops = referee.dice.roll(guard, use="guard", rule="DD-3.1", by=at)
    left = len([face for face in hits if face >= HIT]) - len([face for face in stops if face >= STOP])
    lost = min(target.hull, max(0, left))
    target.hull -= lost
    facts: dict[str, Json] = {"ship": seat, "at": at, "lost": lost, "hull": target.hull}
    referee.tell(Event("fired", "DD-3.1", facts, (Roll(hits, "guns"), Roll(stops, "guard"))))


STEPS = (load, fire)


# The System object


class DiceDuel:
    """Wires the rules to the engine (see `quarterdeck.engine.system.System`)."""

    key, title, rules_version = "dice-duel", "Dice duel", 1
    to_begin_with = False
    levels: tuple[str, ...] = ()
    rulebook = Rulebook.load(Path(__file__).parent / "example_rules")
    art = Art({"gunboat": Silhouette("M0-14L5 12H-5Z")})

    def suited(self, seat: str) -> tuple[str, ...]:
        """Every bot plays every seat."""
        return self.levels

    def scenarios(self) -> Mapping[str, Duel]:
        """Ships of three boxes, and of nine."""
        duels = Duel(key="gunboats", title="Gunboats", hull=3), Duel(key="liners", title="Liners", hull=9)
        return {duel.key: duel for duel in duels}

    def switches(self, scenario: Duel) -> list[Switch]:
        """There are none."""
        return []

    def switched(self, scenario: Duel, on: Mapping[str, bool]) -> Duel:
        """There is nothing to switch."""
        return scenario

    def read(self, kind: str, data: Json) -> Duel | list[Problem]:
        """A scenario document."""
        return read_fields(Duel, data, {}, "DD-1.1") if kind == "scenario" else [Problem("", _("Only scenarios are read."))]

    def write(self, thing: Duel) -> Json:
        """The document of a scenario."""
        return thing.model_dump()

    def account(self, kind: str, data: Json) -> Account | list[Problem]:
        """The boxes of a scenario's ships."""
        duel = self.read(kind, data)
        if isinstance(duel, list):
            return duel
        lines = tuple(Line(_("Ship {seat}", seat=seat), {"boxes": duel.hull}, "DD-1.1") for seat in duel.seat_sides())
        return Account(duel.title, ("boxes",), lines, {"boxes": 2 * duel.hull})

    def start(self, scenario: Duel) -> DuelState:
        """Two fresh ships."""
        return DuelState({seat: Ship(seat, scenario.hull, scenario.hull) for seat in scenario.seat_sides()})

    async def set_up(self, state: DuelState, referee: Referee) -> None:
        """The ships lie where they are (DD-1.1)."""

    async def play_round(self, state: DuelState, referee: Referee) -> None:
        """One turn, from the step at which the state stands."""
        while state.step < len(STEPS):
            await referee.rest()
            await STEPS[state.step](state, referee)
            state.step += 1
        state.step, state.turn = 0, state.turn + 1

    def outcome(self, state: DuelState) -> Outcome | None:
        """The ship left, or after the last turn the one with more hull (DD-4.1); a draw when both call a truce (DD-4.2)."""
        hull = {seat: ship.hull for seat, ship in state.ships.items()}
        if len(state.truce) == len(hull):
            return Outcome((), _("A truce is agreed."), "DD-4.2", hull)
        if min(hull.values()) > 0 and state.turn <= LAST_TURN:
            return None
        best = [seat for seat in hull if hull[seat] == max(hull.values())]
        return Outcome(tuple(best) if len(best) == 1 else (), _("The guns are silent."), "DD-4.1", hull)

    def conceded(self, state: DuelState, left: list[str]) -> Outcome | None:
        """The other ship wins."""
        if len(left) > 1:
            return None
        return Outcome(tuple(left), _("The flag is struck."), "DD-4.1")

    def check(self, state: DuelState) -> list[Problem]:
        """No ship has less hull than none or more than its boxes (DD-1.1)."""
        wrong = [ship for ship in state.ships.values() if not 0 <= ship.hull <= ship.boxes]
        return [Problem("DD-1.1", _("{ship} cannot have {n} boxes.", ship=Unit(s.id), n=s.hull), s.id, s.boxes) for s in wrong]

    def view(self, state: DuelState, seat: str | None) -> DuelState:
        """Until the first shot of a turn a seat knows its own load only (DD-2.2)."""
        if state.opened:
            return replace(state)
        return replace(state, loads={other: own if other == seat else None for other, own in state.loads.items()})

    def imagine(self, view: DuelState, rng: Rng) -> DuelState:
        """Any legal load where the view has none."""
        state = copy.deepcopy(view)
        for seat in [seat for seat, own in view.loads.items() if own is None]:
            state.loads[seat] = load_dice(seat).sample(view, rng)
        return state

    def names(self, view: DuelState) -> Mapping[str, str]:
        """Ships and their sides."""
        return {"a": "Anna", "b": "Berta"}

    def describe(self, event: Event) -> Text:
        """The sentence that tells an event of `fire`."""
        facts, ship = event.data, Unit(event.data.get("ship", ""))
        if event.kind in SENTENCES:
            return _(SENTENCES[event.kind], ship=ship)
        if event.kind != "fired":
            return _("{kind}.", kind=event.kind)
        target, lost, hull = Unit(facts["at"]), facts["lost"], facts["hull"]
        return _("{ship} fires at {target}: {n} lost, {hull} left.", ship=ship, target=target, n=lost, hull=hull)

    def explain(self, event: Event) -> list[Reason]:
        """The dice of a shot."""
        rolls = {roll.use: ", ".join(map(str, roll.faces)) or _("none") for roll in event.dice}
        return [Reason(event.rule, _("{part}: {faces}", part=PARTS[use], faces=faces)) for use, faces in rolls.items()]

    def progress(self, view: DuelState) -> Progress:
        """The turn, and whether guns are loaded or fired."""
        return Progress(_("Turn"), view.turn, LAST_TURN, phases(((_("Load"), 0), (_("Fire"), 1)), view.step))

    def picture(self, view: DuelState) -> Picture:
        """No map; a card for each ship with its hull, and with its dice where the view holds them."""
        names = self.names(view)
        hulls = {ship.id: (Bar("pips", ship.boxes, ship.hull, say=_("hull")),) for ship in view.ships.values()}
        sides = tuple(Side(seat, names[seat]) for seat in view.ships)
        units = tuple(UnitShown(key, key, names[key], "gunboat", "gunboat", bars=bars, sheet=True) for key, bars in hulls.items())
        cards = tuple(self._card(view, seat, hulls[seat]) for seat in view.ships)
        return Picture(Scene(Cards()), sides, self.progress(view), units, (Panel("ships", _("Ships"), "cards", cards),))

    def _card(self, view: DuelState, seat: str, hull: tuple[Bar, ...]) -> PanelCell:
        dice = view.loads.get(seat) or {}
        lines = tuple(_("{part}: {n}", part=PARTS[part], n=int(n)) for part, n in dice.items())
        state: Literal["used", "ready"] = "used" if seat in view.done else "ready"
        return PanelCell(id=seat, text=self.names(view)[seat], state=state, lines=lines, bars=hull, ref=seat)

    def show(self, event: Event, view: DuelState) -> Shown:
        """A shot crosses off boxes of the other ship; everything else points at its ship."""
        refs = tuple(event.data[key] for key in ("ship", "at") if key in event.data)
        if event.kind != "fired" or not event.data["lost"]:
            return Shown(refs, dice=plain_dice(event.dice))
        at, lost = event.data["at"], event.data["lost"]
        mark = Mark(event.data["ship"], lost)
        return Shown(refs, (Happen("hit", at), CrossOff(at, lost)), mark, plain_dice(event.dice))

    def unit(self, view: DuelState, unit: str) -> Ship | None:
        """A ship of a view."""
        return view.ships.get(unit)

    def sheet(self, thing: Ship, view: DuelState | None = None) -> Sheet:
        """The hull as boxes, those lost filled."""
        fills = ["none" if box < thing.hull else "currentColor" for box in range(thing.boxes)]
        box = '<rect x="{x}" y="1" width="10" height="10" stroke="currentColor" fill="{fill}"/>'
        boxes = "".join([box.format(x=12 * place + 1, fill=fill) for place, fill in enumerate(fills)])
        drawing = f'<svg viewBox="0 0 {12 * thing.boxes} 12">{boxes}</svg>'
        return Sheet(thing.id, "", f"{thing.hull} of {thing.boxes}", drawing)

    def odds(self, text: str, given: Mapping[str, str]) -> Odds | list[Problem]:
        """Hits of so many gun dice, before any guard: ``3``."""
        if text not in ("1", "2", "3", "4"):
            return [Problem("DD-2.1", _("There are 1 to {n} gun dice.", n=DICE), nearest=str(DICE))]
        hits = Distribution.of_faces((0, 0, 0, 1, 1, 1)).times(int(text))
        bars = Bars(_("Hits"), tuple(hits.chances.tolist()), 0, "DD-3.1")
        return Odds(_("{n} gun dice", n=text), (Figure(_("Mean"), hits.mean(), "number"),), (bars,))

    def bot(self, level: str) -> Bot:
        """It has none of its own; the random bot plays every system."""
        raise Refused([Problem("", _("There is no bot “{level}”.", level=level))])


DICE_DUEL: System[DuelState] = DiceDuel()
