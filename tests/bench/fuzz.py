"""python -m tests.bench.fuzz [INPUTS] [FIRST SEED]: the readers under so many broken inputs.

Prints how many went through, the slowest, and the first fault with its seed.
"""

from __future__ import annotations

import sys
import time

from tests.fuzzing import broken, survives


def main(inputs: int = 20_000, first: int = 0) -> int:
    began, slowest = time.perf_counter(), (0.0, 0)
    for seed in range(first, first + inputs):
        at = time.perf_counter()
        try:
            survives(*broken(seed))
        except Exception as error:
            print(f"seed {seed}: {type(error).__name__}: {error}")
            return 1
        slowest = max(slowest, (time.perf_counter() - at, seed))
    print(f"{inputs} inputs in {time.perf_counter() - began:.0f} s, the slowest {1000 * slowest[0]:.1f} ms (seed {slowest[1]})")
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
