"""Kernels of the CPU on guarded memory, at random odd sizes and some that are awkward: one group a process.

`python -m tests.support.guarded_cases GROUP SEED` says each case before it runs, and last, as JSON, the
loops that it ran.
"""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.gguf.types import SUPPORTED_WEIGHT_TYPES, GGMLType
from engine.kernels.cpu import kernels as cpu_kernels
from engine.kernels.cpu.ir.integer_dots import Dots, usable_dots
from engine.kernels.cpu.products import KERNEL, product_kernel
from engine.kernels.cpu.weights import CpuMatrix, CpuWeights
from engine.kernels.dense_activations import DenseActivations
from engine.kernels.operands import (
    QKV,
    Activation,
    Branch,
    Experts,
    GateFunction,
    GateUp,
    Linear,
    Norm,
    Residual,
    StepInputs,
)
from engine.kernels.sizes import AttentionSizes, ConvShape, DeltaShape, ExpertSizes, StepSizes
from engine.kernels.weight_parts import MatrixPart, StackPart
from engine.quants.dequantize import dequantize_into
from engine.quants.panel_repack import repack_panels
from engine.quants.panels import PanelLayout, num_panels
from tests.support import chain_case
from tests.support.attention_case import AttentionCase, Shape
from tests.support.chain_case import run_chain, run_walk
from tests.support.expert_case import CLAMPED, GELU, SHARED, SIGMOID, SILU, ExpertCase
from tests.support.guarded import SIDES, Array, GuardedLauncher, guarded_copy
from tests.support.kv_types import FLOATS, KV_TYPES, cache_of
from tests.support.random_rows import random_rows
from tests.support.recurrence_case import ConvCase, DeltaCase, Runner, recurrent_sizes
from tests.support.runs import Run

WIDTHS = (1, 2, 3, 4, 5, 8, 9, 16)
CAPACITY, VOCAB = 37, 29

Random = np.random.Generator
Cases = Iterator[tuple[str, Callable[[], None]]]


def types() -> list[GGMLType]:
    """All weight types, in the order of their numbers."""
    return sorted(SUPPORTED_WEIGHT_TYPES)


def sizes(num_cols: int, **others: object) -> StepSizes:
    """Of steps over rows of up to `num_cols` columns."""
    plain = StepSizes(num_cols, num_cols, (), (), (num_cols,), VOCAB, CAPACITY)
    return replace(plain, **others)


def kernels_of(step_sizes: StepSizes, width: int) -> cpu_kernels.CpuKernels:
    """Kernels whose scratch is for steps of `width` rows and no more."""
    return cpu_kernels.CpuKernels(Arena(torch.device("cpu")), step_sizes, width)


def inputs_of(width: int, first: int = 0, num_sequences: int = 1) -> StepInputs:
    """All rows are real; ids are the last there are, the last two rows are of the last sequence."""
    positions = torch.arange(first, first + width, dtype=torch.int32)
    ids = VOCAB - 1 - positions % VOCAB
    sequences = num_sequences - 1 - torch.arange(width, dtype=torch.int32).flip(0) // 2
    count = torch.tensor([width], dtype=torch.int32)
    return StepInputs(ids, positions, positions, sequences.clamp(min=0), count)


def part_of(kind: GGMLType, num_rows: int, num_cols: int) -> MatrixPart:
    """Random rows."""
    return MatrixPart(random_rows(kind, num_rows, num_cols, num_rows), kind, num_rows, num_cols)


def columns(random: Random, *kinds: GGMLType) -> int:
    """Some columns that rows of all of `kinds` can have, few more than the fewest."""
    blocks = max(kind.block_len for kind in kinds)
    return int(random.integers(1, 70)) if blocks == 1 else blocks * int(random.integers(1, 3))


def fastest_products(random: Random) -> Cases:
    """Every type by the fastest instruction, at every width; parts of several types."""
    yield from products(random, types(), usable_dots()[:1])
    for _ in range(6):
        yield mixture(random)


