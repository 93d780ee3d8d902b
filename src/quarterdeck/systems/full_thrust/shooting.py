"""Phase 8, what is asked: which ship fires next, and at what each of its weapons fires (FT-2.7.19, FT-2.7.20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from quarterdeck.engine.dress import Cell, Column, Count, Dress, Note, Option
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Assign, Choice, Choose, Options
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.scene import Icon, Patch, Path
from quarterdeck.engine.text import Text, Unit, _, ngettext, percent
from quarterdeck.systems.full_thrust.aliens.allot import construct_fire
from quarterdeck.systems.full_thrust.aliens.nodes import NODES, armed, load_words
from quarterdeck.systems.full_thrust.alternation import next_to_act
from quarterdeck.systems.full_thrust.arcs import bears
from quarterdeck.systems.full_thrust.cover import Cover, cover_of, lock_chance
from quarterdeck.systems.full_thrust.damage import hull_left, layers_of, unspent_rows
from quarterdeck.systems.full_thrust.defence import defensive_fire, expected_hits, spare_fire
from quarterdeck.systems.full_thrust.fire import (
    Shot,
    able_to_fire,
    all_aims,
    arc_of,
    check_plan,
    choosable_arcs,
    enemies,
    powered,
    range_between,
    read_aim,
    why_not,
    working_fire_controls,
    working_weapons,
)
from quarterdeck.systems.full_thrust.gunnery import battery, best_fire, system_worth, worth
from quarterdeck.systems.full_thrust.odds import Target, Volley, volley
from quarterdeck.systems.full_thrust.point_defence import small_targets
from quarterdeck.systems.full_thrust.ranges import PD_WORDS, in_dice, weapon_icon
from quarterdeck.systems.full_thrust.shell_odds import can_be_worked_out
from quarterdeck.systems.full_thrust.ship import Arc, System
from quarterdeck.systems.full_thrust.state import Body, FleetState, FleetView, Ship, Thing, name_of
from quarterdeck.systems.full_thrust.targets import Aimable, as_fired, guidance_of, in_sight, only_defends, opposing, thing
from quarterdeck.systems.full_thrust.volley_chart import chart, dice_of


def ships_to_fire(state: FleetState) -> list[Ship]:
    """The ships of which the seat whose turn it is may fire one, the initiative winner first; none when phase 8 is over."""

    def able(seat: str) -> list[Ship]:
        return able_to_fire(state, [ship for ship in state.ships.values() if ship.seat == seat])

    return next_to_act(state, state.initiative, able, state.fired)


def choose_ship_to_fire(ships: list[Ship]) -> ChooseShip:
    """Ask which of a seat's ships fires next; to choose none is to pass for the rest of the phase (FT-2.7.8)."""
    choices = tuple([Choice(ship.id, name_of(ship), None, ship.id, side=ship.side) for ship in ships])
    return ChooseShip(seat=ships[0].seat, rule="FT-2.7.19", prompt=WHICH_SHIP, choices=choices, least=0)


WHICH_SHIP = _("Choose the ship that fires next")
PASSING_IS_FINAL = _("Who passes fires no more this turn.")


@dataclass(slots=True, kw_only=True)
class ChooseShip(Choose):
    """The next ship to fire, or none."""

    GIVE: ClassVar[Text] = _("Fire with this ship")
    PASS: ClassVar[Text] = _("Fire no more this turn")

    def default(self, view: FleetView) -> list[str]:
        """The ship whose loss before it has fired would hurt most: the one worth most."""
        return [max(self.choices, key=lambda choice: worth(view, view.ships[choice.key])).key]

    def sample(self, view: FleetView, rng: Rng) -> list[str]:
        """Any ship; one time in twelve none."""
        return [] if not rng.randrange(12) else [rng.choice(self.choices).key]

    def outline(self, view: FleetView, draft: Json = None) -> Dress:
        """The ships with the damage that each may expect to do, and to whom."""
        dress = Choose.outline(self, view, draft)
        best = [self._best(view, view.ships[row.key]) for row in dress.rows]
        dress.rows = [replace(row, fact=fact, sub=at) for row, (fact, at) in zip(dress.rows, best, strict=True)]
        dress.notes = [Note("ink", PASSING_IS_FINAL, "FT-2.7.8")]
        return dress

    @staticmethod
    def _best(view: FleetView, ship: Ship) -> tuple[Text, Text | None]:
        """Nothing at ships without a Fire Control, for who only defends itself, or where something stands between."""
        able = working_fire_controls(ship) and not only_defends(ship)
        targets = in_sight(view, ship, enemies(view, ship.side)) if able else []
        means = [(volley_mean(view, ship, target), target) for target in targets]
        mean, target = max(means, key=lambda each: each[0], default=(0.0, None))
        fact = _("mean damage {n}", n=round(mean, 1))
        return fact, in_range(ship, target) if target is not None and mean else None


