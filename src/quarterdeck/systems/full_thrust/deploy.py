"""Round 0: ships stand where the scenario puts them, or the players pick them for points and deploy them (FT-1.1.3)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from quarterdeck.engine.dress import AccountBlock, AccountRow, Count, Dress, SlotRow
from quarterdeck.engine.events import Event
from quarterdeck.engine.plane import CLOCK, Clock, Vector
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Amounts, Assign, Place, Pose, Rectangle
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust.contacts.bogeys import (
    heading,
    number_as_set_up,
    number_by_place,
    passive_scan,
    unknown_ships,
)
from quarterdeck.systems.full_thrust.contacts.designs import DUMMY_CPV, DUMMY_THRUST, dummy_design
from quarterdeck.systems.full_thrust.contacts.telling import seats_of, tell_of
from quarterdeck.systems.full_thrust.fighters.bases import groups_based
from quarterdeck.systems.full_thrust.fighters.groups import set_up_group
from quarterdeck.systems.full_thrust.ftl.plans import plan_arrivals
from quarterdeck.systems.full_thrust.muster import on_offer, price_of, standard_wing
from quarterdeck.systems.full_thrust.scenario import Deployment, DummySetup, GroupSetup, Muster, Scenario, SideSetup
from quarterdeck.systems.full_thrust.ship import Design
from quarterdeck.systems.full_thrust.state import DUMMY, FighterGroup, FleetState, FleetView, Ship, name_of
from quarterdeck.systems.full_thrust.terrain.placing import bodies_of, posted, roll_terrain, take_posts
from quarterdeck.systems.full_thrust.view import seen_by

MOST_SHIPS = 40
"""The most ships a side may field."""
PLACES = 10
"""How many places there are for a ship in each MU of its zone."""
MOST_ALIKE = 12
"""The most ships of one design that a side may pick."""


def start(scenario: Scenario) -> FleetState:
    """The state before set-up: the ships that the scenario names stand on the table."""
    state = FleetState(scenario, scenario.switches, scenario.seat_sides(), {})
    for side in scenario.sides:
        for deployment in side.ships:
            state.ships[deployment.id] = launched(scenario, side.id, deployment)
            state.groups.update(groups_aboard(state.ships[deployment.id], deployment.fighters))
        for deployment in side.ships:
            _hold_back(state, side, deployment)
        state.groups.update(groups_based(side))
        state.bases.update({base.id: base for base in side.bases})
        add_dummies(state, side.id, side.dummies)
    if scenario.terrain is not None:
        state.bodies = bodies_of(scenario.terrain, scenario.switches.breakable_asteroids)
    take_posts(state)
    if state.switches.bogeys:
        state.bogeys = unknown_ships(state)
        number_as_set_up(state)
    return state


def _hold_back(state: FleetState, side: SideSetup, deployment: Deployment) -> None:
    """Who will drop out of FTL is in reserve, who lies in bays is carried; who is towed does as its tug (FT-8.2.1, FT-8.3.5)."""
    ship, carrier = state.ships[deployment.id], deployment.carrier
    ship.carried_by = carrier
    if carrier and not deployment.towed:
        ship.status = "carried"
    elif deployment.arrives or any(each.arrives for each in side.ships if each.id == carrier):
        ship.status = "reserve"


def add_dummies(state: FleetState, side: str, dummies: Sequence[DummySetup]) -> None:
    """Dummy Bogeys beside the ships of a side; without that option there are none (FT-10.3.1)."""
    if not (state.switches.bogeys and state.switches.dummies):
        return
    first = len([ship for ship in state.ships.values() if ship.side == side]) + 1
    for number, dummy in enumerate(dummies, 1):
        ship, facing = f"{side}{first + number - 1}", heading(dummy.course)
        place = (dummy.position, dummy.course, dummy.velocity, facing)
        state.ships[ship] = Ship(ship, f"Dummy {number}", side, dummy.seat, dummy_design(dummy.thrust), *place, 0)


def launched(scenario: Scenario, side: str, deployment: Deployment) -> Ship:
    """A fresh ship of a design at its place."""
    design = scenario.designs[deployment.design]
    return Ship(
        id=deployment.id,
        name=deployment.name,
        side=side,
        seat=deployment.seat,
        design=design,
        position=deployment.position,
        course=deployment.course,
        velocity=deployment.velocity,
        facing=deployment.facing,
        armour=design.armour,
        magazines=dict(design.loads),
        shell=list(design.shell),
        mines={system.id: system.cls for system in design.by_kind.get("minelayer", ())},
        **posted(deployment),
    )


def groups_aboard(ship: Ship, fighters: Sequence[GroupSetup]) -> dict[str, FighterGroup]:
    """The fighter groups with which a ship begins, one in each of its Bays, as far as it has any."""
    groups = {}
    for number, (bay, group) in enumerate(zip(ship.design.bays, fighters, strict=False), 1):
        groups[f"{ship.id}-g{number}"] = set_up_group(
            group,
            id=f"{ship.id}-g{number}",
            name=group.name or f"{ship.name} {number}",
            side=ship.side,
            seat=ship.seat,
            home=ship.id,
            bay=bay.id,
            position=ship.position,
            aboard=ship.id,
        )
    return groups


async def set_up(state: FleetState, referee: Referee) -> None:
    """Each side with a budget picks its ships, in secret and at once, then deploys them the same way.

    Then it is planned how ships will drop out of FTL (FT-8.2.1).
    """
    roll_terrain(state, referee)
    mustering = [side for side in state.scenario.sides if side.muster]
    if mustering and not state.picks:
        picked = await referee.ask_each([pick_fleet(seen_by(state, side.seats[0]), side) for side in mustering])
        state.deploying = True
        for side, picks in zip(mustering, picked, strict=True):
            state.picks[side.id] = {key: int(number) for key, number in picks.items() if number}
            _build(state, side)
            told = {"side": side.id, "picks": dict(state.picks[side.id])}
            referee.tell(Event("fleet_picked", "FT-1.1.3", told), seats_of(state, side.id) if state.bogeys else None)
    await referee.rest()
    mustering = [side for side in mustering if any(ship.side == side.id for ship in state.ships.values())]
    if mustering:
        placed = await referee.ask_each([deploy_fleet(seen_by(state, side.seats[0]), side) for side in mustering])
        state.deploying = False
        ships = []
        for poses in placed:
            for ship_id, pose in poses.items():
                ship = state.ships[ship_id]
                ship.position, ship.facing = pose.at, pose.heading or ship.facing
                ship.course = CLOCK[ship.facing]
                ships.append(ship)
        if state.bogeys:
            number_by_place(state, referee)
            ships = [ship for ship in state.ships.values() if ship.on_table]
        for ship in ships:
            _tell_deployed(state, referee, ship)
    await plan_arrivals(state, referee)
    passive_scan(state, referee)


def _tell_deployed(state: FleetState, referee: Referee, ship: Ship) -> None:
    facts: dict[str, Json] = {"ship": ship.id, "at": list(ship.position), "facing": ship.facing, "velocity": ship.velocity}
    seen = Event("contact_deployed", "FT-10.1.1", {"ship": ship.id, "at": list(ship.position)})
    tell_of(state, referee, ship, Event("deployed", "FT-2.1.1", facts), seen)


def _build(state: FleetState, side: SideSetup) -> None:
    """The picked ships, numbered by class, dealt to the seats of the side in turn."""
    muster = side.muster
    assert muster is not None
    keys = [key for key in muster.designs for _copy in range(state.picks[side.id].get(key, 0))]
    names = [state.scenario.designs[key].name for key in keys]
    for number, key in enumerate(keys):
        name = names[number]
        if names.count(name) > 1:
            name = f"{name} {names[: number + 1].count(name)}"
        seat = side.seats[number % len(side.seats)]
        centre = _middle(muster)
        ship = Deployment(f"{side.id}{number + 1}", key, name, seat, centre, CLOCK[muster.facing], muster.velocity, muster.facing)
        state.ships[ship.id] = launched(state.scenario, side.id, ship)
        state.groups.update(groups_aboard(state.ships[ship.id], standard_wing(state.scenario.designs[key])))
    drones = [thrust for thrust in DUMMY_THRUST for _copy in range(state.picks[side.id].get(f"{DUMMY}{thrust}", 0))]
    where = (_middle(muster), CLOCK[muster.facing], muster.velocity)
    seats = [side.seats[number % len(side.seats)] for number in range(len(drones))]
    add_dummies(state, side.id, [DummySetup(seat, thrust, *where) for seat, thrust in zip(seats, drones, strict=True)])
    if state.switches.bogeys:
        state.bogeys = unknown_ships(state)


def _middle(muster: Muster) -> Vector:
    left, bottom, right, top = muster.zone
    return Vector((left + right) / 2.0, (bottom + top) / 2.0)


def pick_fleet(view: FleetView, side: SideSetup) -> PickFleet:
    """Ask a side which ships it fields for its points."""
    muster, designs = side.muster, view.scenario.designs
    assert muster is not None
    keys = on_offer(muster, designs, view.switches)
    allowed = view.switches.bogeys and view.switches.dummies
    drones = {f"{DUMMY}{n}": _("Dummy, thrust {n}", n=n) for n in DUMMY_THRUST} if allowed else {}
    return PickFleet(
        seat=side.seats[0],
        rule="FT-1.1.3",
        prompt=_("Pick ships for {points} CPV", points=muster.points),
        lead=_("Secret until every side has picked."),
        slots={key: Amounts(0, MOST_ALIKE) for key in (*keys, *drones)},
        slot_names={**{key: _title(designs[key]) for key in keys}, **drones},
        points=muster.points,
        prices={**{key: price_of(designs[key]) for key in keys}, **dict.fromkeys(drones, DUMMY_CPV)},
    )


def _title(design: Design) -> Text:
    return _("{name} ({kind})", name=design.name, kind=design.class_name)


@dataclass(slots=True, kw_only=True)
class PickFleet(Assign):
    """How many ships of each design: `prices` in CPV by design, `points` to spend at most, at least one ship."""

    GIVE: ClassVar[Text] = _("Field these ships")
    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    points: int
    prices: Mapping[str, int]

    def spent(self, picks: Mapping[str, Json]) -> int:
        """The CPV of the picks."""
        return sum([self.prices[key] * int(number) for key, number in picks.items()])

    def illegal(self, view: FleetView, value: dict[str, str | float]) -> list[Problem]:
        """Too many points, too many ships, or none."""
        spent, ships = self.spent(value), sum([int(number) for number in value.values()])
        drones = sum([int(number) for key, number in value.items() if key.startswith(DUMMY)])
        problems: list[Problem] = []
        if spent > self.points:
            text = _("These ships cost {spent} CPV; there are {points}.", spent=spent, points=self.points)
            problems.append(Problem("FT-1.1.3", text, nearest=self.default(view)))
        if not 1 <= ships <= MOST_SHIPS:
            text = _("A fleet has from 1 to {most} ships, not {ships}.", most=MOST_SHIPS, ships=ships)
            problems.append(Problem("FT-1.1.3", text, nearest=self.default(view)))
        if drones > ships - drones:
            text = _("There are {n} Dummies for {ships} ships; there may be one for each.", n=drones, ships=ships - drones)
            problems.append(Problem("FT-10.3.2", text, nearest={k: n for k, n in value.items() if not k.startswith(DUMMY)}))
        return problems

    def passing(self) -> None:
        """A fleet has at least one ship: there is no passing."""

    def _ships(self) -> list[str]:
        return [key for key in self.prices if not key.startswith(DUMMY)]

    def default(self, view: FleetView) -> dict[str, str | float]:
        """The dearest ship that can still be paid, again and again, no class a second time while another can be had."""
        picks: dict[str, str | float] = {}
        left = self.points
        for key in sorted(self._ships(), key=lambda key: -self.prices[key]):
            if self.prices[key] <= left:
                picks[key] = 1
                left -= self.prices[key]
        return picks

    def sample(self, view: FleetView, rng: Rng) -> dict[str, str | float]:
        """Random ships until nothing more can be paid."""
        picks: dict[str, str | float] = {}
        left = self.points
        ships = self._ships()
        drones = [key for key in self.prices if key not in ships]
        spare = left - min([self.prices[key] for key in ships])
        wanted = rng.randrange(3) if drones and spare >= 2 * DUMMY_CPV else 0
        left -= wanted * DUMMY_CPV
        while affordable := [k for k in ships if self.prices[k] <= left and int(picks.get(k, 0)) < MOST_ALIKE]:
            key = rng.choice(affordable)
            picks[key] = int(picks.get(key, 0)) + 1
            left -= self.prices[key]
            if sum([int(number) for number in picks.values()]) == MOST_SHIPS - wanted:
                break
        fielded = sum([int(number) for number in picks.values()])
        for _drone in range(min(wanted, fielded)):
            key = rng.choice(drones)
            picks[key] = int(picks.get(key, 0)) + 1
        return picks

    def outline(self, view: FleetView, draft: Json = None) -> Dress:
        """What each design costs, how many can still be had, and the bill."""
        dress, held = Assign.outline(self, view, draft), self.held(draft)
        spent = self.spent(held)
        dress.rows = [self._row(row.key, row.line, int(held.get(row.key, 0)), self.points - spent) for row in dress.rows]
        dress.count = Count(_("CPV"), spent, self.points)
        bill = [self._line(key, int(number)) for key, number in held.items() if number]
        dress.blocks = [AccountBlock(tuple(bill), _("{cpv} CPV", cpv=spent))] if bill else []
        return dress

    def _row(self, key: str, line: Json, picked: int, left: int) -> SlotRow:
        price = self.prices[key]
        most = min(MOST_ALIKE, picked + max(left, 0) // price)
        fact = _("{cpv} CPV", cpv=price)
        return SlotRow(key, self.slot_names[key], fact, line=line, out=fact, amount=(0, most, 1))

    def _line(self, key: str, number: int) -> AccountRow:
        what = _("{number} × {ship}", number=number, ship=self.slot_names[key])
        return AccountRow(what, _("{cpv} CPV", cpv=number * self.prices[key]))


@dataclass(slots=True, kw_only=True)
class Deploy(Place):
    """Where the ships of a side start and how they face: by default in the `zone`, as the scenario has them `facing`."""

    GIVE: ClassVar[Text] = _("Deploy")
    SUGGEST: ClassVar[Text | None] = _("Suggested plan")

    zone: Rectangle
    facing: Clock

    def default(self, view: FleetView) -> dict[str, Pose]:
        """Spread over the zone."""
        return {unit: pose._replace(heading=self.facing) for unit, pose in Place.default(self, view).items()}

    def silhouette(self, view: FleetView, unit: str) -> str:
        """That of the ship's design."""
        return view.ships[unit].design.silhouette


def deploy_fleet(view: FleetView, side: SideSetup) -> Deploy:
    """Ask a side where its ships start and how they face; their course is their facing."""
    muster = side.muster
    assert muster is not None
    units = {ship.id: name_of(ship) for ship in view.ships.values() if ship.side == side.id}
    left, bottom, right, top = (round(edge * PLACES, 6) for edge in muster.zone)
    inner = math.ceil(left), math.ceil(bottom), math.floor(right), math.floor(top)
    zone = Rectangle(*[edge / PLACES for edge in inner])
    return Deploy(
        seat=side.seats[0],
        rule="FT-2.1.1",
        prompt=_("Deploy your ships"),
        lead=_("Secret until every side has deployed."),
        region=zone,
        units=units,
        grid=1 / PLACES,
        headings=12,
        zone=zone,
        facing=muster.facing,
    )
