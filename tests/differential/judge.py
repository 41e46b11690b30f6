"""Runs a drawn file on a device and says how far its logits and tokens are from the reference."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from engine.commands import Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams
from engine.events import Finished
from engine.runtime.step_key import Role
from engine.session.session import Session
from tests.differential.choices import Floats, Turn
from tests.differential.files import NEW_TOKENS, Case
from tests.differential.reference import (
    Reference,
    Rounding,
    float32_noise,
    int8_codes,
    int15_codes,
)
from tests.support.steps import run_step

# Of the logits' standard deviation: float32 arithmetic where all weights are floats, and what lies
# beside the rounding of activations where some are not.
_FLOOR = {"float": 1e-4, "cpu": 1e-3, "cuda": 2e-2}
# Some drawn files magnify small errors. So an error may also be this many times what rounding the
# activations, as a device rounds them, does to the reference itself.
_TIMES = {"float": 6.0, "cpu": 3.0, "cuda": 3.0}
# What the bfloat16 products of a prompt step may add: golden cases move by as much.
_PROMPT_STEP = 0.14
ROUNDING: dict[str, Rounding] = {"float": float32_noise, "cpu": int15_codes, "cuda": int8_codes}
# Experts may be taken for each other where they are as close as this many times what rounding does
# to what they are chosen by, in the middle row.
_CLOSE = 8.0
_MOST_OF_A_ROW, _MOST_TURNS = 6, 60  # that are tried


@dataclass(frozen=True)
class Verdict:
    """Errors in units of the logits' standard deviation; `bound` is what they may be.

    Behind prompt steps they may be larger by `prompt_step`.
    """

    prompt_error: float
    decode_error: float
    wrong_tokens: int
    unequal_rows: int
    bound: float
    most_wrong_tokens: int
    prompt_step: float = 0.0

    @property
    def is_right(self) -> bool:
        """Whether nothing is out of bounds; an error that is not a number is."""
        largest = self.bound + self.prompt_step
        errors = self.prompt_error <= self.bound and self.decode_error <= largest
        return errors and self.wrong_tokens <= self.most_wrong_tokens and not self.unequal_rows


def draw_prompt(case: Case) -> list[int]:
    """Ids at random."""
    random = np.random.default_rng(case.seed)
    prompt: list[int] = random.integers(0, case.preset["V"], case.prompt_len).tolist()
    return prompt


def judge(case: Case, path: Path, device: str, threads: int | None = None) -> Verdict:
    """What `device` makes of the file at `path`, on the CPU with `threads`."""
    prompt = draw_prompt(case)
    config = EngineConfig(
        device=device, context_len=case.context_len, kv_type="f32", threads=threads
    )
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
    judged = Judge(case, path, device.partition(":")[0], ids)
    return Verdict(
        prompt_error=judged.error(verified[: len(prompt)], 0),
        decode_error=judged.error(decoded, len(prompt), judged.prompt_step),
        wrong_tokens=judged.wrong_tokens(finished.ids, len(prompt) - 1),
        unequal_rows=int((_bits(decoded) != _bits(verified[len(prompt) :])).any(1).sum()),
        bound=judged.bound,
        most_wrong_tokens=NEW_TOKENS // 4 if judged.turns else 0,
    )


def judge_interpreted(case: Case, path: Path) -> Verdict:
    """What the CUDA kernels make of the file at `path`, without a device, in Triton's interpreter.

    It takes seconds a step, so these are few: 14 rows of short steps, and two behind a prompt step.
    """
    from tests.support.cuda_steps import CudaSteps

    ids = draw_prompt(replace(case, prompt_len=20))
    steps = CudaSteps(path, "cpu", case.context_len, 32)
    short = torch.cat([steps.step(ids[:13], 0, 16), steps.step(ids[13:14], 13, 1)]).numpy()
    steps.step(ids[:18], 0, 32)
    behind = steps.step(ids[18:], 18, 2).numpy()
    judged = Judge(replace(case, context_len=max(case.context_len, 20)), path, "cuda", ids)
    return Verdict(
        prompt_error=judged.error(short, 0),
        decode_error=judged.error(behind, 18, judged.prompt_step),
        wrong_tokens=0,
        unequal_rows=0,
        bound=judged.bound,
        most_wrong_tokens=0,
        prompt_step=judged.prompt_step,
    )


def _decoded(session: Session, ids: list[int], begin: int) -> NDArray[np.float32]:
    """Logits [len(ids) - begin, V] of decode steps over what verify steps leave of the prompt."""
    session.logits(ids[:begin])
    rows = []
    for position in range(begin, len(ids)):
        buffers = run_step(session.model, Role.DECODE, [ids[position]], position)
        rows.append(buffers.logits[0].cpu().numpy().copy())
    return np.stack(rows)


def error_bound(arithmetic: str, noise: float) -> float:
    """What an error may be, where rounding does `noise` to the reference, in the same units."""
    return _TIMES[arithmetic] * noise + _FLOOR[arithmetic]


class Judge:
    """Says how far rows of logits are from the reference, and how far they may be."""

    def __init__(self, case: Case, path: Path, device: str, ids: list[int]) -> None:
        self._case, self._path, self._ids = case, path, ids
        arithmetic = "float" if case.is_float else device
        exact, rounded = self._reference(), self._reference(ROUNDING[arithmetic])
        self._references = [exact.logits(ids), rounded.logits(ids)]
        # A rounding that turns the choice of experts makes another row: the median counts then.
        self.turns = case.chooses and not case.is_float
        self._typical = np.median if self.turns else np.max
        self.std = float(self._references[0].std())
        noise = float(self._typical(np.abs(np.subtract(*self._references)).max(1))) / self.std
        self.bound = error_bound(arithmetic, noise)
        self.prompt_step = 0.0 if arithmetic != "cuda" else _PROMPT_STEP
        self._given: dict[int, NDArray[np.float32]] = {}
        self._latest, self._num_tried = exact, 0
        self._gaps = {
            layer: _CLOSE * float(np.median(np.abs(rounded.choices.keys[layer] - keys).max(1)))
            for layer, keys in exact.choices.keys.items()
        }

    def _reference(self, rounding: Rounding | None = None, turns: Sequence[Turn] = ()) -> Reference:
        length, floats = self._case.context_len, self._case.is_float
        return Reference(self._path, length, rounding, floats=floats, turns=turns)

    def error(self, logits: NDArray[np.float32], first: int, prompt_step: float = 0.0) -> float:
        """That of the rows from position `first` on, each from the nearest reference.

        As long as it is more than the bound and `prompt_step`, close choices of experts are turned.
        """
        self._given |= enumerate(logits, first)
        positions, largest = range(first, first + len(logits)), self.bound + prompt_step
        turning = self._turn(largest)
        while (found := self._typical([*map(self._nearest, positions)])) > largest:
            if not next(turning, False):
                break
        return float(found)

    def _nearest(self, position: int) -> float:
        """How far a row is from that of the nearest reference."""
        return min(self._distance(rows, position) for rows in self._references)

    def _distance(self, rows: Floats, position: int) -> float:
        return float(np.abs(self._given[position] - rows[position]).max()) / self.std

    def _turn(self, largest: float) -> Iterator[bool]:
        """Add references that come nearer to rows further than `largest` from those there are.

        One choice follows another: what is taken in a row changes all rows behind it.
        """
        for position in sorted(self._given):
            while (distance := self._nearest(position)) > largest:
                if not self._turn_one(position, distance / 2):
                    break
                yield True

    def _turn_one(self, position: int, at_most: float) -> bool:
        """Whether a choice in the row of `position` could be turned that brings it so near."""
        before = self._latest.choices
        near = before.near(position, self._gaps)
        for turn in near[: min(_MOST_OF_A_ROW, _MOST_TURNS - self._num_tried)]:
            self._num_tried += 1
            reference = self._reference(turns=(*before.turns, turn))
            rows = reference.logits(self._ids)
            if self._distance(rows, position) <= at_most:
                self._latest = reference
                self._references.append(rows)
                return True
        return False

    def wrong_tokens(self, ids: Sequence[int], first: int) -> int:
        """How many of the ids picked from position `first` on are clearly not the likeliest."""
        may_lack = 2 * (self.bound + self.prompt_step) * self.std
        missed = []
        for each in self._references:
            rows = each[first : first + len(ids)]
            behind = rows.max(1) - rows[np.arange(len(ids)), list(ids)]
            missed.append(behind > may_lack)
        return int(np.logical_and.reduce(missed).sum())


def _bits(rows: NDArray[np.float32]) -> NDArray[np.int32]:
    return rows.view(np.int32)
