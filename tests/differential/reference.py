"""The float64 reference of a drawn file, exact or with activations rounded as on a device."""

import zlib
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import gguf
import numpy as np

from engine.gguf.types import GGMLType
from tests.differential.choices import Choices, Floats, Turn
from tests.differential.files import FLOATS
from tests.support.golden_tools import reference

Rounding = Callable[[Floats], Floats]
"""What becomes of the rows [..., K] that meet a quantized weight."""


class _Weight(np.ndarray[Any, np.dtype[np.float64]]):
    """A matrix that rounds what it is multiplied with, where it is quantized."""

    rounding: Rounding | None = None

    def __array_finalize__(self, source: Any) -> None:
        self.rounding = getattr(source, "rounding", None)

    def __rmatmul__(self, x: Any) -> Any:
        return np.matmul(self._rounded(x), np.asarray(self))

    def __matmul__(self, x: Any) -> Any:
        return np.matmul(np.asarray(self), self._rounded(x))

    def _rounded(self, x: Any) -> Floats:
        plain = np.asarray(x, np.float64)
        return plain if self.rounding is None else self.rounding(plain)

    def __getitem__(self, key: Any) -> Any:
        item = super().__getitem__(key)
        is_expert = self.ndim == 3 and isinstance(key, int | np.integer)
        return item if is_expert else np.asarray(item)  # rows of a table are activations


class Reference:
    """The model in `path` in float64, its context `context_len` tokens long.

    What meets quantized weights, or with `floats` any weight, is rounded by `rounding`; `turns` are
    choices of experts that go the other way. `choices` are those of the last forward pass.
    """

    def __init__(
        self,
        path: Path,
        context_len: int,
        rounding: Rounding | None = None,
        *,
        floats: bool = False,
        turns: Collection[Turn] = (),
    ) -> None:
        module = reference()
        module.NCTX = context_len
        self._model = module.Ref(str(path))
        self.choices = Choices(module, self._model, turns)
        kinds = {t.name: GGMLType(int(t.tensor_type)) for t in gguf.GGUFReader(path).tensors}
        for name, kind in kinds.items():
            factor = self._model.w.get(name.removesuffix(".weight") + ".scale")
            # The reference itself applies that of the experts' last projection.
            if kind is GGMLType.NVFP4 and factor is not None and "down_exps" not in name:
                self._model.w[name] *= factor.reshape(-1, *[1] * (self._model.w[name].ndim - 1))
        for name, kind in kinds.items():
            if (floats or kind not in FLOATS) and self._model.w[name].ndim > 1:
                weight = self._model.w[name].view(_Weight)
                weight.rounding = rounding
                self._model.w[name] = weight

    def logits(self, ids: list[int]) -> Floats:
        """Logits [len(ids), V] of what follows each id."""
        out: Floats = np.asarray(self._model.forward(ids))
        return out

    def hidden(self, ids: list[int]) -> Floats:
        """Hidden rows [len(ids), d] after the final norm."""
        self._model.forward(ids)
        rows: Floats = np.asarray(self._model.h)
        return rows


def int8_codes(x: Floats) -> Floats:
    """Eight bits and a scale for 32 columns: how activations meet quantized weights on CUDA."""
    return _coded(x, 127.0)


def int15_codes(x: Floats) -> Floats:
    """Fifteen bits and a scale for 32 columns: how they do on the CPU."""
    return _coded(x, 127.0 * 128.0)


def float32_noise(x: Floats) -> Floats:
    """Errors of float32's size, the same for the same rows."""
    random = np.random.default_rng(zlib.crc32(x.tobytes()))
    return x * (1 + 2.0**-23 * random.standard_normal(x.shape))


def _coded(x: Floats, largest_code: float) -> Floats:
    groups = x.reshape(*x.shape[:-1], -1, 32)
    largest = np.abs(groups).max(-1, keepdims=True)
    scale = np.where(largest > 0, largest, 1.0) / largest_code
    return (np.floor(groups / scale + 0.5) * scale).reshape(x.shape)
