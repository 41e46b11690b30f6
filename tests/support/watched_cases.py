"""The CUDA kernels at random odd sizes, watched.

`python -m tests.support.watched_cases 0:100` is a long run by hand.

Sizes are small, for Triton's interpreter, and divide by nothing that kernels work in.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import islice, product

if __name__ == "__main__":
    os.environ["TRITON_INTERPRET"] = "1"  # read when a kernel is defined, so before any is imported

import numpy as np
import torch

from engine.cache.arena import Arena
from engine.cache.pages import with_addresses
from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.cuda.products.dequantize import dequantize_rows
from engine.kernels.operands import (
    QKV,
    Activation,
    Branch,
    GateFunction,
    GateUp,
    Linear,
    Residual,
)
from engine.kernels.sizes import AttentionSizes, ConvShape, DeltaShape, StepSizes
from engine.quants.tiles import TILE_FORMATS
from tests.support.attention_case import AttentionCase, Shape
from tests.support.kv_types import FLOATS, KV_TYPES, split_cache
from tests.support.recurrence_case import ConvCase, DeltaCase, Runner, recurrent_sizes
from tests.support.runs import Run
from tests.support.watched_bench import (
    CAPACITY,
    SEQUENCES,
    VOCAB,
    Bench,
    Cases,
    Random,
    columns,
    inputs_of,
    mixed,
    norm_of,
    part_of,
    prompt,
    short,
    sizes_of,
    types,
)
from tests.support.watched_experts import branches, experts
from tests.support.watched_handovers import handovers
from tests.support.watched_kernels import Watch, watching
from tests.support.watched_picks import picks


def products(random: Random) -> Cases:
    """Every type in one of three products, in a short step and in a prompt; parts of two types."""
    for number, kind in enumerate(types()):
        num_rows, num_cols = int(random.integers(1, 70)), columns(random, kind)
        for turn, width in enumerate((short(random), prompt(random)), start=2 * number):
            which = 3 if kind.block_len == 1 else turn % 3
            yield (
                f"{kind.name} {num_rows}x{num_cols}, width {width}, product {which}",
                multiply(kind, (num_rows, num_cols), width, which),
            )
    for first, second in ((GGMLType.Q8_0, GGMLType.Q4_0), (GGMLType.Q5_1, GGMLType.F16)):
        width, rows = short(random), [32 * int(random.integers(1, 3)), int(random.integers(1, 40))]
        yield (
            f"{first.name} over {second.name} {rows}, width {width}",
            mixture(first, second, rows, width),
        )

    kinds = [kind for kind in types() if kind in TILE_FORMATS]
    kind = kinds[int(random.integers(len(kinds)))]
    num_rows, num_cols = int(random.integers(1, 70)), columns(random, kind)
    yield f"{kind.name} {num_rows}x{num_cols}, dequantized", dequantized(kind, num_rows, num_cols)


def dequantized(kind: GGMLType, num_rows: int, num_cols: int) -> Callable[[], None]:
    """What steps of many rows multiply with."""

    def run() -> None:
        bench = Bench(sizes_of(max(num_rows, num_cols)), kind, width=MAX_ROWS + 1)
        (part,) = bench.store.matrix([part_of(kind, num_rows, num_cols)]).parts
        out = torch.empty(num_rows, num_cols)
        dequantize_rows(part.data, kind, num_cols, 0, num_rows, out)

    return run


def multiply(kind: GGMLType, shape: tuple[int, int], width: int, which: int) -> Callable[[], None]:
    """`project`, `project_add` and the same normed, `project_gated` and `project_gate`, or all."""

    def run() -> None:
        num_rows, num_cols = shape
        bench = Bench(sizes_of(max(shape)), kind, width=width)
        x, inputs = bench.activations(num_cols).after(norm_of(num_cols)), inputs_of(width)
        norm = norm_of(num_rows)
        kernels, bias = bench.kernels, torch.randn(num_rows)
        weight = bench.store.matrix([part_of(kind, num_rows, num_cols)])
        out = bench.activations(num_rows)
        if which in (0, 3):
            kernels.project(x, Linear(weight, bias), bench.some(num_rows), inputs)
        if which in (1, 3):
            to = Residual(bench.stream(num_rows), norm, out)
            kernels.project_add(x, Linear(weight, bias), to, inputs)
            kernels.project_add_normed(x, Linear(weight, bias), norm, to, inputs, 0.5)
        if which in (2, 3):
            both = bench.store.matrix([part_of(kind, num_rows, num_cols)] * 2)
            kernels.project_gated(x, GateUp(both), out, inputs)
            up = bench.some(num_rows)
            kernels.project_gate(x, Linear(weight), up, out, inputs, Activation.GELU)

    return run


def mixture(first: GGMLType, second: GGMLType, rows: list[int], width: int) -> Callable[[], None]:
    """A fused projection of two types."""

    def run() -> None:
        bench = Bench(sizes_of(sum(rows)), first, second, width=width)
        parts = [part_of(kind, n, 96) for kind, n in zip((first, second), rows, strict=True)]
        x, out = bench.activations(96), bench.some(sum(rows))
        linear = Linear(bench.store.matrix(parts))
        bench.kernels.project(x, linear, out, inputs_of(width))

    return run


def look_ups(random: Random) -> Cases:
    """Embeddings of every type, and inputs of layers."""
    for number, kind in enumerate(types()):
        num_cols = columns(random, kind)
        width = MAX_ROWS + 1 if number % 5 == 4 else int(random.integers(1, 4))

        def embed(kind: GGMLType = kind, num_cols: int = num_cols, width: int = width) -> None:
            layers = {"layer_inputs_size": num_cols, "layer_input_size": num_cols}
            bench = Bench(sizes_of(num_cols, **layers), kind, width=width)
            table = bench.store.matrix([part_of(kind, VOCAB, num_cols)])
            history = torch.zeros(SEQUENCES, CAPACITY, dtype=torch.int32)
            inputs = mixed(inputs_of(width, 200))
            out, hidden = bench.activations(num_cols), bench.stream(num_cols)
            to = Residual(hidden, norm_of(num_cols), out)
            bench.kernels.embed(inputs, table, history, to, 2.0)
            bench.kernels.read_rows(inputs, table, bench.some(num_cols))
            bench.kernels.note_tokens(inputs, history)
            if kind.value % 4 < 2:
                x = bench.stream(num_cols)
                bench.kernels.mix_layer_inputs(inputs, table, 1.5, norm_of(num_cols), x)

        yield f"{kind.name} {VOCAB}x{num_cols}, width {width}", embed


def rows(random: Random) -> Cases:
    """What works on rows alone: norms, sums, gates, the softcap."""
    for activation, choose in product(Activation, (short, prompt)):
        width, size = choose(random), int(random.integers(1, 200))
        kinds = ((GGMLType.Q8_0,), (GGMLType.F32,), (GGMLType.Q8_0, GGMLType.F32))
        some = kinds[int(random.integers(3))]

        def each(
            width: int = width,
            size: int = size,
            activation: Activation = activation,
            some: tuple[GGMLType, ...] = some,
        ) -> None:
            bench = Bench(sizes_of(size), *some, width=width)
            kernels, inputs, norm = bench.kernels, inputs_of(width, 7), norm_of(size)
            out, hidden = bench.activations(size), bench.stream(size)
            to = Residual(hidden, norm, out)
            kernels.add_branch(Branch(bench.some(size), norm), to, inputs, 0.5)
            kernels.add_branch(Branch(bench.some(size)), replace(to, norm=None), inputs)
            first, second = Branch(bench.some(size), norm), Branch(bench.some(size), norm)
            kernels.add_branches(first, second, norm, to, inputs, 0.5)
            kernels.normalize(bench.some(size), norm, inputs)
            kernels.normalize(bench.some(size), norm, inputs, bench.some(size))
            ring = torch.randn(SEQUENCES, width + 3, size)
            kernels.keep_rows(bench.some(size), norm, ring, inputs)
            kernels.join_rows(bench.some(size), ring, bench.some(2 * size), inputs)
            kernels.keep_rows(bench.some(size), None, ring, inputs)
            kernels.take_rows(ring, bench.some(size), inputs)
            columns = torch.arange(size, dtype=torch.int32)
            kernels.spread(bench.some(size), columns, bench.some(size), inputs)
            kernels.scale(bench.some(size), torch.randn(width + 7), inputs)
            kernels.softcap(torch.randn(width, size), 3.0, inputs)
            kernels.gate(bench.some(size), bench.some(size), out, inputs, activation)
            if width > MAX_ROWS:
                weight = bench.store.matrix([part_of(GGMLType.F32, size, 8)])
                x = bench.activations(8)
                kernels.project(x, Linear(weight, torch.randn(size)), bench.some(size), inputs)

        yield f"{size} columns, width {width}, {activation}, {[k.name for k in some]}", each


def attentions(random: Random) -> Cases:
    """All kinds of layers, in short steps and prompts, over one split and two, in rings that wrap.

    The first ones' heads share groups of 32 codes, which are quantized afterwards; the next ones
    end where the cache does.
    """
    for number, choose in product(range(5), (short, prompt)):
        group, num_kv = int(random.integers(1, 6)), int(random.integers(1, 3))
        head_dim = int(random.choice([6, 10, 32, 40, 64] if number else [6, 10, 40]))
        window = None if number % 2 else int(random.integers(1, 60))
        shape = Shape(
            num_heads=group * num_kv,
            num_kv_heads=num_kv,
            head_dim=head_dim,
            dtype=torch.float32,
            rot=head_dim - 2 * int(random.integers(3)),
            interleaved=bool(random.integers(2)),
            normed=bool(random.integers(2)),
            capacity=CAPACITY if window is None else 128,
            window=window,
            has_sinks=bool(random.integers(2)),
            gate_function=(None, *GateFunction)[number % 3],
            gates_heads=bool(random.integers(2)),
            norms_values=bool(random.integers(2)),
            appends=number != 4,
            is_causal=number != 3 or choose is prompt,
        )
        width = choose(random)
        first = CAPACITY - width if number == 1 else int(random.choice([0, 30, CAPACITY - width]))
        kind = (GGMLType.Q8_0, GGMLType.F32)[int(random.integers(2)) if number else 0]
        kv_type = str(random.choice(KV_TYPES if head_dim % 32 == 0 else FLOATS))
        name = f"{shape}, {width} rows at {first}, {kind.name}, {kv_type}"
        yield name, attend(shape, kind, kv_type, width, first)


def attend(
    shape: Shape, kind: GGMLType, kv_type: str, width: int, first: int
) -> Callable[[], None]:
    """A step of one layer."""

    def run() -> None:
        case = AttentionCase(shape, list(range(first, first + width)), "cpu")
        sizes = AttentionSizes(
            shape.num_heads, shape.num_kv_heads, shape.head_dim, shape.capacity, shape.window
        )
        bench = Bench(sizes_of(8, attention=(sizes,)), kind, width=width)
        end = first + width  # tables as long as the positions need
        heads = replace(case.heads, cos=case.cos[:end].clone(), sin=case.sin[:end].clone())
        out, qkv = bench.activations(heads.size), bench.some(case.qkv.shape[1])
        inputs = inputs_of(width, first)
        keys, values = (torch.stack([cache] * SEQUENCES) for cache in (case.keys, case.values))
        kv = split_cache(kv_type, keys, values)
        if shape.window is None and first:  # as in a model of several sequences
            kv = with_addresses(Arena(torch.device("cpu")), kv)
        for step in (inputs, mixed(inputs)) if width <= MAX_ROWS else (inputs,):
            bench.kernels.attend(QKV(qkv, case.gate), kv, heads, out, end, step)
        if shape.appends:
            rows = bench.some(2 * shape.num_kv_heads * shape.head_dim)
            bench.kernels.append(rows, kv, heads, inputs)

    return run


def recurrences(random: Random) -> Cases:
    """Delta rules and convolutions of short and long memory, in steps that wrap their rings."""
    for taps in (1, 20, 70):
        heads = ((1, 1), (1, 2), (2, 2))[int(random.integers(3))]
        head_dim = int(random.choice([10, 32, 40]))
        delta = DeltaShape(*heads, head_dim, min(taps, 5))
        conv = ConvShape(int(random.integers(1, 70)), taps)
        grouped = bool(random.integers(2))
        is_tiled = head_dim % 32 == 0 or bool(random.integers(2))

        def scan(
            delta: DeltaShape = delta, grouped: bool = grouped, is_tiled: bool = is_tiled
        ) -> None:
            case = DeltaCase(delta, grouped=grouped)
            step_through(case, recurrent_sizes(delta=delta), is_tiled=is_tiled)

        def convolve(conv: ConvShape = conv) -> None:
            step_through(ConvCase(conv), recurrent_sizes(conv=conv), is_tiled=True)

        yield f"{delta}, grouped {grouped}, tiled {is_tiled}", scan
        yield f"{conv}", convolve


def step_through(case: DeltaCase | ConvCase, sizes: StepSizes, *, is_tiled: bool) -> None:
    """All rows of a case, in steps of several widths, and back."""
    kinds = (GGMLType.Q8_0, GGMLType.F32) if is_tiled else (GGMLType.F32,)
    run = Runner(case, Bench(sizes, *kinds).kernels)
    # Short steps write the last rows of the log (39) and of the ring (95), a prompt reads one (63).
    for first, count, width in ((0, 33, 33), (33, 7, 8), (40, 24, 24), (64, 16, 17), (80, 1, 1)):
        run(first, count, width)
    run.step([Run(1, 0, 3), Run(2, 81, 1), Run(0, 0, 1)], 7)
    run(82, 14, 16)


GROUPS: dict[str, Callable[[Random], Cases]] = {
    "products": products,
    "look-ups": look_ups,
    "rows": rows,
    "attentions": attentions,
    "experts": experts,
    "branches": branches,
    "handovers": handovers,
    "recurrences": recurrences,
    "picks": picks,
}


def run_group(group: str, seed: int, share: int = 1) -> Watch:
    """One of `share` cases of a group, others for each seed; what they launched.

    A failure says the case.
    """
    torch.manual_seed(seed)
    cases = GROUPS[group](np.random.default_rng(seed))
    with watching() as watch:
        for name, run in islice(cases, seed % share, None, share):
            try:
                run()
            except Exception as error:
                error.add_note(f"{group} of seed {seed}, 1 of {share} cases: {name}")
                raise
    return watch


def main(seeds: str, *groups: str) -> None:
    """Run `seeds`, such as 3 or 0:100, of some groups or of all; say each."""
    first, _, end = seeds.partition(":")
    for seed in range(int(first), int(end or int(first) + 1)):
        for group in groups or GROUPS:
            print(seed, group, flush=True)  # noqa: T201
            run_group(group, seed)


if __name__ == "__main__":
    main(*sys.argv[1:])
