"""Settings of all tests; and this folder is on the path, so that they can import what they share."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("quarterdeck", deadline=None, derandomize=True)
settings.load_profile("quarterdeck")
