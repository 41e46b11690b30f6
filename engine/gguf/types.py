"""GGML tensor types, their block sizes, and the labels of file types. Knows no file."""

from enum import IntEnum


class GGMLType(IntEnum):
    """How a tensor's values are stored: the number in the file, values in a block, bytes of a block.

    Blocks are those of ggml/src/ggml-common.h of llama.cpp.
    """

    block_len: int
    """Values in one block; a row holds a whole number of blocks."""
    block_bytes: int
    """Bytes of one block."""

    def __new__(cls, number: int, *block: int) -> "GGMLType":
        kind = int.__new__(cls, number)
        kind._value_ = number
        kind.block_len, kind.block_bytes = block
        return kind

    F32 = 0, 1, 4
    F16 = 1, 1, 2
    Q4_0 = 2, 32, 18
    Q4_1 = 3, 32, 20
    Q5_0 = 6, 32, 22
    Q5_1 = 7, 32, 24
    Q8_0 = 8, 32, 34
    Q8_1 = 9, 32, 36
    Q2_K = 10, 256, 84
    Q3_K = 11, 256, 110
    Q4_K = 12, 256, 144
    Q5_K = 13, 256, 176
    Q6_K = 14, 256, 210
    Q8_K = 15, 256, 292
    IQ2_XXS = 16, 256, 66
    IQ2_XS = 17, 256, 74
    IQ3_XXS = 18, 256, 98
    IQ1_S = 19, 256, 50
    IQ4_NL = 20, 32, 18
    IQ3_S = 21, 256, 110
    IQ2_S = 22, 256, 82
    IQ4_XS = 23, 256, 136
    I8 = 24, 1, 1
    I16 = 25, 1, 2
    I32 = 26, 1, 4
    I64 = 27, 1, 8
    F64 = 28, 1, 8
    IQ1_M = 29, 256, 56
    BF16 = 30, 1, 2
    TQ1_0 = 34, 256, 54
    TQ2_0 = 35, 256, 66
    MXFP4 = 39, 32, 17
    NVFP4 = 40, 64, 36
    Q1_0 = 41, 128, 18

    @property
    def is_supported(self) -> bool:
        """Whether the engine supports weights of this type."""
        return self in SUPPORTED_WEIGHT_TYPES


# Whole numbers, double precision, llama.cpp's own activations, and what no kernel reads.
_NO_WEIGHTS = {
    *(GGMLType.I8, GGMLType.I16, GGMLType.I32, GGMLType.I64, GGMLType.F64),
    *(GGMLType.Q8_1, GGMLType.Q8_K, GGMLType.Q1_0),
}
SUPPORTED_WEIGHT_TYPES = frozenset(GGMLType) - _NO_WEIGHTS

# general.file_type → label; enum llama_ftype of llama.cpp's include/llama.h.
_FILE_TYPES = {
    0: "F32",
    1: "F16",
    2: "Q4_0",
    3: "Q4_1",
    7: "Q8_0",
    8: "Q5_0",
    9: "Q5_1",
    10: "Q2_K",
    11: "Q3_K_S",
    12: "Q3_K_M",
    13: "Q3_K_L",
    14: "Q4_K_S",
    15: "Q4_K_M",
    16: "Q5_K_S",
    17: "Q5_K_M",
    18: "Q6_K",
    19: "IQ2_XXS",
    20: "IQ2_XS",
    21: "Q2_K_S",
    22: "IQ3_XS",
    23: "IQ3_XXS",
    24: "IQ1_S",
    25: "IQ4_NL",
    26: "IQ3_S",
    27: "IQ3_M",
    28: "IQ2_S",
    29: "IQ2_M",
    30: "IQ4_XS",
    31: "IQ1_M",
    32: "BF16",
    36: "TQ1_0",
    37: "TQ2_0",
    38: "MXFP4",
    39: "NVFP4",
    40: "Q1_0",
}
_GUESSED_BIT = 1024


def file_type_label(file_type: int) -> str | None:
    """The label of a `general.file_type`, such as "Q4_K_M"; None for an unknown number."""
    return _FILE_TYPES.get(file_type & ~_GUESSED_BIT)
