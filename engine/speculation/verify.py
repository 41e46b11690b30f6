"""Decides which drafted tokens stand. Knows neither how they were drafted nor how a token is picked."""

from collections.abc import Iterable, Sequence


def verify_walk(drafts: Sequence[int], picked: Iterable[int]) -> list[int]:
    """Return the drafts that stand and, after them, the target's own token: 1 to len(drafts) + 1 ids.

    `picked` gives the token that the target itself picks after each row of a verify step, row i being
    that of the text so far and the first i drafts; there are len(drafts) + 1, and no more are taken
    than needed. A draft stands when it equals what was picked from the row before it, as long as all
    earlier ones stood; so the tokens are those of plain decoding, whatever was drafted (Leviathan et
    al. 2022, arXiv:2211.17192, for the walk; equality takes the place of the acceptance probability
    because the noise is a function of the position).
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
