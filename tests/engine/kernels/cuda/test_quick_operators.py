"""The operators of Triton's interpreter give in short what they give at length."""

import random
import warnings
from typing import Any

import numpy as np
import pytest
from triton.language import core
from triton.runtime import interpreter

from tests.support.quick_operators import ORIGINALS

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
KINDS = ["int1", "fp16", "fp32", "fp64", *INTEGERS]
NUMBERS = [0, 1, 3, -1, 7, 31, 32, 63, 64, 255, -129, 1 << 31, -(1 << 40), 0.5, -1e30, 1e-42, True]


def draw_tensor(kind: str, shape: list[int]) -> Any:
    """A tensor of some small and some extreme elements; a pointer's are small."""
    pointer, name = kind.startswith("pointer"), kind.removeprefix("pointer to ")
    element = core.dtype(name)
    size = shape or [1]
    if pointer:
        data = np.random.randint(0, 1 << 20, size).astype(np.uint64)
        element = core.pointer_type(element)
    elif name == "int1":
        data = np.random.rand(*size) < 0.5
    elif name.startswith("fp"):
        data = np.random.standard_normal(size).astype(f"float{name[2:]}")
    else:
        data = np.random.randint(-5, 40, size).astype(name)
        data[np.random.rand(*size) < 0.1] = np.iinfo(name).max
    handle = interpreter.TensorHandle(data, element)
    return core.tensor(handle, core.block_type(element, shape) if shape else element)


def draw_shapes() -> tuple[list[int], list[int]]:
    """Of two operands, which mostly fit each other."""
    shape = [random.choice((1, 2, 4, 8)) for _ in range(random.randint(1, 3))]
    other = [size if random.random() < 0.7 else 1 for size in shape]
    other = random.choice([shape, other, other[1:], [], [4, 4]])
    return random.choice([(shape, other), (other, shape), ([], [])])


def outcome(operator: Any, left: Any, right: Any) -> Any:
    """What can be told of a result, or the kind of error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = operator(left, right, _semantic=interpreter.interpreter_semantic)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is compared
            return type(error)
    data = found.handle.data
    return found.type, found.shape, found.handle.dtype, data.dtype, data.shape, data.tobytes()


@pytest.mark.parametrize("name", ORIGINALS)
def test_results_are_the_same(name: str, device: str) -> None:
    if device != "cpu":
        pytest.skip("Nothing is interpreted on a device.")
    quick, original = getattr(core.tensor, name), ORIGINALS[name]
    assert quick is not original
    for _ in range(400):
        kind = random.choice([*KINDS, "pointer to fp32", "pointer to int1"])
        shape, other_shape = draw_shapes()
        left = draw_tensor(kind, shape)
        right = draw_tensor(random.choice([kind, kind, *KINDS]), other_shape)
        if random.random() < 0.4:
            right = random.choice(NUMBERS)
            right = core.constexpr(right) if random.random() < 0.5 else right
        expected = outcome(original, left, right)
        assert outcome(quick, left, right) == expected, f"{left} {name} {right}"
