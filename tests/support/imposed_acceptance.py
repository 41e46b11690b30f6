"""How fast a model answers with a drafter that is right at an imposed rate.

    python -m tests.support.imposed_acceptance FILE --drafter mtp --rates 0.5,0.8 [--all-ids]
        [--prompt-tokens 8]

For files with random weights, whose drafters are never right: the drafter runs as it would, then
its tokens are replaced, by the answer's next ones or by wrong ones. Random texts have tokens of all
ids alike; a drafter drafts from the first ids nevertheless, as for most texts, unless `--all-ids`.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import torch

from engine.commands import Configure, Generate, IdsPrompt
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.events import Finished
from engine.runtime.cuda_executor import CudaExecutor
from engine.runtime.executor import LaterPicks
from engine.runtime.sequence import Rows
from engine.runtime.step_runner import StepRunner
from engine.session.session import Session
from engine.speculation.block_drafter import BlockDrafter
from engine.speculation.budget import BudgetedDrafter
from engine.speculation.combined_drafter import CombinedDrafter
from engine.speculation.loaded_drafter import LoadedDrafter
from engine.speculation.ngram_drafter import NgramDrafter

_SAMPLING = SamplingParams(temperature=0.8, seed=7)
_NEVER = 1 << 30  # tokens that would have to repeat


def impose(drafter: BudgetedDrafter) -> LoadedDrafter:
    """Let the rate of the drafter that is returned be imposed, with no drafts from repeats."""
    combined = drafter.inner
    assert isinstance(combined, CombinedDrafter)
    assert isinstance(combined.inner, LoadedDrafter)
    combined._repeats = NgramDrafter(_NEVER, _NEVER)
    return combined.inner


def replaced(drafts: Sequence[int], begin: int, text: Sequence[int], rate: float) -> list[int]:
    """Tokens for `drafts` after `begin` ids: those of `text`, each right with the chance `rate`.

    Whether a position is right does not depend on others, nor on when it is asked.
    """
    known = text[begin : begin + len(drafts)]
    rights = [random.Random(begin + i).random() < rate for i in range(len(known))]
    return [token if right else token ^ 1 for token, right in zip(known, rights, strict=True)]


def impose_on_device(drafter: BlockDrafter, text: Sequence[int], rate: float) -> None:
    """Let a GPU replace a block's drafts, too: it may verify them before anybody has seen them."""
    model, first = drafter.model, drafter._config.first_row
    executor, inputs, own = model._executor, model.runner._buffers.inputs, type(model.behind).block
    if not isinstance(executor, CudaExecutor):
        return
    picked = executor._picked[first : drafter._config.block_size]
    # Blocks begin at the answer's last token at the latest.
    padded = [*text, *[0] * len(picked)]
    tokens = replaced([0] * len(padded), 0, padded, rate)
    table = torch.tensor(tokens, dtype=torch.int32, device=picked.device)
    offsets = torch.arange(1, 1 + len(picked), device=picked.device)

    def block(other: StepRunner, rows: Rows, mask_token: int) -> LaterPicks:
        later = own(model.behind, other, rows, mask_token)
        picked.copy_(table[inputs.positions[:1] + offsets])
        return lambda rows: _with_drafts(later(rows), rows[0].position + 1)

    def _with_drafts(picks: Iterator[int], begin: int) -> Iterator[int]:
        yield from islice(picks, first)
        yield from tokens[begin : begin + sum(1 for _ in picks)]

    model.behind.block = block  # type: ignore[method-assign]


def prompt_of(length: int) -> tuple[int, ...]:
    """So many ids, of which few repeat."""
    return tuple(100 + 37 * i % 5003 for i in range(length))


def answer(session: Session, prompt: tuple[int, ...], new_tokens: int) -> Finished:
    """The second of two answers."""
    for _ in range(2):
        session.forget()
        command = Generate("r", IdsPrompt(prompt), _SAMPLING, new_tokens, ignore_end=True)
        *_, finished = session.generate(command)
    assert isinstance(finished, Finished)
    return finished


def measure(
    session: Session,
    kind: str,
    rates: Sequence[float],
    prompt: tuple[int, ...],
    new_tokens: int,
    *,
    all_ids: bool = False,
) -> None:
    """Print a row for plain decoding, for the drafter as it is, and for each rate."""
    plain = answer(session, prompt, new_tokens)
    text = [*prompt, *plain.ids]
    _show("plain", plain, plain)
    session.configure(Configure(Toggles(), SpeculationConfig(kind)))
    assert isinstance(session.drafter, BudgetedDrafter)
    drafter = impose(session.drafter)
    has_narrow = bool(drafter.model.config.narrow_vocab_size)
    drafter._narrow.suffices = lambda _: has_narrow and not all_ids  # type: ignore[method-assign]
    _show("as it is", answer(session, prompt, new_tokens), plain)
    own = drafter.propose
    for rate in rates:

        def propose(ids: Sequence[int], most: int, rate: float = rate) -> list[int]:
            return replaced(own(ids, most), len(ids), text, rate)

        drafter.propose = propose  # type: ignore[method-assign]
        if isinstance(drafter, BlockDrafter):
            impose_on_device(drafter, text, rate)
        drafter.may_go_on = lambda *_: True  # type: ignore[method-assign]
        _show(f"{rate:.1f}", answer(session, prompt, new_tokens), plain)


def _show(label: str, finished: Finished, plain: Finished) -> None:
    speed, plain_speed = finished.meter.tok_s or 0.0, plain.meter.tok_s or 1.0
    drafted, accepted = finished.meter.drafted_by_depth, finished.meter.accepted_by_depth
    same = "same ids" if finished.ids == plain.ids else "OTHER IDS"
    print(  # noqa: T201
        f"{label:>8}  {speed:8.1f} tok/s  {speed / plain_speed:.2f}x  {same}  "
        f"{finished.meter.recaptures} recaptures  {list(drafted)} {list(accepted)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--drafter", default="mtp", help="as --speculate")
    parser.add_argument("--rates", default="0.5,0.7,0.8,0.9")
    parser.add_argument("--prompt-tokens", type=int, default=8)
    parser.add_argument("--new-tokens", type=int, default=400)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--all-ids", action="store_true")
    options = parser.parse_args()
    context_len = max(2048, options.prompt_tokens + options.new_tokens + 16)
    session = Session.load(
        options.file, EngineConfig(device=options.device, context_len=context_len)
    )
    rates = [float(rate) for rate in options.rates.split(",")]
    prompt = prompt_of(options.prompt_tokens)
    measure(session, options.drafter, rates, prompt, options.new_tokens, all_ids=options.all_ids)
    session.close()


if __name__ == "__main__":
    main()
