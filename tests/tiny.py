"""Tiny: a complete rule system of boats on a pond, for tests of the engine. It uses every kind of question and of chance."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import tiny_picture
from quarterdeck.engine.account import Account, Line
from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.odds import Odds
from quarterdeck.engine.picture import Picture, Progress, Shown
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import DRIFT, Question
from quarterdeck.engine.questions.place import MARK
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.rulebook import Rulebook
from quarterdeck.engine.system import Bot, Outcome, Reason, Reply, Sheet, Switch, System
from quarterdeck.engine.text import Text, _
from tiny_pond import (
    HULL,
    LAST_TURN,
    POND,
    PONDS,
    SHORES,
    STORM,
    WAYS,
    Boat,
    Pond,
    TinyState,
    aim,
    anchor,
    choose_volley,
    duck,
    fly_flag,
    lay_mine,
    load_powder,
    offers,
    seen_by,
    write_sailing,
)


async def sound(state: TinyState, referee: Referee) -> None:
    """An open die says who fires first (TY-2.1); each seat sounds the depth with a hidden one (TY-2.2)."""
    seats = list(state.seats)
    wind = referee.dice.roll(1, use="wind", rule="TY-2.1")
    state.first = seats[wind[0] % len(seats)]
    referee.tell(Event("wind", "TY-2.1", {"first": state.first}, (Roll(wind, "wind"),)))
    for seat in state.captains():
        faces = referee.dice.roll(1, use="depth", rule="TY-2.2", by=seat, hidden=seat)
        state.depths[seat] = faces[0]
        known = Event("depth", "TY-2.2", {"seat": seat}, (Roll(faces, "depth"),))
        referee.tell(known, (seat,), Event("sounded", "TY-2.2", {"seat": seat}))


async def write_orders(state: TinyState, referee: Referee) -> None:
    """All seats write at once (TY-3.1)."""
    captains = state.captains()
    asked = [ask(seen_by(state, seat), seat) for seat in captains for ask in (write_sailing, load_powder)]
    answers: list[Any] = await referee.ask_each(asked)
    for seat, orders, powder in zip(captains, answers[::2], answers[1::2], strict=True):
        state.orders[seat], state.powder[seat] = orders, powder


async def sail(state: TinyState, referee: Referee) -> None:
    """All boats sail, then mines go off (TY-3.2)."""
    for seat, lines in state.orders.items():
        for boat, line in (lines or {}).items():
            if line == STORM:
                raise RuntimeError("there is a storm")
            if line != DRIFT:
                _sail_boat(state.boats[boat], line)
        referee.tell(Event("sailed", "TY-3.2", {"seat": seat, "lines": dict(lines or {})}))
    state.orders = {}
    for seat, mine in [*state.mines.items()]:
        near = [boat for boat in state.targets(seat) if mine and _near(state.boats[boat].at, mine)]
        if near:
            del state.mines[seat]
            _hit(state, referee, near[0], referee.dice.roll(1, use="mine", rule="TY-3.2"), 3)


def _sail_boat(boat: Boat, line: str) -> None:
    to = boat.at.plus(WAYS[line[0]], int(line[1]))
    boat.at = POND.nearest(to)


def _near(a: Vector, b: Vector) -> bool:
    return a.minus(b).dot(a.minus(b)) <= 1.0


def _hit(state: TinyState, referee: Referee, boat: str, faces: tuple[int, ...], least: int) -> None:
    lost = len([face for face in faces if face >= least])
    state.boats[boat].hull = max(0, state.boats[boat].hull - lost)
    referee.tell(Event("hit", "TY-4.1", {"boat": boat, "least": least, "hull": state.boats[boat].hull}, (Roll(faces, "fire"),)))


async def fire(state: TinyState, referee: Referee) -> None:
    """Seats fire in turn from the first on (TY-4.1); before each, captains may sail off or signal."""
    while seat := next_to_fire(state):
        taken = await referee.rest(offers(state))
        for offer, answer in taken:
            _accept(state, referee, offer, answer)
        if not taken:
            await _volley(state, referee, seat)
            state.acted.append(seat)


def next_to_fire(state: TinyState) -> str | None:
    """The seat whose turn it is to fire."""
    seats = list(state.seats)
    start = seats.index(state.first)
    return next((s for s in seats[start:] + seats[:start] if s not in state.acted and state.afloat(s) and state.targets(s)), None)


def _accept(state: TinyState, referee: Referee, offer: Question[Any], answer: Any) -> None:
    if offer.key == "off":
        state.gone.append(state.seats[offer.seat])
        referee.tell(Event("sailed_off", "TY-5.1", {"side": state.seats[offer.seat]}))
    else:
        state.signals += referee.dice.roll(1, use="signal", rule="TY-5.2")[0]
        referee.tell(Event("signalled", "TY-5.2", {"seat": offer.seat, "words": answer["words"], "signals": state.signals}))


async def _volley(state: TinyState, referee: Referee, seat: str) -> None:
    boats = await referee.ask(choose_volley(seen_by(state, seat), seat))
    plan = await referee.ask(aim(seen_by(state, seat), seat, boats)) if boats else {}
    while boats:
        boat = boats.pop(0)
        target, powder = str(plan.get(boat, "")), (state.powder.get(seat) or {}).get(boat, 0)
        if target and powder:
            ducked = await referee.ask(duck(state.boats[target].seat, target))
            referee.tell(Event("fired", "TY-4.1", {"boat": boat, "at": target, "ducked": bool(ducked)}))
            about = _("boat {id} at boat {target}", id=boat, target=target)
            faces = referee.dice.roll(int(powder), use="fire", rule="TY-4.1", by=seat, about=about)
            _hit(state, referee, target, faces, 5 if ducked else 4)


async def end_turn(state: TinyState, referee: Referee) -> None:
    """What was sounded is told, powder is thrown away."""
    referee.tell(Event("turn_over", "TY-2.2", {"depths": dict(state.depths)}))
    state.acted, state.powder, state.depths = [], {}, {}


STEPS: tuple[Callable[[TinyState, Referee], Awaitable[None]], ...] = (sound, write_orders, sail, fire, end_turn)


class TinyBot:
    """Answers at random."""

    def answer(self, view: TinyState, questions: Mapping[str, Question[Any]], rng: Rng) -> Reply:
        """Any legal answer to each question."""
        return Reply({key: question.sample(view, rng) for key, question in questions.items()})


class Tiny:
    """The System object."""

    key, title, rules_version = "tiny", "Tiny", 1
    to_begin_with = False
    levels: tuple[str, ...] = ("random",)
    rulebook = Rulebook.load(Path(__file__).parent / "tiny_rules")
    art = tiny_picture.ART

    def suited(self, seat: str) -> tuple[str, ...]:
        """Every bot plays every seat."""
        return self.levels

    def scenarios(self) -> Mapping[str, Pond]:
        """Two sides, three, and two of two seats."""
        return PONDS

    def switches(self, scenario: Pond) -> list[Switch]:
        """There are none."""
        return []

    def switched(self, scenario: Pond, on: Mapping[str, bool]) -> Pond:
        """There is nothing to switch."""
        return scenario

    def read(self, kind: str, data: Json) -> Pond | list[Problem]:
        """A pond as `write` writes it."""
        if kind != "scenario" or not isinstance(data, dict) or sorted(data) != ["boats", "key", "seats", "title"]:
            return [Problem("", _("That is no pond."))]
        seats, boats = data["seats"], data["boats"]
        if not isinstance(seats, dict) or not seats or any(side not in [*SHORES] for side in seats.values()):
            return [Problem("", _("A seat sits on an unknown shore."), "seats")]
        if type(boats) is not int or not 1 <= boats <= 3:
            return [Problem("", _("A seat has 1 to 3 boats, not {n}.", n=str(boats)[:9]), "boats", 2)]
        return Pond(str(data["key"]), str(data["title"]), seats, boats)

    def write(self, thing: Pond) -> Json:
        """A pond by value."""
        return {"key": thing.key, "title": thing.title, "seats": dict(thing.seats), "boats": thing.boats}

    def account(self, kind: str, data: Json) -> Account | list[Problem]:
        """The boats of a pond."""
        pond = self.read(kind, data)
        if isinstance(pond, list):
            return pond
        lines = tuple(Line(_("{side}", side=side), {"boats": pond.boats}, "TY-1.1") for side in pond.seats.values())
        return Account(pond.title, ("boats",), lines, {"boats": pond.boats * len(lines)})

    def start(self, scenario: Pond) -> TinyState:
        """Boats that lie nowhere yet."""
        boats = [Boat(f"{seat}{n}", seat) for seat in scenario.seats for n in range(1, scenario.boats + 1)]
        return TinyState(dict(scenario.seats), {boat.id: boat for boat in boats})

    async def set_up(self, state: TinyState, referee: Referee) -> None:
        """Flags and boats, then mines (TY-1.1, TY-1.2)."""
        if not state.flags:
            asked = [ask(seen_by(state, seat), seat) for seat in state.seats for ask in (fly_flag, anchor)]
            answers: list[Any] = await referee.ask_each(asked)
            for seat, flag, poses in zip(state.seats, answers[::2], answers[1::2], strict=True):
                state.flags[seat] = flag
                for boat, pose in poses.items():
                    state.boats[boat].at = pose.at
                referee.tell(Event("anchored", "TY-1.1", {"seat": seat, "boats": {b: [*pose.at] for b, pose in poses.items()}}))
        await referee.rest()
        laid = await referee.ask_each([lay_mine(seen_by(state, seat), seat) for seat in state.seats])
        for seat, pose in zip(state.seats, laid, strict=True):
            state.mines[seat] = pose[MARK].at
            told = Event("mine", "TY-1.2", {"seat": seat, "at": [*pose[MARK].at]})
            referee.tell(told, (seat,), Event("mine_laid", "TY-1.2", {"seat": seat}))

    async def play_round(self, state: TinyState, referee: Referee) -> None:
        """One turn, from the step at which it stands."""
        while state.step < len(STEPS):
            await referee.rest()
            await STEPS[state.step](state, referee)
            state.step += 1
        state.step, state.turn = 0, state.turn + 1

    def outcome(self, state: TinyState) -> Outcome | None:
        """The last side on the pond wins, or the one with most hull after the last turn (TY-5.1)."""
        if not state.flags:
            return None
        scores = self.scores(state)
        left = [side for side, hull in scores.items() if hull > 0 and side not in state.gone]
        if len(left) > 1 and state.turn > LAST_TURN:
            left = [side for side in left if scores[side] == max(scores[s] for s in left)]
        elif len(left) > 1:
            return None
        return Outcome(tuple(left) if len(left) == 1 else (), _("the pond is empty"), "TY-5.1", scores)

    def scores(self, state: TinyState) -> dict[str, int]:
        """The hull afloat of each side."""
        scores = dict.fromkeys(state.seats.values(), 0)
        for boat in state.boats.values():
            scores[state.seats[boat.seat]] += boat.hull
        return scores

    def conceded(self, state: TinyState, left: list[str]) -> Outcome | None:
        """The one left wins."""
        if len(left) > 1:
            return None
        return Outcome(tuple(left), _("the others gave up"), "TY-5.1", self.scores(state))

    def check(self, state: TinyState) -> list[Problem]:
        """Hull from 0 to 3, boats on the pond."""
        bad = [b for b in state.boats.values() if not 0 <= b.hull <= HULL or not POND.holds(b.at)]
        return [Problem("TY-1.1", _("Boat {id} cannot be so.", id=boat.id), boat.id) for boat in bad]

    def view(self, state: TinyState, seat: str | None) -> TinyState:
        """What a seat may know."""
        return seen_by(state, seat)

    def imagine(self, view: TinyState, rng: Rng) -> TinyState:
        """Mines, orders, powder and depths of the others at random."""

        def filled(secrets: dict[str, Any], made: Callable[[str], Any]) -> dict[str, Any]:
            return {seat: made(seat) if value is None else value for seat, value in secrets.items()}

        return replace(
            view,
            mines=filled(view.mines, lambda seat: lay_mine(view, seat).sample(view, rng)[MARK].at),
            orders=filled(view.orders, lambda seat: write_sailing(view, seat).sample(view, rng)),
            powder=filled(view.powder, lambda seat: load_powder(view, seat).sample(view, rng)),
            depths=filled(view.depths, lambda seat: rng.randrange(6) + 1),
        )

    def names(self, view: TinyState) -> Mapping[str, str]:
        """Boats and sides."""
        return {**{boat: f"boat {boat}" for boat in view.boats}, **{side: side.title() for side in view.seats.values()}}

    def describe(self, event: Event) -> Text:
        """The kind of the event."""
        return _("{kind}.", kind=event.kind)

    def explain(self, event: Event) -> list[Reason]:
        """Its rule."""
        return [Reason(event.rule, _("because of {kind}", kind=event.kind))]

    def progress(self, view: TinyState) -> Progress:
        """The steps of the turn."""
        return tiny_picture.progress(view)

    def picture(self, view: TinyState) -> Picture:
        """The pond."""
        return tiny_picture.picture(view)

    def show(self, event: Event, view: TinyState) -> Shown:
        """The boat of an event."""
        return tiny_picture.show(event, view)

    def unit(self, view: TinyState, unit: str) -> Boat | None:
        """A boat of a view."""
        return view.boats.get(unit)

    def sheet(self, thing: Boat, view: TinyState | None = None) -> Sheet:
        """A boat as a circle."""
        drawing = '<svg viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>'
        return Sheet(thing.id, thing.seat, f"{thing.hull} of {HULL}", drawing)

    def odds(self, text: str, given: Mapping[str, str]) -> Odds | list[Problem]:
        """There are none."""
        return [Problem("", _("Tiny has no odds of “{text}”.", text=text[:40]))]

    def bot(self, level: str) -> Bot:
        """The random bot."""
        return TinyBot()


TINY: System[TinyState] = Tiny()
