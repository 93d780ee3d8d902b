"""Phase 1: each seat secretly writes the movement orders of its ships (FT-2.7.3, FT-3.2.12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from quarterdeck.engine.dress import Count, Dress, Fact, Note, UnitRow
from quarterdeck.engine.plane import to_degrees
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import DRIFT, Plot
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.scene import Icon, Item, Patch, Path, Token
from quarterdeck.engine.text import Argument, Text, _, joined, ngettext, plain
from quarterdeck.systems.full_thrust.aliens.power import allotment_problem, usual_line
from quarterdeck.systems.full_thrust.core_systems import in_control
from quarterdeck.systems.full_thrust.declaring import agreed, has_for
from quarterdeck.systems.full_thrust.manoeuvres import Manoeuvre, off_table, turns_until_off
from quarterdeck.systems.full_thrust.movement import any_line, declarable, moved_by, pushes_freely, thrust_of
from quarterdeck.systems.full_thrust.order_keys import OrderKeys, chips, reachable
from quarterdeck.systems.full_thrust.order_lines import DECLARED, LETTERS, POOL_OF, Action, read_orders, write_line
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, Ship, kind_of, name_of


def takes_orders(state: FleetState, ship: Ship) -> bool:
    """Whether orders can be written for a ship: somebody is in command and the drive has thrust (FT-3.1.5, FT-7.2.4), or there is
    something to declare (FT-2.7.4)."""
    return in_control(ship, state.turn) and (thrust_of(ship) > 0 or bool(declarable(state, ship)))


def orders_for(view: FleetView, seat: str) -> WriteOrders | None:
    """The question for the orders of a seat's ships; None where it has none to write for."""
    units = {ship.id: name_of(ship) for ship in view.ships.values() if ship.seat == seat and takes_orders(view, ship)}
    if not units:
        return None
    how = joined([HOW, POWER_HOW], "\n") if any(view.ships[unit].design.generators for unit in units) else HOW
    return WriteOrders(
        seat=seat, rule="FT-2.7.3", prompt=PROMPT, lead=LEAD, key="orders", units=units, language="ft-vector", how=how
    )


PROMPT, LEAD = _("Write orders"), _("Secret until every side has given its orders.")

HOW = _(
    """\
MD4                burn 4 in the direction that the ship faces
TP2, TS2           turn 2 points to port, to starboard
R9                 turn to face 9: 12 is up, 3 right, 6 down, 9 left
PP, PS, PR         push 1 to port, to starboard, in reverse
T3/2               push 2 towards 3: an Advanced Drive, or free pushes
LAUNCH             launch fighters; written first, and the ship then drifts
ORBITC, ORBITA     go into orbit clockwise, anticlockwise, where it is met
DOCK, UNDOCK       dock at a station where the move ends; cast off
FTL                warm up the FTL Drive: drift now, jump next turn
STAY               call off the jump
SHROUD             raise the Vapour Shroud for the turn
SCAN, ECM          active sensors; jam those of others
MINE, SWEEP        lay mines; sweep them
NOVA, CHARGE       arm the Nova Cannon, with nothing else; charge the Wave Gun
REFLEX, CLOAK 2    Reflex Field; under the cloak for 2 turns
-                  drift on as before
MD2, TP1           several in order; a turn, a point of burn or push costs 1"""
)

POWER_HOW = _(
    """\
MP6, AP8, DP4, RP2 divide the power of a construct: movement, attack, defence, repair
T3/2               push 2 towards 3 on the clock, as constructs may"""
)


