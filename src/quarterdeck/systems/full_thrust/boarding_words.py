"""The events of boarding, morale and surrender in sentences, and why they came out so."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quarterdeck.engine.problems import Json
from quarterdeck.engine.system import Reason
from quarterdeck.engine.text import Side, Text, Unit, _, ngettext

Facts = dict[str, Json]


def _ship(facts: Facts, key: str = "ship") -> Unit:
    return Unit(facts[key])


def _both(facts: Facts) -> dict[str, Unit]:
    return {"ship": _ship(facts), "target": _ship(facts, "target")}


def _boards(facts: Facts) -> Text:
    words = _both(facts)
    if not facts["defenders"]:
        return ngettext(
            "{n} Marine of {ship} boards {target}, which nobody defends.",
            "{n} Marines of {ship} board {target}, which nobody defends.",
            facts["attackers"],
            **words,
        )
    one = "{n} Marine of {ship} boards {target} against {defenders}."
    many = "{n} Marines of {ship} board {target} against {defenders}."
    return ngettext(one, many, facts["attackers"], defenders=facts["defenders"], **words)


def _bout(facts: Facts) -> Text:
    return _(
        "Aboard {target} {attack} stands against {defence}; {attackers} and {defenders} are left.",
        target=_ship(facts, "target"),
        attack=facts["attack"],
        defence=facts["defence"],
        attackers=facts["attackers"],
        defenders=facts["defenders"],
    )


def _captured(facts: Facts) -> Text:
    return _("{ship} takes {target}; its prize crew is {n}.", n=facts["crew"], **_both(facts))


def _repulsed(facts: Facts) -> Text:
    return _("{target} beats the boarders off; {n} get back to {ship}.", n=facts["back"], **_both(facts))


def _withdraw(facts: Facts) -> Text:
    side = Side(facts["side"])
    if "mass" not in facts:
        return _("{side} has lost too much of its MASS and is ordered to withdraw.", side=side)
    return _(
        "{side} has lost {lost} of {mass} MASS and is ordered to withdraw.", side=side, lost=facts["lost"], mass=facts["mass"]
    )


def _colours(facts: Facts) -> Text:
    if facts["strikes"]:
        return _("{ship} strikes its colours.", ship=_ship(facts))
    return _("The captain of {ship} fights on.", ship=_ship(facts))


TELLERS: Mapping[str, Callable[[Facts], Text]] = {
    "boards": _boards,
    "boarding_bout": _bout,
    "captured": _captured,
    "repulsed": _repulsed,
    "prize": lambda f: _("{ship} sails for {side} from now on.", ship=_ship(f), side=Side(f["side"])),
    "ordered_to_withdraw": _withdraw,
    "colours_roll": _colours,
    "strikes": lambda f: _("{ship} offers its surrender to {target}.", **_both(f)),
    "surrendered": lambda f: _("{target} accepts the surrender of {ship}.", **_both(f)),
    "surrender_refused": lambda f: _("{target} gives no quarter; {ship} fights on.", **_both(f)),
}


def _why_bout(facts: Facts) -> list[Reason]:
    return [
        Reason("FT-10.5.5", _("A die for each Factor of both sides.")),
        Reason(
            "FT-10.5.5", _("More than twice the other total wins; else the lower loses a Factor, and with the last the fight.")
        ),
    ]


def _why_withdraw(facts: Facts) -> list[Reason]:
    text = _("The limit is {n}% of the MASS of all its ships, those destroyed or given up counted.", n=facts["limit"])
    return [Reason("FT-10.6.1", text)]


EXPLAINERS: Mapping[str, Callable[[Facts], list[Reason]]] = {
    "boarding_bout": _why_bout,
    "repulsed": lambda f: [Reason("FT-10.5.6", _("Half of the survivors, rounded up, get back."))],
    "ordered_to_withdraw": _why_withdraw,
    "colours_roll": lambda f: [Reason("FT-10.7.1", _("A captain gives up on {n} or less, as systems are lost.", n=f["lost_on"]))],
}
