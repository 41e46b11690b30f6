"""Single steps of the first sequence of a loaded model."""

from collections.abc import Sequence

from engine.layers.buffers import StepBuffers
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows
from engine.runtime.step_key import Role


def run_step(model: LoadedModel, role: Role, ids: Sequence[int], position: int) -> StepBuffers:
    """Run a step over `ids` from `position` on."""
    rows = Rows(model.sequences[0], position, len(ids))
    return model.runner.run(role, [rows], list(ids))