@dataclass(slots=True, kw_only=True)
class WriteOrders(Plot):
    """Movement orders in the game's notation, a line for each ship: ``TP2, MD4``."""

    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    def line_problems(self, view: FleetView, unit: str, line: str) -> list[Problem]:
        """Words that cannot be read, and orders beyond the thrust or against the rules of pushes (FT-3.2.13).

        The rulebook lets impossible orders be written and ignores them when the ship moves; a player who knows the ship's
        thrust is told at once.
        """
        actions, problems = read_orders(line)
        if problems:
            return [Problem(p.rule, p.text, unit, p.nearest) for p in problems]
        if not actions:
            return []
        words = declarable(view, view.ships[unit])
        lacking = [each for each in actions if each.kind in DECLARED and LETTERS[each.kind] not in words]
        if lacking:
            rest = write_line([each for each in actions if each not in lacking])
            needs = DECLARED[lacking[0].kind]
            about: dict[str, Argument] = {"ship": self.units[unit], "word": lacking[0].word}
            text = _("{ship} has no working system for {word}.", **about)
            if not agreed(needs.switches, view.switches):
                text = _("The rule of {word} is not played in this battle.", **about)
            elif has_for(view.ships[unit], needs.system):
                text = _("{ship} cannot do {word} where it is.", **about)
            return [Problem(needs.word.rule, text, unit, rest)]
        if view.ships[unit].design.generators and (power := allotment_problem(view.ships[unit], actions, unit)):
            return [power]
        move = self.move(view, unit, actions)
        if move.why_ignored is None:
            return []
        return [Problem(move.why_ignored.rule, move.why_ignored.text, unit, self._nearest(view, unit, move))]

    def _nearest(self, view: FleetView, unit: str, move: Manoeuvre) -> str:
        """What would be done of the orders, with the first action that would not in the nearest way in which it can be."""
        nearest = move.why_ignored.nearest if move.why_ignored else None
        longer = (*move.done, *read_orders(nearest or "")[0])
        return write_line(move.done if self.move(view, unit, longer).ignored else longer)

    @staticmethod
    def move(view: FleetView, unit: str, actions: tuple[Action, ...]) -> Manoeuvre:
        """What would come of these actions."""
        return moved_by(view, view.ships[unit], actions)

    def default(self, view: FleetView) -> dict[str, str]:
        """Everything drifts on; a construct divides its power as it usually would, for nothing works without (FT-A.3.4)."""
        ships = {unit: view.ships[unit] for unit in self.units}
        return {unit: usual_line(ship) if ship.design.generators else DRIFT for unit, ship in ships.items()}

    def sample_line(self, view: FleetView, unit: str, rng: Rng) -> str:
        """Any line that the ship can carry out in full."""
        return any_line(view, view.ships[unit], rng)

    def row(self, view: FleetView, unit: str, line: str) -> UnitRow:
        """The keys that write a line, and where it leads: velocity, course, facing, when the ship would drift off the table."""
        ship = view.ships[unit]
        actions, problems = read_orders(line)
        move = self.move(view, unit, () if problems else actions)
        keys = OrderKeys(ship, move.start, move.available, actions, pushes_freely(view, ship), declarable(view, ship))
        return UnitRow(
            unit,
            self.units[unit],
            ref=unit,
            sub=_("{kind}", kind=kind_of(ship)),
            line=line,
            last=view.last_orders.get(unit, ""),
            gloss=None if problems else gloss(move.done),
            rule="FT-3.2.14",
            facts=facts_of(view, move),
            state=self.state(view, unit, line),
            chips=tuple(chips(line, move)),
            controls=keys.controls(),
            to=tuple(reachable(move.drift, move.available, move.start.facing, pushes_freely(view, ship))),
        )

    def outline(self, view: FleetView, draft: Json = None) -> Dress:
        """The rows, how many orders are given, warnings where a ship would leave the table (FT-3.2.20), the ends on the map."""
        dress = Plot.outline(self, view, draft)
        lines = {unit: line for unit, line in self.lines(draft).items() if line.strip()}
        given, ships = len(lines), len(self.units)
        dress.count = Count(ngettext("ship", "ships", ships), given, ships)
        dress.notes = [note for unit in self.units if (note := self._warning(view, unit, lines.get(unit)))]
        plans = [item for unit, line in lines.items() for item in self._plan(view, unit, line)]
        dress.patch = Patch(tuple(plans), tuple([f"{unit}.d" for unit in lines if view.ships[unit].velocity]))
        return dress

    def _plan(self, view: FleetView, unit: str, line: str) -> Iterator[Item]:
        """Where a line leads: the ship as it will lie, its way there, and the thrust that takes it off its drift (FT-3.2.14)."""
        actions, problems = read_orders(line)
        ship, move = view.ships[unit], self.move(view, unit, () if problems else actions)
        end = move.end
        yield Token(
            id=f"draft:{unit}.p",
            side=ship.side,
            ref=unit,
            say=ends_at(self.units[unit], move),
            style="plan",
            silhouette=ship.design.silhouette,
            at=end.position,
            heading=end.facing % 12 * 30,
            ring="none",
        )
        if end.position != ship.position:
            way, number = (ship.position, end.position), str(end.velocity)
            yield Path(id=f"draft:{unit}.plan", side=ship.side, ref=unit, style="plan", points=way, text=number, beside="port")
        leg = tuple(dict.fromkeys((move.drift, *move.points)))
        if len(leg) > 1:
            yield Path(id=f"draft:{unit}.leg", side=ship.side, ref=unit, style="leg", points=leg)

    def _warning(self, view: FleetView, unit: str, line: str | None) -> Note | None:
        actions, problems = read_orders(line or "")
        end = self.move(view, unit, () if problems else actions).end
        if not off_table(view.scenario.table, end.position):
            return None
        return Note("warn", _("{ship} would leave the table.", ship=self.units[unit]), "FT-3.2.20", Icon("warn"))


