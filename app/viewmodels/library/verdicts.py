"""Verdicts on a repository's files: one from its header, the others estimated from it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.services.background.pool import run_in_background
from app.services.engine.engine_service import EngineService
from app.services.engine.sentences import translated
from app.services.hub.files import HubFile, RepoModel
from app.services.hub_access import HubAccess
from app.services.verdict import (
    Verdict,
    VerdictKind,
    estimate,
    judge,
    judge_failure,
    verdict_configs,
)
from app.viewmodels import formatting
from app.viewmodels.settings import SettingsViewModel
from engine.errors import EngineError
from engine.events import Inspected, InspectFailed

Tone = Literal["good", "caution", "danger", "muted"]
SegmentKind = Literal["weights", "kv", "scratch", "drafter"]

_THOUSAND = 1024
_Key = tuple[HubFile, ...]


@dataclass(frozen=True, slots=True)
class MemorySegment:
    """One part of a model's memory needs; `text` is its name and size."""

    kind: SegmentKind
    num_bytes: int
    text: str


@dataclass(frozen=True, slots=True)
class VerdictView:
    """Whether a model runs here.

    `label` is for the pill, `sentence` explains it; `segments` are empty if nothing is known.
    `fix_label` names the button that makes it fit, "" for none; it sets `fix_context_len`.
    """

    tone: Tone
    label: str
    sentence: str = ""
    segments: tuple[MemorySegment, ...] = ()
    free_bytes: int = 0
    free_text: str = ""
    fix_label: str = ""
    fix_context_len: int = 0

    @property
    def total_bytes(self) -> int:
        """Size of all segments."""
        return sum(segment.num_bytes for segment in self.segments)


class Verdicts(QObject):
    """Fetches the header of a file and asks the engine for its memory needs.

    Headers are fetched only by `look_closely`; other models of the repository are estimated from
    their size.

    Signals:
        changed(): `of` may return something else now.
    """

    changed = Signal()

    def __init__(self, hub: HubAccess, engine: EngineService, settings: SettingsViewModel) -> None:
        super().__init__()
        self._hub = hub
        self._engine = engine
        self._settings = settings
        self._known: dict[_Key, Verdict] = {}  # the newest last
        self._paths: dict[_Key, Path] = {}
        self._asked: set[_Key] = set()
        self._last: RepoModel | None = None
        settings.value_changed.connect(self._on_setting_changed)
        engine.activity_changed.connect(self._on_activity_changed)

    def of(self, model: RepoModel) -> VerdictView:
        """The known or estimated verdict on `model`."""
        if model.files in self._asked:
            return VerdictView("muted", self.tr("Checking…"), self.tr("Reading its header…"))
        verdict = self._known.get(model.files)
        if verdict is not None:
            return verdict_view(verdict)
        return self._estimate(model)

    def look_closely(self, model: RepoModel) -> None:
        """Read the header of `model` and judge it."""
        self._last = model
        if model.files in self._known or model.files in self._asked:
            return
        self._asked.add(model.files)
        self.changed.emit()
        run_in_background(
            lambda: self._hub.fetch_headers(model.files),
            lambda path: self._on_headers(model.files, path),
            lambda error: self._on_error(model.files, error),
        )

    def forget(self) -> None:
        """Drop all verdicts: another repository is opened."""
        self._last = None
        self._known.clear()

    def _on_headers(self, files: _Key, path: Path) -> None:
        self._paths[files] = path
        self._inspect(files, path)

    def _inspect(self, files: _Key, path: Path) -> None:
        config = self._settings.settings.engine_config

        def on_done(answer: Inspected | InspectFailed) -> None:
            if config == self._settings.settings.engine_config:
                self._keep(files, judge(answer, config.context_len))
            else:
                self._inspect(files, path)  # the settings changed meanwhile

        self._engine.inspect(path, verdict_configs(config), on_done)

    def _on_error(self, files: _Key, error: Exception) -> None:
        if not isinstance(error, EngineError):
            error = EngineError(str(error))
        self._keep(files, judge_failure(error))

    def _keep(self, files: _Key, verdict: Verdict) -> None:
        self._asked.discard(files)
        self._known[files] = verdict
        self.changed.emit()

    def _judge_again(self) -> None:
        """Judge again: free memory or the settings changed."""
        known = list(self._known)
        self._known.clear()
        for files in known:
            if files in self._paths and files not in self._asked:
                self._asked.add(files)
                self._inspect(files, self._paths[files])
        if self._last is not None:
            self.look_closely(self._last)
        self.changed.emit()

    def _on_setting_changed(self, name: str) -> None:
        if name in ("device", "device_memory", "host_layers", "context_len", "kv_type", "threads"):
            self._judge_again()

    def _on_activity_changed(self) -> None:
        if self._last is not None and not self._engine.is_loading:
            self._judge_again()

    def _estimate(self, model: RepoModel) -> VerdictView:
        known = self._newest_of(model.files[0].repo_id)
        if known is None:
            return VerdictView("muted", "")
        verdict = estimate(known, model.size)
        if verdict.kind is VerdictKind.TOO_LARGE:
            return VerdictView("caution", self.tr("May be too large"))
        is_best = verdict.device == known.reports[0].memory.device
        return VerdictView(
            "good", self.tr("Should fit") if is_best else self.tr("Should fit on the CPU")
        )

    def _newest_of(self, repo_id: str) -> Verdict | None:
        """The latest verdict on a model of the repository."""
        return next(
            (
                verdict
                for files, verdict in reversed(self._known.items())
                if verdict.reports and files[0].repo_id == repo_id
            ),
            None,
        )


