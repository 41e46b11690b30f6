"""Lowers every kernel that the watched cases launch: `python -m tests.support.lowered_cases 0:100` by hand.

With a second number, one of so many of a seed's kernels, others for each seed.
Triton's interpreter has no types, so it runs kernels that no device can compile. A process of its own:
kernels defined in the interpreter cannot be lowered.
"""

import sys

import numpy as np
import torch

from installers.kernel_variants import lower_variant, recorded_variants
from tests.support.watched_cases import GROUPS

CAPABILITY = 90


def failures(seed: int, share: int) -> list[str]:
    """What Triton says of those kernels of a seed, one of `share`, that cannot be lowered."""
    torch.manual_seed(seed)
    with recorded_variants(CAPABILITY) as variants:
        for group in GROUPS.values():
            for _, run in group(np.random.default_rng(seed)):
                run()
    said = []
    for variant in variants[seed % share :: share]:
        try:
            lower_variant(variant)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            said.append(f"seed {seed}: {variant.name} with {variant.constexprs}: {error}")
    return said


def main(seeds: str, share: str = "1") -> int:
    """Lower the kernels of `seeds`, such as 3 or 0:100; says each that fails."""
    first, _, end = seeds.partition(":")
    found = [
        line
        for seed in range(int(first), int(end or int(first) + 1))
        for line in failures(seed, int(share))
    ]
    sys.stdout.write("".join(f"{line}\n" for line in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