def ends_at(ship: Text, move: Manoeuvre) -> Text:
    """Where a ship ends, in words."""
    x, y = move.end.position
    return _("{ship} ends at {x}, {y}, facing {facing}", ship=ship, x=x, y=y, facing=move.end.facing)


def facts_of(view: FleetState, move: Manoeuvre) -> tuple[Fact, ...]:
    """What the result of orders is, old and new: velocity, course in degrees, facing, and when the ship drifts off."""
    start, end = move.start, move.end
    turns = turns_until_off(view.scenario.table, end.position, end.course, end.velocity)
    facts = [
        Fact(_("Velocity"), Text(str(end.velocity)), Text(str(start.velocity)), "MU"),
        Fact(_("Course"), degrees(to_degrees(end.course)), degrees(to_degrees(start.course))),
        Fact(_("Facing"), Text(str(end.facing)), Text(str(start.facing))),
    ]
    if turns is not None:
        facts.append(Fact(_("Drifts off"), _("turn {n}", n=view.turn + turns)))
    return tuple(facts)


def degrees(angle: float) -> Text:
    """An angle for showing, in whole degrees."""
    return _("{n}°", n=round(angle) % 360)


def gloss(actions: tuple[Action, ...]) -> Text:
    """Orders in words: ``Turn 2 points to port, then burn 4.``"""
    if not actions:
        return _("Drift.")
    words = plain(joined([in_words(action) for action in actions], ", then "))
    return Text(words[0].upper() + words[1:] + ".")


def in_words(action: Action) -> Text:
    """One action in words."""
    n = action.amount
    if action.kind in POOL_OF:
        return Text(DECLARED[action.kind].says.message, {"n": n})
    if action.kind in DECLARED:
        says = DECLARED[action.kind].says
        return ngettext("{what} for {n} turn", "{what} for {n} turns", n, what=says) if n else says
    match action.kind:
        case "burn":
            return _("burn {n}", n=n)
        case "rotate_to":
            return _("turn to face {n}", n=n)
        case "turn" if n < 0:
            return ngettext("turn {n} point to port", "turn {n} points to port", -n)
        case "turn":
            return ngettext("turn {n} point to starboard", "turn {n} points to starboard", n)
        case "push_port":
            return _("push {n} to port", n=n)
        case "push_starboard":
            return _("push {n} to starboard", n=n)
        case "push_reverse":
            return _("push {n} in reverse", n=n)
        case _:
            return _("push {n} towards {clock}", n=n, clock=action.toward)
