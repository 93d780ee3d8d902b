"""Chapter 11.3: Nova Cannon and Wave Gun: which of them a ship fires at its activation, and how guns are charged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quarterdeck.engine.events import Event, Roll
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.text import Text, Unit, _
from quarterdeck.systems.full_thrust.contacts.bogeys import disclose
from quarterdeck.systems.full_thrust.contacts.telling import tell_of
from quarterdeck.systems.full_thrust.declaring import working
from quarterdeck.systems.full_thrust.gunnery import worth
from quarterdeck.systems.full_thrust.state import FleetState, FleetView, Ship, name_of
from quarterdeck.systems.full_thrust.wonder.ready import FULL
from quarterdeck.systems.full_thrust.wonder.templates import (
    NOVA,
    WAVE,
    Touched,
    fire_nova,
    fire_wave,
    moved_over,
    swept_by,
    things_in_space,
)

MEAN = 3.5
"""What a die shows in the mean."""


def touched_by(state: FleetState, ship: Ship, gun: str) -> list[Touched]:
    """What a gun would touch if it were fired now."""
    if ship.design.system(gun).kind == "nova_cannon":
        return moved_over(NOVA[0], ship.position, ship.facing, things_in_space(state))
    return swept_by(WAVE, ship.position, ship.facing, things_in_space(state, ship.id))


def fire_gun(state: FleetState, referee: Referee, ship: Ship, gun: str) -> None:
    """Fire a gun straight ahead; no Fire Control is needed (FT-11.3.2, FT-11.3.7)."""
    disclose(state, referee, ship)
    if ship.design.system(gun).kind == "nova_cannon":
        fire_nova(state, referee, ship, gun)
    else:
        fire_wave(state, referee, ship, gun)


def ask_for_gun(view: FleetView, ship: Ship, guns: list[str]) -> ChooseGun:
    """Ask which wonder weapon a ship fires at this activation, if any; it fires nothing else then."""
    choices = tuple([Choice(gun, Text(ship.design.system(gun).name), _in_the_way(view, ship, gun), ship.id) for gun in guns])
    prompt = _("{ship} fires straight ahead", ship=name_of(ship))
    rule = "FT-11.3.4" if "NOVA" in ship.doing else "FT-11.3.7"
    return ChooseGun(seat=ship.seat, rule=rule, prompt=prompt, subject=ship.id, key="gun", choices=choices, least=0)


def _in_the_way(view: FleetView, ship: Ship, gun: str) -> Text:
    names = [view.ships[each.thing].name for each in touched_by(view, ship, gun) if each.thing in view.ships]
    return _("meets {ships}", ships=", ".join(names)) if names else _("meets nobody")


@dataclass(slots=True, kw_only=True)
class ChooseGun(Choose):
    """A gun that is fired along the ship's facing, or none."""

    GIVE: ClassVar[Text] = _("Fire it")
    PASS: ClassVar[Text] = _("Do not fire it")

    def default(self, view: FleetView) -> list[str]:
        """The gun that hurts enemies most, if it hurts them more than friends."""
        ship = view.ships[self.subject]
        best = max(self.keys(), key=lambda gun: _gain(view, ship, gun))
        return [best] if _gain(view, ship, best) > 0.0 else []


def _gain(view: FleetView, ship: Ship, gun: str) -> float:
    gain = 0.0
    for each in touched_by(view, ship, gun):
        target = view.ships.get(each.thing)
        if target is not None:
            boxes = target.design.hull - target.hull_damage
            share = min(each.dice * MEAN, boxes) / max(boxes, 1) * (worth(view, target) + 1.0)
            gain += share if target.side != ship.side else -2.0 * share
    return gain


# Charging


def charge_guns(state: FleetState, referee: Referee) -> None:
    """Phase 10: a die for each Wave Gun whose charging was ordered; from the next turn on it may be fired with 6 (FT-11.3.8)."""
    if not state.switches.wave_gun:
        return
    for ship in state.ships.values():
        if "CHARGE" in ship.doing and ship.status == "fighting":
            for gun in working(ship, "wave_gun"):
                about = _("{gun} of {ship}", gun=ship.design.system(gun).name, ship=Unit(ship.id, ship.name))
                faces = referee.dice.roll(1, use="charge", rule="FT-11.3.8", by=ship.seat, about=about)
                ship.charge[gun] = ship.charge.get(gun, 0) + faces[0]
                facts = {"ship": ship.id, "system": gun, "charge": ship.charge[gun], "full": ship.charge[gun] >= FULL}
                tell_of(state, referee, ship, Event("charged", "FT-11.3.8", facts, (Roll(faces, "charge"),)))
