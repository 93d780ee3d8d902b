"""Before the first turn: the narrator sets the scene, initiative, the conditions of the scene (IWD-5.3, IWD-14.2)."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.problems import Json
from quarterdeck.engine.questions import Choice, Field
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Unit, _
from quarterdeck.systems.interworld_drama.conditions import NUMBERS, place, set_distance
from quarterdeck.systems.interworld_drama.narrator import NO, YES, Adjust
from quarterdeck.systems.interworld_drama.pools import EASIEST, HARDEST, SIDES
from quarterdeck.systems.interworld_drama.record import NARRATOR, SURROUNDING_NAMES, USUAL_DICE, Scene, may_be_fought
from quarterdeck.systems.interworld_drama.state import DramaState, Member, Ship

MOST_INITIATIVE = 40


def start(scene: Scene) -> DramaState:
    """The state before the scene is set."""
    ships = {}
    for side in scene.sides:
        for key, seat in side.ships.items():
            record = scene.ships[key]
            crew = {sheet.id: Member(sheet.id, sheet) for sheet in record.crew}
            ships[key] = Ship(key, record, side.id, seat, record.tass, crew)
    return DramaState(scene, ships, numbers=dict(scene.numbers), long_battle=scene.long_battle)


DISTANCE_CHOICES = (Choice("short", _("short")), Choice("medium", _("medium")), Choice("long", _("long")))


def _distance_field(state: DramaState) -> Field:
    """The pairs of hostile ships that do not begin at medium distance (IWD-14.4)."""
    ships = list(state.ships.values())
    pairs = [(one, other) for one in ships for other in ships if one.side != other.side]
    words = [Choice(f"{a.id}|{b.id}", _("{ship} and {other}", ship=Unit(a.id), other=Unit(b.id))) for a, b in pairs]
    pair = Field(key="pair", name=_("Pair"), kind="choice", choices=tuple(words))
    distance = Field(key="distance", name=_("Distance"), kind="choice", choices=DISTANCE_CHOICES)
    return Field(key="distances", name=_("Distances"), kind="list", of=(pair, distance))


def scene_form(state: DramaState) -> Adjust:
    """What the narrator says before: surroundings, length, the difficult roll, initiatives (0: dice), distances (IWD-14.1).

    Of each monster he says whether it counts as a ship; by the book as the scene has it (IWD-1.4).
    """
    scene = state.scene
    around = tuple([Choice(key, text) for key, text in SURROUNDING_NAMES.items()])
    fields = [
        Field(key="surroundings", name=_("On the scene"), kind="flags", choices=around),
        Field(key="long", name=_("A long battle"), kind="choice", choices=(Choice("no", NO), Choice("yes", YES))),
        Field(key="difficult", name=_("A difficult roll"), kind="amount", least=EASIEST, most=HARDEST),
    ]
    book: dict[str, Json] = {
        "surroundings": list(scene.surroundings),
        "long": "yes" if scene.long_battle else "no",
        "difficult": state.numbers.get("roll.difficult", NUMBERS["roll"]["difficult"]),
    }
    for ship in state.ships.values():
        name = _("Initiative of {ship}, 0 for dice", ship=Unit(ship.id))
        fields.append(Field(key=f"initiative-{ship.id}", name=name, kind="amount", most=MOST_INITIATIVE))
        book[f"initiative-{ship.id}"] = ship.record.initiative or 0
        if ship.record.monster:
            name = _("{ship} is a monster; it counts as a ship", ship=Unit(ship.id))
            fields.append(
                Field(key=f"monster-{ship.id}", name=name, kind="choice", choices=(Choice("no", NO), Choice("yes", YES)))
            )
            book[f"monster-{ship.id}"] = "yes" if ship.record.counts_as_ship else "no"
    fields.append(_distance_field(state))
    book["distances"] = [{"pair": pair, "distance": distance} for pair, distance in scene.distances.items()]
    return Adjust(
        seat=NARRATOR,
        rule="IWD-14.1",
        prompt=_("Set the scene"),
        key="scene",
        fields=tuple(fields),
        book=book,
    )


async def set_up(state: DramaState, referee: Referee) -> None:
    """The narrator sets the scene; then the ships are put into order."""
    said = await referee.ask(scene_form(state))
    state.surroundings = list(said["surroundings"])
    state.long_battle = said["long"] == "yes"
    state.numbers["roll.difficult"] = int(said["difficult"])
    facts: dict[str, Json] = {"surroundings": list(state.surroundings), "long": state.long_battle}
    referee.tell(Event("scene", "IWD-14.2", facts))
    for ship in state.ships.values():
        if ship.record.monster and not may_be_fought("ship", "monster", said[f"monster-{ship.id}"] == "yes"):
            ship.status = "aside"
            referee.tell(Event("aside", "IWD-1.4", {"ship": ship.id}))
    _initiative(state, referee, {ship: int(said[f"initiative-{ship}"]) for ship in state.ships})
    there = [ship.id for ship in state.fighting()]
    for row in said["distances"]:
        one, _bar, other = row["pair"].partition("|")
        if one in there and other in there:
            set_distance(state, referee, one, other, row["distance"])
    if "gravity_anomaly" in state.surroundings:
        for key in there:
            place(state, referee, "gravity", key)


def captain_value(ship: Ship) -> int:
    """What a captain adds to the die of initiative: Dexterity and Wits, or 6 with fixed dice (IWD-14.1)."""
    sheet = ship.captain.sheet
    return USUAL_DICE if sheet.dice else sheet.attributes.get("dexterity", 0) + sheet.attributes.get("wits", 0)


def _initiative(state: DramaState, referee: Referee, given: dict[str, int]) -> None:
    """A number for each ship, kept for the battle; ties by one lot (IWD-5.3). The numbers say too much to be told."""
    rolls: list[Roll] = []
    values: dict[str, int] = {}
    for ship in state.ships.values():
        values[ship.id] = given[ship.id]
        if not given[ship.id]:
            about = _("{ship}", ship=Unit(ship.id))
            faces = referee.dice.roll(1, use="initiative", rule="IWD-5.3", by=ship.seat, sides=SIDES, about=about)
            values[ship.id] = faces[0] + captain_value(ship)
            rolls.append(Roll(faces, ship.id, SIDES))

    def draw(tied: list[str]) -> str:
        face = referee.dice.roll(1, use="tie", rule="IWD-5.3", by=NARRATOR, sides=len(tied), about=_("tied initiative"))
        return tied[face[0] - 1]

    state.order = in_order(values, draw)
    referee.tell(Event("initiative", "IWD-5.3", {"order": list(state.order)}, tuple(rolls)))


def in_order(values: dict[str, int], draw: Callable[[list[str]], str]) -> list[str]:
    """From the highest to the lowest, the tied as they are drawn (IWD-5.3)."""
    order: list[str] = []
    for value in sorted(dict.fromkeys(values.values()), reverse=True):
        tied = [ship for ship in values if values[ship] == value]
        while len(tied) > 1:
            first = draw(tied)
            order.append(first)
            tied.remove(first)
        order += tied
    return order
