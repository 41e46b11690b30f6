"""A grid of expert shapes and types, from files, against float64: every point in two processes.

`python -m tests.support.expert_grid` runs all of it and says what was wrong; `--sample N` a part of it,
chosen by `--seed S`.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import torch
from numpy.typing import NDArray

from engine.cache.arena import Arena
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata
from engine.gguf.types import SUPPORTED_WEIGHT_TYPES, GGMLType
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.cpu.weights import CpuWeights
from engine.kernels.dense_activations import DenseActivations
from engine.kernels.operands import Routes, StepInputs
from engine.models.layer_weights import LayerWeights
from engine.models.registry import find_architecture
from engine.models.weights import WeightReader
from engine.quants.weight_types import FLOAT_TYPES
from tests.support.random_rows import random_rows
from tests.support.rounded import rounded
from tests.support.tiny_gguf import write_gguf
from tests.support.tiny_llama import METADATA

Floats = NDArray[np.float64]

REPOSITORY = Path(__file__).resolve().parents[2]
NUM_ROWS = 9
FLOAT_ERROR = 1e-5  # of a row's length, what float32 arithmetic may cost
CODES_FACTOR = 4  # as many times what rounding activations to 15 bits costs
_BLOCK = "blk.0.ffn"


@dataclass(frozen=True)
class Point:
    """Experts of `kind` where their rows are whole blocks of it, else of `other`, which is a float type."""

    kind: str
    other: str
    hidden_size: int
    intermediate_size: int
    num_experts: int
    num_used: int
    fused: bool
    has_bias: bool

    @property
    def seed(self) -> int:
        """The same in every process."""
        return int.from_bytes(sha256(repr(self).encode()).digest()[:4], "little")

    def type_of(self, num_cols: int) -> GGMLType:
        """Of a matrix of so many columns."""
        kind = GGMLType[self.kind]
        return kind if num_cols % kind.block_len == 0 else GGMLType[self.other]

    def met(self, x: Floats) -> Floats:
        """What a row x becomes on its way to a weight of so many columns."""
        return x if self.type_of(len(x)) in FLOAT_TYPES else rounded(x)


def full_grid() -> list[Point]:
    """Every type with sizes that are and are not whole blocks, panels and tasks."""
    points = []
    for kind in sorted(SUPPORTED_WEIGHT_TYPES):
        b = max(kind.block_len, 8)
        odd = ((1, 1), (17, 23), (100, 37), (33, 16), (16, 33), (130, 70))
        whole = ((b, b), (2 * b, 3 * b), (b, 40), (2 * b, 17), (3 * b, 100), (40, b), (17, 2 * b))
        shapes = [*whole, *(odd if kind in FLOAT_TYPES else ((100, b), (b, 8)))]
        used = ((4, 2), (7, 3), (5, 1), (3, 3))
        for number, ((d, f), (e, k), fused) in enumerate(product(shapes, used, (False, True))):
            other = FLOAT_TYPES[number % 3].name
            points.append(Point(kind.name, other, d, f, e, k, fused, has_bias=number % 5 == 0))
    return points


class Tensors:
    """The tensors of a point as they lie in its file, and what they stand for."""

    def __init__(self, point: Point) -> None:
        e, d, f = point.num_experts, point.hidden_size, point.intermediate_size
        self.in_file: dict[str, tuple[NDArray[np.uint8], gguf.GGMLQuantizationType]] = {}
        self.biases: dict[str, NDArray[np.float32]] = {}
        self.values: dict[str, Floats] = {}
        self._point = point
        if point.fused:
            both = self._add("gate_up", e, 2 * f, d)
            self.values["gate"], self.values["up"] = both[:, :f], both[:, f:]
        else:
            self.values |= {name: self._add(name, e, f, d) for name in ("gate", "up")}
        self.values["down"] = self._add("down", e, d, f)
        generator = np.random.default_rng(point.seed)
        for name, size in (("gate", f), ("up", f), ("down", d)) if point.has_bias else ():
            self.biases[name] = generator.normal(size=(e, size)).astype(np.float32)

    def _add(self, name: str, *shape: int) -> Floats:
        num_experts, num_rows, num_cols = shape
        kind = self._point.type_of(num_cols)
        raw = random_rows(kind, num_experts * num_rows, num_cols, self._point.seed + len(name))
        if kind is GGMLType.MXFP4:  # exponents whose sums stay finite
            raw[:, ::17] = raw[:, ::17] % 8 + 120
        raw = raw.reshape(num_experts, num_rows, -1)
        file_type = gguf.GGMLQuantizationType(kind)
        self.in_file[f"{_BLOCK}_{name}_exps.weight"] = raw, file_type
        return gguf.quants.dequantize(raw, file_type).astype(np.float64).reshape(shape)

    def write(self, path: Path) -> Path:
        """Write a file that has these and a table of embeddings."""
        point, name = self._point, "qwen3moe"
        metadata = {key.replace("llama", name): value for key, value in METADATA.items()}
        metadata |= {
            "general.architecture": name,
            f"{name}.block_count": 1,
            f"{name}.embedding_length": point.hidden_size,
            f"{name}.attention.head_count": 1,
            f"{name}.attention.head_count_kv": 1,
            f"{name}.attention.key_length": 2,
            f"{name}.attention.value_length": 2,
            f"{name}.expert_count": point.num_experts,
            f"{name}.expert_used_count": point.num_used,
            f"{name}.expert_feed_forward_length": point.intermediate_size,
        }
        biases = {f"{_BLOCK}_{name}_exps.bias": bias for name, bias in self.biases.items()}
        table = {"token_embd.weight": np.zeros((3, point.hidden_size), np.float32)}
        return write_gguf(path, metadata, {**self.in_file, **biases, **table})


def mixture_of(
    tensors: Tensors,
    x: Floats,
    experts: NDArray[np.int32],
    weights: Floats,
    met: Callable[[Floats], Floats],
) -> Floats:
    """The mixture of every row, in float64; `met` is what of a row meets the weights."""

    def product_of(name: str, expert: int, row: Floats) -> Floats:
        result: Floats = tensors.values[name][expert] @ met(row)
        return result + tensors.biases[name][expert] if name in tensors.biases else result

    out = np.zeros_like(x)
    for row, chosen in enumerate(experts):
        for slot, expert in enumerate(chosen):
            gate = product_of("gate", expert, x[row])
            inner = gate * 0.5 * (1 + np.tanh(gate / 2)) * product_of("up", expert, x[row])
            out[row] += weights[row, slot] * product_of("down", expert, inner)
    return out


def computed(
    path: Path, x: NDArray[np.float32], experts: NDArray[np.int32], weights: NDArray[np.float32]
) -> NDArray[np.float32]:
    """What the CPU's kernels make of the file, for one row and for all of them: both must agree."""
    with GGUFFile.open(path) as file:
        config = find_architecture("qwen3moe").read_config(
            ModelMetadata(file.metadata), file.tensors
        )
        sizes = config.layers[0].experts
        assert sizes is not None
        reader = WeightReader(file, CpuWeights(), lambda _: None)
        mixture = LayerWeights(reader, config, 0).experts(sizes)
    kernels = CpuKernels(Arena(torch.device("cpu")), config.step_sizes(64), NUM_ROWS)

    def mix(count: int) -> NDArray[np.float32]:
        places = torch.arange(count, dtype=torch.int32)
        inputs = StepInputs(
            places,
            places,
            places,
            torch.zeros_like(places),
            torch.tensor([count], dtype=torch.int32),
        )
        routes = Routes(
            torch.from_numpy(experts[:count]), torch.from_numpy(weights[:count]), torch.ones(count)
        )
        rows, out = (
            DenseActivations(torch.from_numpy(x[:count])),
            torch.full(x[:count].shape, torch.nan),
        )
        kernels.mix_experts(rows, mixture, routes, out, inputs)
        return out.numpy()

    together = mix(NUM_ROWS)
    assert np.array_equal(mix(1)[0], together[0]), "a row depends on its company"
    return together


