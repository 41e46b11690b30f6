"""Accepts or rejects drafted tokens. Knows neither drafters nor samplers."""

from collections.abc import Iterable, Sequence


def verify_walk(drafts: Sequence[int], picked: Iterable[int]) -> list[int]:
    """Return the accepted drafts and the target's next token: 1 to len(drafts) + 1 ids.

    `picked` yields the target's token after each of len(drafts) + 1 rows of a verify step, row i
    following the first i drafts; no more are read than needed. A draft is accepted if it equals
    the target's token and all earlier ones are accepted, so the output is that of plain decoding
    (Leviathan et al. 2022, arXiv:2211.17192; equality replaces the acceptance probability because
    the noise is a function of the position).
    """
    tokens = iter(picked)
    accepted: list[int] = []
    for drafted in drafts:
        token = next(tokens)
        accepted.append(token)
        if token != drafted:
            return accepted
    accepted.append(next(tokens))
    return accepted
