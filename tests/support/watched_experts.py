"""Watched cases of mixtures of experts, and of a gated MLP in the launches of those beside it."""

from collections.abc import Callable
from dataclasses import replace

from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import MAX_ROWS
from engine.kernels.operands import Experts, GateUp, Linear, ParallelBranches, Residual
from engine.kernels.sizes import ExpertSizes
from engine.kernels.weight_parts import StackPart
from tests.support.expert_case import CASES, GELU, ExpertCase
from tests.support.random_rows import random_rows
from tests.support.watched_bench import Bench, Cases, Random, columns, inputs_of, part_of, types


def experts(random: Random) -> Cases:
    """Experts of random sizes and types, by every kind of router, in short steps and prompts."""
    kinds = types()
    narrow = [kind for kind in kinds if kind.block_len < 256]
    yield several(random, [kind for kind in narrow if kind.block_len > 1])
    for number, kind in enumerate(kinds):
        in_prompt = number % 2 == 1
        other = kinds[int(random.integers(len(kinds)))]
        last = narrow[int(random.integers(len(narrow)))]
        if not in_prompt and kind.block_len == 256:
            kind, last = last, kind
        hidden = min(256, columns(random, max((kind, other), key=lambda each: each.block_len)))
        inner = min(256, columns(random, last))
        like = list(CASES.values())[int(random.integers(len(CASES)))]
        sizes = replace(
            like.sizes,
            num_experts=3,
            num_used=int(random.integers(1, 3)),
            intermediate_size=inner,
            shared_size=int(random.integers(2)) * min(256, max(last.block_len, 17)),
        )
        case = replace(like, sizes=sizes, hidden_size=hidden)
        width = MAX_ROWS + 1 if in_prompt else 1 + int(inner < 256)
        trio = (kind, other, last)
        name = ", ".join(each.name for each in trio)
        adds = bool(random.integers(2))
        yield (
            f"{name}: {hidden} columns, {sizes}, width {width}, adds {adds}",
            mix(case, trio, width, adds=adds),
        )


def several(random: Random, quantized: list[GGMLType]) -> tuple[str, Callable[[], None]]:
    """Quantized experts of several rows, which share some, in more rows than go at a time."""
    trio = tuple(quantized[int(i)] for i in random.integers(len(quantized), size=3))
    hidden, inner, shared = (columns(random, *trio) for _ in range(3))
    like = list(CASES.values())[int(random.integers(len(CASES)))]
    sizes = replace(
        like.sizes, num_experts=3, num_used=int(random.integers(1, 4)), intermediate_size=inner,
        shared_size=int(random.integers(2)) * shared,
    )  # fmt: skip
    width, adds = int(random.integers(2, MAX_ROWS + 1)), bool(random.integers(2))
    name = ", ".join(each.name for each in trio)
    return (
        f"{name}: {hidden} columns, {sizes}, width {width}, adds {adds}",
        mix(replace(like, sizes=sizes, hidden_size=hidden), trio, width, adds=adds),
    )


def stack(num_experts: int, kind: GGMLType, num_rows: int, num_cols: int) -> StackPart:
    """Random rows of each expert."""
    raw = random_rows(kind, num_experts * num_rows, num_cols, seed=kind)
    return StackPart(raw.reshape(num_experts, num_rows, -1), kind, num_cols)


def mix(
    case: ExpertCase, kinds: tuple[GGMLType, GGMLType, GGMLType], width: int, *, adds: bool
) -> Callable[[], None]:
    """A step's routes and mixture, which may be added to the stream."""
    e, f, d = case.sizes.num_experts, case.sizes.intermediate_size, case.hidden_size

    def run() -> None:
        gate, up, down = kinds
        shared = case.sizes.shared_size
        bench = Bench(replace(case.step_sizes, mixed_sizes=(shared or 1,)), *kinds, width=width)
        store = bench.store
        stacks = (stack(e, gate, f, d), stack(e, up, f, d), stack(e, down, d, f))
        placed = (store.expert_stack(part) for part in stacks)
        made = Experts(*placed, case.activation, **case.biases())
        if shared:
            gate_up = store.matrix([part_of(gate, shared, d), part_of(up, shared, d)])
            down_one = store.matrix([part_of(down, d, shared)])
            made = replace(made, shared_gate_up=gate_up, shared_down=down_one)
        kernels, inputs = bench.kernels, inputs_of(width)
        routes, hidden = case.no_routes(width), bench.stream(d)
        router = case.router(gated=shared > 0)
        routes = kernels.route(hidden, case.norm(), router, routes, inputs)
        x = bench.activations(d).after(case.norm())
        if adds:
            to = Residual(hidden, case.norm(), x)
            kernels.add_experts(x, made, routes, to, inputs)
        else:
            kernels.mix_experts(x, made, routes, bench.some(d), inputs)

    return run


def branches(random: Random) -> Cases:
    """Both, quantized, of random sizes and types: of one row, of few, and of an expert read once.

    Scales of a tile are stored to the end of 256 columns, which every other case has.
    """
    quantized = [kind for kind in types() if kind.block_len > 1]
    few, some = int(random.integers(2, 4)), random.integers(4, MAX_ROWS + 1, 2)
    for number, width in enumerate((1, few, *map(int, some))):
        whole = number % 2 == 0
        drawn = quantized if whole else [kind for kind in quantized if kind.block_len < 256]
        kinds = [drawn[int(i)] for i in random.integers(len(drawn), size=6)]
        kinds[1] = kinds[0]  # gate and up of the MLP, which are one product
        hidden = 256 if whole else columns(random, kinds[0], *kinds[3:5])
        dense = 256 if whole else columns(random, kinds[2])
        inner = min(256, columns(random, kinds[5]))
        sizes = ExpertSizes(3, int(random.integers(1, 4)), inner, parallel_size=dense)
        case = replace(GELU, sizes=sizes, hidden_size=hidden)
        names = ", ".join(kind.name for kind in kinds)
        yield f"{names}: {hidden} columns, {sizes}, width {width}", compute(case, kinds, width)


def compute(case: ExpertCase, kinds: list[GGMLType], width: int) -> Callable[[], None]:
    """Both branches of a step."""
    e, f, d = case.sizes.num_experts, case.sizes.intermediate_size, case.hidden_size
    dense = case.sizes.parallel_size

    def run() -> None:
        step_sizes = replace(case.step_sizes, intermediate_sizes=(dense,))
        bench = Bench(step_sizes, GGMLType.Q8_0, width=width)
        store, norm = bench.store, case.norm()
        stacks = (stack(e, kinds[3], f, d), stack(e, kinds[4], f, d), stack(e, kinds[5], d, f))
        both = ParallelBranches(
            GateUp(store.matrix([part_of(kinds[0], dense, d)] * 2), case.activation),
            Linear(store.matrix([part_of(kinds[2], d, dense)])),
            case.router(),
            case.norm(),
            Experts(*(store.expert_stack(part) for part in stacks), case.activation),
        )
        x, activated = bench.activations(d), bench.activations(dense)
        stream = Residual(bench.stream(d), norm, x)
        out = (bench.some(d), bench.some(d))
        bench.kernels.compute_branches(
            both, x.after(norm), stream, activated, case.no_routes(width), out, inputs_of(width)
        )

    return run
