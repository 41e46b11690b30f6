"""Runs a drawn file on a device and says how far its logits and tokens are from the reference."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from engine.commands import Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams
from engine.events import Finished
from engine.runtime.step_key import Role
from engine.session.session import Session
from tests.differential.files import Case
from tests.differential.reference import (
    Floats,
    Reference,
    float32_noise,
    int8_codes,
    int15_codes,
)

CONTEXT = 256
NEW_TOKENS = 48  # long enough for rings to wrap, and for states to drift

# Of the logits' standard deviation: float32 arithmetic where all weights are floats, and what lies beside
# the rounding of activations where some are not.
_FLOOR = {"float": 1e-4, "cpu": 1e-3, "cuda": 2e-2}
# Some drawn files magnify small errors. So an error may also be this many times what rounding the
# activations, as a device rounds them, does to the reference itself.
_TIMES = 6.0
_ROUNDING = {"float": float32_noise, "cpu": int15_codes, "cuda": int8_codes}


@dataclass(frozen=True)
class Verdict:
    """Errors in units of the logits' standard deviation; `bound` is what they may be."""

    prompt_error: float
    decode_error: float
    wrong_tokens: int
    unequal_rows: int
    bound: float

    @property
    def is_right(self) -> bool:
        """Whether nothing is out of bounds; an error that is not a number is."""
        errors = self.prompt_error <= self.bound and self.decode_error <= self.bound
        return errors and not self.wrong_tokens and not self.unequal_rows


def draw_prompt(case: Case) -> list[int]:
    """Longer than every window, but for the shortest."""
    random = np.random.default_rng(case.seed)
    length = int(random.integers(20, 100))
    prompt: list[int] = random.integers(0, case.preset["V"], length).tolist()
    return prompt


def judge(case: Case, path: Path, device: str) -> Verdict:
    """What `device` makes of the file at `path`."""
    prompt = draw_prompt(case)
    config = EngineConfig(device=device, context_len=CONTEXT, kv_type="f32")
    session = Session.load(path, config)
    try:
        command = Generate(
            "d", IdsPrompt(tuple(prompt)), SamplingParams(temperature=0),
            max_tokens=NEW_TOKENS, ignore_end=True,
        )  # fmt: skip
        *_, finished = session.generate(command)
        assert isinstance(finished, Finished)
        ids = [*prompt, *finished.ids]
        verified = session.logits(ids)
        decoded = _decoded(session, ids, len(prompt))
    finally:
        session.close()
    return _verdict(case, path, device.partition(":")[0], ids, len(prompt), verified, decoded)


def _decoded(session: Session, ids: list[int], begin: int) -> NDArray[np.float32]:
    """Logits [len(ids) - begin, V] of decode steps over what verify steps leave of the prompt."""
    session.logits(ids[:begin])
    rows = []
    for position in range(begin, len(ids)):
        buffers = session.engine.runner.run(Role.DECODE, [ids[position]], position)
        rows.append(buffers.logits[0].cpu().numpy().copy())
    return np.stack(rows)


def _verdict(
    case: Case,
    path: Path,
    device: str,
    ids: list[int],
    num_prompt: int,
    verified: NDArray[np.float32],
    decoded: NDArray[np.float32],
) -> Verdict:
    exact = Reference(path, CONTEXT).logits(ids)
    std = float(exact.std())
    arithmetic = "float" if case.is_float else device
    rounded = Reference(path, CONTEXT, _ROUNDING[arithmetic], floats=case.is_float).logits(ids)
    bound = _TIMES * float(np.abs(rounded - exact).max()) / std + _FLOOR[arithmetic]

    def errors(logits: NDArray[np.float32], first: int) -> Floats:
        """Of each row, from the nearer reference: at a near-tie of experts a row may go either way."""
        from_each = [np.abs(logits - each[first:]).max(1) / std for each in (exact, rounded)]
        nearer: Floats = np.minimum(*from_each)
        return nearer

    chosen = exact[num_prompt - 1 : -1]
    picked = chosen[np.arange(len(chosen)), ids[num_prompt:]]
    return Verdict(
        prompt_error=float(errors(verified, 0)[:num_prompt].max()),
        decode_error=float(errors(decoded, num_prompt).max()),
        wrong_tokens=int((picked < chosen.max(1) - 2 * bound * std).sum()),
        unequal_rows=int((decoded.view(np.int32) != verified[num_prompt:].view(np.int32)).any(1).sum()),
        bound=bound,
    )
