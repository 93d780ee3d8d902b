"""Any JSON value, and some that JSON cannot hold: what a careless or hostile client may send as an answer."""

from __future__ import annotations

from hypothesis import strategies as st

ODD_NUMBERS = [0, -1, 10**400, 2**63, 1e308, -1e308, 5e-324, float("nan"), float("inf"), float("-inf"), -0.0, True, False]
ODD_TEXTS = ["", "-", "a1", "duck", "it", "at", "\ud800", "\x00", "x" * 5000, "N1", "1", "NaN", "null", "white", "b1"]
KEYS = ["a1", "a2", "b1", "b2", "it", "at", "heading", "word", "colour", "luck", "words", "duck", ""]


def deep_value(levels: int = 400) -> object:
    """Lists in lists."""
    value: object = 1
    for _level in range(levels):
        value = [value]
    return value


def huge_number() -> int:
    """A whole number with more digits than Python writes."""
    return -(10**5000)


odd = st.sampled_from(ODD_NUMBERS) | st.sampled_from(ODD_TEXTS)
scalars = st.none() | odd | st.integers() | st.floats() | st.text(max_size=20)
monsters = st.builds(deep_value) | st.builds(huge_number)
junk = st.recursive(
    scalars | monsters,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
"""Values of every shape, with the keys that answers have."""
