"""The memory plan and its sentence."""

import pytest

from engine.errors import NotEnoughMemoryError
from engine.runtime.memory import MemoryPlan, check_fits

GIB = 1 << 30


def test_a_plan_that_fits_is_silent() -> None:
    check_fits("m.gguf", MemoryPlan(GIB, GIB, GIB), 4096, free=3 * GIB)


def test_too_large_a_context_is_refused_with_one_that_fits() -> None:
    plan = MemoryPlan(weights_bytes=GIB, kv_bytes=4 * GIB, scratch_bytes=0)
    with pytest.raises(NotEnoughMemoryError, match="a context of 4096 tokens would fit"):
        check_fits("m.gguf", plan, 8192, free=3 * GIB)


def test_too_large_a_model_is_refused_without_promising_a_context() -> None:
    plan = MemoryPlan(weights_bytes=8 * GIB, kv_bytes=GIB, scratch_bytes=0)
    with pytest.raises(NotEnoughMemoryError, match=r"needs 9\.0 GiB.*choose a smaller model"):
        check_fits("m.gguf", plan, 8192, free=3 * GIB)
