"""Numbers, texts and bytes that readers trip over."""

import struct
from random import Random

from engine.gguf.types import GGMLType
from tests.hostile.files.document import (
    BOOL,
    F32,
    F64,
    FORMATS,
    TEXT,
    Scalar,
)

_WHOLE = (0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 127, 128, 255, 256, 257, 320)
_LARGE = (1000, 4095, 32767, 65535, 65536, 100_000, 10**6, 2**24, 2**27, 2**28 + 1, 10**9)
_HUGE = (2**31 - 1, 2**31, 2**32 - 2, 2**32 - 1, 2**34, 2**40, 2**48, 2**62, 2**63 - 1, 2**63)
_FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 1e-45, 1e-38, 1e-30, 1e-7, 1e7, 1e30, 3.4e38)
_BEYOND = (float("inf"), float("-inf"), float("nan"), 1e308, 1e-320)
_PIECES = (
    b"",
    b"\0",
    b" ",
    b"\n",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"{{",
    b"<|im_end|>",
    b"\xe2\x96\x81",
)
_PIECES += (
    b"none",
    b"linear",
    b"yarn",
    b"longrope",
    b"gpt2",
    b"llama",
    b"gemma4",
    b"bert",
    b"a",
    b"qwen2",
)


def whole_number(random: Random, near: int) -> int:
    """A whole number: one that is often an edge, or one not far from `near`."""
    match random.randrange(8):
        case 0 | 1:
            return random.choice(_WHOLE)
        case 2:
            return random.choice(_LARGE)
        case 3:
            return random.choice(_HUGE)
        case 4:
            return -random.choice((*_WHOLE, *_LARGE, *_HUGE))
        case 5:
            return near + random.choice((-2, -1, 1, 2))
        case 6:
            return near * random.choice((2, 3, 4, 8, 1000))
        case _:
            return near // random.choice((2, 3, 4))


def real_number(random: Random, near: float) -> float:
    """A float: an edge, or one that is `near` times something."""
    match random.randrange(6):
        case 0 | 1:
            return random.choice(_FLOATS)
        case 2:
            return random.choice(_BEYOND)
        case 3:
            return -near
        case 4:
            return near * random.choice((0.001, 0.5, 2.0, 1000.0, 1e20))
        case _:
            return random.uniform(-10.0, 10.0)


def piece(random: Random) -> bytes:
    """A short text, not always UTF-8; seldom a very long one."""
    if random.random() < 0.03:
        return random.choice((b"a", b" ", b"\n", b"\xc3\xa9", b"ab")) * random.choice(
            (5000, 300_000)
        )
    if random.random() < 0.3:
        return random.randbytes(random.randint(1, 12))
    return random.choice(_PIECES)


def scalar(random: Random, kind: int, near: Scalar) -> Scalar:
    """A value of `kind`, from one that is there."""
    if kind == TEXT:
        return piece(random)
    if kind == BOOL:
        return random.random() < 0.5
    number = near if isinstance(near, int | float) else 0
    if kind in (F32, F64):
        return real_number(random, float(number))
    return whole_number(random, int(number) if abs(number) < 2**63 else 0)


def kind_of_value(random: Random) -> int:
    """Any kind of scalar."""
    return random.choice((*FORMATS, TEXT))


def kind_of_tensor(random: Random) -> int:
    """A tensor type, now and then one that there is not."""
    if random.random() < 0.1:
        return random.choice((4, 5, 31, 33, 36, 42, 255, 2**31, 2**32 - 1))
    return random.choice(tuple(GGMLType))


def pattern(random: Random, size: int) -> bytes:
    """`size` bytes that make scales, or values, of an unlikely kind."""
    match random.randrange(5):
        case 0:
            return random.randbytes(size)
        case 1:
            return bytes([random.choice((0x00, 0x7F, 0x80, 0xFF, 0x7C, 0xFC))]) * size
        case 2:
            number = random.choice((*_FLOATS, *_BEYOND))
            unit = struct.pack("<f", number if abs(number) < 3.5e38 else float("inf"))
        case 3:
            unit = struct.pack(
                "<e", random.choice((65504.0, float("inf"), float("nan"), -65504.0, 6e-8))
            )
        case _:
            unit = random.randbytes(random.choice((2, 4, 18, 20, 34)))
    return (unit * (size // len(unit) + 1))[:size]
