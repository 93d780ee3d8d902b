"""Reading YAML, in C where this machine has that: ten times as fast."""

from __future__ import annotations

from typing import Any

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(text: str) -> Any:
    """The value of a YAML text; `yaml.YAMLError` where it is none."""
    return yaml.load(text, Loader=LOADER)
