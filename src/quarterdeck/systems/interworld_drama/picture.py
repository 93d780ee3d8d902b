"""What is drawn of a view: no map, but cards - ships, crews, systems, conditions with their clocks - and what events show."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.picture import (
    CrossOff,
    DiceGroup,
    Die,
    Effect,
    Happen,
    Mark,
    Panel,
    PanelCell,
    Picture,
    Progress,
    Shown,
    Side,
    Unit,
    phases,
)
from quarterdeck.engine.problems import Json
from quarterdeck.engine.scene import Badge, Bar, Cards, Icon, Scene, Tone, Words
from quarterdeck.engine.text import Text, _, ngettext
from quarterdeck.engine.text import Unit as Named
from quarterdeck.systems.interworld_drama.asking import damage_text
from quarterdeck.systems.interworld_drama.conditions import CONDITION_NAMES, CONDITION_RULES, NUMBERS, number, working
from quarterdeck.systems.interworld_drama.crew import OUT_INJURIES, able, actions_left, dice_for, pool_of
from quarterdeck.systems.interworld_drama.harm import threatened
from quarterdeck.systems.interworld_drama.outcome import limit_of, scores
from quarterdeck.systems.interworld_drama.record import NARRATOR, SURROUNDING_NAMES, ShipSystem
from quarterdeck.systems.interworld_drama.state import Condition, DramaState, DramaView, Member, Ship

PHASES = ((_("Strategy"), 0), (_("Aggression"), 1), (_("Hazards"), 2), (_("Reaction"), 3), (_("End"), 4))
ENDS: dict[str, Text] = {
    "barrage": _("until the turn is over"),
    "lock": _("until the next attack"),
    "breaking_off": _("away when the turn is over"),
    "stealth": _("until it attacks"),
}
"""How long the conditions last that do not simply stay until removed."""
STATUS_BADGES: dict[str, tuple[str, Text, Tone]] = {
    "out": ("out", _("out of action"), "bad"),
    "away": ("away", _("away"), "mid"),
    "aside": ("away", _("no ship in this fight"), "mid"),
}
"""The badge of a ship that is not in the fight."""
HEIGHTS = {"light": 3, "heavy": 7, "fatal": 11}


def picture(view: DramaView) -> Picture:
    """The scene as cards: ships, the systems and crews of each, conditions, losses."""
    ships = list(view.ships.values())
    own = view.scene.seat_sides().get(view.viewer or "")
    sides = [Side(side.id, side.name, you=side.id == own) for side in view.scene.sides]
    sides.append(Side(NARRATOR, "Narrator", you=own == NARRATOR))
    panels = [Panel("ships", _("Ships"), "cards", tuple([_ship_card(view, ship) for ship in ships]))]
    for ship in ships:
        panels.append(
            Panel(f"systems-{ship.id}", _("{ship}: systems", ship=Named(ship.id)), "stations", tuple(_systems(view, ship)))
        )
        panels.append(Panel(f"crew-{ship.id}", _("{ship}: crew", ship=Named(ship.id)), "cards", tuple(_crew(view, ship))))
    if conditions := tuple(_conditions(view)):
        panels.append(Panel("conditions", _("Conditions"), "cards", conditions))
    panels.append(Panel("score", _("Losses"), "score", tuple(_score(view))))
    return Picture(Scene(Cards()), tuple(sides), progress(view), tuple([_unit(view, ship) for ship in ships]), tuple(panels))


def progress(view: DramaState) -> Progress:
    """The turn and its phases."""
    last = limit_of(view.long_battle)
    return Progress(_("Turn"), min(view.turn, last), last, phases(PHASES, view.step))


def _unit(view: DramaState, ship: Ship) -> Unit:
    whole = len(ship.record.systems)
    left = len([system for system in ship.record.systems if working(view, ship, system)])
    bars = (Bar("pips", whole, left, say=_("systems that work, of those that are known")),) if whole else ()
    facts: list[Words] = [_("class {n}", n=ship.record.cls)]
    if not ship.hidden:
        facts.append(_("{n} Tass", n=ship.tass))
    kind = _("monster") if ship.record.monster else _("ship")
    return Unit(
        ship.id,
        ship.side,
        ship.name,
        kind,
        ship.record.silhouette,
        bars=bars,
        facts=tuple(facts),
        status=_status(ship),
        sheet=True,
    )


def _status(ship: Ship) -> Badge | None:
    if ship.status == "fighting":
        return _badge("warn", _("threatened"), "bad") if threatened(ship) else None
    glyph, words, tone = STATUS_BADGES[ship.status]
    return _badge(glyph, words, tone)


def _badge(glyph: str, say: Text, tone: Tone) -> Badge:
    return Badge(Icon(f"interworld-drama:{glyph}"), tone, say)


def _ship_card(view: DramaState, ship: Ship) -> PanelCell:
    conditions = [c for c in view.conditions if ship.id in (c.ship, c.other)]
    damage: list[Words] = [damage_text(ship, hit) for hit in ship.damage if not hit.repaired or hit.degree == "fatal"]
    fighting = ship.status == "fighting"
    state = _status(ship)
    return PanelCell(
        id=ship.id,
        text=_("{ship}", ship=Named(ship.id)),
        state="used" if not fighting else "later" if ship.id in view.gone else "ready",
        sub=_("class {n}", n=ship.record.cls),
        lines=(*(condition_text(each) for each in conditions), *damage),
        badges=(state,) if state else (),
        ref=ship.id,
        why="" if fighting else _("out of the fight"),
    )


def condition_text(condition: Condition) -> Text:
    """A condition in a few words."""
    words = CONDITION_NAMES[condition.kind]
    if condition.other:
        return _(
            "{ship}: {condition}, towards {other}", ship=Named(condition.ship), condition=words, other=Named(condition.other)
        )
    return _("{ship}: {condition}", ship=Named(condition.ship), condition=words)


def _systems(view: DramaState, ship: Ship) -> Iterator[PanelCell]:
    for system in ship.record.systems:
        works, used = working(view, ship, system), ship.uses.get(system.id, 0)
        why = _("It does not work.") if not works else _("It has acted this turn.") if used else ""
        lines: list[Words] = [] if ship.hidden else [_("{a} + {b}", a=system.attribute, b=system.ability)]
        lines += [damage_text(ship, hit) for hit in ship.damage if hit.place == system.id and not hit.repaired]
        yield PanelCell(
            id=f"{ship.id}/{system.id}",
            text=system.name,
            sub=_kind_text(system),
            state="empty" if not works else "used" if used else "ready",
            why=why,
            lines=tuple(lines),
            ref=f"{ship.id}/{system.id}",
        )
    if ship.hidden:
        yield PanelCell(id=f"{ship.id}/unseen", text=_("Others, if any"), state="later", sub=_("not seen yet"), ref=ship.id)


def _kind_text(system: ShipSystem) -> Text:
    if system.kind == "weapon":
        return _("{type}, {range}, {mount}", type=system.type, range=system.range, mount=system.mount)
    return Text(system.kind)


def _crew(view: DramaState, ship: Ship) -> Iterator[PanelCell]:
    for member in ship.crew.values():
        up = able(view, ship, member)
        left = actions_left(member) > 0 if not ship.hidden else member.spent == 0
        yield PanelCell(
            id=f"{ship.id}/{member.id}",
            text=member.sheet.name,
            sub=Text(member.sheet.role),
            state="empty" if not up else "ready" if left else "used",
            why=_("Out.") if not up else "" if left else _("No action left this turn."),
            lines=tuple(_member_lines(ship, member)),
            bars=(Bar("pips", OUT_INJURIES, OUT_INJURIES - min(member.injuries, OUT_INJURIES), say=_("health")),),
            ref=f"{ship.id}/{member.id}",
        )


def _member_lines(ship: Ship, member: Member) -> Iterator[Words]:
    sheet = member.sheet
    if sheet.dice:
        yield ngettext("{n} die", "{n} dice", dice_for(member))
    elif not ship.hidden:
        best = {system.name: dice_for(member, pool_of(system)) for system in ship.record.systems}
        for name in sorted(best, key=lambda each: -best[each])[:3]:
            yield _("{system}: {n}", system=name, n=best[name])
    if member.post:
        yield _("at {system}", system=Named(f"{ship.id}/{member.post}"))
    if member.master_used:
        yield _("Master at Work used")
    elif not ship.hidden:
        yield _("Master at Work open")


def _conditions(view: DramaState) -> Iterator[PanelCell]:
    for around in view.surroundings:
        yield PanelCell(id=f"scene-{around}", text=_surrounding(around), state="ready", sub=_("on the scene"))
    for condition in view.conditions:
        yield PanelCell(
            id=condition.id,
            text=condition_text(condition),
            state="ready",
            number=_clock(view, condition),
            sub=ENDS.get(condition.kind, _("until removed")),
            lines=tuple(_condition_lines(view, condition)),
            ref=condition.ship,
        )


def _surrounding(key: str) -> Text:
    return next(text for each, text in SURROUNDING_NAMES.items() if each == key)


def _clock(view: DramaState, condition: Condition) -> int:
    """The intensity of a fire, the result of a tail; of others since how many turns they are there."""
    if condition.kind == "fire":
        return number(view, "fire", "intensity", condition)
    return condition.result if condition.kind == "tail" else view.turn - condition.turn + 1


def _condition_lines(view: DramaState, condition: Condition) -> Iterator[Words]:
    if condition.part:
        where = f"{condition.other or condition.ship}/{condition.part}"
        yield Text(condition.part) if condition.kind in ("fire", "harpooned") else _("{part}", part=Named(where))
    for name in NUMBERS[condition.kind]:
        value = number(view, condition.kind, name, condition)
        yield _("{name} {sign}{n}", name=name.replace("_", " "), sign="−" if value < 0 else "", n=abs(value))
    yield _("{rule}", rule=CONDITION_RULES[condition.kind])


def _score(view: DramaState) -> Iterator[PanelCell]:
    for side, points in scores(view).items():
        yield PanelCell(
            id=f"score-{side}", text=next(each.name for each in view.scene.sides if each.id == side), state="ready", number=points
        )


# What an event shows


def show(event: Event, view: DramaState) -> Shown:
    """Whom an event points at, hits and losses, its mark on the time line, and how its dice are read."""
    facts = event.data
    refs = [str(facts[key]) for key in ("ship", "target", "other") if facts.get(key)]
    if facts.get("member"):
        refs.append(f"{facts['ship']}/{facts['member']}")
    if facts.get("system"):
        refs.append(f"{facts['ship']}/{facts['system']}")
    if event.kind == "damage" and not facts["member"]:
        refs.append(f"{facts['ship']}/{facts['place']}")
    return Shown(tuple(refs), _effects(event), _mark(event, view), tuple([_read(roll, facts) for roll in event.dice]))


def _effects(event: Event) -> tuple[Effect, ...]:
    ship = str(event.data.get("ship", ""))
    match event.kind:
        case "damage":
            place = event.data["member"] or event.data["place"]
            return Happen("hit", ship), CrossOff(f"{ship}/{place}")
        case "out":
            return (Happen("loss", ship),)
        case "away":
            return (Happen("fade", ship),)
        case _:
            return ()


def _mark(event: Event, view: DramaState) -> Mark | None:
    """Damage is marked for the other side, a ship out of action for its own."""
    if event.kind == "out":
        return Mark(view.ships[event.data["ship"]].side, 11, "lost")
    if event.kind != "damage":
        return None
    return Mark(view.ships[event.data["ship"]].side, HEIGHTS[event.data["degree"]])


def _read(roll: Roll, facts: dict[str, Json]) -> DiceGroup:
    """Successes count, ones take away (IWD-2.1, IWD-2.3)."""
    again = roll.use == "again"
    if "successes" not in facts:
        return DiceGroup(tuple([Die(face, sides=roll.sides) for face in roll.faces]))
    dice = [
        Die(face, "hit" if face >= facts["difficulty"] else "lost" if face == 1 and not again else "miss", again, roll.sides)
        for face in roll.faces
    ]
    return DiceGroup(tuple(dice))
