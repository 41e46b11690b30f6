"""The processor answers all questions about experts, with the bits of the kernels, and no others."""

import gc
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from engine.cache.arena import Arena
from engine.gguf.types import GGMLType
from engine.kernels.cpu import expert_helper
from engine.kernels.cpu.expert_helper import ExpertHelper, HelpedExperts
from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.cpu.weights import CpuWeights
from engine.kernels.dense_activations import DenseActivations
from engine.kernels.expert_mailbox import (
    ANSWERED,
    ASKED,
    EXPECTED,
    LAYER,
    NUM_ROWS,
    STOPPED,
    ExpertMailbox,
)
from engine.kernels.operands import Activation, Experts, Routes, Scoring
from engine.kernels.sizes import ExpertSizes
from engine.kernels.weight_parts import StackPart
from tests.support.endpoint_server import wait_until
from tests.support.expert_case import ExpertCase, step
from tests.support.random_experts import MANY_ROWS, Random, draw_case, draw_slots
from tests.support.random_rows import random_rows

WIDTH = MANY_ROWS
SMALL_CHUNK = 7


@dataclass(frozen=True, eq=False)
class Layer:
    """All experts of a layer, and those of them that the processor has."""

    all: Experts
    helped: HelpedExperts

    def expected(self, case: ExpertCase, rows: Tensor, experts: Tensor, weights: Tensor) -> Tensor:
        """What the kernels mix of all experts where the others weigh nothing."""
        kernels = CpuKernels(Arena(torch.device("cpu")), case.step_sizes, len(rows))
        helped = torch.tensor(self.helped.experts, dtype=torch.int32)
        weights = torch.where(torch.isin(experts, helped), weights, 0.0)
        out = torch.full_like(rows, torch.nan)
        routes = Routes(experts, weights, torch.ones(len(rows)))
        inputs = step(len(rows), len(rows))
        kernels.mix_experts(DenseActivations(rows), self.all, routes, out, inputs)
        return out


class Gpu:
    """Asks as a GPU does; rows beyond a question are NaN, their experts far out of range."""

    def __init__(self, case: ExpertCase) -> None:
        def zeros(num_bytes: int) -> Tensor:
            return torch.zeros(num_bytes, dtype=torch.uint8)

        used = case.sizes.num_used
        self.mailbox = ExpertMailbox.allocate(zeros, WIDTH, case.hidden_size, used)

    def word(self, index: int) -> int:
        return int(self.mailbox.words[index])

    def write(self, layer: int, rows: Tensor, experts: Tensor, weights: Tensor) -> None:
        """A question, without waiting for its answer."""
        mailbox, n = self.mailbox, len(rows)
        for memory, values, rest in (
            (mailbox.rows, rows, torch.nan),
            (mailbox.experts, experts, 1 << 30),
            (mailbox.weights, weights, torch.nan),
        ):
            memory[:n] = values
            memory[n:] = rest
        mailbox.mixed.fill_(torch.nan)
        mailbox.words[LAYER], mailbox.words[NUM_ROWS] = layer, n
        mailbox.words[ASKED] += 1

    def ask(self, layer: int, rows: Tensor, experts: Tensor, weights: Tensor) -> Tensor:
        """The answer [n, d]; checks that no more is written."""
        self.write(layer, rows, experts, weights)
        wait_until(lambda: self.word(ANSWERED) == self.word(ASKED) or self.word(STOPPED) != 0)
        assert not self.word(STOPPED)
        assert self.mailbox.mixed[len(rows) :].isnan().all()
        return self.mailbox.mixed[: len(rows)].clone()


def make_layer(case: ExpertCase, kinds: tuple[GGMLType, ...], random: Random, helped: int) -> Layer:
    """Random experts, of which the processor has `helped`, in any order."""
    d, f, e = case.hidden_size, case.sizes.intermediate_size, case.sizes.num_experts
    some = random.permutation(e)[:helped]
    stacks, helped_stacks = [], []
    for kind, (num_rows, num_cols) in zip(kinds, ((f, d), (f, d), (d, f)), strict=True):
        raw = random_rows(kind, e * num_rows, num_cols, int(random.integers(1 << 30)))
        part = StackPart(raw.reshape(e, num_rows, -1), kind, num_cols)
        stacks.append(CpuWeights().expert_stack(part))
        chosen = replace(part, data=part.data[some]) if helped else part
        helped_stacks.append(CpuWeights().expert_stack(chosen))
    experts = Experts(*stacks, case.activation, **case.biases())
    return Layer(experts, HelpedExperts(tuple(map(int, some)), *helped_stacks))


