"""Decides which drafted tokens stand. Knows neither how they were drafted nor how a token is picked."""

from collections.abc import Callable, Sequence

Pick = Callable[[int, int, Sequence[int]], int]
"""(row, position, history) → the id that the target model picks at `position` from that row."""


def verify_walk(
    drafts: Sequence[int], pick: Pick, position: int, history: Sequence[int]
) -> list[int]:
    """Return the drafts that stand and, after them, the target's own token: 1 to len(drafts) + 1 ids.

    Row i of a verify step holds the logits after `history` and the first i drafts. A draft stands
    when it equals what the target itself picks from the row before it, at that position and with
    that history; so the tokens are those of plain decoding, whatever was drafted (Leviathan et
    al. 2022, arXiv:2211.17192, for the walk; equality takes the place of the acceptance
    probability because the noise is a function of the position).

    `position` is that of the first token to pick. `history` may be just the tail that `pick`
    reads; it is left untouched, and what `pick` is given must not be kept or changed.
    """
    accepted: list[int] = []
    seen = list(history)
    for row, drafted in enumerate(drafts):
        token = pick(row, position + row, seen)
        accepted.append(token)
        if token != drafted:
            return accepted
        seen.append(token)
    accepted.append(pick(len(drafts), position + len(drafts), seen))
    return accepted
