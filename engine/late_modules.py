"""Modules of libraries that are imported with them, and are not run until they are used.

Torch imports its compiler, exporter, optimizers and more with itself: three fifths of the time that
its own modules take, and the engine uses none of them; gguf its reader, its writer and what these
need. Standard library only: it is called before anything else is imported.
"""

import re
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

LateModules = Mapping[str, tuple[str, ...]]
"""Functions by module that importers take from it: they get one that runs it when it is called."""

_TORCH_COMPILER: LateModules = {"torch._meta_registrations": (), "torch.export": ()}
# Torch's modules import each other in circles: that these may wait is known of these versions.
_KNOWN_VERSIONS = ("2.11", "2.12", "2.13")
_KNOWN_MODULES: LateModules = {
    "torch._native": (),
    "torch._higher_order_ops": ("cond", "while_loop"),
    "torch.compiler": (),
    "torch.distributed._meta_registrations": (),
    "torch.distributions": (),
    "torch.func": ("vmap",),
    "torch.fx.passes.runtime_assert": (),
    "torch.masked": (),
    "torch.nested": (),
    "torch.nn.intrinsic": (),
    "torch.nn.qat": (),
    "torch.nn.quantized": (),
    "torch.optim": (),
    "torch.profiler": (),
    "torch.quantization": (),
    "torch.utils.data": (),
    "torchgen.model": (),
    "unittest.mock": (),
}
# Beside the values of grids, which kernels need of it.
_GGUF_FILES: LateModules = {
    f"gguf.{name}": ()
    for name in ("gguf_reader", "gguf_writer", "metadata", "tensor_mapping", "utility", "vocab")
}
# Torch's profiler imports the compiler, which takes for granted that torch's own imports have run.
_COMPILER = ("torch._dynamo", "torch._inductor")


def unused_by_engine() -> LateModules:
    """What the installed torch and gguf import with themselves and the engine does not use."""
    spec = PathFinder.find_spec("torch")
    for folder in (spec and spec.submodule_search_locations) or ():
        version = re.search(r"__version__ = '(\d+\.\d+)", _text(Path(folder) / "version.py"))
        if version and version[1] in _KNOWN_VERSIONS:
            return {**_GGUF_FILES, **_TORCH_COMPILER, **_KNOWN_MODULES}
    return {**_GGUF_FILES, **_TORCH_COMPILER}


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def run_when_used(modules: LateModules) -> None:
    """Let each of `modules` that is imported from now on run at its first use."""
    sys.meta_path.insert(0, _LateFinder(modules))


class _LateFinder(MetaPathFinder):
    def __init__(self, modules: LateModules) -> None:
        self._modules = modules

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in _COMPILER:
            self._run_all()
        functions = self._modules.get(fullname)
        if functions is None:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _LateLoader(spec.loader, functions)
        return spec

    def _run_all(self) -> None:
        """Run what waits, in the order of the imports."""
        for name, module in list(sys.modules.items()):
            if name in self._modules and isinstance(module.__loader__, _LateLoader):
                module.__loader__.run(module)


class _LateLoader(Loader):
    """Runs a module when an attribute is asked for that an empty one lacks.

    If it is one of `functions`, when that is called.
    """

    def __init__(self, loader: Loader, functions: tuple[str, ...]) -> None:
        self._loader = loader
        self._functions = functions
        self._lock = threading.RLock()

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        def find(name: str) -> object:
            if name.startswith("__"):  # the import system looks for some that few modules have
                raise AttributeError(name)
            if name in self._functions and "__getattr__" in vars(module):
                return self._stand_in(module, name)
            self.run(module)
            return getattr(module, name)

        vars(module)["__getattr__"] = find

    def run(self, module: ModuleType) -> None:
        """Run the module, unless it has."""
        with self._lock:
            if vars(module).pop("__getattr__", None) is not None:
                self._loader.exec_module(module)

    def _stand_in(self, module: ModuleType, name: str) -> Callable[..., object]:
        def call(*arguments: object, **options: object) -> object:
            self.run(module)
            function: Callable[..., object] = vars(module)[name]
            return function(*arguments, **options)

        return call
