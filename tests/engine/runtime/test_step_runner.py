"""The toggles, the counters and the fallback, on a model of one kernel."""

from functools import partial

import pytest
import torch

from engine.cache.arena import Arena
from engine.cache.kv_cache import KVCache
from engine.config import Toggles
from engine.kernels.cpu import CpuKernels
from engine.kernels.interface import Kernels
from engine.layers.buffers import BufferSizes, StepBuffers, allocate_buffers
from engine.runtime.step_key import Role
from engine.runtime.step_runner import PREFILL_WIDTH, StepRunner
from engine.runtime.tape import Tape

CAPACITY = 600
WINDOWS = 3


class AddingModel:
    """logits = embedding of the token; notes the spans it was launched with."""

    config = None

    def __init__(self) -> None:
        self.table = torch.arange(40, dtype=torch.float32).repeat(8, 1).T.contiguous()
        self.spans: list[int] = []
        self.fails = False

    def forward(
        self,
        kernels: Kernels,
        buffers: StepBuffers,
        cache: KVCache,
        span: int,
        *,
        with_logits: bool,
    ) -> None:
        if self.fails:
            raise RuntimeError("no memory for a graph")
        self.spans.append(span)
        if with_logits:
            kernels.embed(buffers.token_ids, self.table, buffers.logits, buffers.num_rows)


class Setup:
    def __init__(self) -> None:
        arena = Arena(torch.device("cpu"))
        self.kernels, self.model = CpuKernels(), AddingModel()
        self.messages: list[str] = []
        self.runner = StepRunner(
            model=self.model,
            kernels=self.kernels,
            buffers=allocate_buffers(arena, BufferSizes(8, 8, 1, 8, 8, 8), PREFILL_WIDTH, 16),
            cache=KVCache(arena, 1, 1, 8, CAPACITY, "f32"),
            capture=partial(Tape.capture, self.kernels),
            on_fallback=self.messages.append,
        )

    def decode(self, token: int, position: int) -> float:
        return float(self.runner.run(Role.DECODE, [token], position).logits[0, 0])


@pytest.fixture
def setup() -> Setup:
    return Setup()


def test_all_windows_and_roles_are_captured_before_they_are_needed(setup: Setup) -> None:
    setup.runner.verify_width = 5
    setup.runner.capture_planned()
    assert setup.runner.counters.captures == 3 * WINDOWS
    assert [setup.decode(7, position) for position in range(CAPACITY)] == [7.0] * CAPACITY
    setup.runner.run(Role.VERIFY, [1, 2, 3], 255)
    setup.runner.run(Role.PREFILL, list(range(PREFILL_WIDTH)), 500)
    counters = setup.runner.counters
    assert (counters.recaptures, counters.eager, counters.replays) == (0, 0, CAPACITY + 2)


def test_capturing_again_captures_only_what_is_new(setup: Setup) -> None:
    setup.runner.capture_planned()
    setup.runner.verify_width = 5
    setup.runner.capture_planned()
    assert setup.runner.counters.captures == 3 * WINDOWS
    setup.runner.capture_planned()
    assert setup.runner.counters.captures == 3 * WINDOWS


def test_kvpad_off_recaptures_every_token_and_says_why(setup: Setup) -> None:
    setup.runner.capture_planned()
    setup.runner.toggles = Toggles(kvpad=False)
    for position in range(254, 259):
        assert setup.decode(3, position) == 3.0
    counters = setup.runner.counters
    assert (counters.recaptures, counters.replays) == (5, 0)
    assert counters.reasons[-1] == "span 258 → 259: kvpad is off"
    assert setup.model.spans[-5:] == [255, 256, 257, 258, 259]


def test_kvpad_on_again_replays_what_was_captured(setup: Setup) -> None:
    setup.runner.capture_planned()
    setup.runner.toggles = Toggles(kvpad=False)
    setup.decode(3, 10)
    setup.runner.toggles = Toggles()
    setup.decode(3, 11)
    assert setup.runner.counters.replays == 1


def test_graph_off_launches_every_step(setup: Setup) -> None:
    setup.runner.toggles = Toggles(graph=False)
    setup.runner.capture_planned()
    assert setup.decode(4, 0) == 4.0
    counters = setup.runner.counters
    assert (counters.captures, counters.eager, counters.replays) == (0, 1, 0)


def test_fixed_verify_off_recaptures_by_width(setup: Setup) -> None:
    setup.runner.verify_width = 5
    setup.runner.toggles = Toggles(fixed_verify=False)
    setup.runner.capture_planned()
    for width in (5, 3, 3, 5):
        out = setup.runner.run(Role.VERIFY, list(range(1, width + 1)), 20)
        assert out.logits[:width, 0].tolist() == list(range(1, width + 1))
    assert setup.runner.counters.recaptures == 3
    assert setup.runner.counters.replays == 1
    assert setup.runner.counters.reasons[-1] == "verify width 3 → 5: fixed_verify is off"


def test_a_row_count_that_grows_and_shrinks_leaves_no_trace(setup: Setup) -> None:
    setup.runner.verify_width = 8
    setup.runner.capture_planned()
    setup.runner.run(Role.VERIFY, [9] * 8, 0)
    logits = setup.runner.run(Role.VERIFY, [5, 6, 7], 0).logits
    assert logits[:4, 0].tolist() == [5, 6, 7, 9]  # row 3 is not real: not computed


def test_steps_beyond_the_cache_are_refused(setup: Setup) -> None:
    assert setup.decode(1, CAPACITY - 1) == 1.0
    with pytest.raises(ValueError, match="capacity"):
        setup.decode(1, CAPACITY)


def test_a_failed_replay_falls_back_to_eager_and_says_so(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup.runner.capture_planned()

    def fail(_: Tape) -> None:
        raise RuntimeError("launch failure")

    monkeypatch.setattr(Tape, "replay", fail)
    assert setup.decode(6, 0) == 6.0
    monkeypatch.undo()
    assert setup.decode(6, 1) == 6.0
    counters = setup.runner.counters
    assert (counters.fallbacks, counters.eager, counters.replays) == (1, 2, 0)
    assert len(setup.messages) == 1
    assert not setup.runner.uses_graphs


def test_a_failed_capture_at_load_falls_back(setup: Setup) -> None:
    setup.model.fails = True
    setup.runner.capture_planned()
    setup.model.fails = False
    assert setup.decode(2, 0) == 2.0
    assert setup.runner.counters.fallbacks == 1
    assert setup.runner.counters.eager == 1


def test_release_frees_every_captured_step(setup: Setup) -> None:
    setup.runner.capture_planned()
    setup.runner.release()
    setup.decode(2, 0)
    assert setup.runner.counters.recaptures == 1
