"""Whether a design adds up: what forbids a ship whose file can be read (FT-9.2.1, FT-9.3.2, FT-9.8.3, FT-A.5.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quarterdeck.engine.problems import Problem
from quarterdeck.engine.text import Text, _
from quarterdeck.systems.full_thrust import design as rules
from quarterdeck.systems.full_thrust.design_entries import LARGEST_TMF, MOST_SYSTEMS
from quarterdeck.systems.full_thrust.design_file import DesignFile, Draft
from quarterdeck.systems.full_thrust.mounts import MAIN_DRIVE_KINDS, mounts
from quarterdeck.systems.full_thrust.prices import KINDS, Fitting, mass_used
from quarterdeck.systems.full_thrust.ship import Group, People


def problems_of(draft: Draft, used: int) -> Iterator[Problem]:
    """What forbids a design whose fields can be read."""
    tmf, hull = draft.file.mass, draft.file.hull
    if not tmf:
        return
    if hull < (least := rules.minimum_hull(tmf)):
        text = _("{tmf} MASS need at least {least} hull boxes, not {hull}.", tmf=tmf, least=least, hull=hull)
        yield Problem("FT-9.3.2", text, "hull", least)
    yield from _screen_problems(draft.fittings)
    yield from _people_problems(draft)
    yield from _mount_problems(draft)
    yield from _too_many_systems(draft.fittings)
    if used > tmf:
        text = _("{used} MASS are used, and the ship has {tmf}.", used=used, tmf=tmf)
        yield Problem("FT-9.2.1", text, "mass", _large_enough(draft.fittings, tmf))


def _too_many_systems(fittings: Sequence[Fitting]) -> Iterator[Problem]:
    """More systems than a ship in play can be asked about at once, told at the first entry that is too much."""
    systems = 0
    for fitting in fittings:
        systems += len(mounts(fitting))
        if systems > MOST_SYSTEMS:
            text = _("A ship can have at most {most} systems, drives among them.", most=MOST_SYSTEMS)
            yield Problem("FT-9.11.3", text, f"{fitting.at}.quantity", max(fitting.quantity - systems + MOST_SYSTEMS, 0) or None)
            return


def _large_enough(fittings: Sequence[Fitting], tmf: int) -> int | None:
    """The smallest TMF from this on that holds all that is fitted; None where none does, as its shares grow too."""
    return next((larger for larger in range(tmf, LARGEST_TMF + 1) if mass_used(fittings, larger) <= larger), None)


def _screen_problems(fittings: Sequence[Fitting]) -> Iterator[Problem]:
    """A ship has one Screen, of level 2 at most, and backups only behind level 2 (FT-9.8.3)."""
    screens = [fitting for fitting in fittings if fitting.kind == "screen"]
    backups = [fitting for fitting in fittings if fitting.kind == "screen_backup"]
    level = max((fitting.size for fitting in screens), default=0)
    one = _("A ship has one Screen. Two generators are level 2, more than two are backups.")
    for fitting in screens:
        if fitting.quantity > 1:
            yield Problem("FT-9.8.3", one, f"{fitting.at}.quantity", 1)
    for fitting in screens[1:]:
        yield Problem("FT-9.8.3", one, f"{fitting.at}.system", "screen_backup" if level == 2 else None)
    if backups and level < 2:
        text = _("Backup generators stand behind a Screen of level 2 only.")
        at, nearest = (f"{screens[0].at}.level", 2) if screens else (f"{backups[0].at}.system", "screen")
        yield Problem("FT-9.8.3", text, at, nearest)


FOREIGN: dict[People, str] = {"human": "FT-9.11.3", "kravak": "FT-A.2.19", "savasku": "FT-A.3.31", "phalon": "FT-A.4.25"}
"""The list of what each people fits its ships with."""

NAMES: dict[People, Text] = {
    "human": _("humans"),
    "kravak": _("the Kra'Vak"),
    "savasku": _("the Sa'Vasku"),
    "phalon": _("Phalons"),
}


def _people_problems(draft: Draft) -> Iterator[Problem]:
    """What a people cannot build, unless peoples mix, told once for each system."""
    people, named = draft.file.people, list[str]()
    for fitting in draft.fittings:
        kind = KINDS[fitting.kind]
        if people not in kind.peoples and not draft.file.mixed and fitting.kind not in named:
            named.append(fitting.kind)
            text = _("{system} is not built by {people}.", system=kind.name, people=NAMES[people])
            yield Problem(FOREIGN[people], text, fitting.at)


def _mount_problems(draft: Draft) -> Iterator[Problem]:
    """A spinal gun on less than a capital ship, a tug without an FTL Drive of its own, more than one Main Drive."""
    for fitting in draft.fittings:
        if fitting.kind == "nova_cannon" and size_group(draft.file) != "capital":
            yield Problem("FT-11.3.2", _("Only a capital ship carries a Nova Cannon."), fitting.at)
        if fitting.kind == "tug_drive" and not draft.file.ftl:
            yield Problem("FT-8.3.3", _("A tug needs an FTL Drive for itself too."), "ftl", nearest=True)
    drives = [fitting for fitting in draft.fittings for _each in range(fitting.quantity) if fitting.kind in MAIN_DRIVE_KINDS]
    for fitting in drives[1:2]:
        yield Problem("FT-A.3.7", _("A ship has one Main Drive."), fitting.at)


def size_group(file: DesignFile) -> Group:
    return rules.size_group(file.mass, file.class_code or file.class_name, file.civilian)
