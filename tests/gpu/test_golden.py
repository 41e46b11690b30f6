"""The golden cases on CUDA: decode, verify and prompt steps against the exact logits and tokens.

Float weights are computed in float32 throughout. Quantized ones meet activations as int8 codes in
decode and verify steps, and as bfloat16 in prompt steps; llama.cpp's own kernels are the measure.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.runtime.step_key import Role
from engine.session.session import Session
from tests.differential.reference import Reference, int8_codes
from tests.support.cuda_session import (
    answer,
    cuda_session,
    decoded_logits,
    prefill,
    same_bits,
    set_up,
)
from tests.support.golden_names import ARCHITECTURES, EXPERT_TYPES, TYPES, case_folder
from tests.support.steps import run_step

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]

FLOATS = [*(f"tiny-{name}" for name in ARCHITECTURES), "tinyq-llama-F16", "tinyq-llama-BF16"]

CONTEXT_LEN = 512
FLOAT_TOLERANCE = 1e-4  # of the case's standard deviation of logits
CODE_TOLERANCE = 0.14  # what llama.cpp's own kernels reach, and bfloat16 too


@dataclass(frozen=True)
class Golden:
    """A loaded case."""

    name: str
    folder: Path
    arrays: Any
    session: Session

    @property
    def is_float(self) -> bool:
        return self.name in FLOATS

    @property
    def tolerance(self) -> float:
        return FLOAT_TOLERANCE if self.is_float else CODE_TOLERANCE

    @property
    def prompt(self) -> list[int]:
        ids: list[int] = self.arrays["prompt_ids"].tolist()
        return ids

    @property
    def all_ids(self) -> list[int]:
        ids: list[int] = self.arrays["gen_ids"].tolist()
        return self.prompt + ids

    def check(
        self,
        logits: NDArray[np.float32],
        exact: NDArray[np.float32],
        rounded: NDArray[np.float64] | None = None,
    ) -> None:
        """Largest error, in units of the standard deviation, of rows from the nearer reference."""
        errors = np.abs(logits - exact).max(1)
        if rounded is not None:
            errors = np.minimum(errors, np.abs(logits - rounded).max(1))
        assert errors.max() / self.arrays["exact_logits"].std() < self.tolerance

    def rounded_logits(self) -> NDArray[np.float64] | None:
        """Those of the reference with activations as int8 codes, where a model chooses among experts.

        Among experts that are nearly equal the codes may turn the choice, and that row is another.
        """
        if not self.name.startswith("tinyq-moe-"):
            return None
        path = self.folder / str(self.arrays["gguf_file"])
        return Reference(path, CONTEXT_LEN, int8_codes).logits(self.all_ids)

    def check_tokens(self, logits: NDArray[np.float32]) -> None:
        """The likeliest token, wherever its margin is larger than what the tolerance could turn."""
        arrays, last = self.arrays, len(self.prompt) - 1
        sure = arrays["exact_gen_margin"] > 2 * self.tolerance * arrays["exact_logits"].std()
        assert sure.mean() > (0.9 if self.is_float else 0.2)
        assert (logits[last:-1].argmax(-1) == arrays["gen_ids"])[sure].all()


CASES = [*FLOATS, *(f"tinyq-llama-{kind}" for kind in TYPES)]
CASES += [f"tinyq-moe-{kind}" for kind in EXPERT_TYPES]


@pytest.fixture(scope="module", params=CASES)
def golden(request: pytest.FixtureRequest, golden_dir: Path) -> Iterator[Golden]:
    folder = case_folder(golden_dir, request.param)
    arrays = np.load(folder / f"{request.param}.npz")
    path = folder / str(arrays["gguf_file"])
    with cuda_session(path, kv_type="f32", context_len=CONTEXT_LEN) as session:
        yield Golden(request.param, folder, arrays, session)


def divergence(exact: NDArray[np.float32], logits: NDArray[np.float32]) -> float:
    """Mean Kullback-Leibler divergence of rows of logits from the exact ones, in nats."""
    p, q = (log_softmax(rows.astype(np.float64)) for rows in (exact, logits))
    return float((np.exp(p) * (p - q)).sum(-1).mean())


def log_softmax(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    shifted = rows - rows.max(-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))


def test_verify_steps_give_the_exact_logits_and_tokens(golden: Golden) -> None:
    arrays = golden.arrays
    logits, rounded = golden.session.logits(golden.all_ids), golden.rounded_logits()
    for rows, key in (
        (arrays["positions"], "exact_logits"),
        (len(golden.prompt) + arrays["gen_steps"], "exact_gen_logits"),
    ):
        golden.check(logits[rows], arrays[key], None if rounded is None else rounded[rows])
    golden.check_tokens(logits)


def test_decode_steps_give_the_same_logits_to_the_bit(golden: Golden) -> None:
    model, ids = golden.session.model, golden.all_ids
    golden.session.forget()
    decoded = decoded_logits(model, ids, 0).cpu()
    verified = golden.session.logits(ids)
    assert same_bits(decoded, decoded.new_tensor(verified))


def test_quantized_weights_diverge_no_more_than_in_llama_cpp(golden_dir: Path) -> None:
    """The mean over all types: six positions of one tiny file are too few to compare one by one."""
    ours, theirs = [], []
    for kind in TYPES:
        folder = case_folder(golden_dir, f"tinyq-llama-{kind}")
        arrays = np.load(folder / f"tinyq-llama-{kind}.npz")
        path = folder / str(arrays["gguf_file"])
        with cuda_session(path, kv_type="f32", context_len=CONTEXT_LEN) as session:
            logits = session.logits(arrays["prompt_ids"].tolist(), arrays["positions"].tolist())
        ours.append(divergence(arrays["exact_logits"], logits))
        theirs.append(divergence(arrays["exact_logits"], arrays["native_logits"]))
    assert np.mean(ours) <= np.mean(theirs)


def test_what_prompt_steps_leave_gives_the_exact_logits(golden: Golden) -> None:
    arrays, model = golden.arrays, golden.session.model
    golden.session.forget()
    for position, exact in zip(arrays["positions"].tolist(), arrays["exact_logits"], strict=True):
        prefill(model, golden.prompt[:position])
        row = decoded_logits(model, golden.prompt[position : position + 1], position)
        golden.check(row.cpu().numpy(), exact[None])


def test_a_wider_prompt_step_gives_the_exact_logits(golden: Golden) -> None:
    arrays, model = golden.arrays, golden.session.model
    last = len(golden.prompt) - 1
    golden.session.forget()
    run_step(model, Role.PREFILL, golden.prompt[:last], 0)
    row = decoded_logits(model, golden.prompt[last:], last)
    golden.check(row.cpu().numpy(), arrays["exact_logits"][-1:])


def test_an_answer_takes_the_likeliest_tokens(golden: Golden) -> None:
    session, prompt = golden.session, golden.prompt
    set_up(session)
    ids = list(answer(session, prompt, 24).ids)
    session.forget()
    prefill(session.model, prompt[:-1])
    logits = decoded_logits(session.model, [*prompt[-1:], *ids[:-1]], len(prompt) - 1)
    assert ids == logits.argmax(-1).tolist()
    if golden.is_float:
        assert ids == golden.arrays["gen_ids"][:24].tolist()
