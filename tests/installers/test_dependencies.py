"""What pyproject.toml asks for: the window's libraries and the engine's, each all that its process imports."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
_BROUGHT = {"triton", "llvmlite"}  # by CUDA builds of torch; by numba


def test_the_window_imports_what_its_list_names() -> None:
    asked = _names(_project()["dependencies"])
    assert set(_imported("app")) <= asked


def test_the_engine_imports_what_its_list_names() -> None:
    asked = _names(_project()["optional-dependencies"]["engine"])
    assert set(_imported("engine")) - _BROUGHT <= asked


def test_what_both_use_is_asked_for_alike() -> None:
    project = _project()
    window = {Requirement(line).name: line for line in project["dependencies"]}
    engine = {Requirement(line).name: line for line in project["optional-dependencies"]["engine"]}
    for name in window.keys() & engine.keys():
        assert window[name] == engine[name]


def test_the_windows_list_has_no_library_of_the_engine_alone() -> None:
    asked = _names(_project()["dependencies"])
    assert not asked & {"torch", "triton", "numba", "numpy", "gguf", "tokenizers", "jinja2"}


def _project() -> dict[str, dict[str, list[str]]]:
    project: dict[str, dict[str, list[str]]] = tomllib.loads(
        (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    )["project"]
    return project


def _names(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(line).name) for line in requirements}


def _imported(package: str) -> Iterator[str]:
    """The distributions whose modules `package` imports anywhere, at the top of a module or late."""
    owners = packages_distributions()
    for path in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            else:
                continue
            for module in modules:
                top = module.partition(".")[0]
                if top not in sys.stdlib_module_names and top not in {"app", "engine"}:
                    yield canonicalize_name(owners[top][0])
