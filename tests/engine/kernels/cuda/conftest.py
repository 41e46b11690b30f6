"""Every kernel of these tests is seen to touch nothing but what it says it touches."""

import pytest

from engine.kernels.cuda.launching import capability
from tests.support.watched_kernels import Watch


@pytest.fixture(autouse=True)
def _watched(watched_kernels: Watch) -> None:
    """For all of them."""


@pytest.fixture(params=[0, 90], ids=["alone", "clusters"])
def clusters(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether shapes are those of a device whose launches are in clusters: both, in turn."""
    monkeypatch.setattr(capability, "compiled_capability", lambda: request.param)
    return capability.has_clusters()