def run_point(point: Point, folder: Path) -> dict[str, Any]:
    """How far from exact the worst row is, of what it may be, and a hash of all bits."""
    generator = np.random.default_rng(point.seed)
    tensors = Tensors(point)
    x = (generator.normal(size=(NUM_ROWS, point.hidden_size)) * 0.01).astype(np.float32)
    numbers = [generator.permutation(point.num_experts) for _ in range(NUM_ROWS)]
    experts = np.array(numbers, np.int32)[:, : point.num_used].copy()
    weights = generator.random(experts.shape).astype(np.float32)
    exact, coded = (
        mixture_of(tensors, x.astype(np.float64), experts, weights.astype(np.float64), met)
        for met in (lambda row: row, point.met)
    )
    out = computed(tensors.write(folder / "experts.gguf"), x, experts, weights)
    allowed = CODES_FACTOR * length(coded - exact) + FLOAT_ERROR * length(exact)
    shares = length(out - exact) / allowed
    return {"share": float(shares.max()), "hash": sha256(out.tobytes()).hexdigest()[:16]}


def length(rows: Floats) -> Floats:
    """Of each row."""
    lengths: Floats = np.linalg.norm(rows, axis=1)
    return lengths


@dataclass(frozen=True)
class Outcome:
    """What two processes made of a point; None of one that ended."""

    point: Point
    results: tuple[dict[str, Any] | None, dict[str, Any] | None]

    @property
    def share(self) -> float:
        """Of the error that is allowed: the larger of both, infinite where there is none."""
        return max(np.inf if result is None else result["share"] for result in self.results)

    @property
    def fault(self) -> str | None:
        """What is wrong, if anything."""
        first, second = self.results
        if first is None or second is None:
            return f"{self.point} ended its process"
        if first["hash"] != second["hash"]:
            return f"{self.point} gave different bits: {first} and {second}"
        if not self.share < 1:
            return f"{self.point} is {self.share:.3g} times as far from exact as it may be"
        return None


