"""Every kernel of these tests is seen to touch nothing but what it says it touches."""

from collections.abc import Iterator

import pytest
import torch

from tests.support.watched_kernels import Watch


@pytest.fixture(autouse=True)
def _watched(watched_kernels: Watch) -> None:
    """For all of them."""


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    """Interpreted programs work on small tensors, where more threads only wait for each other."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
