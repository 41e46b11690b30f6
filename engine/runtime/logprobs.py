"""Log probabilities of tokens from a row of logits, on the device that has it."""

from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True)
class Logprobs:
    """The log probability of one id, and the likeliest ids with theirs, likeliest first."""

    picked: float
    top: tuple[tuple[int, float], ...]


def logprobs_of(logits: Tensor, token_id: int, num_top: int) -> Logprobs:
    """Those of `token_id` and of the `num_top` likeliest ids; `logits` float32 [V] are finite.

    Of several ids with equal logits at the end of `num_top` any may be among them.
    """
    total = logits.logsumexp(0)
    values, ids = logits.topk(min(num_top, len(logits)))
    top = zip(ids.tolist(), (values - total).tolist(), strict=True)
    return Logprobs(
        float(logits[token_id] - total), tuple(sorted(top, key=lambda each: (-each[1], each[0])))
    )