def run_twice(points: Sequence[Point]) -> list[Outcome]:
    """Each of `points` in two processes."""
    runs = [_run_in_process(points) for _ in range(2)]
    return [Outcome(*each) for each in zip(points, zip(*runs, strict=True), strict=True)]


def _run_in_process(points: Sequence[Point]) -> list[dict[str, Any] | None]:
    """What a process says of each point, None where it ended; another one goes on with the next."""
    results: list[dict[str, Any] | None] = []
    while len(results) < len(points):
        left = json.dumps([asdict(point) for point in points[len(results) :]])
        done = subprocess.run(
            [sys.executable, "-m", "tests.support.expert_grid", "--points"],
            cwd=REPOSITORY, input=left, capture_output=True, text=True, check=False,
        )  # fmt: skip
        results += [json.loads(line) for line in done.stdout.splitlines()]
        if done.returncode != 0:  # at the point that it said nothing of, or after all of them
            sys.stderr.write(done.stderr)
            results = [*results[: len(points) - 1], None]
    return results


def _run_points() -> None:
    points = [Point(**fields) for fields in json.load(sys.stdin)]
    with tempfile.TemporaryDirectory() as folder:
        for point in points:
            sys.stdout.write(json.dumps(run_point(point, Path(folder))) + "\n")
            sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", action="store_true", help="run those on the standard input")
    parser.add_argument("--sample", type=int, metavar="N", help="so many of each type")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    options = parser.parse_args()
    if options.points:
        _run_points()
        return 0
    points = full_grid() if options.sample is None else sample(options.sample, options.seed)
    outcomes = run_twice(points)
    worst: dict[str, float] = defaultdict(float)
    for outcome in outcomes:
        worst[outcome.point.kind] = max(worst[outcome.point.kind], outcome.share)
    faults = [outcome.fault for outcome in outcomes if outcome.fault is not None]
    sys.stdout.write("".join(f"{line}\n" for line in faults))
    sys.stdout.write(
        "".join(
            f"{kind}: at most {share:.2f} of the error allowed\n" for kind, share in worst.items()
        )
    )
    sys.stdout.write(f"{len(points)} points, twice each; {len(faults)} wrong\n")
    return 1 if faults else 0


def sample(count: int, seed: int) -> list[Point]:
    """`count` points of each type."""
    choose, points = random.Random(seed), full_grid()
    of_kind = {point.kind: [p for p in points if p.kind == point.kind] for point in points}
    return [point for some in of_kind.values() for point in choose.sample(some, count)]


if __name__ == "__main__":
    sys.exit(main())
