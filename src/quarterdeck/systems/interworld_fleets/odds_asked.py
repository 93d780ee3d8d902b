"""Odds asked for in words: ``cannon 4 x2, missile 5`` at a range, against a ship that is described (IWF-1.12, IWF-4.49)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from quarterdeck.engine.odds import Bars, Distribution, Figure, Odds
from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import Text, _, joined
from quarterdeck.systems.interworld_fleets.odds import Fate, Foe, salvo_hits
from quarterdeck.systems.interworld_fleets.unit import WEAPON_TYPES, Attack, WeaponType
from quarterdeck.systems.interworld_fleets.weapons import PROFILES, Aim, Pool, pool

PIECE = re.compile(r"([a-z]+)[ -]+(\d{1,2})(?:\s*[x×*]\s*(\d{1,2}))?", re.ASCII | re.IGNORECASE)
SHOTS: tuple[WeaponType, ...] = tuple([each for each in WEAPON_TYPES if each not in ("harpoon", "indirect")])
"""The types of weapon that do damage."""

MOST_DICE, LONGEST = 60, 200
"""The most dice of one list, and how many characters it may have."""


class Salvo(NamedTuple):
    """Weapons of one type that fire together: the attacks of each (IWF-4.49)."""

    attack: WeaponType
    attacks: tuple[int, ...]


NUMBERS: dict[str, tuple[int, int, int | None]] = {
    "range": (1, 99, None),
    "hull": (1, 60, None),
    "armour": (1, 20, 1),
    "shields": (0, 30, 0),
    "defence": (0, 30, 0),
    "tokens": (0, 20, 0),
}
"""What is given as a number: its least, its most, and what holds where it is left out (None: it has to be given)."""

SWITCHES = ("aft", "easy", "terrain", "crippled", "hindered")
"""What is given as ``yes`` or ``no``: no where it is left out."""


def odds_given(text: str, given: Mapping[str, str]) -> Odds | list[Problem]:
    """The odds of the weapons that `text` lists, one salvo of each type after the other, or what is wrong with the question.

    >>> round(odds_given("cannon 4", {"range": "5", "hull": "6"}).rows[0].value, 3)
    2.667
    """
    salvos, problems = read_salvos(text)
    problems += [_no_such(key) for key in given if key not in NUMBERS and key not in SWITCHES]
    numbers = {key: _number(key, given) for key in NUMBERS}
    problems += [each for each in numbers.values() if isinstance(each, Problem)]
    problems += [_no_switch(key) for key in SWITCHES if given.get(key, "no") not in ("yes", "no")]
    if problems:
        return problems
    known = {key: each for key, each in numbers.items() if isinstance(each, int)}
    on = {key: given.get(key) == "yes" for key in SWITCHES}
    aimed = Aim(known["range"], small=known["hull"] == 1, **on)
    return _odds(salvos, aimed, Foe(known["hull"], known["shields"], known["armour"]), known["defence"], known["tokens"])


def read_salvos(text: str) -> tuple[list[Salvo], list[Problem]]:
    """A list of weapons, those of one type together; a problem for each piece that names none."""
    if len(text) > LONGEST:
        return [], [Problem("", _("A list of weapons has at most {n} characters.", n=LONGEST))]
    found: dict[WeaponType, list[int]] = {}
    problems: list[Problem] = []
    for written in [piece.strip() for piece in text.split(",")]:
        match = PIECE.fullmatch(written)
        kind = next((each for each in SHOTS if match and each == match[1].lower()), None)
        if match is None or kind is None:
            problems.append(_no_weapon(written))
        else:
            found.setdefault(kind, []).extend([int(match[2])] * int(match[3] or 1))
    if any(sum(attacks) > MOST_DICE for attacks in found.values()):
        problems.append(Problem("IWF-4.49", _("Odds are worked out for at most {n} dice of one type.", n=MOST_DICE)))
    return [Salvo(kind, tuple(attacks)) for kind, attacks in found.items()], problems


def _no_weapon(written: str) -> Problem:
    close = difflib.get_close_matches(written.split(" ", maxsplit=1)[0].lower(), SHOTS, 1, 0.5)
    words = _("“{word}” is no weapon with attacks, like cannon 4 or missile 5 x2: there are {types}.",
              word=written[:40], types=", ".join(SHOTS))  # fmt: skip
    return Problem("IWF-1.23", words, written[:40], f"{close[0]} 4" if close else None)


def _no_such(key: str) -> Problem:
    known = [*NUMBERS, *SWITCHES]
    nearest = next(iter(difflib.get_close_matches(key, known, 1, 0.5)), None)
    return Problem("", _("Odds do not ask for “{key}”, but for {known}.", key=key[:40], known=", ".join(known)), key, nearest)


def _no_switch(key: str) -> Problem:
    return Problem("", _("{key} is yes or no.", key=key), key, "no")


def _number(key: str, given: Mapping[str, str]) -> int | Problem:
    least, most, default = NUMBERS[key]
    if key not in given and default is not None:
        return default
    written = given.get(key, "")
    if not re.fullmatch(r"\d{1,3}", written, re.ASCII) or not least <= int(written) <= most:
        return Problem(
            "", _("{key} has to be a whole number from {least} to {most}.", key=key, least=least, most=most), key, least
        )
    return int(written)


def _odds(salvos: list[Salvo], aimed: Aim, foe: Foe, defence: int, tokens: int) -> Odds:
    fate, listed = Fate.of(foe), list[Bars]()
    for attack, attacks in salvos:
        hits = salvo_hits(_pools(attack, attacks, aimed), *_lost(attack, defence, tokens))
        fate = fate.after(attack, hits, foe.armour)
        listed.append(_bars(_("Hits of {attack}", attack=attack), hits, PROFILES[attack].rule))
    listed.append(_bars(_("Hull lost"), fate.damage(), "IWF-1.22"))
    title = _("{weapons} at range {range}", weapons=joined([_named(each) for each in salvos]), range=aimed.range)
    return Odds(title, tuple(_figures(fate, foe)), tuple(listed))


def _pools(attack: Attack, attacks: tuple[int, ...], aimed: Aim) -> tuple[Pool, ...]:
    return tuple([pool(attack, aimed, each) for each in attacks])


def _lost(attack: Attack, defence: int, tokens: int) -> tuple[int, int]:
    """The dice lost to Defence, and the tokens that intercept, where this attack suffers them (IWF-1.21, IWF-5.6)."""
    profile = PROFILES[attack]
    return (defence if profile.defence else 0), (tokens if profile.intercepted else 0)


def _named(salvo: Salvo) -> Text:
    attacks = "+".join([str(each) for each in salvo.attacks])
    return _("{type} {attacks}", type=salvo.attack, attacks=attacks)


def _figures(fate: Fate, foe: Foe) -> Iterator[Figure]:
    yield Figure(_("Mean hull lost"), fate.damage().mean(), "number")
    yield Figure(_("Damages the hull"), fate.damage().at_least(1), "percent")
    yield Figure(_("Destroys the ship"), fate.destroyed(), "percent")
    if foe.shields:
        yield Figure(_("Mean shields left"), fate.shields().mean(), "number")


def _bars(title: Text, chances: Distribution, rule: str) -> Bars:
    return Bars(title, tuple(chances.chances.tolist()), 0, rule)
