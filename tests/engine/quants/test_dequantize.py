"""Dequantized values against the gguf package, bit for bit, and against blocks worked out by hand."""

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
from engine.quants.weight_types import WEIGHT_TYPES

TYPES = sorted(SUPPORTED_WEIGHT_TYPES)
GRID_TYPES = [kind for kind, row in WEIGHT_TYPES.items() if row.grid is not None]
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


def test_every_nvfp4_scale_equals_gguf() -> None:
    blocks = random_blocks(GGMLType.NVFP4, 256, seed=2)
    blocks[:, :4] = np.arange(256)[:, None]
    assert_same_as_gguf(ours(blocks, GGMLType.NVFP4), blocks, GGMLType.NVFP4)


@pytest.mark.parametrize("kind", GRID_TYPES, ids=lambda kind: kind.name)
def test_every_entry_of_a_grid_equals_gguf(kind: GGMLType) -> None:
    # With 64 entries or fewer in a block, this many random ones miss none of at most 2048.
    blocks = random_blocks(kind, 2048, seed=6)
    assert_same_as_gguf(ours(blocks, kind), blocks, kind)


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


def test_tq1_0_by_hand() -> None:
    # d = 2. Byte 0 has digits 2 1 0 0 0: 256 · (2/3 + 1/9) = 199.1, rounded up 200. Others: all digits 0.
    blocks = np.frombuffer(bytes.fromhex("c8" + "00" * 51 + "0040"), dtype=np.uint8)
    expected = np.full(256, -2.0, dtype=np.float32)
    # Its digits are of values 32 apart.
    expected[0], expected[32] = 2.0, 0.0
    assert ours(blocks, GGMLType.TQ1_0).tolist() == expected.tolist()


def test_iq2_xxs_by_hand() -> None:
    # d = 8; in the first group scale 2: 8 · 2.5 / 4 = 5, in the others 0: 8 · 0.5 / 4 = 1. Entry 0 is
    # all 8. Signs of its first eight: 0000011, an even number, so the eighth is not set; of the second
    # eight 0000001, so it is.
    group = "00000000" + "83000020"
    blocks = np.frombuffer(bytes.fromhex("0048" + group + "00" * 56), dtype=np.uint8)
    expected = np.full(256, 8.0, dtype=np.float32)
    expected[:32] = 40.0
    expected[[0, 1, 8, 15]] = -40.0
    assert ours(blocks, GGMLType.IQ2_XXS).tolist() == expected.tolist()


def test_nvfp4_by_hand() -> None:
    # Scales 0x38 = 1, 0x41 = 2 · 1.125, 0x01 = 2^-9, 0x7F, which counts as 0. Nibbles 0xf3: value 0 of a
    # group is code 3, 1.5, value 8 code 15, -6.
    nibbles = ("f3" + "00" * 7) * 4
    blocks = np.frombuffer(bytes.fromhex("3841017f" + nibbles), dtype=np.uint8)
    expected = np.zeros(64, dtype=np.float32)
    for group, scale in enumerate((1.0, 2.25, 2.0**-9)):
        expected[16 * group], expected[16 * group + 8] = 1.5 * scale, -6 * scale
    assert ours(blocks, GGMLType.NVFP4).tolist() == expected.tolist()


def test_a_type_without_a_loop_is_refused_by_name() -> None:
    with pytest.raises(UnsupportedModelError, match="Q1_0"):
        dequantize_into(np.zeros(36, dtype=np.uint8), GGMLType.Q1_0, torch.zeros(256))


@pytest.mark.parametrize(
    "out",
    [torch.zeros(64), torch.zeros(32, dtype=torch.float16), torch.zeros(32, 2)[:, 0]],
    ids=["too long", "float16", "strided"],
)
def test_an_output_that_does_not_fit_is_refused(out: torch.Tensor) -> None:
    with pytest.raises(ValueError, match=r"out must be|do not fill"):
        dequantize_into(np.zeros(18, dtype=np.uint8), GGMLType.Q4_0, out)
