"""Modules of libraries that are imported with them, and are not run until they are used.

Torch imports its compiler and exporter with itself: two fifths of the time that it takes, and the
engine uses neither. Standard library only: it is called before anything else is imported.
"""

import sys
import threading
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

TORCH_COMPILER = ("torch._meta_registrations", "torch.export")
"""What only describes operations to a compiler."""


def run_when_used(names: Sequence[str]) -> None:
    """Let each module of `names` that is imported from now on run at its first use."""
    sys.meta_path.insert(0, _LateFinder(frozenset(names)))


class _LateFinder(MetaPathFinder):
    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._names:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _LateLoader(spec.loader)
        return spec


class _LateLoader(Loader):
    """Runs a module when an attribute is asked for that an empty one lacks."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader
        self._lock = threading.RLock()

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        def find(name: str) -> object:
            if name.startswith("__"):  # the import system looks for some that few modules have
                raise AttributeError(name)
            with self._lock:
                if vars(module).pop("__getattr__", None) is not None:
                    self._loader.exec_module(module)
            return getattr(module, name)

        vars(module)["__getattr__"] = find
