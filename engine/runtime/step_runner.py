"""Runs steps: fills the static buffers, then replays, captures or launches one by one.

The one place where the three toggles take effect. Knows no tokens beyond their ids, and no text.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial

from engine.cache.kv_cache import KVCache
from engine.config import Toggles
from engine.kernels.interface import Kernels
from engine.layers.buffers import StepBuffers
from engine.models.architecture import Model
from engine.runtime.captured_step import Capture, CapturedStep
from engine.runtime.counters import StepCounters
from engine.runtime.ladder import PREFILL_WIDTH, ladder, window_for
from engine.runtime.step_key import Role, StepKey, recapture_reason

logger = logging.getLogger(__name__)


class StepRunner:
    """Steps of one model on one sequence.

    `toggles` and `verify_width` may be assigned between steps; call `capture_planned` after it.
    `on_fallback` is told, in a sentence, when capture or replay failed and graphs went off.
    """

    def __init__(
        self,
        model: Model,
        kernels: Kernels,
        buffers: StepBuffers,
        cache: KVCache,
        capture: Capture,
        on_fallback: Callable[[str], None],
    ) -> None:
        self.toggles = Toggles()
        self.verify_width = 1
        self.counters = StepCounters()
        self._model = model
        self._kernels = kernels
        self._buffers = buffers
        self._views: dict[int, StepBuffers] = {}
        self._cache = cache
        self._capture = capture
        self._on_fallback = on_fallback
        self._planned: dict[StepKey, CapturedStep] = {}
        self._latest: dict[Role, CapturedStep] = {}  # the one legacy capture of each role
        self._last_key: dict[Role, StepKey] = {}
        self._graphs_failed = False

    @property
    def uses_graphs(self) -> bool:
        """Whether steps are captured and replayed."""
        return self.toggles.graph and not self._graphs_failed

    def run(self, role: Role, token_ids: Sequence[int], position: int) -> StepBuffers:
        """Run one step over `token_ids`, the first at cache row and position `position`.

        Returns the buffers; rows beyond the ids given are not real. For decode and verify,
        `logits[i]` belongs to `token_ids[i]`.
        """
        key = self._key(role, len(token_ids), position)
        self._fill(token_ids, position)
        if self.uses_graphs:
            self._run_captured(key)
        else:
            self.counters.eager += 1
            self._launch(key)
        self._last_key[role] = key
        return self._view(key.width)

    def capture_planned(self, on_progress: Callable[[float], None] = lambda _: None) -> None:
        """Capture every step that the toggles plan for and that is not captured yet."""
        if not self.uses_graphs or not self.toggles.kvpad:
            return
        keys = [key for key in self._planned_keys() if key not in self._planned]
        for done, key in enumerate(keys):
            try:
                self._planned[key] = self._capture(key, partial(self._launch, key))
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
        widths = {Role.DECODE: 1, Role.PREFILL: PREFILL_WIDTH}
        if self.verify_width > 1 and self.toggles.fixed_verify:
            widths[Role.VERIFY] = self.verify_width
        return [
            StepKey(role, width, span, self._cache.kv_type)
            for span in ladder(self._cache.capacity)
            for role, width in widths.items()
        ]

    def _drop_unplanned_widths(self) -> None:
        """Another draft length needs another verify width: the old one's captures are freed."""
        for key in [k for k in self._planned if k.role is Role.VERIFY]:
            if key.width != self.verify_width:
                self._planned.pop(key).release()

    def _key(self, role: Role, num_rows: int, position: int) -> StepKey:
        exact_width = role is Role.VERIFY and not self.toggles.fixed_verify
        width = {Role.DECODE: 1, Role.PREFILL: PREFILL_WIDTH, Role.VERIFY: self.verify_width}[role]
        end = position + num_rows
        capacity = self._cache.capacity
        if end > capacity or num_rows > width:
            raise ValueError(f"{num_rows} rows at {position}: width {width}, capacity {capacity}")
        return StepKey(
            role=role,
            width=num_rows if exact_width else width,
            span=window_for(end, capacity) if self.toggles.kvpad else end,
            kv_type=self._cache.kv_type,
            exact_span=not self.toggles.kvpad,
            exact_width=exact_width,
        )

    def _fill(self, token_ids: Sequence[int], position: int) -> None:
        b, n = self._buffers, len(token_ids)
        b.token_ids.numpy()[:n] = token_ids
        b.positions.numpy()[:n] = range(position, position + n)
        b.kv_rows.numpy()[:n] = range(position, position + n)
        b.num_rows.numpy()[0] = n

    def _view(self, width: int) -> StepBuffers:
        if width not in self._views:
            self._views[width] = self._buffers.rows(width)
        return self._views[width]

    def _launch(self, key: StepKey) -> None:
        self._model.forward(
            self._kernels,
            self._view(key.width),
            self._cache,
            key.span,
            with_logits=key.role is not Role.PREFILL,
        )

    def _run_captured(self, key: StepKey) -> None:
        """Replay `key`, capturing it first when it was never seen. Any failure: eager from now on."""
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
            self.counters.eager += 1
            self._launch(key)

    def _recapture(self, key: StepKey) -> None:
        stale = self._latest.pop(key.role, None)
        if stale is not None:
            stale.release()
        step = self._latest[key.role] = self._capture(key, partial(self._launch, key))
        step.replay()
        self.counters.recaptures += 1
        self.counters.reasons.append(recapture_reason(self._last_key.get(key.role), key))

    def _fall_back(self) -> None:
        self.release()
        self._graphs_failed = True
        self.counters.fallbacks += 1
        self._on_fallback(
            "Replaying steps failed, so they are launched one by one until the model is loaded "
            "again; the answer is the same, only slower."
        )