AS_WORDS = _("AS mode")


def way_words(weapon: System, key: str, range_: float) -> Text:
    """How a weapon fires with this aim: in which mode, a Node with which load."""
    _target, _system, mode, load = read_aim(key)
    if weapon.kind in NODES:
        return load_words(armed(weapon, mode, load), range_)
    return PD_WORDS if mode == "PD" else AS_WORDS


def whole_plan(view: FleetState, ship: Ship, aims: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """All fire where it is worth most: at what attacks the ship, then at ships, and what is left over at small targets.

    Rocks are left alone.
    """
    if ship.pools:
        return construct_fire(view, ship, aims)
    if not view.groups and not view.markers and not view.bodies:
        return best_fire(view, ship, aims)
    plan = defensive_fire(view, ship, aims)
    at_ships = {slot: tuple([key for key in keys if read_aim(key)[0] in view.ships]) for slot, keys in aims.items()}
    plan.update(best_fire(view, ship, {slot: keys for slot, keys in at_ships.items() if keys and slot not in plan}))
    ranges = {each.id: range_between(ship, each) for each in small_targets(view, ship.side)}
    return {**plan, **spare_fire(view, ship, aims, plan, ranges)}


def in_range(ship: Ship, target: Ship) -> Text:
    """A target with its range."""
    return _("at {target}, {range} MU", target=name_of(target), range=range_between(ship, target))


def volley_mean(state: FleetState, ship: Ship, target: Ship) -> float:
    """Mean damage of all weapons of a ship that bear on a target, without regard to the boxes left."""
    range_, cover, arc = range_between(ship, target), cover_of(state, ship, target), arc_of(ship, target, {})
    return sum([cover.mean(weapon, range_) for weapon in battery(ship) if bears(weapon, arc, aft=ship.station)])


def choose_arc(view: FleetView, ship: Ship, target: Thing) -> Choose:
    """Ask in which arc a target at the same point lies for this activation (FT-4.1.8)."""
    choices = tuple(Choice(arc, ARC_NAMES[arc], _bearing(ship, arc)) for arc in choosable_arcs())
    prompt = _("In which arc of {ship} is {target}?", ship=Unit(ship.id, ship.name), target=Unit(target.id, target.name))
    return Choose(seat=ship.seat, rule="FT-4.1.8", prompt=prompt, subject=ship.id, key=target.id, choices=choices)


def _bearing(ship: Ship, arc: Arc) -> Text:
    """How many weapons bear into an arc."""
    count = len([weapon for weapon in working_weapons(ship) if bears(weapon, arc, aft=ship.station)])
    return ngettext("{n} weapon bears", "{n} weapons bear", count)


ARC_NAMES: dict[Arc, Text] = {
    "F": _("Fore"),
    "FS": _("Fore Starboard"),
    "AS": _("Aft Starboard"),
    "A": _("Aft"),
    "AP": _("Aft Port"),
    "FP": _("Fore Port"),
}


def declare_fire(state: FleetState, ship: Ship, settled: Mapping[str, Arc]) -> DeclareFire:
    """Ask for all the fire of a ship before a die is rolled (FT-2.7.20). Slots are its weapons that have a legal aim."""
    slots = all_aims(state, ship, settled)
    return DeclareFire(
        seat=ship.seat,
        rule="FT-2.7.20",
        prompt=_("{ship} fires", ship=Unit(ship.id, ship.name)),
        lead=ANNOUNCE,
        subject=ship.id,
        slots={weapon: Options(tuple(keys)) for weapon, keys in slots.items()},
        slot_names={weapon: Text(ship.design.system(weapon).name) for weapon in slots},
        ship=ship.id,
        settled=dict(settled),
    )


ANNOUNCE = _("Announce every weapon, then roll.")
NO_FIRE_CONTROL = _("No Fire Control is left for another target.")
NOT_ENOUGH = _("The other weapons leave too little power or Biomass for it.")
NONE_LEFT, NO_CONTROL, NO_POWER = _("no Fire Control left"), _("control"), _("power")


@dataclass(slots=True, kw_only=True)
class DeclareFire(Assign):
    """At what each weapon of `ship` fires, by aim key; `settled` are the arcs fixed for this activation."""

    PASS: ClassVar[Text] = _("Hold fire")
    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    ship: str
    settled: dict[str, Arc] = field(default_factory=dict)

    def shots(self, answer: Mapping[str, Json]) -> list[Shot]:
        """The announced shots, in the order in which they were announced (FT-2.7.37)."""
        return [Shot(weapon, *read_aim(str(key))) for weapon, key in answer.items()]

    def illegal(self, view: FleetView, value: dict[str, str | float]) -> list[Problem]:
        """What the rules of fire say against the plan: each slot holds a legal aim already, so it is Fire Controls or power."""
        ship = view.ships[self.ship]
        fits = self._guided(view, ship, value) and self._powered(view, ship, value)
        return [] if fits else check_plan(view, ship, self.shots(value), self.settled)

    def _guided(self, view: FleetView, ship: Ship, plan: Mapping[str, Json]) -> bool:
        """Whether Fire Controls and ADFCs suffice for a plan: one for each different aim is always enough (FT-4.2.2)."""
        working = working_fire_controls(ship)
        if not view.groups and not view.markers:
            return len({read_aim(str(key))[:2]: None for key in plan.values()}) <= working
        guides = guidance_of(view, ship, self.shots(plan))
        return len(guides.controls) <= working and not guides.lacking

    def _powered(self, view: FleetView, ship: Ship, plan: Mapping[str, Json]) -> bool:
        """Whether a construct has the power and the Biomass for a plan."""
        return not ship.pools or powered(view, ship, self.shots(plan))

    def default(self, view: FleetView) -> dict[str, str | float]:
        """All fire where the most can be shot away."""
        aims = {slot: kind.keys for slot, kind in self.slots.items() if isinstance(kind, Options)}
        return dict(whole_plan(view, view.ships[self.ship], aims))

    def outline(self, view: FleetView, draft: Json = None) -> Dress:
        """Weapons against targets: dice and mean damage in each cell, the shots on the map."""
        ship, held = view.ships[self.ship], self.aims(draft)
        dress = Assign.outline(self, view, draft)
        weapons, targets = self._weapons(view), self._targets(view)
        dress.rows = [replace(row, ref=f"{ship.id}/{row.key}", icon=icon_of(ship, row.key)) for row in dress.rows]
        dress.cells = [[self._shot_cell(view, ship, weapon, target, held) for target in targets] for weapon in weapons]
        columns = zip(targets, zip(*dress.cells, strict=True), strict=True)
        dress.columns = [self._column(view, ship, target, cells, held) for target, cells in columns]
        dress.corner = _("Weapon")
        dress.sums = (_("Mean damage"), _("Threshold"), _("Destroyed"))
        used, controls = len(guidance_of(view, ship, self.shots(held)).controls), working_fire_controls(ship)
        dress.count = Count(ngettext("Fire Control", "Fire Controls", controls), used, controls, FIRE_CONTROL)
        dress.patch = Patch(tuple(self._shots(ship, [target for target in targets if self._fired(ship, target, held)])))
        dress.buttons[0] = replace(dress.buttons[0], text=self._fire_words(ship, targets, held))
        dress.odds = False if held else None
        return dress

    def add_odds(self, view: FleetView, dress: Dress) -> None:
        """What the whole volley may do to each target: below its column, and as a chart of hull damage (FT-4.3.2)."""
        ship, held = view.ships[self.ship], self.aims(dress.draft)
        for place, column in enumerate(dress.columns):
            target = thing(view, column.key)
            assert target is not None
            if (fired := self._fired(ship, target, held)) and isinstance(target, Ship) and has_odds(target):
                odds = volley(fired, range_between(ship, target), target_of(target, cover_of(view, ship, target)))
                dress.columns[place] = replace(column, sums=self._sums(odds))
                dress.blocks.append(chart(target, odds, dice_of(fired, range_between(ship, target))))

    def _fire_words(self, ship: Ship, targets: list[Aimable], held: Mapping[str, str]) -> Text:
        """How many dice are rolled to hit."""
        dice = [
            dice_of(fired, range_between(ship, target)) if isinstance(target, Ship) else len(fired)
            for target in targets
            for fired in (self._fired(ship, target, held),)
        ]
        return ngettext("Fire {n} die", "Fire {n} dice", sum(dice)) if held else _("Fire")

    def missing(self, dress: Dress) -> Text | None:
        """That nothing is aimed yet: to hold fire is to pass."""
        return Assign.missing(self, dress) if self.aims(dress.draft) else NOTHING_AIMED

    def aims(self, draft: Json) -> dict[str, str]:
        """The aim keys of a draft, as far as its weapons have them, whatever else it holds."""
        return {slot: key for slot, key in self.held(draft).items() if isinstance(key, str)}

    def _keys(self, weapon: str) -> tuple[str, ...]:
        slot = self.slots[weapon]
        return slot.keys if isinstance(slot, Options) else ()

    def _weapons(self, view: FleetView) -> list[System]:
        return [view.ships[self.ship].design.system(weapon) for weapon in self.slots]

    def _targets(self, view: FleetView) -> list[Aimable]:
        aimed = {read_aim(key)[0] for weapon in self.slots for key in self._keys(weapon)}
        return [target for target in opposing(view, view.ships[self.ship]) if target.id in aimed]

    @staticmethod
    def _fired(ship: Ship, target: Thing, held: Mapping[str, str]) -> list[System]:
        shots = [Shot(weapon, *read_aim(key)) for weapon, key in held.items()]
        return [as_fired(ship, shot) for shot in shots if shot.target == target.id]

    def _column(self, view: FleetView, ship: Ship, target: Aimable, cells: tuple[Cell, ...], held: Mapping[str, str]) -> Column:
        arc, range_ = arc_of(ship, target, self.settled), range_between(ship, target)
        sub = _("{range} MU, {arc}", range=range_, arc=arc or _("same point"))
        fired = self._fired(ship, target, held)
        shut = not fired and all(cell.off is not None for cell in cells) and any(cell.off is NO_CONTROL for cell in cells)
        off, mean = NONE_LEFT if shut else None, 0.0
        for weapon in fired:
            mean += self._mean(view, ship, ship.design.system(weapon.id), target, held[weapon.id], held)
        sums = (_("{n}", n=round(mean, 1)),) if fired else ()
        return Column(target.id, name_of(target), sub=sub, ref=target.id, off=off, sums=sums, side=target.side)

    def _mean(self, view: FleetView, ship: Ship, weapon: System, target: Aimable, key: str, held: Mapping[str, str]) -> float:
        """Mean damage at a ship, mean hits at a small target; less where there may be no lock (FT-12.3.2)."""
        shot, range_ = Shot(weapon.id, *read_aim(key)), range_between(ship, target)
        if isinstance(target, (Ship, Body)):
            return cover_of(view, ship, target).mean(armed(weapon, shot.mode, shot.load), range_)
        plan = self.shots({**held, weapon.id: key})
        return expected_hits(weapon, shot, target, range_) * lock_chance(view, ship, target, shot, plan)

    @staticmethod
    def _sums(odds: Volley) -> tuple[Text, ...]:
        crossing = max(odds.row_ends().values(), default=odds.destroyed())
        return _("{n}", n=round(odds.mean(), 1)), percent(crossing), percent(odds.destroyed())

    def _shot_cell(self, view: FleetView, ship: Ship, weapon: System, target: Aimable, held: Mapping[str, str]) -> Cell:
        keys = [key for key in self._keys(weapon.id) if read_aim(key)[0] == target.id]
        if not keys:
            why = why_not(view, ship, weapon, target, self.settled)
            if why is None:
                return Cell(off=_("no system"), why=_("{target} has no system to aim at.", target=name_of(target)))
            return Cell(off=_("arc") if why.rule in ARC_RULES else OFF.get(why.rule, RANGE), why=why.text)
        range_, on = range_between(ship, target), held.get(weapon.id) in keys
        lacking = {key: self._lacking(view, ship, weapon, key, held) for key in keys}
        free = [key for key in keys if lacking[key] is None]
        best = max(free or keys, key=lambda key: self._mean(view, ship, weapon, target, key, held))
        shown = held[weapon.id] if on else best
        mean = _("{n}", n=round(self._mean(view, ship, weapon, target, shown, held), 1))
        dice = in_dice(as_fired(ship, Shot(weapon.id, *read_aim(shown))), range_)
        if not free and not on:
            return Cell(dice, mean, off=lacking[best], why=NO_FIRE_CONTROL if lacking[best] is NO_CONTROL else NOT_ENOUGH)
        give: str | None = None
        options: tuple[Option, ...] = ()
        if not isinstance(target, Ship) or weapon.kind in NODES:
            give, chosen = shown, held.get(weapon.id, "")
            words = {key: way_words(weapon, key, range_) for key in keys} if len(keys) > 1 else {}
            off = {key: None if key == chosen else lacking[key] for key in words}
            options = tuple([Option(key, words[key], off=off[key], on=key == chosen) for key in words])
        elif weapon.kind == "needle_beam":
            give = held[weapon.id] if on else max(free, key=lambda key: system_worth(target, read_aim(key)[1]))
            options = self._options(target, keys, free, held.get(weapon.id, ""))
        return Cell(dice, mean, on=on, give=give, options=options)

    def _lacking(self, view: FleetView, ship: Ship, weapon: System, key: str, held: Mapping[str, str]) -> Text | None:
        """What is lacking to give a weapon this aim while the others keep theirs (FT-4.2.2, FT-A.3.28)."""
        plan = {**{slot: other for slot, other in held.items() if slot != weapon.id}, weapon.id: key}
        if not self._guided(view, ship, plan):
            return NO_CONTROL
        return None if self._powered(view, ship, plan) else NO_POWER

    @staticmethod
    def _options(target: Ship, keys: list[str], free: list[str], on: str) -> tuple[Option, ...]:
        """The systems that a Needle Beam can name (FT-4.8.1)."""
        names = {key: Text(target.design.system(read_aim(key)[1]).name) for key in keys}
        return tuple([Option(key, names[key], off=None if key in (*free, on) else NO_CONTROL, on=key == on) for key in keys])

    @staticmethod
    def _shots(ship: Ship, targets: list[Aimable]) -> Iterator[Path]:
        for target in targets:
            way, range_ = (ship.position, target.position), range_between(ship, target)
            text = _("{range} MU", range=range_)
            yield Path(
                id=f"draft:{ship.id}.{target.id}",
                side=ship.side,
                ref=target.id,
                style="beam",
                points=way,
                text=text,
                at=0.5,
                beside="on",
            )


FIRE_CONTROL = Icon("full-thrust:fire_control")
NOTHING_AIMED = _("No weapon has a target.")


def icon_of(ship: Ship, weapon: str) -> Icon:
    """The icon of a weapon of a ship."""
    system = ship.design.system(weapon)
    return weapon_icon(system.kind, system.cls, system.arcs)


RANGE, OFF = _("range"), {"FT-12.1.4": _("blocked")}
ARC_RULES = ("FT-4.1.5", "FT-4.1.6", "FT-4.1.8")
"""The rules by which a target is out of arc; what else speaks against one that is asked about is its range."""


def has_odds(ship: Ship) -> bool:
    """Whether the odds against a ship are worked out: the states of a very large Shell are too many."""
    return not ship.shell or can_be_worked_out(layers_of(ship), hull_left(ship))


def target_of(ship: Ship, cover: Cover) -> Target:
    """A ship as the odds see it; armour within a Shell is one more layer of it."""
    shell = tuple(layers_of(ship)) if ship.shell else ()
    rows = unspent_rows(ship)
    return Target(cover.screens, ship.armour, rows, ship.hull_damage, shell, haze=cover.haze, locks=cover.locks)
