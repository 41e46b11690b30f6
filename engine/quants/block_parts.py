"""Where the parts of a raw block are: its codes, scales and super-scales. Knows no loop and no device.

What the parts mean is documented where the blocks are dequantised, in engine.quants.simple_blocks,
k_blocks and codebook_blocks.
"""

from dataclasses import dataclass

from engine.gguf.types import GGMLType


@dataclass(frozen=True)
class BitFields:
    """Bit fields in bytes [begin, end) of a block: each `width` bytes hold all first fields, then all second…"""

    begin: int
    end: int
    bits: int
    width: int


# Where the lower and the upper bits of the codes are.
CODES: dict[GGMLType, tuple[BitFields, BitFields | None]] = {
    GGMLType.Q8_0: (BitFields(2, 34, 8, 1), None),
    GGMLType.Q4_0: (BitFields(2, 18, 4, 16), None),
    GGMLType.Q4_1: (BitFields(4, 20, 4, 16), None),
    GGMLType.Q5_0: (BitFields(6, 22, 4, 16), BitFields(2, 6, 1, 1)),
    GGMLType.Q5_1: (BitFields(8, 24, 4, 16), BitFields(4, 8, 1, 1)),
    GGMLType.Q2_K: (BitFields(16, 80, 2, 32), None),
    GGMLType.Q3_K: (BitFields(32, 96, 2, 32), BitFields(0, 32, 1, 32)),
    GGMLType.Q4_K: (BitFields(16, 144, 4, 32), None),
    GGMLType.Q5_K: (BitFields(48, 176, 4, 32), BitFields(16, 48, 1, 32)),
    GGMLType.Q6_K: (BitFields(0, 128, 4, 64), BitFields(128, 192, 2, 32)),
    GGMLType.IQ4_NL: (BitFields(2, 18, 4, 16), None),
    GGMLType.IQ4_XS: (BitFields(8, 136, 4, 16), None),
    GGMLType.MXFP4: (BitFields(1, 17, 4, 16), None),
}

# Bytes that SCALES and SUPER of engine.quants.tiles take over as they are.
SCALES = {
    GGMLType.Q8_0: slice(0, 2),
    GGMLType.Q4_0: slice(0, 2),
    GGMLType.Q5_0: slice(0, 2),
    GGMLType.Q2_K: slice(0, 16),
    GGMLType.Q6_K: slice(192, 208),
    GGMLType.IQ4_NL: slice(0, 2),
    GGMLType.MXFP4: slice(0, 1),
}
SUPER = {
    GGMLType.Q2_K: slice(80, 84),
    GGMLType.Q3_K: slice(108, 110),
    GGMLType.Q4_K: slice(0, 4),
    GGMLType.Q5_K: slice(0, 4),
    GGMLType.Q6_K: slice(208, 210),
    GGMLType.IQ4_XS: slice(0, 2),
}
