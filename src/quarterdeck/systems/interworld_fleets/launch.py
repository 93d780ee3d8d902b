"""Phase 4f: the fighter strikes of the active unit: the question, and the step (IWF-5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from quarterdeck.engine.dress import Dress, SlotRow
from quarterdeck.engine.problems import Json, Problem
from quarterdeck.engine.questions import Amounts, Assign, Limit, Options
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, Unit, _, ngettext, percent
from quarterdeck.systems.interworld_fleets.activation import active_ships
from quarterdeck.systems.interworld_fleets.commands import settle_flagships
from quarterdeck.systems.interworld_fleets.fighters import strike, strike_targets
from quarterdeck.systems.interworld_fleets.gunnery import raid
from quarterdeck.systems.interworld_fleets.state import FleetsState, FleetsView, Ship, name_of


async def launch(state: FleetsState, referee: Referee) -> None:
    """Each ship of the active unit may send its fighters at one target, one ship after the other (IWF-2.8, IWF-5.2)."""
    for ship in active_ships(state):
        targets = strike_targets(state, ship) if may_strike(state, ship) else []
        if targets:
            for target, tokens in (await referee.ask(strike_question(ship, targets))).items():
                await strike(state, referee, ship, int(tokens), state.ships[target])
                await settle_flagships(state, referee)


def may_strike(state: FleetsState, ship: Ship) -> bool:
    """Whether a ship has fighters and its activation goes on (IWF-3.16, IWF-5.2)."""
    deeds = state.deeds(ship)
    return ship.on_map and ship.fighters > 0 and not deeds.struck and not deeds.over


@dataclass(slots=True, kw_only=True)
class Strike(Assign):
    """How many fighter tokens of `ship` go for which target: one target, or none."""

    GIVE: ClassVar[Text] = _("Launch the strike")
    PASS: ClassVar[Text] = _("Keep the fighters")

    ship: str

    def read(self, answer: Json) -> dict[str, str | float] | list[Problem]:
        """Targets that get no token are left out."""
        value = Assign.read(self, answer)
        return {target: tokens for target, tokens in value.items() if tokens} if isinstance(value, dict) else value

    def illegal(self, view: FleetsView, value: dict[str, str | float]) -> list[Problem]:
        """One strike at one target, with the tokens that there are (IWF-5.2)."""
        if len(value) > 1:
            first = next(iter(value))
            return [Problem("IWF-5.2", _("One strike in an activation, at one target."), first, {first: value[first]})]
        return Assign.illegal(self, view, value)

    def sample(self, view: FleetsView, rng: Rng) -> dict[str, str | float]:
        """Any number of tokens at any target, none as well."""
        target = rng.choice(list(self.slots))
        kind = self.slots[target]
        tokens = rng.randrange(int(kind.most) + 1) if isinstance(kind, Amounts) else 0
        return {target: tokens} if tokens else {}

    def outline(self, view: FleetsView, draft: Json = None) -> Dress:
        """The targets, each with what the strike would do to it with the tokens given, or with all."""
        dress = Assign.outline(self, view, draft)
        held = {target: int(tokens) for target, tokens in self.held(draft).items() if tokens}
        dress.rows = [replace(row, out=self._out(view, row.key, held)) for row in dress.rows if isinstance(row, SlotRow)]
        for target, tokens in held.items():
            dress.buttons[0] = replace(dress.buttons[0], text=ngettext("Strike with {n} token", "Strike with {n} tokens", tokens))
            dress.lead = _("A strike at {ship}", ship=name_of(view.ships[target]))
        return dress

    def _out(self, view: FleetsView, target: str, held: dict[str, int]) -> Text:
        ship, kind = view.ships[self.ship], self.slots[target]
        tokens = held.get(target) or (int(kind.most) if isinstance(kind, Amounts) else 0)
        odds = raid(view, ship, view.ships[target], tokens)
        return _("{n}, lost {chance}", n=round(odds.damage, 1), chance=percent(odds.destroyed))


def strike_question(ship: Ship, targets: Sequence[Ship]) -> Strike:
    """Ask the seat of a ship for a strike at one of these targets."""
    slots: dict[str, Options | Amounts] = {target.id: Amounts(0, ship.fighters) for target in targets}
    most = Limit("sum", ship.fighters, "IWF-5.2", ngettext("There is {n} token.", "There are {n} tokens.", ship.fighters))
    return Strike(
        seat=ship.seat,
        rule="IWF-5.2",
        prompt=_("Fighters of {ship}", ship=Unit(ship.id, ship.name)),
        subject=ship.id,
        key="strike",
        slots=slots,
        slot_names={target.id: name_of(target) for target in targets},
        limits=(most,),
        ship=ship.id,
    )
