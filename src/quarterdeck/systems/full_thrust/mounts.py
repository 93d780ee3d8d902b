"""The symbols that a fitting puts on the record sheet: the systems that can be lost one by one (FT-2.6.1, FT-4.6.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from quarterdeck.engine.text import plain
from quarterdeck.systems.full_thrust.prices import KINDS, Fitting, titled
from quarterdeck.systems.full_thrust.ship import System

WITHOUT_SYMBOL = ("hull", "hold", "power")
"""The categories that the record sheet shows as boxes, not as systems that can be lost one by one."""

MAIN_DRIVE_KINDS = ("main_drive", "advanced_drive", "drive_node")
"""The Main Drive of each people."""

DRIVES = ("main_drive", "ftl_drive")


BY_CLASS = ("beam", "k_gun", "plasma_bolt_launcher")
"""The weapons that are called by their class: ``Beam-3``."""


def mounts(fitting: Fitting) -> list[System]:
    """The symbols of a fitting: one each, one each generator of a Screen, with the stem of their ids."""
    kind, stem = KINDS[fitting.kind], fitting.kind.replace("_", "-")
    if kind.category in WITHOUT_SYMBOL:
        return []
    if fitting.kind == "screen":
        return [System(stem, fitting.kind, plain(kind.name))] * fitting.size
    if fitting.kind in MAIN_DRIVE_KINDS:
        return [System("main-drive", "main_drive", plain(kind.name))]
    if fitting.kind == "ftl_drive":
        return [System(stem, fitting.kind, plain(kind.name))]
    if fitting.kind in BY_CLASS:
        mount = System(f"{stem}-{fitting.size}", fitting.kind, plain(titled(fitting)), fitting.size, fitting.arcs)
        return [mount] * fitting.quantity
    return [System(stem, fitting.kind, plain(kind.name), fitting.size, fitting.arcs)] * fitting.quantity


def numbered(mounts: Sequence[System]) -> Iterator[System]:
    """Systems with ids of their own, ``pds-2``, and numbers in their names where there are several of a sort."""
    how_many, so_far = Counter(mount.id for mount in mounts), Counter[str]()
    for mount in mounts:
        so_far[mount.id] += 1
        number = so_far[mount.id]
        if mount.kind in DRIVES:
            yield mount
        elif how_many[mount.id] == 1:
            yield mount._replace(id=f"{mount.id}-1")
        else:
            no = "no. " if mount.kind in BY_CLASS else ""
            yield mount._replace(id=f"{mount.id}-{number}", name=f"{mount.name} {no}{number}")
