"""How often each expert of a model is read: a running score, kept on disk between loads."""

import contextlib
import hashlib
import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from engine.gguf.file import GGUFFile
from engine.runtime.residency import HeldExperts, Residency

_KEPT = 0.98  # of a score from one count to the next
FOLDER = "experts"


class ExpertUsage:
    """Scores float32 [layers, E] of the layers whose experts do not all fit the device.

    What is not in the file at `path`, or not of that shape, begins at 0.
    """

    def __init__(self, path: Path, held: tuple[HeldExperts, ...]) -> None:
        self._path = path
        self._rows = {each.group.layer: row for row, each in enumerate(held)}
        most = max((each.group.num_experts for each in held), default=0)
        self.scores: NDArray[np.float32] = np.zeros((len(held), most), np.float32)
        with contextlib.suppress(OSError, ValueError, EOFError):
            found = np.load(path, allow_pickle=False)
            if found.shape == self.scores.shape and found.dtype == np.float32:
                self.scores = np.where(np.isfinite(found) & (found > 0), found, np.float32(0))

    @classmethod
    def of(cls, file: GGUFFile, residency: Residency) -> "ExpertUsage":
        """That of the model in `file`, which is known by its name and size."""
        key = f"{file.path.name} {file.file_bytes}"
        name = hashlib.sha256(key.encode()).hexdigest()[:16]
        return cls(user_cache_path("Encore") / FOLDER / f"{name}.npy", residency.experts)

    def by_score(self, layer: int, num_experts: int) -> list[int]:
        """The experts of a layer, those read most first; at a tie the lower number."""
        scores = self.scores[self._rows[layer], :num_experts]
        return [int(expert) for expert in np.argsort(-scores, kind="stable")]

    @property
    def is_known(self) -> bool:
        """Whether experts were read before."""
        return bool(self.scores.any())

    def shares_read(self, layer: int, num_experts: int) -> NDArray[np.float64] | None:
        """What share of a layer's reads the n experts read most have, float64 [E + 1], by n.

        None if none was read before.
        """
        scores = np.sort(self.scores[self._rows[layer], :num_experts].astype(np.float64))[::-1]
        sums = np.concatenate(([0.0], np.cumsum(scores)))
        return sums / sums[-1] if sums[-1] else None

    def add(self, reads: NDArray[np.int32]) -> None:
        """Count `reads` [layers, E] since the last time."""
        self.scores = self.scores * np.float32(_KEPT) + reads.astype(np.float32)

    def save(self) -> None:
        """Keep the scores for the next load; a folder that cannot be written is no failure."""
        part = self._path.with_suffix(f".{os.getpid()}")
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as out:
                np.save(out, self.scores)
            part.replace(self._path)
