"""Triton's own C module, compiled before: an installed Encore needs no C compiler.

Triton compiles its launcher on the user's machine. The modules in `prebuilt/`, made by
installers/triton_modules.py, take the place of that; in a checkout there are none.
"""

import functools
import logging
import sysconfig
from pathlib import Path
from typing import Any

import triton.knobs
import triton.runtime.build as triton_build

from engine.kernels.cuda.launching.module_names import module_name

_log = logging.getLogger(__name__)

PREBUILT_DIR = Path(__file__).parent / "prebuilt"


def use_prebuilt_modules(folder: Path = PREBUILT_DIR) -> None:
    """Let Triton take its modules from `folder`, and compile only those that are not there."""
    if folder.is_dir():
        triton.knobs.build.impl = functools.partial(_find_or_build, folder)


def _find_or_build(folder: Path, name: str, source_path: str, *arguments: Any) -> str:
    """The path of the compiled module; `arguments` are the rest of Triton's own."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    path = folder / module_name(name, Path(source_path).read_bytes(), suffix)
    if path.is_file():
        return str(path)
    _log.warning("%s is not there; compiling it", path.name)
    own, triton.knobs.build.impl = triton.knobs.build.impl, None
    try:
        built: str = triton_build._build(name, source_path, *arguments, ccflags=[])
    finally:
        triton.knobs.build.impl = own
    return built
