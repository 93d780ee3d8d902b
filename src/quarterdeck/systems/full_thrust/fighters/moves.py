"""Phases 3, 5 and 6: where fighter groups go, and what is asked for it (FT-2.7.9, FT-2.7.10, FT-2.7.17).

Sides alternate group by group. A seat is asked about all its groups at once: what it gives in one answer is done one group at
each of its activations, in the order in which it was given, so that many groups take few questions; who wants to see what the
other side does first gives one at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from quarterdeck.engine.dress import Dress, Row
from quarterdeck.engine.plane import Vector
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Amounts, Choice, Options, Place, Pose, Question, Rectangle
from quarterdeck.engine.questions.place import ZONE
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.scene import Area, Circle, Patch, Path, Shape
from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.systems.full_thrust.alternation import close_phase, has_passed, loser_first, next_to_act
from quarterdeck.systems.full_thrust.arcs import apart
from quarterdeck.systems.full_thrust.fighters import formations, runs
from quarterdeck.systems.full_thrust.fighters.formations import PRIMARY, SECONDARY, reach
from quarterdeck.systems.full_thrust.fighters.groups import fit_together, flying, kind_of, near, titled
from quarterdeck.systems.full_thrust.fighters.types import MOST_FIGHTERS
from quarterdeck.systems.full_thrust.fighters.ways import Way, Ways
from quarterdeck.systems.full_thrust.state import FighterGroup, FleetState, FleetView, name_of
from quarterdeck.systems.full_thrust.view import seen_by

GRID = 0.1
"""How finely groups are placed, in MU."""

# What may move


def may_move(state: FleetState, group: FighterGroup, rule: str) -> bool:
    """Whether a group may still be activated in a phase of moves: in the second one it must be able to pay (FT-5.6.2)."""
    if not group.on_table or group.id in state.acted:
        return False
    return group.cef >= (kind_of(group).primary_cost if rule == PRIMARY else 1)


async def move_groups(state: FleetState, referee: Referee, rule: str) -> None:
    """Phase 3 or 6: sides alternate, the initiative loser first (FT-2.7.9, FT-2.7.17).

    Who leaves groups that were launched in this turn where they are has not passed for those that wait for them (FB2-6).
    """

    def able(seat: str) -> list[FighterGroup]:
        return first_to_move(state, _all_to_move(state, seat, rule), rule)

    before = list(state.acted)
    formations.fly_home(state, referee, rule)
    await _declare_behind(state, referee, before, rule)
    while groups := next_to_act(state, loser_first(state), able, state.acted):
        seat = groups[0].seat
        if not state.plans.get(seat):
            state.plans[seat] = await _asked(state, referee, groups, rule)
        if plan := state.plans[seat]:
            group = next(iter(plan))
            entry = plan.pop(group)
            state.last_side = state.seats[seat]
            if group in [each.id for each in groups]:
                await _act(state, referee, state.groups[group], entry, rule)
        elif len(groups) < len(_all_to_move(state, seat, rule)):
            state.acted += [group.id for group in groups]
        else:
            has_passed(state, referee, seat, rule)
        await referee.rest()
    close_phase(state)


def _all_to_move(state: FleetState, seat: str, rule: str) -> list[FighterGroup]:
    return [group for group in flying(state, seat) if may_move(state, group, rule)]


def first_to_move(state: FleetState, groups: list[FighterGroup], rule: str) -> list[FighterGroup]:
    """In the classic order the groups that were launched in this turn move before the others of their side (FB2-6).

    So those of a seat wait for those of another that plays the same side, unless that has passed.
    """
    if rule != PRIMARY or not state.switches.classic:
        return groups
    new = [each for each in flying(state) if each.since == state.turn and may_move(state, each, rule)]
    sides = [each.side for each in new if each.seat not in state.passed]
    return [group for group in groups if group in new or group.side not in sides]


async def _asked(state: FleetState, referee: Referee, groups: list[FighterGroup], rule: str) -> dict[str, Json]:
    """The activations that a seat plans, in their order: none is to pass."""
    view = seen_by(state, groups[0].seat)
    questions: list[Question[Any]] = [where_to(view, groups, rule)]
    if joined := formation_question(view, groups, rule):
        questions.append(joined)
    if runs := declared_with_moves(view, groups, rule):
        questions.append(runs)
    answers = dict(zip([question.key for question in questions], await referee.ask_each(questions), strict=True))
    return planned(state, answers["moves"], answers.get("formations", {}), answers.get("runs", {}))


def declared_with_moves(view: FleetView, groups: list[FighterGroup], rule: str) -> Question[Any] | None:
    """In the classic order a group declares its attack run in the activation of its second move (FB2-14)."""
    if rule != SECONDARY or not view.switches.classic:
        return None
    return runs.run_question(view, groups[0].seat, {group.id: reach(group, rule) for group in groups})


def planned(
    state: FleetState, poses: Mapping[str, Pose], formed: Mapping[str, Json], declared: Mapping[str, Json]
) -> dict[str, Json]:
    """The activations of some answers: first who screens, then who moves, with escorts beside those whom they escort."""
    words = {group: str(key).partition(":")[::2] for group, key in formed.items()}
    escorts: dict[str, list[str]] = {}
    plan: dict[str, Json] = {}
    for group, (word, other) in words.items():
        if word == "escort" and state.groups[other].seat == state.groups[group].seat:
            escorts.setdefault(other, []).append(group)
        elif word in ("screen", "escort"):
            plan[group] = {word: other}
    riding = [each for listed in escorts.values() for each in listed]
    for group, pose in poses.items():
        if group not in plan and group not in riding:
            plan[group] = {"to": [pose.at.x, pose.at.y]}
    besides = [
        *[(group, word, other) for group, (word, other) in words.items() if word in ("join", "split")],
        *[(group, "run", ship) for group, ship in declared.items()],
        *[(group, "escorts", listed) for group, listed in escorts.items()],
    ]
    for group, word, other in besides:
        plan.setdefault(group, {"to": list(state.groups[group].position)})[word] = other
    return _joining_last(plan)


def _joining_last(plan: dict[str, Json]) -> dict[str, Json]:
    """Whoever joins a group that is to move does so when that has moved (FT-5.6.5)."""
    joining = {group: entry for group, entry in plan.items() if entry.get("join") in plan}
    return {group: entry for group, entry in plan.items() if group not in joining} | joining


async def _act(state: FleetState, referee: Referee, group: FighterGroup, entry: Json, rule: str) -> None:
    """One activation: a group screens, escorts or moves, its escorts with it, and may then merge with another or be split.

    In the classic order it may declare an attack run, and so may the escorts that have moved with it (FB2-14, FT-5.2.6).
    """
    state.acted.append(group.id)
    before = list(state.acted)
    if "screen" in entry:
        formations.screen(referee, group, state.ships[entry["screen"]])
    elif "escort" in entry:
        formations.escort(state, referee, group, state.groups[entry["escort"]])
    else:
        formations.lead(state, referee, group, Vector(*entry["to"]), rule)
    for each in entry.get("escorts", ()):
        if state.groups[each].on_table and each not in state.acted:
            state.acted.append(each)
            formations.escort(state, referee, state.groups[each], group)
    if other := state.groups.get(entry.get("join", "")):
        formations.merge(state, referee, group, other)
    if number := entry.get("split"):
        formations.split(state, referee, group, int(number))
    if ship := state.ships.get(entry.get("run", "")):
        runs.try_run(state, referee, group, ship)
    for each in [each for each in state.plans.get(group.seat, {}) if each in state.acted]:
        before.append(each)
        if ship := state.ships.get(state.plans[group.seat].pop(each).get("run", "")):
            runs.try_run(state, referee, state.groups[each], ship)
    await _declare_behind(state, referee, before, rule)


async def _declare_behind(state: FleetState, referee: Referee, before: list[str], rule: str) -> None:
    """Groups that have acted since then because they go with others declare their runs in the classic order (FB2-14)."""
    if rule == SECONDARY and state.switches.classic:
        await runs.declare_at_once(state, referee, [state.groups[each] for each in state.acted if each not in before])


# Where to


@dataclass(slots=True, kw_only=True)
class MoveGroups(Place):
    """Where some of a seat's groups go, in the order in which they are given; none is to pass.

    `starts` and `reaches` hold where each is and how far it may go, in MU.
    """

    GIVE: ClassVar[Text] = _("Move these groups")
    PASS: ClassVar[Text] = _("Move no more groups")
    SKIPPABLE: ClassVar[bool] = True
    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    starts: dict[str, Vector] = field(default_factory=dict)
    reaches: dict[str, float] = field(default_factory=dict)

    def read(self, answer: Json) -> dict[str, Pose] | list[Problem]:
        """Places of some of the groups, in the order of the answer."""
        whole = answer if isinstance(answer, dict) else {}
        stay = {unit: {"at": list(self.starts[unit])} for unit in self.units}
        read = Place.read(self, {**stay, **whole} if isinstance(answer, dict) else answer)
        return {unit: read[unit] for unit in whole} if isinstance(read, dict) else read

    def illegal(self, view: Any, value: dict[str, Pose]) -> list[Problem]:
        """Groups off the table or beyond their reach (FT-5.1.1, FT-5.1.2)."""
        found = Place.illegal(self, view, value)
        far = {unit: pose for unit, pose in value.items() if self.distance(unit, pose) > self.reaches[unit]}
        return found + [self._too_far(unit, pose) for unit, pose in far.items()]

    def distance(self, unit: str, pose: Pose) -> float:
        """How far a group would go, in MU."""
        return apart(self.starts[unit], pose.at)

    def _too_far(self, unit: str, pose: Pose) -> Problem:
        start, far = self.starts[unit], self.distance(unit, pose)
        way = pose.at.minus(start)
        nearest = start.plus(way, max(self.reaches[unit] - GRID, 0.0) / way.length())
        text = _("{group} would go {n} MU, and may go {most}.", group=self.units[unit], n=round(far, 1), most=self.reaches[unit])
        return Problem(self.rule, text, unit, {"at": [round(nearest.x, 1), round(nearest.y, 1)], "heading": None})

    def passing(self) -> dict[str, Pose] | None:
        """Moving nothing more."""
        return {}

    def default(self, view: Any) -> dict[str, Pose]:
        """All stay where they are."""
        return {}

    def sample(self, view: Any, rng: Rng) -> dict[str, Pose]:
        """Some of the groups, in any order, each to any place within its reach."""
        units = list(self.units)
        rng.shuffle(units)
        return {unit: self._anywhere(unit, rng) for unit in units[: rng.randrange(len(units) + 1)]}

    def _anywhere(self, unit: str, rng: Rng) -> Pose:
        start, far = self.starts[unit], self.reaches[unit]
        for _try in range(20):
            x, y = start.x + far * (2.0 * rng.random() - 1.0), start.y + far * (2.0 * rng.random() - 1.0)
            pose = Pose(Vector(self._on_grid(x), self._on_grid(y)))
            if self.region.holds(pose.at) and self.distance(unit, pose) <= far:
                return pose
        return Pose(start)

    def outline(self, view: Any, draft: Json = None) -> Dress:
        """Each group with its strength and endurance, how far it may go and where it goes on the map."""
        dress = Place.outline(self, view, draft)
        held = draft if isinstance(draft, dict) else {}
        poses = {unit: pose for unit in self.units if unit in held and (pose := self._pose(held[unit])) is not None}
        areas = [
            Area(id=f"draft:{unit}.reach.{number}", ref=unit, show=("sel", "hover"), style="reach", shape=shape)
            for unit in self.units
            for number, shape in enumerate(self.within_reach(unit))
        ]
        ways = [self._way(unit, pose) for unit, pose in poses.items() if pose.at != self.starts[unit]]
        tokens = [item for item in dress.patch.set if item.id != ZONE]
        dress.patch = Patch((*tokens, *areas, *ways), (*dress.patch.drop, *[f"{unit}.r" for unit in self.units]))
        dress.rows = [self._of_most(row, poses.get(row.key)) for row in dress.rows]
        dress.fields = []
        return dress

    def plate(self, unit: str) -> str:
        """Nothing: its way comes from where its name stands."""
        return ""

    def within_reach(self, unit: str) -> list[Shape]:
        """Where a unit may go, on the map."""
        return [Circle(self.starts[unit], self.reaches[unit])]

    def _way(self, unit: str, pose: Pose) -> Path:
        length = _("{n} MU", n=round(self.distance(unit, pose), 1))
        return Path(id=f"draft:{unit}.way", ref=unit, style="plan", points=(self.starts[unit], pose.at), text=length)

    def _of_most(self, row: Row, pose: Pose | None) -> Row:
        """A row with how far its unit goes, of how far it may."""
        if pose is None:
            return row
        far, most = self.distance(row.key, pose), self.reaches[row.key]
        words = _("{n} of {most} MU, too far") if far > most else _("{n} of {most} MU")
        return replace(row, fact=Text(words.message, {"n": round(far, 1), "most": most}))

    def silhouette(self, view: Any, unit: str) -> str:
        """That of a fighter group."""
        return "fighters"


@dataclass(slots=True, kw_only=True)
class MoveLaunched(MoveGroups):
    """The same for groups for which others of the seat wait, because they were launched in this turn (FB2-6)."""

    PASS: ClassVar[Text] = _("Leave these groups where they are")


def where_to(view: FleetView, groups: list[FighterGroup], rule: str) -> MoveGroups:
    """Ask where groups go in phase 3 or 6."""
    launched = len(groups) < len(_all_to_move(view, groups[0].seat, rule))
    return (MoveLaunched if launched else MoveGroups)(
        seat=groups[0].seat,
        rule=rule,
        prompt=_("Move fighters") if rule == PRIMARY else _("Move fighters again, for 1 CEF each"),
        lead=ONE_BY_ONE,
        key="moves",
        region=field_around(view, [group.position for group in groups], max([reach(group, rule) for group in groups])),
        units={group.id: titled(group) for group in groups},
        grid=GRID,
        starts={group.id: group.position for group in groups},
        reaches={group.id: reach(group, rule) for group in groups},
    )


ONE_BY_ONE = _("They go one by one in this order, in turn with the other side; give one alone to see first what that does.")


def field_around(view: FleetState, places: list[Vector], far: float) -> Rectangle:
    """The table; in unlimited space all within so many MU of these places, each way."""
    if view.scenario.table is not None:
        return Rectangle(0.0, 0.0, float(view.scenario.table[0]), float(view.scenario.table[1]))
    xs, ys = [place.x for place in places], [place.y for place in places]
    return Rectangle(min(xs) - far, min(ys) - far, max(xs) + far, max(ys) + far)


# Formations


@dataclass(slots=True, kw_only=True)
class FormUp(Ways):
    """Which groups screen a ship (``screen:a1``), escort a group (``escort:a1-g2``) or join one (``join:a1-g2``).

    Where that was agreed one may be split, so many of its fighters becoming a group of their own (``split:2``).
    """

    GIVE: ClassVar[Text] = _("Form up")
    PASS: ClassVar[Text] = _("No formations")

    def illegal(self, view: Any, value: dict[str, str | float]) -> list[Problem]:
        """Escorts of escorts (FT-5.2.7), groups that join one that joins another, and too many that join one (FT-5.6.5)."""
        words = {group: str(key).partition(":") for group, key in value.items()}
        chains = [
            Problem("FT-5.2.7" if word == "escort" else "FT-5.6.5", CHAIN, group)
            for group, (word, _colon, other) in words.items()
            if word in ("escort", "join") and words.get(other, ("", "", ""))[0] in ("escort", "join")
        ]
        joined = {other: view.groups[other].strength for word, _colon, other in words.values() if word == "join"}
        for group, (word, _colon, other) in words.items():
            joined[other] = joined.get(other, 0) + (view.groups[group].strength if word == "join" else 0)
        return chains + [Problem("FT-5.6.5", TOO_MANY, group) for group, number in joined.items() if number > MOST_FIGHTERS]


TOO_MANY = _("A group has six fighters at most.")
CHAIN = _("A group that goes with another cannot itself be followed.")


def formation_question(view: FleetView, groups: list[FighterGroup], rule: str) -> FormUp | None:
    """Ask which groups form up: screens and escorts in phase 3 only (FT-5.2.1, FT-5.2.5); None where none can."""
    ways: dict[str, Way] = {}
    slots: dict[str, Options | Amounts] = {}
    for group in groups:
        found = _ways(view, group, groups, rule)
        if found:
            slots[group.id] = Options(tuple(found))
            ways.update(found)
    if not slots:
        return None
    return FormUp(
        seat=groups[0].seat,
        rule="FT-2.7.10" if rule == PRIMARY else "FT-5.6.5",
        prompt=_("Formations"),
        lead=_("Who screens or escorts makes no move of its own.") if rule == PRIMARY else _("At the end of their moves."),
        key="formations",
        slots=slots,
        slot_names={group.id: titled(group) for group in groups if group.id in slots},
        ways=ways,
        heads=HEADS,
    )


HEADS = (
    Choice("screen", _("Screens")),
    Choice("escort", _("Escorts")),
    Choice("join", _("Joins")),
    Choice("split", _("Splits off")),
)


def _ways(view: FleetView, group: FighterGroup, groups: list[FighterGroup], rule: str) -> dict[str, Way]:
    """What a group may do, by key: ships are screened and groups joined by name."""
    found: dict[str, Way] = {}
    if rule == PRIMARY:
        ships = [ship for ship in view.ships.values() if ship.on_table and near(group.position, ship.position)]
        found.update({f"screen:{ship.id}": Way("screen", name_of(ship)) for ship in ships})
        escorted = [other for other in (*groups, *_waiting(view, group)) if other is not group and _within(group, other)]
        found.update({f"escort:{other.id}": Way("escort", name_of(other)) for other in escorted})
    far = 2.0 * reach(group, rule)
    joined = [
        other for other in flying(view, group.seat) if fit_together(group, other) and apart(group.position, other.position) <= far
    ]
    found.update({f"join:{other.id}": Way("join", name_of(other)) for other in joined})
    if view.switches.splitting:
        found.update({f"split:{n}": Way("split", ngettext("{n} fighter", "{n} fighters", n)) for n in range(1, group.strength)})
    return found


def _waiting(view: FleetView, group: FighterGroup) -> list[FighterGroup]:
    """The groups of other seats of its side that move no more in this phase, so that an escort can stay with them.

    None of them is an escort itself (FT-5.2.7).
    """
    others = [other for other in flying(view) if other.side == group.side and other.seat != group.seat]
    waiting = [other for other in others if other.id in view.acted or other.seat in view.passed]
    return [other for other in waiting if not other.escorting]


def _within(group: FighterGroup, other: FighterGroup) -> bool:
    """Whether an escort could come to a group wherever that goes."""
    return apart(group.position, other.position) <= kind_of(group).primary + kind_of(other).primary
