"""Requantized weights: as near to what they were as 4 bits allow, block by block."""

import gguf
import numpy as np
import pytest
from gguf.quants import dequantize, quantize
from numpy.typing import NDArray

from engine.errors import UnsupportedModelError
from engine.gguf.types import GGMLType
from engine.quants.requantize import KIND, requantize
from engine.quants.weight_types import WEIGHT_TYPES

SOURCES = [
    *(GGMLType.F16, GGMLType.BF16, GGMLType.F32),
    *(GGMLType.Q8_0, GGMLType.Q5_0, GGMLType.Q5_1, GGMLType.Q6_K, GGMLType.Q5_K),
]


def raw(kind: GGMLType, num_values: int) -> NDArray[np.uint8]:
    """Blocks of normal values; of a K type, which gguf cannot quantize, blocks of drawn codes."""
    random = np.random.default_rng(3)
    if not kind.name.endswith("_K"):
        values = random.standard_normal(num_values).astype(np.float32)
        return quantize(values, gguf.GGMLQuantizationType(int(kind))).view(np.uint8)
    shape = num_values // kind.block_len, kind.block_bytes
    blocks = random.integers(0, 256, shape, dtype=np.uint8)
    for half in WEIGHT_TYPES[kind].halves:
        first = half.first // 8
        blocks[:, first : first + 2] = np.array([0.01], np.float16).view(np.uint8)
    return blocks.reshape(-1)


def values_of(data: NDArray[np.uint8], kind: GGMLType) -> NDArray[np.float32]:
    found: NDArray[np.float32] = dequantize(
        data.reshape(-1, kind.block_bytes), gguf.GGMLQuantizationType(int(kind))
    ).reshape(-1)
    return found


def error(values: NDArray[np.float32], others: NDArray[np.float32]) -> float:
    return float(np.linalg.norm(values - others) / np.linalg.norm(values))


@pytest.mark.parametrize("kind", SOURCES, ids=lambda kind: kind.name)
def test_the_error_is_small_and_less_than_that_of_q4_0(kind: GGMLType) -> None:
    data = raw(kind, 1 << 20)  # several chunks
    values = values_of(data, kind)
    found = values_of(requantize(data, kind), KIND)
    plain = values_of(quantize(values, gguf.GGMLQuantizationType.Q4_0), GGMLType.Q4_0)
    assert found.shape == values.shape
    assert error(values, found) < 0.085
    if not kind.name.endswith("_K"):  # drawn codes are not distributed as weights are
        assert error(values, found) < 0.95 * error(values, plain)


def test_values_that_are_levels_stay_as_they_are() -> None:
    book = WEIGHT_TYPES[KIND].codebook
    assert book is not None
    random = np.random.default_rng(5)
    scales = np.float16(2.0) ** random.integers(-9, 3, (500, 1))
    levels = random.choice(np.array(book.values, np.float32), (500, 32))
    levels[:, 7] = -127
    values = (scales * levels).astype(np.float32)
    found = values_of(requantize(values.view(np.uint8), GGMLType.F32), KIND)
    np.testing.assert_array_equal(found, values.reshape(-1))


def test_zeros_stay_zeros_and_what_is_not_finite_spoils_its_own_block_alone() -> None:
    values = np.random.default_rng(6).standard_normal((6, 32)).astype(np.float32)
    values[1] = 0
    values[2, 5] = np.nan
    values[3, 6] = np.inf
    values[4] *= 1e9  # more than a scale can be
    found = values_of(requantize(values.view(np.uint8), GGMLType.F32), KIND).reshape(6, 32)
    assert np.isfinite(found).all()
    assert not found[1].any()
    for number in (0, 5):
        alone = requantize(values[number].view(np.uint8), GGMLType.F32)
        np.testing.assert_array_equal(found[number], values_of(alone, KIND))
        assert error(values[number], found[number]) < 0.12


def test_a_type_that_holds_no_weights_is_refused() -> None:
    with pytest.raises(UnsupportedModelError, match="I32"):
        requantize(np.zeros(128, np.uint8), GGMLType.I32)
