"""Every kernel of these tests is seen to touch nothing but what it says it touches."""

import pytest

from tests.support.watched_kernels import Watch


@pytest.fixture(autouse=True)
def _watched(watched_kernels: Watch) -> None:
    """For all of them."""
