"""A model as drafter on any device: tiny models with one vocabulary, and what must hold."""

from pathlib import Path

from engine.commands import Configure, Generate, IdsPrompt
from engine.config import SamplingParams, SpeculationConfig, Toggles
from engine.events import Finished
from engine.session.session import Session
from tests.support.tiny_gguf import write_gguf
from tests.support.tiny_llama import METADATA, VOCAB, tensors

SAMPLINGS = {
    "greedy": SamplingParams(temperature=0),
    "0.7": SamplingParams(temperature=0.7, top_p=0.95, repeat_penalty=1.1, seed=5),
    "1.0": SamplingParams(temperature=1.0, top_p=0.95, presence_penalty=0.5, seed=6),
}
TOKENS = ["<s>", "</s>", "<unk>", *(f"<0x{byte:02X}>" for byte in range(37))]
TOKENIZER = {
    "tokenizer.ggml.model": "llama",
    "tokenizer.ggml.tokens": TOKENS,
    "tokenizer.ggml.scores": [0.0] * VOCAB,
    "tokenizer.ggml.token_type": [3, 3, 2, *[6] * 37],
    "tokenizer.ggml.bos_token_id": 0,
    "tokenizer.ggml.eos_token_id": 1,
    "tokenizer.ggml.unknown_token_id": 2,
}


def write_model(path: Path, **changes: object) -> Path:
    metadata = METADATA | TOKENIZER | {key: changes[key] for key in changes if "." in key}
    weights = tensors(tied=False)
    if "noise" in changes:
        weights = {name: value[..., ::-1].copy() for name, value in weights.items()}
    if "unsure" in changes:
        weights["output.weight"] = weights["output.weight"] / 2
    return write_gguf(path, metadata, weights)


def answer(session: Session, sampling: SamplingParams, num_tokens: int = 300) -> Finished:
    command = Generate(
        "r", IdsPrompt((3, 4, 5, 6)), sampling, max_tokens=num_tokens, ignore_end=True
    )
    *_, finished = session.generate(command)
    assert isinstance(finished, Finished)
    return finished


def speculate(session: Session, kind: str, draft_tokens: int | None = 4) -> None:
    session.configure(Configure(Toggles(), SpeculationConfig(kind, draft_tokens)))
    session.forget()


def check_a_copy(session: Session, target: Path, sampling: SamplingParams) -> None:
    """A drafter that is the target's copy is always right."""
    speculate(session, "none")
    plain = answer(session, sampling)
    speculate(session, str(target))
    drafted = answer(session, sampling)
    assert drafted.ids == plain.ids
    assert drafted.meter.drafted == drafted.meter.accepted
    assert (drafted.meter.drafted or 0) >= 200
    by_depth = drafted.meter.drafted_by_depth
    assert by_depth == drafted.meter.accepted_by_depth
    assert sum(by_depth) == drafted.meter.drafted
    assert (len(by_depth), list(by_depth)) == (4, sorted(by_depth, reverse=True))
    assert (drafted.meter.recaptures, drafted.meter.eager) == (0, 0)


def check_nonsense(
    session: Session, nonsense: Path, sampling: SamplingParams, draft_tokens: int | None
) -> None:
    """A drafter with other weights changes nothing but the speed."""
    speculate(session, "none")
    plain = answer(session, sampling)
    speculate(session, str(nonsense), draft_tokens)
    drafted = answer(session, sampling)
    assert drafted.ids == plain.ids
    assert (drafted.meter.accepted or 0) < 250
    assert drafted.meter.recaptures == 0


def check_toggles(session: Session, nonsense: Path, toggles: Toggles) -> None:
    """The text is the same with all toggles."""
    speculate(session, "none")
    plain = answer(session, SAMPLINGS["1.0"], 60)
    speculate(session, str(nonsense))
    session.configure(Configure(toggles))
    drafted = answer(session, SAMPLINGS["1.0"], 60)
    assert drafted.ids == plain.ids
    assert drafted.meter.drafted