def draw_question(case: ExpertCase, random: Random, num_rows: int) -> tuple[Tensor, ...]:
    """Rows, and k experts of each with their weights."""
    experts = draw_slots(case, random, num_rows)
    return torch.randn(num_rows, case.hidden_size), experts, torch.randn(experts.shape)


def bind(helper: ExpertHelper, number: int, experts: Experts) -> None:
    biases = (experts.gate_bias, experts.up_bias, experts.down_bias)
    helper.bind(
        number, experts.activation, *[None if bias is None else bias.numpy() for bias in biases]
    )


SMALL = ExpertCase(Scoring.SOFTMAX, Activation.SILU, ExpertSizes(6, 2, 24), hidden_size=40)


@pytest.fixture
def layer() -> Layer:
    """Of SMALL, with three helped experts."""
    torch.manual_seed(5)
    return make_layer(SMALL, (GGMLType.F32,) * 3, np.random.default_rng(5), 3)


@pytest.fixture
def gpu() -> Gpu:
    return Gpu(SMALL)


@pytest.fixture
def helper(layer: Layer, gpu: Gpu) -> Iterator[ExpertHelper]:
    """Of one layer, which is bound."""
    helper = ExpertHelper(gpu.mailbox, SMALL.sizes.num_experts, [layer.helped], 2)
    bind(helper, 0, layer.all)
    yield helper
    helper.close()


def question(layer: Layer, *, is_helped: bool = True) -> tuple[Tensor, ...]:
    """Of two rows of SMALL that choose helped experts alone, or others alone."""
    others = set(range(SMALL.sizes.num_experts)) - set(layer.helped.experts)
    two = list(layer.helped.experts if is_helped else others)[:2]
    experts = torch.tensor([two, two[::-1]], dtype=torch.int32)
    return torch.randn(2, SMALL.hidden_size), experts, torch.rand(2, 2)


