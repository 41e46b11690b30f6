"""Dequantised values against the gguf package, bit for bit, and against blocks worked out by hand."""

import gguf
import numpy as np
import pytest
import torch
from gguf.quants import dequantize
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.errors import UnsupportedModelError
from engine.gguf.types import SUPPORTED_WEIGHT_TYPES, GGMLType
from engine.quants.dequantize import dequantize_into

TYPES = sorted(SUPPORTED_WEIGHT_TYPES)
# float16 0, -0, least subnormal, greatest subnormal, 1, -inf, NaN; little-endian bytes.
HALVES = [b"\0\0", b"\0\x80", b"\1\0", b"\xff\x03", b"\0\x3c", b"\0\xfc", b"\1\x7e"]


def random_blocks(kind: GGMLType, count: int, seed: int) -> NDArray[np.uint8]:
    """Random bytes, every scale included: [count, bytes of a block]."""
    generator = np.random.default_rng(seed)
    return generator.integers(0, 256, (count, kind.block_bytes), dtype=np.uint8)


def ours(blocks: NDArray[np.uint8], kind: GGMLType) -> NDArray[np.float32]:
    out = torch.empty(blocks.size // kind.block_bytes * kind.block_len)
    dequantize_into(blocks, kind, out)
    return out.numpy()


def assert_same_as_gguf(
    values: NDArray[np.float32], blocks: NDArray[np.uint8], kind: GGMLType
) -> None:
    """Bit-equal, or NaN in both."""
    with np.errstate(all="ignore"):
        expected = dequantize(blocks, gguf.GGMLQuantizationType(int(kind))).reshape(-1)
    assert values.size == expected.size
    same_bits = values.view(np.uint32) == expected.view(np.uint32)
    assert np.all(same_bits | (np.isnan(values) & np.isnan(expected)))


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
@settings(max_examples=30)
@given(count=st.integers(1, 67), seed=st.integers(0, 2**32 - 1))
def test_random_blocks_equal_gguf(kind: GGMLType, count: int, seed: int) -> None:
    blocks = random_blocks(kind, count, seed)
    assert_same_as_gguf(ours(blocks, kind), blocks, kind)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
@pytest.mark.parametrize("half", HALVES, ids=bytes.hex)
def test_extreme_bytes_at_every_place_equal_gguf(kind: GGMLType, half: bytes) -> None:
    # One block for each pair of bytes: so d, dmin and m are hit wherever they stand.
    count = kind.block_bytes - 1
    blocks = random_blocks(kind, max(count, 1), seed=1)
    for first in range(count):
        blocks[first, first : first + 2] = np.frombuffer(half, dtype=np.uint8)
    assert_same_as_gguf(ours(blocks, kind), blocks, kind)


@pytest.mark.parametrize("kind", [GGMLType.F16, GGMLType.BF16], ids=lambda kind: kind.name)
def test_every_16_bit_float_equals_gguf(kind: GGMLType) -> None:
    blocks = np.arange(1 << 16, dtype=np.uint16).view(np.uint8).reshape(-1, 2)
    assert_same_as_gguf(ours(blocks, kind), blocks, kind)


def test_every_mxfp4_scale_equals_gguf() -> None:
    blocks = random_blocks(GGMLType.MXFP4, 256, seed=2)
    blocks[:, 0] = np.arange(256)
    assert_same_as_gguf(ours(blocks, GGMLType.MXFP4), blocks, GGMLType.MXFP4)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_many_blocks_shared_among_threads_equal_gguf(kind: GGMLType) -> None:
    blocks = random_blocks(kind, 700_000 // kind.block_len + 1, seed=3)
    assert_same_as_gguf(ours(blocks, kind), blocks, kind)


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_fills_only_its_rows_of_a_larger_tensor(kind: GGMLType) -> None:
    whole = torch.full((4, 3 * kind.block_len), 7.0)
    blocks = random_blocks(kind, 6, seed=4)
    dequantize_into(blocks.reshape(-1), kind, whole[1:3])
    assert_same_as_gguf(whole[1:3].numpy().reshape(-1), blocks, kind)
    assert torch.all(whole[0] == 7.0)
    assert torch.all(whole[3] == 7.0)


def test_leaves_its_input_as_it_was_read_only_or_not() -> None:
    blocks = random_blocks(GGMLType.Q4_0, 3, seed=5)
    before = blocks.copy()
    first = ours(blocks, GGMLType.Q4_0)
    assert blocks.flags.writeable
    blocks.flags.writeable = False
    assert np.array_equal(first, ours(blocks, GGMLType.Q4_0), equal_nan=True)
    assert np.array_equal(blocks, before)


def test_bf16_by_hand() -> None:
    blocks = np.frombuffer(bytes.fromhex("803f 20c0"), dtype=np.uint8)
    # 0x3f80 is 1; 0xc020 is -2.5.
    assert ours(blocks, GGMLType.BF16).tolist() == [1.0, -2.5]


def test_q5_1_by_hand() -> None:
    # d = 0.5, m = -1; fifth bits of values 0 and 31; nibbles 0x21, then zeros.
    blocks = np.frombuffer(bytes.fromhex("0038 00bc 01000080 21" + "00" * 15), dtype=np.uint8)
    # Value 0: 0.5 · (1 + 16) - 1 = 7.5. Value 16: 0.5 · 2 - 1 = 0. Value 31: 0.5 · 16 - 1 = 7.
    expected = [7.5] + [-1.0] * 15 + [0.0] + [-1.0] * 14 + [7.0]
    assert ours(blocks, GGMLType.Q5_1).tolist() == expected


def test_q4_k_by_hand() -> None:
    # d = 1, dmin = 0.5. Group 0: scale 3, minimum 2. Group 1: scale 1. Group 7: scale 33, minimum 18,
    # 1 and 2 in the halves of byte 11, 2 in the top bits of byte 3 and 1 in those of byte 7.
    scales = "03 01 00 80 02 00 00 40 00 00 00 21"
    fields = "54" + "00" * 126 + "f0"
    blocks = np.frombuffer(bytes.fromhex("003c 0038" + scales + fields), dtype=np.uint8)
    expected = np.zeros(256, dtype=np.float32)
    # Value 0: 3 · 4 - 0.5 · 2 = 11; the others of its group -1. Value 32: 1 · 5.
    expected[:32], expected[0], expected[32] = -1.0, 11.0, 5.0
    # Value 255: 33 · 15 - 0.5 · 18 = 486; the others of its group -9.
    expected[224:], expected[255] = -9.0, 486.0
    assert ours(blocks, GGMLType.Q4_K).tolist() == expected.tolist()


def test_mxfp4_by_hand() -> None:
    # e = 128: scale 2. Nibbles 0xf3: value 0 is code 3, 1.5; value 16 is code 15, -6.
    blocks = np.frombuffer(bytes.fromhex("80 f3" + "00" * 15), dtype=np.uint8)
    expected = [3.0] + [0.0] * 15 + [-12.0] + [0.0] * 15
    assert ours(blocks, GGMLType.MXFP4).tolist() == expected


def test_a_type_without_a_loop_is_refused_by_name() -> None:
    with pytest.raises(UnsupportedModelError, match="IQ2_XS"):
        dequantize_into(np.zeros(74, dtype=np.uint8), GGMLType.IQ2_XS, torch.zeros(256))


@pytest.mark.parametrize(
    "out",
    [torch.zeros(64), torch.zeros(32, dtype=torch.float16), torch.zeros(32, 2)[:, 0]],
    ids=["too long", "float16", "strided"],
)
def test_an_output_that_does_not_fit_is_refused(out: torch.Tensor) -> None:
    with pytest.raises(ValueError, match=r"out must be|do not fill"):
        dequantize_into(np.zeros(18, dtype=np.uint8), GGMLType.Q4_0, out)
