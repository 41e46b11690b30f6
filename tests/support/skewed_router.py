"""Skews which experts a model with random weights chooses, as those of real models are: in place.

    python -m tests.support.skewed_router FILE --spread 0.5

Random routers choose all experts equally often. Longer rows of a router are chosen more often; their
lengths are drawn from a lognormal distribution. Three fifths of the experts then take, of 128 of which 8
are used, 88 % of the choices with a spread of 0.35 and 94 % with 0.5.
"""

import argparse
from pathlib import Path

import gguf
import numpy as np

_ROUTER = ".ffn_gate_inp.weight"


def skew(path: Path, spread: float, seed: int = 0) -> int:
    """Scale the rows of the float32 routers in the file at `path`; returns how many there are."""
    draw, num_routers = np.random.default_rng(seed), 0
    for tensor in gguf.GGUFReader(path, "r+").tensors:
        if tensor.name.endswith(_ROUTER) and tensor.data.dtype == np.float32:
            lengths = np.exp(spread * draw.standard_normal(len(tensor.data)))
            tensor.data[:] *= lengths[:, None].astype(np.float32)
            num_routers += 1
    return num_routers


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--spread", type=float, default=0.5)
    options = parser.parse_args()
    print(skew(options.file, options.spread), "routers")  # noqa: T201
