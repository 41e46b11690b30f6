"""Chooses how sharply a drafter picks, by counting what each sharpness would have had accepted."""

from collections.abc import Sequence

from engine.sampling.sharpness import SHARPNESSES

_WEIGHT = 0.01  # of a new draft in the moving averages
_MARGIN = 0.02  # by which another one must be better


class SharpnessChoice:
    """The noise is known, so each draft tells of all sharpnesses at once.

    A draft counts if those before it in its round were right: the drafter had read the target's
    text then. `best` is an index of `SHARPNESSES`.
    """

    def __init__(self) -> None:
        self.best = 0
        self._shares = [0.0] * len(SHARPNESSES)  # of drafts accepted, from 0 on
        self._begin = 0
        self._drafts: Sequence[int] = ()
        self._rivals: Sequence[Sequence[int]] = ()

    def forget(self) -> None:
        """The text changes: nothing will be known of the last drafts."""
        self._drafts = self._rivals = ()

    def propose(self, begin: int, drafts: Sequence[int], rivals: Sequence[Sequence[int]]) -> None:
        """`drafts` are proposed from position `begin` on; `rivals` of each, by sharpness."""
        self._begin, self._drafts, self._rivals = begin, drafts, rivals

    def settle(self, ids: Sequence[int]) -> None:
        """Count what `ids`, the text by now, say of the last drafts, and choose anew."""
        picked = ids[self._begin : self._begin + len(self._drafts)]
        for token, draft, rivals in zip(picked, self._drafts, self._rivals, strict=False):
            for index, rival in enumerate(rivals):
                self._shares[index] += _WEIGHT * ((rival == token) - self._shares[index])
            if draft != token:
                break
        self.forget()
        likeliest = max(range(len(SHARPNESSES)), key=self._shares.__getitem__)
        if self._shares[likeliest] > self._shares[self.best] + _MARGIN:
            self.best = likeliest
