"""Fixtures every test may ask for: the golden cases, the starter model, an offscreen Qt."""

import gc
import os
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"  # never the developer's own

pytest_plugins = ["tests.support.worker_crashes"]

hypothesis.settings.register_profile("encore", deadline=None)  # slow machines are not bugs
hypothesis.settings.load_profile("encore")

REPOSITORY = Path(__file__).resolve().parents[1]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with slow tests, in whatever order others are: at the end one process would be idle."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """What is imported by now stays, so that garbage collections need not look at it again."""
    if (torch := sys.modules.get("torch")) is not None:
        torch.use_deterministic_algorithms(False)  # imports more at the first time
    gc.collect()
    gc.freeze()


def _skip_or_fail(reason: str) -> None:
    """A missing fixture may be skipped by hand, never in continuous integration."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def golden_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked golden cases; `ENCORE_GOLDEN` names the archive or the unpacked folder."""
    source = Path(
        os.environ.get("ENCORE_GOLDEN", REPOSITORY.parent / "shared/golden/public.tar.xz")
    )
    if source.is_dir():
        return source
    if not source.is_file():
        _skip_or_fail(f"No golden cases at {source}; set ENCORE_GOLDEN to public.tar.xz.")
    target = tmp_path_factory.mktemp("golden")
    filters = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # from 3.11.4 on
    with tarfile.open(source) as archive:
        archive.extractall(target, **filters)
    return target / "public"


@pytest.fixture(scope="session")
def starter_model() -> Path:
    """The starter model's GGUF: what `ENCORE_STARTER_MODEL` names, or the models folder has."""
    named = os.environ.get("ENCORE_STARTER_MODEL")
    if named:
        return Path(named)
    from app.paths import models_dir

    path = models_dir() / "SmolLM2-135M-Instruct.Q4_1.gguf"
    if not path.is_file():
        _skip_or_fail(f"No starter model at {path}; run installers/test.py, which gets it.")
    return path


@pytest.fixture(scope="module", autouse=True)
def _windows_of_others_die_here() -> None:
    """What a module's last test kept dies on this thread: on an engine's it would crash Qt."""
    if "PySide6.QtCore" in sys.modules:
        gc.collect()


@pytest.fixture(autouse=True)
def _fresh_memory_is_nan() -> Iterator[None]:
    """What a test reads without having written it is NaN, so that it shows."""
    torch = sys.modules.get("torch")
    if torch is None:
        yield
        return
    torch.use_deterministic_algorithms(True)
    yield
    torch.use_deterministic_algorithms(False)


@pytest.fixture(autouse=True)
def _one_torch_thread() -> None:
    """Tensors of tests are small, so that more threads only wait for each other."""
    if (torch := sys.modules.get("torch")) is not None:
        torch.set_num_threads(1)
