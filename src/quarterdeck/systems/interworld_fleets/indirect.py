"""Chapter 4: what a hit of an indirect weapon does: seven effects, of which the attacker chooses (IWF-4.39 to IWF-4.47)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, get_args

from quarterdeck.engine.events import Event
from quarterdeck.engine.hexes import turned
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.questions import Choice, Choose
from quarterdeck.engine.referee import Referee
from quarterdeck.engine.rng import Rng
from quarterdeck.engine.text import Text, Unit, _, ngettext
from quarterdeck.systems.interworld_fleets.state import LASTING, FleetsState, FleetsView, Ship
from quarterdeck.systems.interworld_fleets.tokens import give_easy_target

Effect: TypeAlias = Literal[
    "hindered", "slowed", "no_restore", "no_commands", "spun_port", "spun_starboard", "fighters_lost", "easy_target"
]

MOST_EFFECTS = 3
"""How many effects one attack gives at most (IWF-4.39)."""
FIGHTERS_LOST = 2


class Meaning(NamedTuple):
    """The rule of an effect, and what it does in words."""

    rule: str
    text: Text


EFFECTS: dict[Effect, Meaning] = {
    "hindered": Meaning("IWF-4.41", _("-1 to hit until the end of its next activation")),
    "slowed": Meaning("IWF-4.42", _("Speed 1 less in its next activation")),
    "no_restore": Meaning("IWF-4.43", _("no shields back next round")),
    "no_commands": Meaning("IWF-4.44", _("no abilities at the start of its next activation")),
    "spun_port": Meaning("IWF-4.45", _("turned one face to port")),
    "spun_starboard": Meaning("IWF-4.45", _("turned one face to starboard")),
    "fighters_lost": Meaning("IWF-4.46", _("two fighter tokens lost")),
    "easy_target": Meaning("IWF-4.47", _("an easy target")),
}
"""The list of effects (IWF-4.40); being spun to port or to starboard is one of them."""


def rule_of(effect: str) -> str:
    """The rule of an effect: two keys with one rule are one effect."""
    return EFFECTS[_key(effect)].rule


def _key(effect: str) -> Effect:
    return next(each for each in get_args(Effect) if each == effect)


def available(target: Ship) -> list[Effect]:
    """The effects that a ship can be given: a lasting one not again while it is pending (IWF-4.39)."""
    return [effect for effect in EFFECTS if effect not in LASTING or effect not in target.effects]


async def give_effects(state: FleetsState, referee: Referee, attacker: Ship, target: Ship, hits: int) -> None:
    """After the roll the attacker chooses one effect for each hit, at most three, all different (IWF-4.39)."""
    question = choose_effects(target, attacker.seat, hits)
    for effect in await referee.ask(question):
        if target.on_map:
            take_effect(state, referee, target, _key(effect))


@dataclass(slots=True, kw_only=True)
class ChooseEffects(Choose):
    """Effects for `target`, all of different rules."""

    GIVE: ClassVar[Text] = _("Give these effects")

    def illegal(self, view: FleetsView, value: list[str]) -> list[Problem]:
        """A ship cannot be spun twice (IWF-4.39)."""
        rules = [rule_of(effect) for effect in value]
        if len(dict.fromkeys(rules)) == len(rules):
            return []
        return [Problem("IWF-4.39", _("An effect is given once in an attack."), nearest=self.default(view))]

    def default(self, view: Any) -> list[str]:
        """The first ones listed, the second way of being spun left out."""
        return [key for key in self.keys() if key != "spun_starboard"][: self.least]

    def sample(self, view: FleetsView, rng: Rng) -> list[str]:
        """Any that are different."""
        keys = self.keys()
        without = rng.choice(("spun_port", "spun_starboard"))
        keys = [key for key in keys if key != without]
        rng.shuffle(keys)
        return [key for key in self.keys() if key in keys[: self.least]]


def choose_effects(target: Ship, seat: str, hits: int) -> ChooseEffects:
    """Ask the attacker which effects; as many as there are hits, as long as there are any to give."""
    keys = available(target)
    kinds = len(dict.fromkeys([rule_of(key) for key in keys]))
    count = min(hits, MOST_EFFECTS, kinds)
    names = {key: Choice(key, NAMES[key], None, target.id, EFFECTS[key].text) for key in keys}
    return ChooseEffects(
        seat=seat,
        rule="IWF-4.39",
        prompt=ngettext("Choose {n} effect on {ship}", "Choose {n} effects on {ship}", count, ship=Unit(target.id, target.name)),
        subject=target.id,
        choices=tuple(names.values()),
        least=count,
        most=count,
    )


NAMES: dict[Effect, Text] = {
    "hindered": _("Hindered"),
    "slowed": _("Slowed"),
    "no_restore": _("No restoration"),
    "no_commands": _("No commands"),
    "spun_port": _("Spun to port"),
    "spun_starboard": _("Spun to starboard"),
    "fighters_lost": _("Fighters lost"),
    "easy_target": _("Easy target"),
}


def take_effect(state: FleetsState, referee: Referee, target: Ship, effect: Effect) -> None:
    """Give a ship one effect, at once or pending until its time comes (IWF-4.41 to IWF-4.47). A new token tells of itself."""
    if effect != "easy_target" or target.easy_target:
        referee.tell(Event("effect", rule_of(effect), {"ship": target.id, "effect": effect}))
    if effect == "spun_port":
        spin(target, -1)
    elif effect == "spun_starboard":
        spin(target, 1)
    elif effect == "fighters_lost":
        lose_fighters(target)
    elif effect == "easy_target":
        give_easy_target(state, referee, target, "IWF-4.47")
    else:
        target.effects.append(effect)


def spin(target: Ship, faces: int) -> None:
    """Turn by one face (IWF-4.45)."""
    target.facing = turned(target.facing, faces)


def lose_fighters(target: Ship) -> None:
    """Two tokens, or all there are (IWF-4.46)."""
    target.fighters = max(0, target.fighters - FIGHTERS_LOST)
