"""Runs steps: fills the static buffers, then replays, captures or launches eagerly.

The only place where the three toggles take effect. Knows token ids, no text.
"""

import logging
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from engine.cache.state import ModelState
from engine.config import Toggles
from engine.kernels.interface import Kernels
from engine.layers.buffers import StepBuffers
from engine.models.decoder import Decoder
from engine.runtime.executor import Behind, CapturedStep, EarlierLayers, Executor
from engine.runtime.ladder import decode_widths, ladder, span_for, width_for
from engine.runtime.sequence import Rows
from engine.runtime.step_key import Role, StepKey, recapture_reason

logger = logging.getLogger(__name__)


class StepRunner:
    """The steps of one model. A step counts for every sequence that has rows in it.

    `toggles` and `verify_widths`, ascending, may be assigned between steps; call `plan` or
    `capture_planned` afterwards. `is_narrow` may be, too: then steps are narrow if the model has
    such; both kinds are planned. A verify step has the narrowest of the widths that holds its rows.
    A planned step is captured by `capture_next`, or when it is first needed: its shape is of the
    plan, so that is no recapture. `on_launch` is called before the launch of each step,
    `on_launched` after it.
    `num_steps` counts all. `captures` counts planned captures. `fallbacks` is 1 once a capture or
    replay has failed: graphs are off from then on, and `on_fallback` receives a sentence that says
    so.
    """

    def __init__(
        self,
        model: Decoder,
        executor: Executor,
        buffers: StepBuffers,
        state: ModelState,
        prefill_widths: Sequence[int],
        on_fallback: Callable[[str], None],
        before: EarlierLayers | None = None,
    ) -> None:
        """`before` are the layers whose output `model` begins with, if it is a part of one."""
        self.toggles = Toggles()
        self.verify_widths: tuple[int, ...] = (1,)
        self.is_narrow = True
        self.on_launch: Callable[[], None] = lambda: None
        self.on_launched: Callable[[], None] = lambda: None
        self.num_steps = 0
        self.captures = 0
        self.fallbacks = 0
        self._model = model
        self._executor = executor
        self._buffers = buffers
        self._views: dict[int, StepBuffers] = {}
        self._state = state
        self._prefill_widths = prefill_widths
        self._decode_widths = decode_widths(len(state.sequences))
        self._on_fallback = on_fallback
        self._before = before
        self._awaited: dict[StepKey, None] = {}  # planned and not captured, in order
        self._planned: dict[StepKey, CapturedStep] = {}
        self._latest: dict[Role, CapturedStep] = {}  # with a toggle off, one capture per role
        self._last_key: dict[Role, StepKey] = {}
        self._checked: set[tuple[Role, int, bool]] = set()

    @property
    def verify_width(self) -> int:
        """The most rows of a verify step; assigned, the only width."""
        return self.verify_widths[-1]

    @verify_width.setter
    def verify_width(self, width: int) -> None:
        self.verify_widths = (width,)

    @property
    def capacity(self) -> int:
        """Tokens of a sequence."""
        return self._state.capacity

    @property
    def uses_graphs(self) -> bool:
        """Whether steps are captured and replayed."""
        return self.toggles.graph and not self.fallbacks

    def run(self, role: Role, rows: Sequence[Rows], token_ids: list[int]) -> StepBuffers:
        """Run one step over `rows`, whose tokens are `token_ids`.

        Returns the buffers; rows beyond `token_ids` are padding. For decode and verify, `logits[i]`
        belongs to `token_ids[i]`. Raises ValueError when the rows do not fit.
        """
        key = self._key(role, rows)
        self.fill(rows, token_ids)
        return self._run_key(key, rows)

    def fill(
        self, rows: Sequence[Rows], token_ids: list[int], masked: Collection[int] = ()
    ) -> None:
        """Write the inputs of a step over `rows` into the static buffers; see `Executor`."""
        self._executor.fill(self._buffers, rows, token_ids, masked)
        if self._before is not None:
            self._before.fill(rows, token_ids)

    def fill_behind(self, other: "StepRunner", what: Behind) -> bool:
        """Write the inputs from what the last step of another model picks; see `Executor`."""
        if self._before is not None:
            return False  # the host computes with them
        return self._executor.fill_behind(self._buffers, other._executor, other._buffers, what)

    def fill_next(self) -> None:
        """Write the input of a decode step from what the step just launched picks."""
        self._executor.fill_next(self._buffers)

    def run_filled(self, role: Role, rows: Sequence[Rows]) -> StepBuffers:
        """As `run`, for inputs already in the static buffers."""
        return self._run_key(self._key(role, rows), rows)

    def walk_decode(self, kernels: Kernels, row: Rows) -> None:
        """Pass the operations of the decode step over `row` to `kernels`; does not run it."""
        key = self._key(Role.DECODE, [row])
        self._forward(kernels, self._view(1), key)

    def capture_planned(self, on_progress: Callable[[float], None] = lambda _: None) -> None:
        """Plan, and capture every planned step that is not captured yet.

        Where there are narrow steps, the others are captured when they are first needed.
        """
        self.plan()
        wanted = [k for k in self._awaited if k.is_narrow or not self._may_be_narrow(k.role)]
        for number, key in enumerate(wanted, 1):
            if key in self._awaited:  # until a capture fails
                self._capture_or_fall_back(key)
            on_progress(number / len(wanted))

    def plan(self) -> None:
        """Decide which steps are captured before they are needed, as far as there is time."""
        self._awaited.clear()
        if self.uses_graphs and self.toggles.kvpad:
            keys = self._planned_keys()
            self._awaited.update(dict.fromkeys(key for key in keys if key not in self._planned))
            self._drop_unplanned_widths()

    def capture_next(self) -> bool:
        """Capture the next planned step; returns whether there are more."""
        key = next(iter(self._awaited), None)
        if key is not None:
            self._capture_or_fall_back(key)
        return bool(self._awaited)

    def _capture_or_fall_back(self, key: StepKey) -> None:
        try:
            self._capture_awaited(key)
        except Exception:
            logger.exception("Capture of %s failed", key)
            self._fall_back()

    def release(self) -> None:
        """Free every captured step."""
        for step in (*self._planned.values(), *self._latest.values()):
            step.release()
        self._awaited.clear()
        self._planned.clear()
        self._latest.clear()

    def _planned_keys(self) -> list[StepKey]:
        shapes = [(Role.DECODE, width, 1) for width in self._decode_widths]
        # A prompt step has more rows than the next narrower one.
        prompts = pairwise((0, *self._prefill_widths))
        shapes += [(Role.PREFILL, width, narrower + 1) for narrower, width in prompts]
        if self.toggles.fixed_verify:
            shapes += [(Role.VERIFY, width, 1) for width in self.verify_widths if width > 1]
        return [
            StepKey(role, width, span, self._state.kv_type, is_narrow=is_narrow)
            for span in ladder(self._state.capacity)
            for role, width, least in shapes
            if least <= span
            for is_narrow in ((True, False) if self._may_be_narrow(role) else (False,))
        ]

    def _may_be_narrow(self, role: Role) -> bool:
        return self._model.narrow is not None and role is not Role.PREFILL

    def _drop_unplanned_widths(self) -> None:
        """Free the captures of a verify width that is no longer used."""
        for key in [k for k in self._planned if k.role is Role.VERIFY]:
            if key.width not in self.verify_widths:
                self._planned.pop(key).release()

    def _key(self, role: Role, rows: Sequence[Rows]) -> StepKey:
        num_rows, end = sum(row.num_rows for row in rows), max(row.end for row in rows)
        exact_width = role is Role.VERIFY and not self.toggles.fixed_verify
        if role is Role.VERIFY:
            width = num_rows if exact_width else width_for(num_rows, self.verify_widths)
        else:
            widths = self._decode_widths if role is Role.DECODE else self._prefill_widths
            width = width_for(num_rows, widths)
        capacity = self._state.capacity
        if end > capacity or num_rows > width:
            raise ValueError(f"{num_rows} rows up to {end}: width {width}, capacity {capacity}")
        return StepKey(
            role=role,
            width=width,
            span=span_for(end, capacity) if self.toggles.kvpad else end,
            kv_type=self._state.kv_type,
            exact_span=not self.toggles.kvpad,
            exact_width=exact_width,
            is_narrow=self.is_narrow and self._may_be_narrow(role),
        )

    def _run_key(self, key: StepKey, rows: Sequence[Rows]) -> StepBuffers:
        self.num_steps += 1
        for row in rows:
            row.sequence.state.prepare(row.position, row.num_rows)
        self.on_launch()
        if self.uses_graphs:
            self._run_captured(key, rows)
        else:
            self._run_eagerly(key, rows)
        self._last_key[key.role] = key
        self.on_launched()
        for row in rows:
            commits = key.role is Role.PREFILL
            row.sequence.state.wrote(row.position, row.num_rows, commits=commits)
        return self._view(key.width)

    def _view(self, width: int) -> StepBuffers:
        if width not in self._views:
            self._views[width] = self._buffers.rows(width)
        return self._views[width]

    def _launch(self, key: StepKey) -> None:
        buffers = self._view(key.width)
        self._forward(self._executor.kernels, buffers, key)
        if key.role is not Role.PREFILL:
            self._executor.launch_sampling(key, buffers)

    def _forward(self, kernels: Kernels, buffers: StepBuffers, key: StepKey) -> None:
        self._model.forward(
            kernels, buffers, self._state, key.span,
            with_logits=key.role is not Role.PREFILL, is_narrow=key.is_narrow,
        )  # fmt: skip

    def _run_captured(self, key: StepKey, rows: Sequence[Rows]) -> None:
        """Replay `key`, capturing it first if needed. After any failure: eager from now on."""
        try:
            if key in self._awaited:
                self._capture_awaited(key)
            step = self._planned.get(key) or self._latest.get(key.role)
            if step is not None and step.can_replay(key):
                step.replay()
                for row in rows:
                    row.sequence.counters.replays += 1
                return
            self._recapture(key, rows)
        except Exception:
            logger.exception("Replay of %s failed", key)
            self._fall_back()
            self._run_eagerly(key, rows)

    def _run_eagerly(self, key: StepKey, rows: Sequence[Rows]) -> None:
        """Launch a step eagerly, checked once for the shortest and for the longest span.

        Between those, launches and their memory are the same.
        """
        for row in rows:
            row.sequence.counters.eager += 1
        shape = key.role, key.width, key.is_narrow
        if shape not in self._checked:
            spans = ladder(self._state.capacity)
            for span in sorted({spans[0], spans[-1]}):
                widest = replace(key, span=span)
                self._executor.check(widest, partial(self._launch, widest))
                if self._before is not None:
                    self._before.check(widest)
            self._checked.add(shape)
        if self._before is not None:
            self._before.run(key)
        self._launch(key)

    def _recapture(self, key: StepKey, rows: Sequence[Rows]) -> None:
        began = time.perf_counter()
        stale = self._latest.pop(key.role, None)
        if stale is not None:
            stale.release()
        step = self._latest[key.role] = self._capture(key)
        step.replay()
        reason = recapture_reason(self._last_key.get(key.role), key)
        milliseconds = (time.perf_counter() - began) * 1000
        for row in rows:
            row.sequence.counters.recapture_ms += milliseconds
            row.sequence.counters.recaptures += 1
            row.sequence.counters.reasons.append(reason)

    def _capture_awaited(self, key: StepKey) -> None:
        self._planned[key] = self._capture(key)
        del self._awaited[key]
        self.captures += 1

    def _capture(self, key: StepKey) -> CapturedStep:
        step = self._executor.capture(key, self._view(key.width), partial(self._launch, key))
        return step if self._before is None else self._before.capture(key, step)

    def _fall_back(self) -> None:
        self.release()
        self.fallbacks += 1
        self._on_fallback(
            "Replaying steps failed, so they are launched one by one until the model is loaded "
            "again; the answer is the same, only slower."
        )
