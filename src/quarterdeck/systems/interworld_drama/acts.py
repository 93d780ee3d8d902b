"""What a ship can do in each phase: by which system or by whose own skill, on whom, and when it is possible at all (IWD-14.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from quarterdeck.engine.text import Text, _
from quarterdeck.systems.interworld_drama.conditions import aim_of, detected
from quarterdeck.systems.interworld_drama.crew import Bar, Pool, bar_to_use
from quarterdeck.systems.interworld_drama.record import DECK, DISTANCES, Kind, ShipSystem
from quarterdeck.systems.interworld_drama.state import CREW, Condition, DramaState, Member, Ship

STRATEGY, AGGRESSION, REACTION = 1, 2, 3
PHASES = ("strategy", "aggression", "reaction")
"""The three phases, in order (IWD-5.1)."""


PROPOSED = ("master", "idea")
"""Verbs of what the narrator has to agree to; in place of a system these have the form of the proposal."""


class Act(NamedTuple):
    """Something that a ship can do: a verb, the system it takes, the ship, condition and thing it is about."""

    verb: str
    system: str = ""
    ship: str = ""
    kind: str = ""
    item: str = ""

    @property
    def key(self) -> str:
        """Its name among the choices."""
        return ":".join(self).rstrip(":")

    @property
    def takes(self) -> str:
        """The system that it takes, if it takes one."""
        return "" if self.verb in PROPOSED else self.system


ALLOWED: dict[str, tuple[int, ...]] = {
    "gain": (STRATEGY,),
    "manoeuvre": (STRATEGY,),
    "pull": (STRATEGY,),
    "coordinate": (STRATEGY,),
    "remove_condition": (STRATEGY, REACTION),
    "disperse": (STRATEGY, REACTION),
    "detect": (STRATEGY, AGGRESSION, REACTION),
    "shoot": (AGGRESSION,),
    "barrage": (AGGRESSION,),
    "ram": (AGGRESSION,),
    "board": (AGGRESSION,),
    "curse": (AGGRESSION,),
    "shell": (AGGRESSION,),
    "repair": (REACTION,),
    "analyse": (REACTION,),
    "idea_gain": (STRATEGY,),
    "idea_remove": (STRATEGY, REACTION),
    "master": (STRATEGY, AGGRESSION, REACTION),
}
"""In which phases what may be done (IWD-6.1, IWD-6.9, IWD-7.2, IWD-9.2)."""


def phase_allows(phase: int, verb: str) -> bool:
    """Whether something may be done in a phase."""
    return phase in ALLOWED[verb]


GAINED_BY: dict[str, tuple[Kind, ...]] = {
    "short": ("helm",),
    "long": ("helm",),
    "tail": ("helm",),
    "cover": ("helm",),
    "dead_zone": ("helm",),
    "cloud": ("helm",),
    "breaking_off": ("helm",),
    "lock": ("sensors", "comms"),
    "stealth": ("stealth",),
    "interference": ("comms",),
}
"""By which systems a condition is declared in the strategy phase (IWD-14.5)."""

OWN_SHIP = ("cloud", "stealth", "breaking_off")
"""Conditions that a ship gains for itself and towards nobody."""


class Way(NamedTuple):
    """A way to be rid of a condition: who may go it (own ship, the other one, an enemy), by which systems or own pools."""

    who: str
    systems: tuple[Kind, ...] = ()
    pools: tuple[Pool, ...] = ()
    number: str = ""


HEALING: Pool = ("intelligence", "medicine")
FIGHTING_FIRE: Pool = ("stamina", "survival")
GRIPS: dict[str, tuple[Pool, ...]] = {
    "cable": (("strength", "athletics"), ("wits", "technology")),
    "tentacles": (("willpower", "monster_lore"), ("appearance", "seduction")),
    "gravity": (("intelligence", "hypertech"), ("intelligence", "occult")),
}
"""By which pools a ship gets off each kind of harpoon (IWD-13.11)."""

WAYS: dict[str, Way] = {
    "short": Way("either", ("helm",), number="leave"),
    "long": Way("either", ("helm",)),
    "tail": Way("other", ("helm",), number="shake"),
    "cover": Way("other", ("helm",), number="round"),
    "dead_zone": Way("other", ("helm",), number="turn"),
    "cloud": Way("own", ("helm",), number="leave"),
    "gravity": Way("own", ("helm",), number="leave"),
    "lock": Way("other", ("sensors", "comms")),
    "interference": Way("own", ("comms",), number="remove"),
    "harpooned": Way("own", number="free"),
    "fire": Way("own", pools=(FIGHTING_FIRE,), number="fight"),
    "wounded": Way("own", pools=(HEALING,), number="heal"),
}
"""How each condition is removed by an action (IWD-8.2, IWD-13.2 to IWD-13.15)."""

BEARING = ("fore", "sides")
"""The mounts of weapons that have a dead zone by the book (IWD-13.4, IWD-14.5)."""
HELD_STILL = ("short", "long", "tail", "cover", "dead_zone", "cloud", "breaking_off")
"""What the helm of a harpooned ship can neither gain nor change (IWD-13.11)."""


def bar_to_gain(state: DramaState, ship: Ship, kind: str, by: Kind, other: str = "", part: str = "") -> Bar | None:
    """Why a condition cannot be declared, whatever the dice would say (IWD-14.5, IWD-13.11)."""
    if by not in GAINED_BY[kind]:
        return Bar("IWD-14.5", _("That is not done by this system."))
    if kind in HELD_STILL and state.has("harpooned", ship.id):
        return Bar("IWD-13.11", _("The harpooner controls the movement."))
    if kind in ("cover", "cloud") and kind not in state.surroundings:
        return Bar("IWD-14.5", _("There is nothing of the kind on the scene."))
    return bar_however(state, ship, kind, other, part)


def bar_however(state: DramaState, ship: Ship, kind: str, other: str = "", part: str = "") -> Bar | None:
    """Why a condition cannot come about, by whatever means: neither by a system nor by a Master at Work (IWD-14.5, IWD-14.14)."""
    held = state.has(kind, ship.id, other)
    if held is not None and kind != "dead_zone" and not held.seen_by:
        return Bar("IWD-14.5", _("The condition is there already."))
    distance = state.distance(ship.id, other) if other else "medium"
    if kind in ("short", "long") and distance != "medium":
        return Bar("IWD-14.4", _("The two are not at medium distance."))
    if kind == "tail" and distance == "long":
        return Bar("IWD-14.5", _("The two are at long distance."))
    if kind == "tail" and state.has("tail", other, ship.id):
        return Bar("IWD-14.5", _("That ship holds the tail of this one."))
    return _bar_by_target(state, ship, kind, other, part)


def _bar_by_target(state: DramaState, ship: Ship, kind: str, other: str, part: str) -> Bar | None:
    if kind == "dead_zone" and (not part or state.ships[other].system(part).mount not in BEARING):
        return Bar("IWD-14.5", _("The weapon is mounted neither fore nor at the sides."))
    if kind == "lock" and not detected(state, ship, state.ships[other]):
        return Bar("IWD-14.5", _("The ship is not detected."))
    if kind == "interference" and state.has("interference", other):
        return Bar("IWD-14.5", _("The condition is there already."))
    return None


def usable(state: DramaState, ship: Ship, *kinds: Kind, shoots: bool = False) -> list[ShipSystem]:
    """The systems of these kinds that may act now."""
    return [each for each in ship.record.systems if each.kind in kinds and bar_to_use(state, ship, each, shoots) is None]


def acts(state: DramaState, ship: Ship, phase: int) -> list[Act]:
    """All that a ship can do in a phase; who does it is another question."""
    found: list[Act] = []
    if phase == STRATEGY:
        found += [*gains(state, ship), *_coordination(state, ship)]
    if phase == AGGRESSION:
        found += aggressions(state, ship)
    if phase == REACTION:
        found += _repairs(state, ship)
    if phase_allows(phase, "remove_condition"):
        found += [*_removals(state, ship), *_dispersals(state, ship)]
    return found + list(_detections(state, ship))


def gains(state: DramaState, ship: Ship, *kinds: Kind) -> Iterator[Act]:
    """The conditions that its systems, or those of some kinds, can declare."""
    for system in usable(state, ship, *(kinds or ("helm", "sensors", "comms", "stealth"))):
        for kind in [kind for kind, by in GAINED_BY.items() if system.kind in by]:
            for other, part in aims(state, ship, kind):
                if bar_to_gain(state, ship, kind, system.kind, other, part) is None:
                    yield Act("gain", system.id, other, kind, part)


def aims(state: DramaState, ship: Ship, kind: str) -> Iterator[tuple[str, str]]:
    """Towards which ships, and which of the weapons that are known of them, a condition can be declared (IWD-14.5, IWD-14.12)."""
    if kind in OWN_SHIP:
        yield "", ""
        return
    for other in state.enemies(ship):
        if kind != "dead_zone":
            yield other.id, ""
            continue
        for weapon in other.known_by(ship.side).of_kind("weapon"):
            if not any(zone.part == weapon.id for zone in state.found("dead_zone", ship.id, other.id)):
                yield other.id, weapon.id


def _coordination(state: DramaState, ship: Ship) -> Iterator[Act]:
    for system in usable(state, ship, "comms"):
        for ally in state.allies(ship):
            if not (state.has("contact", ship.id, ally.id) or state.has("contact", ally.id, ship.id)):
                yield Act("coordinate", system.id, ally.id)
    for system in usable(state, ship, "helm"):
        for held in state.found("harpooned", "", ship.id):
            if state.distance(ship.id, held.ship) != "short":
                yield Act("pull", system.id, held.ship)


def may_remove(condition: Condition, ship: Ship) -> bool:
    """Whether it is this ship that can be rid of a condition."""
    who = WAYS[condition.kind].who
    own, other = condition.ship == ship.id, condition.other == ship.id
    return own if who == "own" else other if who == "other" else own or other


def _removals(state: DramaState, ship: Ship) -> Iterator[Act]:
    for condition in [each for each in state.conditions if each.kind in WAYS and may_remove(each, ship)]:
        kind = condition.kind
        still = kind in HELD_STILL and state.has("harpooned", ship.id)
        if WAYS[kind].systems and not still:
            for system in usable(state, ship, *WAYS[kind].systems):
                yield Act("remove", system.id, "", kind, condition.id)
        elif not WAYS[kind].systems:
            yield Act("remove", "", "", kind, condition.id)
        if kind == "wounded":
            yield from _replacing(ship, condition)


def _replacing(ship: Ship, out: Condition) -> Iterator[Act]:
    post = ship.crew[out.part].post
    if post and not out.values.get("replaced"):
        yield Act("replace", "", "", post, out.id)


def _dispersals(state: DramaState, ship: Ship) -> Iterator[Act]:
    if "cloud" in state.surroundings or state.has("cloud"):
        for weapon in usable(state, ship, "weapon"):
            if weapon.condition == "fire":
                yield Act("disperse", weapon.id)


def _detections(state: DramaState, ship: Ship) -> Iterator[Act]:
    for system in usable(state, ship, "sensors"):
        for other in state.enemies(ship):
            if not detected(state, ship, other):
                yield Act("detect", system.id, other.id)


def may_land(distance: str, harpooned: bool) -> bool:
    """Whether a boarding party gets across: no farther than people reach anywhere, but for a cable (IWD-1.3, IWD-14.9)."""
    return harpooned or DISTANCES.index(distance) <= DISTANCES.index("short") + DECK.range_bonus


def aggressions(state: DramaState, ship: Ship) -> Iterator[Act]:
    """Everything aggressive (IWD-7.1, IWD-7.2)."""
    weapons = usable(state, ship, "weapon", shoots=True)
    for other in state.enemies(ship):
        for weapon in weapons:
            if aim_of(state, ship, None, weapon, other).barred is None:
                yield Act("shoot", weapon.id, other.id)
            yield Act("barrage", weapon.id, other.id)
        if aim_of(state, ship, None, None, other).barred is None:
            yield from _others(state, ship, other)
    for world in state.scene.worlds:
        for weapon in weapons:
            yield Act("shell", weapon.id, "", "", world.id)


def _others(state: DramaState, ship: Ship, other: Ship) -> Iterator[Act]:
    """Ram, landing and curses, on a ship that no cover hides (IWD-7.2, IWD-13.3, IWD-14.9)."""
    distance = state.distance(ship.id, other.id)
    if distance != "long" and not state.has("harpooned", ship.id):
        yield from [Act("ram", helm.id, other.id) for helm in usable(state, ship, "helm")]
    if may_land(distance, bool(state.has("harpooned", ship.id, other.id) or state.has("harpooned", other.id, ship.id))):
        yield Act("board", "", other.id)
    yield from _curses(state, ship, other)


def _curses(state: DramaState, ship: Ship, other: Ship) -> Iterator[Act]:
    if not any(power.use == "curse" for member in ship.crew.values() for power in member.sheet.powers):
        return
    if not state.has("interference", other.id):
        yield Act("curse", "", other.id, "interference")
    for key, weapon in aims(state, ship, "dead_zone"):
        if key == other.id and bar_however(state, ship, "dead_zone", key, weapon) is None:
            yield Act("curse", "", key, "dead_zone", weapon)


def may_repair(damage_turn: int, turn: int, phase: int, peaceful: bool = False) -> bool:
    """Damage is made good in the reaction phase of its own turn, or in peace (IWD-8.1, IWD-10.5)."""
    return peaceful or (damage_turn == turn and phase == REACTION)


def _repairs(state: DramaState, ship: Ship) -> Iterator[Act]:
    for hit in ship.damage:
        healed = hit.place == CREW and hit.degree == "heavy"
        if not hit.repaired and not healed and may_repair(hit.turn, state.turn, REACTION):
            yield Act("repair", "", "", hit.degree, hit.id)
    for other in state.enemies(ship):
        if ship.side not in other.known_to:
            yield Act("analyse", "", other.id)


VERBS: dict[str, Text] = {
    "pull": _("Pull {ship} closer"),
    "coordinate": _("Call {ship}"),
    "disperse": _("Burn the cloud away"),
    "detect": _("Look for {ship}"),
    "shoot": _("Fire at {ship}"),
    "barrage": _("Lay a barrage before {ship}"),
    "ram": _("Ram {ship}"),
    "board": _("Board {ship}"),
    "curse": _("Curse {ship}"),
    "shell": _("Shell {item}"),
    "repair": _("Repair {item}"),
    "replace": _("Take over {item}"),
    "analyse": _("Study {ship}"),
}


def fitting(act: Act, members: list[Member]) -> list[Member]:
    """Those of some characters who have what an act takes: the power for it, a Master at Work not used yet (IWD-11.1)."""
    if act.verb == "master":
        return [member for member in members if not member.master_used]
    use = "curse" if act.verb == "curse" else act.verb if act.kind == "power" else ""
    return [member for member in members if any(power.use == use for power in member.sheet.powers)] if use else members
