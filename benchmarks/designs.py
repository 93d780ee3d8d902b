"""How long it takes to load all ships that come with Full Thrust: read, checked and priced, nothing kept from before.

    python benchmarks/designs.py

The best of ten, in CPU time. Wanted: 150 ms at most; the script fails where that is missed.
"""

from __future__ import annotations

import sys
from time import process_time

from quarterdeck.systems.full_thrust.shipyard import load_designs

RUNS = 10
WANTED = 150.0
"""In ms."""


def main() -> int:
    """Load, say how long it took, compare."""
    times: list[float] = []
    for _run in range(RUNS):
        start = process_time()
        designs = load_designs()
        times.append(1000.0 * (process_time() - start))
    print(f"{len(designs)} ships in {min(times):.1f} ms")
    return int(min(times) > WANTED)


if __name__ == "__main__":
    sys.exit(main())
