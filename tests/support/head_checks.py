"""Prediction heads on any device: a head that is always right, and what must hold."""

from pathlib import Path

import numpy as np

from engine.commands import Configure
from engine.config import SamplingParams, SpeculationConfig, Toggles
from engine.gguf.file import GGUFFile
from engine.session.session import Session
from tests.support.drafter_checks import SAMPLINGS, answer, speculate
from tests.support.tiny_gguf import write_gguf

HEAD = "tiny-qwen35-mtp"
TOLERANCE = 1e-4  # of the logits' standard deviation: float32 throughout


def write_model(path: Path, source: Path, *, is_right: bool, has_trunk: bool = True) -> Path:
    """Write the model at `source`, float32; its head alone if it is not to have its trunk.

    With a head that is right, every layer adds nothing, and the head reads the token alone: its
    logits are the model's.
    """
    with GGUFFile.open(source) as file:
        weights = {
            name: file.tensor_bytes(name).view(np.float32).reshape(tensor.shape).copy()
            for name, tensor in file.tensors.items()
        }
        metadata = dict(file.metadata)
    block = next(name for name in weights if ".nextn." in name).split(".nextn.")[0]
    if is_right:
        for name, value in weights.items():
            if "attn_output" in name or "ssm_out" in name or "ffn_down" in name:
                value[:] = 0
        size = weights["output_norm.weight"].shape[0]
        weights[f"{block}.nextn.eh_proj.weight"][:] = np.eye(size, 2 * size)
        weights[f"{block}.nextn.enorm.weight"][:] = 1
        weights[f"{block}.nextn.shared_head_norm.weight"][:] = weights["output_norm.weight"]
    if not has_trunk:
        weights = {
            name: value
            for name, value in weights.items()
            if not name.startswith("blk.") or name.startswith(f"{block}.")
        }
    lists = {key: list(value) for key, value in metadata.items() if isinstance(value, tuple)}
    return write_gguf(path, metadata | lists, weights)


def check_logits(session: Session, case: dict[str, np.ndarray]) -> None:
    """The head's logits are the reference's, of its second draft too."""
    session.configure(Configure(Toggles(), SpeculationConfig("mtp", 3)))
    ids, rows = case["mtp_tokens"].tolist(), case["mtp_rows"].tolist()
    expected, std = case["exact_mtp_logits"], case["exact_mtp_logits"].std()
    own = len(case["prompt_ids"])  # the last row reads the head's own hidden row
    logits = session.logits(ids[: own + 1], [row for row in rows if row <= own])
    assert np.abs(logits - expected[: len(logits)]).max() < TOLERANCE * std


def check_a_right_one(session: Session, sampling: SamplingParams) -> None:
    """A head whose logits are the model's is always right."""
    speculate(session, "none")
    plain = answer(session, sampling)
    speculate(session, "mtp")
    drafted = answer(session, sampling)
    assert drafted.ids == plain.ids
    assert drafted.meter.drafted == drafted.meter.accepted
    assert (drafted.meter.drafted or 0) >= 200
    assert (drafted.meter.recaptures, drafted.meter.eager) == (0, 0)


def check_text(session: Session, sampling: SamplingParams, draft_tokens: int | None) -> None:
    """A head changes nothing but the speed."""
    speculate(session, "none")
    plain = answer(session, sampling)
    speculate(session, "mtp", draft_tokens)
    drafted = answer(session, sampling)
    assert drafted.ids == plain.ids
    assert drafted.meter.drafted or draft_tokens is None  # then the clock says whether it pays
    assert drafted.meter.recaptures == 0


def check_toggles(session: Session, toggles: Toggles) -> None:
    """The text is the same with all toggles."""
    speculate(session, "none")
    plain = answer(session, SAMPLINGS["1.0"], 60)
    speculate(session, "mtp")
    session.configure(Configure(toggles))
    assert answer(session, SAMPLINGS["1.0"], 60).ids == plain.ids