def verdict_view(verdict: Verdict) -> VerdictView:
    """`verdict`, ready to draw."""
    tone, label = _label(verdict)
    view = VerdictView(tone, label, " ".join(map(translated, (verdict.sentence, *verdict.notes))))
    if not verdict.total_bytes:
        return view
    kinds: tuple[tuple[SegmentKind, str, int], ...] = (
        ("weights", _translate("Weights"), verdict.weights_bytes),
        ("kv", _translate("Context (KV cache)"), verdict.kv_bytes),
        ("scratch", _translate("Activations"), verdict.scratch_bytes),
        ("drafter", formatting.drafter(verdict.drafter_kind), verdict.drafter_bytes),
    )
    words = _translate("%1 free") if verdict.device == "cpu" else _translate("%1 free on the GPU")
    view = replace(
        view,
        segments=tuple(
            MemorySegment(kind, size, f"{name} {formatting.size(size)}")
            for kind, name, size in kinds
            if size or kind != "drafter"
        ),
        free_bytes=verdict.free_bytes,
        free_text=words.replace("%1", formatting.size(verdict.free_bytes)),
    )
    fix = verdict.suggestion
    if fix is None:
        return view
    words = _translate("Use %1 context")
    return replace(
        view,
        fix_label=words.replace("%1", _context(fix.context_len)),
        fix_context_len=fix.context_len,
    )


def _label(verdict: Verdict) -> tuple[Tone, str]:
    match verdict.kind:
        case VerdictKind.FITS_GPU:
            return "good", _translate("Runs on the GPU")
        case VerdictKind.PARTLY_GPU if verdict.layer_share < 1:
            words = _translate("%1 % of the layers on the GPU")
            return "good", words.replace("%1", str(round(100 * verdict.layer_share)))
        case VerdictKind.PARTLY_GPU if verdict.expert_share < 1:
            words = _translate("%1 % of the experts on the GPU")
            return "good", words.replace("%1", str(round(100 * verdict.expert_share)))
        case VerdictKind.PARTLY_GPU:
            return "caution", _translate("Partly on the GPU")
        case VerdictKind.FITS_CPU:
            better = verdict.suggestion
            is_second_best = better is not None and better.kind is VerdictKind.FITS_GPU
            return "caution" if is_second_best else "good", _translate("Runs on the CPU")
        case VerdictKind.TOO_LARGE if verdict.suggestion is not None:
            return "caution", _translate("Fits with less context")
        case VerdictKind.TOO_LARGE:
            return "danger", _translate("Too large")
        case VerdictKind.UNSUPPORTED:
            return "danger", _translate("Cannot be run")
    return "muted", _translate("Not known")


def _context(num_tokens: int) -> str:
    """8k, or the exact number if it is not a multiple of 1024."""
    is_round = num_tokens % _THOUSAND == 0
    return f"{num_tokens // _THOUSAND}k" if is_round else formatting.count(num_tokens)


def _translate(text: str) -> str:
    return QCoreApplication.translate("Verdicts", text)
