"""The split of a multiprocessor's memory that kernels ask for."""

import ctypes
from types import SimpleNamespace

import pytest

from engine.kernels.cuda.launching import shared_memory
from engine.kernels.cuda.products.prompt_product import prompt_product_kernel


def test_only_products_of_prompts_ask_for_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """They keep rows there; other kernels of a step have one split, since a change waits."""
    asked = []

    def set_attribute(function: ctypes.c_void_p, attribute: int, value: int) -> int:
        asked.append((function.value, attribute, value))
        return 0

    driver = SimpleNamespace(cuFuncSetAttribute=set_attribute)
    monkeypatch.setattr(shared_memory, "load_driver", lambda: driver)
    for function, name in ((5, prompt_product_kernel.name), (6, "prefill_attend_kernel")):
        shared_memory._prefer_carveout(None, function, name, None, "")
    assert asked == [(5, 9, 100), (6, 9, 25)]
