"""An engine that can be lent: one borrower has it for itself and gives it back as it was."""

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import Signal

from app.services.engine.engine_service import EngineService
from engine.commands import Configure, Generate, Load
from engine.config import EngineConfig, SpeculationConfig, Toggles

LENT_MS = 250  # the window must not slow down what is measured


class LendableEngine(EngineService):
    """While it is lent, what others set waits until it is given back.

    Signals:
        reclaimed(): somebody else wants a model; give it back.
        configured(): `toggles` changed.
    """

    reclaimed = Signal()
    configured = Signal()
    _lender: Load | None = None

    @property
    def wanted(self) -> Load | None:
        """The model loaded or being loaded, and its settings; the lender's while lent."""
        return self._lender or self._wanted

    @property
    def toggles(self) -> Toggles:
        """The replay toggles of the model."""
        return self._wanted.config.toggles if self._wanted is not None else Toggles()

    @property
    def is_available(self) -> bool:
        """Whether a question sent now will be answered; not while it is lent."""
        return super().is_available and not self.is_lent

    @property
    def is_answering(self) -> bool:
        """Whether an answer is in progress, which lending would disturb."""
        return bool(self._requests)

    def lend(self) -> None:
        """Have the engine for oneself, until `take_back`."""
        self._lender, self.is_lent = self._wanted, True
        self.quiet.hold()
        self._adjust_timer()
        self.activity_changed.emit()

    def take_back(self) -> None:
        """End `lend`: the model is as it was before, or as it was wanted meanwhile."""
        lender, self._lender, self.is_lent = self._lender, None, False
        self.quiet.resume()
        if lender is not None:
            self.borrow(lender)
        self._adjust_timer()
        self.activity_changed.emit()

    def borrow(self, load: Load) -> None:
        """Bring the model to `load`; it is loaded only where `Configure` does not do."""
        before, self._wanted = self._wanted, load
        if not self._is_started:
            return
        if before is None or _needs_load(before, load):
            self._send_load(load)
        elif before.config != load.config:
            self._client.send(Configure(load.config.toggles, load.config.speculation))
            self.configured.emit()

    def measure(self, command: Generate) -> bool:
        """`generate` for the borrower."""
        return super().generate(command)

    def generate(self, command: Generate) -> bool:
        """Request an answer; False without an engine, and while it is lent."""
        return not self.is_lent and super().generate(command)

    def load(self, path: Path, config: EngineConfig) -> None:
        """Load a model in place of the current one; ends what borrows the engine."""
        if self.is_lent:
            self._lender = Load(str(path), config)
            self.reclaimed.emit()
        else:
            super().load(path, config)

    def reload(self, config: EngineConfig) -> None:
        """Reload the model with other settings; ends what borrows the engine."""
        if self._lender is not None:
            self.load(Path(self._lender.path), config)
        else:
            super().reload(config)

    def unload(self) -> None:
        """Free the loaded model; ends what borrows the engine."""
        if self.is_lent:
            self._lender = None
            self.reclaimed.emit()
        super().unload()

    def configure(
        self, toggles: Toggles | None = None, speculation: SpeculationConfig | None = None
    ) -> None:
        """Change the loaded model, or the one that the lender gets back."""
        if self._lender is None:
            super().configure(toggles, speculation)
            self.configured.emit()
            return
        changes = Configure(toggles, speculation).changes
        self._lender = replace(self._lender, config=replace(self._lender.config, **changes))

    def _adjust_timer(self) -> None:
        super()._adjust_timer()
        if self.is_lent and self._timer.isActive() and self._timer.interval() != LENT_MS:
            self._timer.start(LENT_MS)


def _needs_load(before: Load, after: Load) -> bool:
    live = {"toggles": Toggles(), "speculation": SpeculationConfig()}
    same = replace(before.config, **live) == replace(after.config, **live)
    return before.path != after.path or not same
