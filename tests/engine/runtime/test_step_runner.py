"""The toggles, the counters and the fallback, on a model of one kernel."""

import pytest
import torch

from engine.cache.arena import Arena
from engine.cache.state import ModelState
from engine.config import Toggles
from engine.kernels.interface import Kernels
from engine.kernels.operands import Norm, Residual
from engine.kernels.step_bounds import OperandError
from engine.layers.buffers import StepBuffers, allocate_buffers
from engine.runtime.cpu_executor import CpuExecutor
from engine.runtime.ladder import ladder
from engine.runtime.sequence import Rows, Sequence, StepCounters
from engine.runtime.step_key import Role, StepKey
from engine.runtime.step_runner import StepRunner
from engine.runtime.tape import Tape
from tests.support.float_matrix import panels_of
from tests.support.shapes import one_layer_state, plain_sizes

CAPACITY = 600
WINDOWS = 3
PREFILL_WIDTHS = (32, 128)
VOCAB = 40
SIZES = plain_sizes(VOCAB, 8, 1, 1, 8, 8, VOCAB, CAPACITY)


class AddingModel:
    """logits = embedding of the token; notes the spans it was launched with."""

    config = None
    narrow = None

    def __init__(self) -> None:
        ids = torch.arange(VOCAB, dtype=torch.float32)
        self.table = panels_of(ids.repeat(VOCAB, 1).T)
        self.norm = Norm(torch.ones(VOCAB), 1e-5)
        self.spans: list[int] = []
        self.fails = False

    def forward(
        self,
        kernels: Kernels,
        buffers: StepBuffers,
        state: ModelState,
        span: int,
        *,
        with_logits: bool,
        is_narrow: bool = False,
    ) -> None:
        assert not is_narrow
        if self.fails:
            raise RuntimeError("no memory for a graph")
        self.spans.append(span)
        if with_logits:
            b = buffers
            to = Residual(b.logits, self.norm, b.normed)
            kernels.embed(b.inputs, self.table, b.history, to)


class NotingExecutor(CpuExecutor):
    """Notes the steps whose tokens are sampled."""

    def __init__(self, arena: Arena) -> None:
        super().__init__(arena, SIZES, PREFILL_WIDTHS[-1], 1)
        self.sampled: list[Role] = []

    def launch_sampling(self, key: StepKey, buffers: StepBuffers) -> None:
        self.sampled.append(key.role)


class Setup:
    def __init__(self) -> None:
        arena = Arena(torch.device("cpu"))
        self.executor, self.model = NotingExecutor(arena), AddingModel()
        kernels = self.executor.kernels
        self.messages: list[str] = []
        state = one_layer_state(arena, 8, CAPACITY)
        self.buffers = allocate_buffers(arena, kernels, SIZES, PREFILL_WIDTHS[-1], 16)
        self.buffers.history.fill_(-1)
        self.runner = StepRunner(
            model=self.model,
            executor=self.executor,
            buffers=self.buffers,
            state=state,
            prefill_widths=PREFILL_WIDTHS,
            on_fallback=self.messages.append,
        )
        self.sequence = Sequence(state.sequences[0])

    @property
    def counters(self) -> StepCounters:
        return self.sequence.counters

    def run(self, role: Role, ids: list[int], position: int) -> StepBuffers:
        return self.runner.run(role, [Rows(self.sequence, position, len(ids))], ids)

    def decode(self, token: int, position: int) -> float:
        return float(self.run(Role.DECODE, [token], position).logits[0, 0])


@pytest.fixture
def setup() -> Setup:
    return Setup()