def other_products(random: Random) -> Cases:
    """A third of the types, drawn, by the other instructions: each is compiled for each."""
    drawn = random.choice(types(), len(types()) // 3, replace=False)
    yield from products(random, [GGMLType(kind) for kind in drawn], usable_dots()[1:])


def products(random: Random, kinds: list[GGMLType], instructions: list[Dots]) -> Cases:
    """Each of `kinds` by each of `instructions`, at every width."""
    for kind, dots in product(kinds, instructions):
        num_rows, num_cols = int(random.choice([1, 15, 16, 17, 37])), columns(random, kind)
        weight = CpuWeights().matrix([part_of(kind, num_rows, num_cols)])
        weight.table[:, KERNEL] = product_kernel(kind, dots).address

        def project(weight: CpuMatrix = weight) -> None:
            for width in WIDTHS:
                x = DenseActivations(torch.randn(width, weight.num_cols))
                out, bias = torch.empty(width, weight.num_rows), torch.randn(weight.num_rows)
                kernels = kernels_of(sizes(weight.num_cols), width)
                kernels.project(x, Linear(weight, bias), out, inputs_of(width))

        yield f"{kind.name} {num_rows}x{num_cols} by {dots.name}", project


def mixture(random: Random) -> tuple[str, Callable[[], None]]:
    """A fused projection of three types."""
    kinds = [types()[i] for i in random.integers(0, len(types()), 3)]
    num_cols = 256 * int(random.integers(1, 3))
    rows = [int(n) for n in random.integers(1, 40, 3)]
    parts = [part_of(kind, n, num_cols) for kind, n in zip(kinds, rows, strict=True)]
    width = int(random.choice(WIDTHS))

    def project() -> None:
        weight = CpuWeights().matrix(parts)
        x, out = DenseActivations(torch.randn(width, num_cols)), torch.empty(width, sum(rows))
        kernels_of(sizes(num_cols), width).project(x, Linear(weight), out, inputs_of(width))

    return f"{[kind.name for kind in kinds]} rows {rows} of {num_cols}, width {width}", project


def loading(random: Random) -> Cases:
    """Rows of every type become panels, and float32."""
    for kind in types():
        num_rows, num_cols = int(random.integers(1, 40)), columns(random, kind)
        raw = random_rows(kind, num_rows, num_cols, seed=kind)

        def load(kind: GGMLType = kind, raw: Array = raw, num_cols: int = num_cols) -> None:
            panels = np.empty((num_panels(len(raw)), PanelLayout(kind).panel_bytes(num_cols)), "u1")
            floats = np.empty((len(raw), num_cols), np.float32)
            for side in SIDES:
                rows = guarded_copy(raw, side)
                repack_panels(rows, kind, guarded_copy(panels, side))
                dequantize_into(rows, kind, torch.from_numpy(guarded_copy(floats, side)))

        yield f"{kind.name} {num_rows}x{num_cols}", load


def look_ups(random: Random) -> Cases:
    """Embeddings of every type, and inputs of layers."""
    for kind, width in product(types(), (1, 5)):
        num_cols, num = columns(random, kind), int(random.integers(1, 4))
        table = CpuWeights().matrix([part_of(kind, VOCAB, num_cols)])

        def embed(table: CpuMatrix = table, width: int = width, num: int = num) -> None:
            size, inputs = table.num_cols, inputs_of(width, CAPACITY - width, num)
            kernels = kernels_of(sizes(size, layer_inputs_size=size), width)
            hidden, out = torch.empty(width, size), DenseActivations(torch.empty(width, size))
            history = torch.zeros(num, CAPACITY, dtype=torch.int32)
            norm = Norm(torch.ones(size), 1e-5)
            kernels.embed(inputs, table, history, Residual(hidden, norm, out), 2.0)
            one = Norm(torch.ones(1), 1e-5)
            kernels.mix_layer_inputs(inputs, table, 1.5, one, torch.randn(width, size))

        yield f"{kind.name} {VOCAB}x{num_cols}, width {width}, {num} sequences", embed


def rows(random: Random) -> Cases:
    """What works on rows alone: norms, sums, gates, the softcap."""
    for number in range(14):
        width, size = int(random.choice(WIDTHS)), int(random.integers(1, 70))
        wide = bool(random.integers(2))
        activation = list(Activation)[number % len(Activation)]

        def each(
            width: int = width,
            size: int = size,
            wide: bool = wide,
            activation: Activation = activation,
        ) -> None:
            def some() -> Tensor:
                return torch.randn(width, size + 3)[:, 2:-1] if wide else torch.randn(width, size)

            kernels, inputs = kernels_of(sizes(size), width), inputs_of(width)
            norm, out = Norm(torch.randn(size), 1e-5), DenseActivations(torch.empty(width, size))
            to = Residual(torch.randn(width, size), norm, out)
            kernels.add_branch(Branch(some(), norm), to, inputs, 0.5)
            kernels.add_branch(Branch(some()), replace(to, norm=None), inputs)
            kernels.add_branches(Branch(some(), norm), Branch(some(), norm), norm, to, inputs, 0.5)
            kernels.normalize(some(), norm, inputs)
            ring = torch.randn(1, width + 3, size)
            kernels.keep_rows(some(), norm, ring, inputs)
            kernels.join_rows(some(), ring, torch.empty(width, 2 * size), inputs)
            kernels.keep_rows(some(), None, ring, inputs)
            kernels.take_rows(ring, torch.empty(width, size), inputs)
            columns = torch.arange(size, dtype=torch.int32)
            kernels.spread(some(), columns, torch.empty(width, size), inputs)
            kernels.scale(some(), torch.randn(CAPACITY), inputs)
            kernels.softcap(torch.randn(width, size), 3.0, inputs)
            kernels.gate(some(), some(), out, inputs, activation)
            weight = CpuWeights().matrix([part_of(GGMLType.F32, 2 * size, size)])
            x = DenseActivations(torch.randn(width, size))
            kernels.project_gated(x, GateUp(weight, activation), out, inputs)
            gate = CpuWeights().matrix([part_of(GGMLType.F32, size, size)])
            kernels.project_gate(x, Linear(gate), some(), out, inputs, activation)

        yield f"{size} columns, width {width}, {'wide' if wide else 'compact'}, {activation}", each


def drafts(random: Random) -> Cases:
    """Chains of drafts, with and without tokens of their own; convolutions and walks."""
    for number in range(8):
        width, taps, k = int(random.choice(WIDTHS)), *(int(n) for n in random.integers(1, 9, 2))

        def draft(
            width: int = width, taps: int = taps, k: int = k, has_tokens: bool = number % 2 == 0
        ) -> None:
            kernels = kernels_of(sizes(chain_case.SIZE, vocab_size=chain_case.VOCAB), width)
            run_chain(kernels, width, width, width % 2, "cpu", has_tokens=has_tokens)
            part = part_of(GGMLType.F32, chain_case.VOCAB, chain_case.RANK)
            table = CpuWeights().matrix([part])
            run_walk(kernels, table, width, width, "cpu", taps, k)

        yield f"width {width}, {taps} taps, {k} candidates", draft


def attentions(random: Random) -> Cases:
    """All kinds of layers over all types of cache, which wrap."""
    for number, kv_type in product(range(7), KV_TYPES):
        group, num_kv = int(random.integers(1, 4)), int(random.integers(1, 4))
        head_dim = int(random.choice([8, 16, 24, 72, 80] if kv_type in FLOATS else [32, 64, 96]))
        window = None if random.integers(2) else int(random.integers(1, CAPACITY))
        shape = Shape(
            num_heads=group * num_kv,
            num_kv_heads=num_kv,
            head_dim=head_dim,
            dtype=torch.float32,
            rot=head_dim - 8 * int(random.integers(2)) or None,
            interleaved=bool(random.integers(2)),
            normed=bool(random.integers(2)),
            capacity=CAPACITY,
            window=window,
            has_sinks=bool(random.integers(2)),
            gate_function=(None, *GateFunction)[number % 3],
            gates_heads=bool(random.integers(2)),
            norms_values=bool(random.integers(2)),
            appends=number != 6,
            is_causal=number != 5,
        )
        width = int(random.choice([1, 2, 5, 16]))
        first, num = int(random.choice([0, CAPACITY - width])), int(random.integers(1, 4))
        name = f"{kv_type} {shape}, {width} rows at {first}, {num} sequences"
        yield name, attend(shape, kv_type, width, first, num)


def attend(
    shape: Shape, kv_type: str, width: int, first: int, num_sequences: int
) -> Callable[[], None]:
    """A step of one layer."""

    def run() -> None:
        case = AttentionCase(shape, list(range(first, first + width)), "cpu")
        kind = AttentionSizes(shape.num_heads, shape.num_kv_heads, shape.head_dim, CAPACITY)
        kernels = kernels_of(sizes(8, attention=(kind,)), width)
        keys, values = (
            x.nan_to_num(0.0).repeat(num_sequences, 1, 1, 1) for x in (case.keys, case.values)
        )
        kv = cache_of(kv_type, keys, values)
        if num_sequences > 1 and shape.window is None:
            holders = torch.randint(num_sequences, (num_sequences, 1), dtype=torch.int32)
            kv = replace(kv, holders=holders)
        heads = replace(case.heads, cos=case.cos[:CAPACITY], sin=case.sin[:CAPACITY])
        out = DenseActivations(torch.empty(width, heads.size))
        for qkv in (case.qkv, torch.randn(width, case.qkv.shape[1] + 5)[:, 3:-2]):
            inputs = inputs_of(width, first, num_sequences)
            kernels.attend(QKV(qkv, case.gate), kv, heads, out, CAPACITY, inputs)
            if shape.appends:
                rows = qkv[:, heads.size :]
                kernels.append(rows, kv, heads, inputs)

    return run


def experts(random: Random) -> Cases:
    """Experts of random sizes, types and numbers, by every kind of router."""
    kinds = types()
    for number in range(max(12, len(kinds))):
        trio = [kinds[(number + i) % len(kinds)] for i in (0, *random.integers(0, len(kinds), 2))]
        hidden, inner = columns(random, *trio[:2]), columns(random, trio[2])
        num_experts = int(random.integers(3, 9))
        shared = int(random.integers(1, 20)) * int(random.integers(2))
        expert_sizes = ExpertSizes(num_experts, int(random.integers(1, 3)), inner, shared)
        like = (SILU, SHARED, GELU, CLAMPED, SIGMOID)[number % 5]
        case = replace(like, sizes=expert_sizes, hidden_size=hidden)
        width = int(random.choice(WIDTHS))
        fused = bool(random.integers(2))
        names = ", ".join(kind.name for kind in trio)
        name = f"{names}: {hidden} columns, {expert_sizes} {like.scoring.name}, width {width}"
        yield f"{name}, fused {fused}", mix(case, trio, width, fused=fused)


def mix(case: ExpertCase, kinds: list[GGMLType], width: int, *, fused: bool) -> Callable[[], None]:
    """A step's routes and mixture."""
    e, f, d = case.sizes.num_experts, case.sizes.intermediate_size, case.hidden_size

    def stack(kind: GGMLType, num_rows: int, num_cols: int) -> StackPart:
        raw = random_rows(kind, e * num_rows, num_cols, seed=kind)
        return StackPart(raw.reshape(e, num_rows, -1), kind, num_cols)

    def run() -> None:
        store, shared = CpuWeights(), case.sizes.shared_size
        parts = [stack(kind, f, d) for kind in kinds[:2]]
        if fused:
            both = stack(kinds[0], 2 * f, d)
            parts = [replace(both, data=both.data[:, half * f :][:, :f]) for half in (0, 1)]
        stacks = (store.expert_stack(part) for part in (*parts, stack(kinds[2], d, f)))
        made = Experts(*stacks, case.activation, **case.biases())
        if shared:
            gate_up = store.matrix([part_of(GGMLType.F32, 2 * shared, d)])
            down = store.matrix([part_of(GGMLType.F32, d, shared)])
            made = replace(made, shared_gate_up=gate_up, shared_down=down)
        step_sizes = replace(case.step_sizes, capacity=CAPACITY, vocab_size=VOCAB)
        kernels, inputs = kernels_of(step_sizes, width), inputs_of(width)
        routes, hidden = case.no_routes(width), torch.randn(width, d)
        router = case.router(gated=shared > 0)
        kernels.route(hidden, case.norm(), router, routes, inputs)
        x, out = DenseActivations(torch.randn(width, d)), torch.empty(width, d)
        kernels.mix_experts(x, made, routes, out, inputs)
        kernels.add_experts(x, made, routes, Residual(hidden, case.norm(), x), inputs)

    return run


def recurrences(random: Random) -> Cases:
    """Delta rules and convolutions of short and long memory, in steps that wrap their rings."""
    for taps in (1, 2, 4, 47, 70):
        num_keys, group = int(random.integers(1, 4)), int(random.integers(1, 4))
        delta = DeltaShape(num_keys, num_keys * group, int(random.choice([1, 7, 8, 16])), taps)
        conv = ConvShape(int(random.integers(1, 40)), taps)
        grouped = bool(random.integers(2))

        def scan(delta: DeltaShape = delta, grouped: bool = grouped) -> None:
            step_through(DeltaCase(delta, grouped=grouped), recurrent_sizes(delta=delta))

        def convolve(conv: ConvShape = conv) -> None:
            step_through(ConvCase(conv), recurrent_sizes(conv=conv))

        yield f"{delta}, grouped {grouped}", scan
        yield f"{conv}", convolve


def step_through(case: DeltaCase | ConvCase, step_sizes: StepSizes) -> None:
    """All rows of a case, in steps of several widths, and back."""
    run = Runner(case, kernels_of(step_sizes, 32))
    for first, count, width in ((0, 32, 32), (32, 31, 32), (63, 9, 16), (66, 16, 16), (60, 1, 1)):
        run(first, count, width)
    run.step([Run(1, 0, 3), Run(2, 61, 4), Run(0, 0, 9)], 16)
    run.step([Run(0, 3, 7), Run(2, 63, 2)])


GROUPS: dict[str, Callable[[Random], Cases]] = {
    "products": fastest_products,
    "other products": other_products,
    "loading": loading,
    "look-ups": look_ups,
    "rows": rows,
    "drafts": drafts,
    "attentions": attentions,
    "experts": experts,
    "recurrences": recurrences,
}


def main(group: str, seed: int) -> None:
    launchers: list[GuardedLauncher] = []

    def create(num_positions: int, num_ids: int) -> GuardedLauncher:
        launchers.append(GuardedLauncher(num_positions, num_ids))
        return launchers[-1]

    cpu_kernels.CpuLauncher = create  # type: ignore[assignment, misc]
    torch.manual_seed(seed)
    for name, run in GROUPS[group](np.random.default_rng(seed)):
        print(name, flush=True)  # noqa: T201 - the last line before a fault says where it was
        run()
    loops = set[str]().union(*(launcher.loops_run for launcher in launchers))
    print(json.dumps(sorted(loops)))  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
