"""Writing orders by keys: a dial to turn by, burns, pushes, the thrust they take, and the places that can be reached.

A key changes one action of the line and leaves the others as they are written (FT-3.2.12).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from quarterdeck.engine.controls import Control, Dial, Key, Keys, Meter, Part
from quarterdeck.engine.dress import Chip, Reach
from quarterdeck.engine.plane import CLOCK, Clock, Vector, to_degrees, turned
from quarterdeck.engine.questions import DRIFT, MOST_LINE
from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.systems.full_thrust.aliens.power_keys import power_keys
from quarterdeck.systems.full_thrust.manoeuvres import Manoeuvre, Motion, manoeuvre
from quarterdeck.systems.full_thrust.movement import thrust_with
from quarterdeck.systems.full_thrust.order_lines import (
    DECLARATIONS,
    DECLARED,
    LETTERS,
    POWER,
    PUSHES,
    Action,
    declaring,
    read_orders,
    write_line,
)
from quarterdeck.systems.full_thrust.state import Ship

Actions = tuple[Action, ...]
TURNS = ("turn", "rotate_to")


@dataclass(frozen=True, slots=True)
class OrderKeys:
    """The keys of a ship whose orders so far are `actions`, which give it so much thrust."""

    ship: Ship
    motion: Motion
    thrust: int
    actions: Actions
    free_pushes: bool
    words: tuple[str, ...] = ()

    def controls(self) -> tuple[Control, ...]:
        """The dial, the Main Drive, the pushes, what else the ship may declare, the thrust."""
        move = self._follow(self.actions)
        declared = (self._declarations(),) if self._plain_words() else ()
        power = power_keys(self.ship, self.actions, self._key) if self.ship.design.generators else ()
        free = (self._free_pushes(),) if self.free_pushes else ()
        return *power, self._dial(move), self._burns(), self._pushes(), *free, *declared, meter(move)

    def _follow(self, actions: Actions) -> Manoeuvre:
        thrust = thrust_with(self.ship, actions) if self.ship.design.generators else self.thrust
        return manoeuvre(self.motion, thrust, actions, free_pushes=self.free_pushes)

    def _plain_words(self) -> list[str]:
        return [word for word in self.words if DECLARATIONS[word].system != POWER]

    def _key(self, action: Action | None, actions: Actions, on: bool, text: str, say: Text | str = "", cost: int = 0) -> Key:
        """A key that makes `actions` of the line, one of them `action`, which costs so much."""
        line = write_line(actions)
        why = self._follow(actions).why_ignored
        off = None if why is None else why.text
        if why is not None and why.rule == "FT-3.2.13" and action is not None and action in actions:
            left = self.thrust - self._follow(_without(actions, actions.index(action))).spent
            off = _lacking(cost, left) if cost > left else off
        return Key(text, line, on, cost, TOO_LONG if len(line) > MOST_LINE else off, say)

    # Turning

    def _dial(self, move: Manoeuvre) -> Dial:
        """A key for each clock point: the last turn of the line becomes the one that ends there (FT-3.2.8)."""
        now = self._facing_after(len(self.actions))
        keys = {str(point): self._turn_key(point, point == now) for point in range(1, 13)}
        course = to_degrees(self.motion.course), to_degrees(move.end.course)
        return Dial(TURN, 12, self.motion.facing, now, (round(course[0]) % 360, round(course[1]) % 360), keys)

    def _turn_key(self, point: Clock, on: bool) -> Key:
        place = _last(self.actions, TURNS)
        before = self._facing_after(place or 0)
        action = _turn(self.actions[place] if place is not None else None, before, point)
        actions = _with(self.actions, place, action, 0)
        return self._key(action, actions, on, str(point), cost=0 if action is None else 1)

    def _facing_after(self, count: int) -> Clock:
        facing = self.motion.facing
        for action in self.actions[:count]:
            if action.kind in TURNS:
                facing = action.amount if action.kind == "rotate_to" else turned(facing, action.amount)
        return facing

    # Burning and pushing

    def _burns(self) -> Keys:
        """A key for each size of burn: the last burn of the line becomes this one; and a key for none at all (FT-3.2.4)."""
        place = _last(self.actions, ("burn",))
        now = 0 if place is None else self.actions[place].amount
        keys = []
        for points in range(1, min(self.thrust, MOST_BURNS) + 1):
            burn = Action("burn", points)
            actions = _with(self.actions, place, burn, len(self.actions))
            keys.append(self._key(burn, actions, points == now, burn.word, cost=points))
        rest = tuple([action for action in self.actions if action.kind != "burn"])
        keys.append(self._key(None, rest, now == 0, "×", NO_BURN))
        return Keys(MAIN_DRIVE, tuple(keys))

    def _pushes(self) -> Keys:
        """A key for each named push, which sets it behind the line or takes it away (FT-3.2.9)."""
        keys = []
        for kind in PUSHES:
            push, on = Action(kind, 1), any(action.kind == kind for action in self.actions)
            rest = tuple([action for action in self.actions if action.kind != kind])
            actions = rest if on else (*self.actions, push)
            keys.append(self._key(push, actions, on, LETTERS[kind], PUSH_WORDS[LETTERS[kind]], cost=1))
        return Keys(PUSH, tuple(keys), None if self.free_pushes else PUSH_NOTE)

    def _free_pushes(self) -> Keys:
        """A key for each clock direction: one point more that way, or the last push turned there (FT-3.2.11); and for none."""
        place = _last(self.actions, ("push",))
        last = self.actions[place] if place is not None else None
        keys = []
        for way in range(1, 13):
            more = last.amount + (last.toward == way) if last is not None else 1
            push = Action("push", more, way)
            actions = _with(self.actions, place, push, len(self.actions))
            keys.append(self._key(push, actions, last is not None and last.toward == way, push.word, cost=more))
        rest = tuple([action for action in self.actions if action.kind != "push"])
        keys.append(self._key(None, rest, last is None, "×", NO_PUSH))
        return Keys(PUSH_ANYWHERE, tuple(keys))

    def _declarations(self) -> Keys:
        """A key for each declaration, which takes it away or sets it before the line, or alone (FT-2.7.4)."""
        keys = []
        for word in self._plain_words():
            numbers = range(1, MOST_TURNS + 1) if DECLARATIONS[word].word.numbers == (1,) else (0,)
            keys += [self._declaration(word, declaring(word, number)) for number in numbers]
        return Keys(DECLARE, tuple(keys))

    def _declaration(self, word: str, action: Action) -> Key:
        on = action in self.actions
        rest = tuple([other for other in self.actions if other.kind != action.kind])
        others = tuple([other for other in rest if _stands_beside(action, other)]) if DECLARATIONS[word].drifts else rest
        if DECLARATIONS[word].alone:
            others = tuple([other for other in others if other.kind not in DECLARED])
        return self._key(None, rest if on else (action, *others), on, action.word, DECLARATIONS[word].says)


def _stands_beside(action: Action, other: Action) -> bool:
    """Whether something can be ordered beside a declaration with which a ship drifts: no thrust, and nothing that bars it."""
    if other.kind not in DECLARED:
        return False
    return action.kind not in DECLARED[other.kind].barred_by and other.kind not in DECLARED[action.kind].barred_by


MOST_TURNS = 4
"""For how many turns at the most there is a key; more can be written."""


MOST_BURNS = 20
"""How many burns have keys; what is more can be written."""
DECLARE = _("Declare")
TURN, MAIN_DRIVE, PUSH = _("Turn, 1 thrust"), _("Main Drive"), _("Push, 1 thrust")
PUSH_NOTE = _("One to a side and one in reverse a turn")
PUSH_WORDS = {"PP": _("push to port"), "PS": _("push to starboard"), "PR": _("push in reverse")}
PUSH_ANYWHERE, NO_PUSH = _("Push in any direction"), _("no push in any direction")
NO_BURN, TOO_LONG = _("no burn"), _("the line is too long")


def _lacking(cost: int, left: int) -> Text:
    return ngettext("needs {cost}, {n} is left", "needs {cost}, {n} are left", left, cost=cost)


def _last(actions: Actions, kinds: tuple[str, ...]) -> int | None:
    """The place of the last action of these kinds."""
    return max((place for place, action in enumerate(actions) if action.kind in kinds), default=None)


def _turn(old: Action | None, before: Clock, point: Clock) -> Action | None:
    """The action that turns from one clock point to another, written as the old one is; None where there is nothing to turn."""
    points = (point - before) % 12
    if not points:
        return None
    if old is not None and old.kind == "rotate_to":
        return Action("rotate_to", point)
    return Action("turn", points if points <= 6 else points - 12)


def _with(actions: Actions, place: int | None, action: Action | None, new: int) -> Actions:
    """The line with `action` in the place of an old one, or at `new` where there is no old one."""
    added = () if action is None else (action,)
    return actions[:new] + added + actions[new:] if place is None else actions[:place] + added + actions[place + 1 :]


def _without(actions: Actions, place: int) -> Actions:
    return actions[:place] + actions[place + 1 :]


def meter(move: Manoeuvre) -> Meter:
    """The thrust that orders take: turning, and burning or pushing (FT-3.1.3)."""
    burnt = sum([action.amount for action in move.done if action.kind not in TURNS and action.kind not in DECLARED])
    parts = [Part(move.spent - burnt, "turn"), Part(burnt, "burn")]
    text = _("Thrust {spent} of {available}", spent=move.spent, available=move.available)
    return Meter(text, move.available, tuple([part for part in parts if part.number]))


def chips(line: str, move: Manoeuvre) -> Iterator[Chip]:
    """The words of a line; bad are those that cannot be read, and those that the ship would ignore (FT-3.2.13)."""
    actions, problems = read_orders(line)
    ignored = {action.start for action in move.ignored}
    found = [Chip(each.written, each.start, each.end, each.start in ignored) for each in actions]
    for problem in problems:
        start, end = (int(place) for place in problem.at.split("-"))
        found.append(Chip(line[start:end], start, end, bad=True))
    yield from sorted(found, key=lambda chip: chip.start)


def reachable(drift: Vector, thrust: int, facing: Clock, free_pushes: bool) -> Iterator[Reach]:
    """Where a turn and a burn can bring a ship that drifts to a place, the facing kept where it need not change.

    It never need where pushes are free (FT-3.2.11, FT-A.2.1).
    """
    yield Reach(drift, DRIFT)
    for offset, line, cost in _burns_to(thrust, facing, free_pushes):
        yield Reach(drift.plus(offset), line, cost)


FINE = 5
"""Up to this thrust all whole burns are shown; above it every second one, above twice as much every third, and the longest."""


@cache
def _burns_to(thrust: int, facing: Clock, free_pushes: bool) -> tuple[tuple[Vector, str, int], ...]:
    found, coarse = [], 1 + max(thrust - 1, 0) // FINE
    for bow in range(1, 13):
        turn = _turn(None, facing, bow) if not free_pushes else None
        for points in range(thrust - (turn is not None), 0, -coarse):
            burn = Action("push", points, bow) if free_pushes and bow != facing else Action("burn", points)
            line = write_line((burn,) if turn is None else (turn, burn))
            found.append((Vector(CLOCK[bow].x * points, CLOCK[bow].y * points), line, points + (turn is not None)))
    return tuple(found)