def test_all_spans_and_roles_are_captured_before_they_are_needed(setup: Setup) -> None:
    setup.runner.verify_width = 5
    setup.runner.capture_planned()
    assert setup.runner.captures == 4 * WINDOWS
    assert [setup.decode(7, position) for position in range(CAPACITY)] == [7.0] * CAPACITY
    setup.run(Role.VERIFY, [1, 2, 3], 255)
    for width in PREFILL_WIDTHS:
        setup.run(Role.PREFILL, list(range(8)) * (width // 8), 400)
    counters = setup.counters
    assert (counters.recaptures, counters.eager, counters.replays) == (0, 0, CAPACITY + 3)


def test_no_prompt_step_is_captured_for_a_span_that_it_overruns(setup: Setup) -> None:
    setup.runner._prefill_widths = (32, 300, 600)
    keys = [key for key in setup.runner._planned_keys() if key.role is Role.PREFILL]
    spans = {width: [key.span for key in keys if key.width == width] for width in (32, 300, 600)}
    every = ladder(CAPACITY)
    assert spans[32] == every
    assert spans[300] == [span for span in every if span > 32]
    assert spans[600] == [span for span in every if span > 300] != every


def test_steps_with_logits_end_as_the_device_wants(setup: Setup) -> None:
    setup.runner.toggles = Toggles(graph=False)
    for _ in range(2):  # the first steps are checked, too
        setup.executor.sampled.clear()
        for role in Role:
            setup.run(role, [1], 0)
    assert setup.executor.sampled == [Role.DECODE, Role.VERIFY]


def test_a_step_may_run_on_inputs_that_are_there_already(setup: Setup) -> None:
    assert setup.decode(7, 3) == 7.0
    assert (
        float(setup.runner.run_filled(Role.DECODE, [Rows(setup.sequence, 3)]).logits[0, 0]) == 7.0
    )


def test_capturing_again_captures_only_what_is_new(setup: Setup) -> None:
    setup.runner.capture_planned()
    setup.runner.verify_width = 5
    setup.runner.capture_planned()
    assert setup.runner.captures == 4 * WINDOWS
    setup.runner.capture_planned()
    assert setup.runner.captures == 4 * WINDOWS


def test_planned_steps_are_captured_one_by_one_the_shortest_spans_first(setup: Setup) -> None:
    setup.runner.plan()
    assert setup.runner.captures == 0
    assert [setup.runner.capture_next() for _ in range(3 * WINDOWS)] == [True] * 8 + [False]
    assert setup.runner.captures == 3 * WINDOWS
    assert setup.model.spans == [256] * 3 + [512] * 3 + [CAPACITY] * 3
    assert not setup.runner.capture_next()


def test_a_planned_step_that_is_needed_before_is_no_recapture(setup: Setup) -> None:
    setup.runner.plan()
    assert [setup.decode(7, position) for position in (300, 301, 20)] == [7.0] * 3
    counters = setup.counters
    assert (counters.recaptures, counters.replays, setup.runner.captures) == (0, 3, 2)
    while setup.runner.capture_next():
        pass
    assert setup.runner.captures == 3 * WINDOWS


@pytest.mark.parametrize("toggles", [Toggles(graph=False), Toggles(kvpad=False)])
def test_nothing_is_captured_ahead_with_a_toggle_off(setup: Setup, toggles: Toggles) -> None:
    setup.runner.plan()
    setup.runner.toggles = toggles
    setup.runner.plan()
    assert not setup.runner.capture_next()
    assert setup.runner.captures == 0


def test_a_failed_capture_ahead_of_need_falls_back(setup: Setup) -> None:
    setup.runner.plan()
    setup.model.fails = True
    assert not setup.runner.capture_next()
    setup.model.fails = False
    assert setup.decode(2, 0) == 2.0
    assert (setup.runner.fallbacks, setup.counters.eager) == (1, 1)


def test_kvpad_off_recaptures_every_token_and_says_why(setup: Setup) -> None:
    setup.runner.capture_planned()
    setup.runner.toggles = Toggles(kvpad=False)
    for position in range(254, 259):
        assert setup.decode(3, position) == 3.0
    counters = setup.counters
    assert (counters.recaptures, counters.replays) == (5, 0)
    assert counters.recapture_ms > 0
    assert counters.reasons[-1] == "span 258 → 259: padded context (kvpad) is off"
    assert setup.model.spans[-5:] == [255, 256, 257, 258, 259]


def test_kvpad_on_again_replays_what_was_captured(setup: Setup) -> None:
    setup.runner.capture_planned()
    setup.runner.toggles = Toggles(kvpad=False)
    setup.decode(3, 10)
    setup.runner.toggles = Toggles()
    setup.decode(3, 11)
    assert setup.counters.replays == 1


def test_graph_off_launches_every_step(setup: Setup) -> None:
    setup.runner.toggles = Toggles(graph=False)
    setup.runner.capture_planned()
    assert setup.decode(4, 0) == 4.0
    counters = setup.counters
    assert (setup.runner.captures, counters.eager, counters.replays) == (0, 1, 0)


@pytest.mark.parametrize("graph", [True, False], ids=["graph", "eager"])
def test_a_step_that_would_leave_its_memory_never_runs(setup: Setup, graph: bool) -> None:
    setup.model.table = panels_of(torch.ones(VOCAB, VOCAB - 8))
    setup.runner.toggles = Toggles(graph=graph)
    with pytest.raises(OperandError, match=r"The loop read_rows .* of weight"):
        setup.decode(4, 0)
    assert (setup.buffers.history == -1).all()


def test_a_step_of_another_shape_is_checked_anew(setup: Setup) -> None:
    setup.runner.toggles = Toggles(graph=False, kvpad=False, fixed_verify=False)
    setup.runner.verify_width = 3
    for width in (1, 2, 1, 2):
        setup.run(Role.VERIFY, [1] * width, width)
    assert len(setup.model.spans) == 4 + 2 * 2  # checked for the shortest span and for the longest
    setup.model.table = panels_of(torch.ones(VOCAB, VOCAB - 8))
    with pytest.raises(OperandError):
        setup.run(Role.VERIFY, [1] * 3, 9)


def test_fixed_verify_off_recaptures_by_width(setup: Setup) -> None:
    setup.runner.verify_width = 5
    setup.runner.toggles = Toggles(fixed_verify=False)
    setup.runner.capture_planned()
    for width in (5, 3, 3, 5):
        out = setup.run(Role.VERIFY, list(range(1, width + 1)), 20)
        assert out.logits[:width, 0].tolist() == list(range(1, width + 1))
    assert setup.counters.recaptures == 3
    assert setup.counters.replays == 1
    assert (
        setup.counters.reasons[-1] == "verify width 3 → 5: fixed verify width (fixed_verify) is off"
    )


def test_a_row_count_that_grows_and_shrinks_leaves_no_trace(setup: Setup) -> None:
    setup.runner.verify_width = 8
    setup.runner.capture_planned()
    setup.run(Role.VERIFY, [9] * 8, 0)
    logits = setup.run(Role.VERIFY, [5, 6, 7], 0).logits
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
    counters = setup.counters
    assert (setup.runner.fallbacks, counters.eager, counters.replays) == (1, 2, 0)
    assert len(setup.messages) == 1
    assert not setup.runner.uses_graphs


def test_a_failed_capture_at_load_falls_back(setup: Setup) -> None:
    setup.model.fails = True
    setup.runner.capture_planned()
    setup.model.fails = False
    assert setup.decode(2, 0) == 2.0
    assert setup.runner.fallbacks == 1
    assert setup.counters.eager == 1


def test_release_frees_every_captured_step(setup: Setup) -> None:
    setup.runner.capture_planned()
    setup.runner.release()
    setup.decode(2, 0)
    assert setup.counters.recaptures == 1
