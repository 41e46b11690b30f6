"""Runs a drawn file on a device and says how far its logits and tokens are from the reference."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.commands import Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams
from engine.events import Finished
from engine.runtime.step_key import Role
from engine.session.session import Session
from tests.differential.files import NEW_TOKENS, Case
from tests.differential.reference import (
    Reference,
    float32_noise,
    int8_codes,
    int15_codes,
)

# Of the logits' standard deviation: float32 arithmetic where all weights are floats, and what lies beside
# the rounding of activations where some are not.
_FLOOR = {"float": 1e-4, "cpu": 1e-3, "cuda": 2e-2}
# Some drawn files magnify small errors. So an error may also be this many times what rounding the
# activations, as a device rounds them, does to the reference itself.
_TIMES = {"float": 6.0, "cpu": 3.0, "cuda": 3.0}
_ROUNDING = {"float": float32_noise, "cpu": int15_codes, "cuda": int8_codes}


@dataclass(frozen=True)
class Verdict:
    """Errors in units of the logits' standard deviation; `bound` is what they may be."""

    prompt_error: float
    decode_error: float
    wrong_tokens: int
    unequal_rows: int
    bound: float
    most_wrong_tokens: int

    @property
    def is_right(self) -> bool:
        """Whether nothing is out of bounds; an error that is not a number is."""
        errors = self.prompt_error <= self.bound and self.decode_error <= self.bound
        return errors and self.wrong_tokens <= self.most_wrong_tokens and not self.unequal_rows


def draw_prompt(case: Case) -> list[int]:
    """Ids at random."""
    random = np.random.default_rng(case.seed)
    prompt: list[int] = random.integers(0, case.preset["V"], case.prompt_len).tolist()
    return prompt


def judge(case: Case, path: Path, device: str) -> Verdict:
    """What `device` makes of the file at `path`."""
    prompt = draw_prompt(case)
    config = EngineConfig(device=device, context_len=case.context_len, kv_type="f32")
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
    exact = Reference(path, case.context_len).logits(ids)
    std = float(exact.std())
    arithmetic = "float" if case.is_float else device
    rounding = _ROUNDING[arithmetic]
    rounded = Reference(path, case.context_len, rounding, floats=case.is_float).logits(ids)
    # A rounding that turns the choice of experts makes another row: of such cases the median counts.
    turns = case.chooses and not case.is_float
    typical = np.median if turns else np.max
    noise = float(typical(np.abs(rounded - exact).max(1))) / std
    bound = _TIMES[arithmetic] * noise + _FLOOR[arithmetic]

    def error(logits: NDArray[np.float32], first: int, end: int) -> float:
        """That of rows first … end - 1, each from the nearer reference."""
        both = [np.abs(logits - each[first:end]).max(1) / std for each in (exact, rounded)]
        return float(typical(np.minimum(*both)))

    picked_from = [each[num_prompt - 1 : -1] for each in (exact, rounded)]
    missed = [
        rows.max(1) - rows[np.arange(len(rows)), ids[num_prompt:]] > 2 * bound * std
        for rows in picked_from
    ]
    return Verdict(
        prompt_error=error(verified[:num_prompt], 0, num_prompt),
        decode_error=error(decoded, num_prompt, len(ids)),
        wrong_tokens=int(np.logical_and(*missed).sum()),
        unequal_rows=int((_bits(decoded) != _bits(verified[num_prompt:])).any(1).sum()),
        bound=bound,
        most_wrong_tokens=NEW_TOKENS // 4 if turns else 0,
    )


def _bits(rows: NDArray[np.float32]) -> NDArray[np.int32]:
    return rows.view(np.int32)
