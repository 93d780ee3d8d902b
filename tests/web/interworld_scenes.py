"""Battles of both games of Interworld that are over soon."""

from __future__ import annotations

from typing import Any

FLEETS, DRAMA = "interworld-fleets", "interworld-drama"
AGAINST = {"a": "person", "b": "captain"}
NARRATED = {**AGAINST, "narrator": "narrator"}
TOLD = {"a": "captain", "b": "captain", "narrator": "person"}

STRAIT = {
    "key": "strait",
    "title": "The strait",
    "text": "Two small fleets meet.",
    "map": {"shape": "rectangle", "columns": 11, "rows": 9},
    "rounds": 2,
    "order": ["a", "b"],
    "sides": [
        {
            "id": "a",
            "name": "Clockwork Toll",
            "board": "brass-chorus",
            "units": [
                {"name": "Tallow", "class": "candlewright", "at": [2, 5], "facing": 0, "flagship": True},
                {
                    "name": "Hammers",
                    "class": "toll-hammer",
                    "ships": [{"name": "Hammer 1", "at": [5, 4], "facing": 0}, {"name": "Hammer 2", "at": [6, 3], "facing": 0}],
                },
            ],
        },
        {
            "id": "b",
            "name": "Masked Tide",
            "board": "tide-of-masks",
            "units": [
                {"name": "Unsung", "class": "quiet-choir", "at": [3, 1], "facing": 3, "flagship": True},
                {"name": "Old Digger", "class": "grey-sexton", "at": [7, -2], "facing": 3},
            ],
        },
    ],
    "terrain": [
        {"kind": "asteroid_field", "hexes": [[0, 3], [0, 4]]},
        {"kind": "gas_cloud", "hexes": [[9, 0]]},
    ],
}


def strait(rounds: int = 2) -> dict[str, Any]:
    """Two ships and a squadron on a small map, for so many rounds."""
    return {**STRAIT, "rounds": rounds}


def edge() -> dict[str, Any]:
    """A ship two hexes before the edge that it faces, and its enemy far off; no boards, so that nothing is asked first."""
    ours = {"name": "Tallow", "class": "candlewright", "at": [4, 0], "facing": 0}
    theirs = {"name": "Unsung", "class": "quiet-choir", "at": [9, 4], "facing": 3}
    sides = [
        {"id": "a", "name": "Clockwork Toll", "units": [ours]},
        {"id": "b", "name": "Masked Tide", "units": [theirs]},
    ]
    return {**STRAIT, "key": "edge", "sides": sides, "terrain": []}