@pytest.mark.parametrize("seed", range(8))
def test_answers_are_those_of_the_kernels(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(seed)
    torch.manual_seed(seed)
    if seed % 2:
        monkeypatch.setattr(expert_helper, "ROWS_PER_CHUNK", SMALL_CHUNK)
    case, kinds = draw_case(random)
    num_experts = case.sizes.num_experts
    counts = [0, num_experts, int(random.integers(1, num_experts))]
    layers = [
        make_layer(case, each, random, count) for each, count in zip(kinds, counts, strict=True)
    ]
    gpu = Gpu(case)
    helper = ExpertHelper(
        gpu.mailbox, num_experts, [each.helped for each in layers], 1 + seed // 2 % 2
    )
    for number in random.permutation(np.repeat(range(len(layers)), 3)):
        layer = layers[number]
        bind(helper, number, layer.all)
        rows, experts, weights = draw_question(case, random, int(random.integers(1, WIDTH + 1)))
        helper.expect(2)
        mixed = gpu.ask(number, rows, experts, weights)
        assert torch.equal(mixed, layer.expected(case, rows, experts, weights))
        alone = slice(first := int(random.integers(len(rows))), first + 1)
        few = gpu.ask(number, rows[alone], experts[alone], weights[alone])
        assert torch.equal(few, mixed[alone])
    helper.close()


def test_rows_without_helped_experts_are_zeros(
    helper: ExpertHelper, layer: Layer, gpu: Gpu
) -> None:
    helper.expect(2)
    rows, experts, weights = question(layer, is_helped=False)
    rows[:] = torch.nan
    assert torch.equal(gpu.ask(0, rows, experts, weights), torch.zeros_like(rows))
    pairs = zip(question(layer), (rows, experts, weights), strict=True)
    beside = [torch.cat(pair) for pair in pairs]
    mixed = gpu.ask(0, *beside)
    assert (mixed[:2] != 0).any()
    assert torch.equal(mixed[2:], torch.zeros_like(rows))


def test_every_question_is_answered_however_far_apart(
    helper: ExpertHelper, layer: Layer, gpu: Gpu
) -> None:
    asked = question(layer)
    expected = layer.expected(SMALL, *asked)
    for seconds in np.random.default_rng(1).permutation(np.repeat([0.0, 0.015, 0.02], [200, 9, 9])):
        threading.Event().wait(seconds)  # about as long as a helper spins
        helper.expect(1)
        assert torch.equal(gpu.ask(0, *asked), expected)


def test_a_question_may_come_long_after_it_was_expected(
    helper: ExpertHelper, layer: Layer, gpu: Gpu
) -> None:
    asked = question(layer)
    helper.expect(1)
    threading.Event().wait(0.1)
    assert torch.equal(gpu.ask(0, *asked), layer.expected(SMALL, *asked))


def test_the_helper_sleeps_while_nothing_is_expected(
    helper: ExpertHelper, layer: Layer, gpu: Gpu
) -> None:
    def is_quiet() -> bool:
        before = time.process_time()
        threading.Event().wait(0.2)
        return time.process_time() - before < 0.01

    for _ in range(2):
        helper.expect(1)
        gpu.ask(0, *question(layer))
        wait_until(is_quiet)


def test_biases_are_those_of_the_first_binding(
    helper: ExpertHelper, layer: Layer, gpu: Gpu
) -> None:
    shape = SMALL.sizes.num_experts, SMALL.sizes.intermediate_size
    helper.bind(0, SMALL.activation, np.ones(shape, np.float32), None, None)
    asked = question(layer)
    helper.expect(1)
    assert torch.equal(gpu.ask(0, *asked), layer.expected(SMALL, *asked))


def test_layers_have_one_activation(helper: ExpertHelper) -> None:
    with pytest.raises(ValueError, match="one activation"):
        helper.bind(0, Activation.GELU, None, None, None)


def helpers() -> set[threading.Thread]:
    return {each for each in threading.enumerate() if each.daemon}


@pytest.mark.parametrize("num_expected", [0, 1], ids=["asleep", "waiting"])
@pytest.mark.parametrize("is_closed", [True, False], ids=["closed", "forgotten"])
def test_all_threads_end_with_the_helper(
    num_expected: int, is_closed: bool, layer: Layer, gpu: Gpu
) -> None:
    before = helpers()
    helper = ExpertHelper(gpu.mailbox, SMALL.sizes.num_experts, [layer.helped], 2)
    assert len(helpers() - before) == 2
    if num_expected:
        helper.expect(num_expected)
    if is_closed:
        helper.close()
        helper.close()
    del helper
    gc.collect()
    wait_until(lambda: helpers() <= before)
    assert gpu.word(STOPPED)


def test_what_is_asked_after_the_end_gets_no_answer(
    helper: ExpertHelper, layer: Layer, gpu: Gpu
) -> None:
    helper.close()
    gpu.write(0, *question(layer))
    helper.expect(1)
    assert gpu.word(EXPECTED) == 1
    assert gpu.word(ANSWERED) == 0
    assert gpu.mailbox.mixed.isnan().all()


WRONG: dict[str, Callable[[Gpu], Any]] = {
    "layer": lambda gpu: gpu.mailbox.words[LAYER].fill_(2),
    "negative layer": lambda gpu: gpu.mailbox.words[LAYER].fill_(-1),
    "unbound layer": lambda gpu: gpu.mailbox.words[LAYER].fill_(1),
    "rows": lambda gpu: gpu.mailbox.words[NUM_ROWS].fill_(WIDTH + 1),
}


@pytest.mark.parametrize("spoil", WRONG.values(), ids=WRONG.keys())
def test_what_cannot_be_answered_stops_the_gpu(
    spoil: Callable[[Gpu], Any], layer: Layer, gpu: Gpu, caplog: pytest.LogCaptureFixture
) -> None:
    helper = ExpertHelper(gpu.mailbox, SMALL.sizes.num_experts, [layer.helped] * 2, 1)
    bind(helper, 0, layer.all)
    gpu.write(0, *question(layer))
    spoil(gpu)
    helper.expect(1)
    wait_until(lambda: gpu.word(STOPPED) != 0)
    helper.close()
    assert gpu.word(ANSWERED) == 0
    assert "experts failed" in caplog.text
