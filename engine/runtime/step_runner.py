"""Runs steps: fills the static buffers, then replays, captures or launches eagerly.

The only place where the three toggles take effect. Knows token ids, no text.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from engine.cache.state import ModelState
from engine.config import Toggles
from engine.kernels.interface import Kernels
from engine.layers.buffers import StepBuffers
from engine.models.architecture import Model
from engine.runtime.captured_step import CapturedStep, StepDevice
from engine.runtime.counters import StepCounters
from engine.runtime.ladder import ladder, prefill_width_for, span_for
from engine.runtime.step_key import Role, StepKey, recapture_reason

logger = logging.getLogger(__name__)


class StepRunner:
    """Steps of one model on one sequence.

    `toggles` and `verify_width` may be assigned between steps; call `capture_planned` afterwards.
    `on_fallback` receives a sentence when capture or replay fails and graphs are switched off.
    """

    def __init__(
        self,
        model: Model,
        kernels: Kernels,
        buffers: StepBuffers,
        state: ModelState,
        device: StepDevice,
        on_fallback: Callable[[str], None],
    ) -> None:
        self.toggles = Toggles()
        self.verify_width = 1
        self.counters = StepCounters()
        self._model = model
        self._kernels = kernels
        self._buffers = buffers
        self._views: dict[int, StepBuffers] = {}
        self._state = state
        self._device = device
        self._on_fallback = on_fallback
        self._planned: dict[StepKey, CapturedStep] = {}
        self._latest: dict[Role, CapturedStep] = {}  # with a toggle off, one capture per role
        self._last_key: dict[Role, StepKey] = {}
        self._graphs_failed = False
        self._checked: set[tuple[Role, int]] = set()

    @property
    def uses_graphs(self) -> bool:
        """Whether steps are captured and replayed."""
        return self.toggles.graph and not self._graphs_failed

    def run(self, role: Role, token_ids: Sequence[int], position: int) -> StepBuffers:
        """Run one step over `token_ids`, the first at cache row and position `position`.

        Returns the buffers; rows beyond `token_ids` are padding. For decode and verify, `logits[i]`
        belongs to `token_ids[i]`. Raises ValueError when the rows do not fit.
        """
        key = self._key(role, len(token_ids), position)
        self._device.fill(self._buffers.inputs, token_ids, position)
        return self._run_filled(key, len(token_ids), position)

    def run_filled(self, role: Role, num_rows: int, position: int) -> StepBuffers:
        """As `run`, for inputs already in the static buffers."""
        return self._run_filled(self._key(role, num_rows, position), num_rows, position)

    def walk_decode(self, kernels: Kernels, position: int) -> None:
        """Pass the operations of the decode step at `position` to `kernels`; does not run it."""
        span = self._key(Role.DECODE, 1, position).span
        self._model.forward(kernels, self._view(1), self._state, span, with_logits=True)

    def capture_planned(self, on_progress: Callable[[float], None] = lambda _: None) -> None:
        """Capture every planned step that is not captured yet."""
        if not self.uses_graphs or not self.toggles.kvpad:
            return
        keys = [key for key in self._planned_keys() if key not in self._planned]
        for done, key in enumerate(keys):
            try:
                self._planned[key] = self._capture(key)
            except Exception:
                logger.exception("Capture of %s failed", key)
                self._fall_back()
                return
            self.counters.captures += 1
            on_progress((done + 1) / len(keys))
        self._drop_unplanned_widths()

    def release(self) -> None:
        """Free every captured step."""
        for step in (*self._planned.values(), *self._latest.values()):
            step.release()
        self._planned.clear()
        self._latest.clear()

    def _planned_keys(self) -> list[StepKey]:
        shapes = [(Role.DECODE, 1)]
        shapes += [(Role.PREFILL, width) for width in self._device.prefill_widths]
        if self.verify_width > 1 and self.toggles.fixed_verify:
            shapes.append((Role.VERIFY, self.verify_width))
        return [
            StepKey(role, width, span, self._state.kv_type)
            for span in ladder(self._state.capacity)
            for role, width in shapes
        ]

    def _drop_unplanned_widths(self) -> None:
        """Free the captures of a verify width that is no longer used."""
        for key in [k for k in self._planned if k.role is Role.VERIFY]:
            if key.width != self.verify_width:
                self._planned.pop(key).release()

    def _key(self, role: Role, num_rows: int, position: int) -> StepKey:
        exact_width = role is Role.VERIFY and not self.toggles.fixed_verify
        width = {
            Role.DECODE: 1,
            Role.PREFILL: prefill_width_for(num_rows, self._device.prefill_widths),
            Role.VERIFY: self.verify_width,
        }[role]
        end = position + num_rows
        capacity = self._state.capacity
        if end > capacity or num_rows > width:
            raise ValueError(f"{num_rows} rows at {position}: width {width}, capacity {capacity}")
        return StepKey(
            role=role,
            width=num_rows if exact_width else width,
            span=span_for(end, capacity) if self.toggles.kvpad else end,
            kv_type=self._state.kv_type,
            exact_span=not self.toggles.kvpad,
            exact_width=exact_width,
        )

    def _run_filled(self, key: StepKey, num_rows: int, position: int) -> StepBuffers:
        if self.uses_graphs:
            self._run_captured(key)
        else:
            self._run_eagerly(key)
        self._last_key[key.role] = key
        self._state.sequences[0].wrote(position, num_rows, commits=key.role is Role.PREFILL)
        return self._view(key.width)

    def _view(self, width: int) -> StepBuffers:
        if width not in self._views:
            self._views[width] = self._buffers.rows(width)
        return self._views[width]

    def _launch(self, key: StepKey) -> None:
        buffers, with_logits = self._view(key.width), key.role is not Role.PREFILL
        self._model.forward(self._kernels, buffers, self._state, key.span, with_logits=with_logits)
        if with_logits:
            self._device.finish(key, buffers)

    def _run_captured(self, key: StepKey) -> None:
        """Replay `key`, capturing it first if needed. After any failure: eager from now on."""
        try:
            step = self._planned.get(key) or self._latest.get(key.role)
            if step is not None and step.can_replay(key):
                step.replay()
                self.counters.replays += 1
                return
            self._recapture(key)
        except Exception:
            logger.exception("Replay of %s failed", key)
            self._fall_back()
            self._run_eagerly(key)

    def _run_eagerly(self, key: StepKey) -> None:
        """Launch a step eagerly, checked once for the shortest and for the longest span.

        Between those, launches and their memory are the same.
        """
        self.counters.eager += 1
        shape = key.role, key.width
        if shape not in self._checked:
            spans = ladder(self._state.capacity)
            for span in sorted({spans[0], spans[-1]}):
                widest = replace(key, span=span)
                self._device.check(widest, partial(self._launch, widest))
            self._checked.add(shape)
        self._launch(key)

    def _recapture(self, key: StepKey) -> None:
        stale = self._latest.pop(key.role, None)
        if stale is not None:
            stale.release()
        step = self._latest[key.role] = self._capture(key)
        step.replay()
        self.counters.recaptures += 1
        self.counters.reasons.append(recapture_reason(self._last_key.get(key.role), key))

    def _capture(self, key: StepKey) -> CapturedStep:
        return self._device.capture(key, self._view(key.width), partial(self._launch, key))

    def _fall_back(self) -> None:
        self.release()
        self._graphs_failed = True
        self.counters.fallbacks += 1
        self._on_fallback(
            "Replaying steps failed, so they are launched one by one until the model is loaded "
            "again; the answer is the same, only slower."
        )
