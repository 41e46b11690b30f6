"""Filters the environment of the engine process, which parses untrusted files: no secrets."""

import re
from collections.abc import Mapping

# An allowlist: secrets have arbitrary names, and URLs may contain passwords.
_NEEDED = re.compile(
    r"""
    HOME | USER | LOGNAME | USERNAME | USERPROFILE | HOMEDRIVE | HOMEPATH | PWD | SHELL | TZ
    | PATH | PATHEXT | TMPDIR | TEMP | TMP | LANG | LANGUAGE | LC_\w+ | XDG_\w+
    | OS | COMSPEC | SYSTEMROOT | SYSTEMDRIVE | WINDIR
    | APPDATA | LOCALAPPDATA | PROGRAMDATA | ALLUSERSPROFILE
    | (COMMON)?PROGRAM(FILES|W6432)(\(X86\))? | NUMBER_OF_PROCESSORS | PROCESSOR_\w+
    | __CF_USER_TEXT_ENCODING | (LD|DYLD|MALLOC|GLIBC)_\w+                        # loaders
    | PYTHON\w* | VIRTUAL_ENV | (CONDA|NIX)_\w+ | ENCORE_\w+
    | CC | CXX | CFLAGS | LDFLAGS | CPATH | C_INCLUDE_PATH | LIBRARY_PATH          # kernel compiler
    | INCLUDE | LIB | LIBPATH | SDKROOT | DEVELOPER_DIR
    | (CUDA|TORCH|PYTORCH|NVIDIA|TRITON|NUMBA|LLVM|NCCL)(_\w+)? | (OMP|GOMP|KMP|MKL|OPENBLAS)_\w+
    """,
    re.VERBOSE,
)
_SECRET = re.compile("TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|AUTH|(API|ACCESS|PRIVATE)_?KEY")


def engine_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables of interpreter, libraries and compilers; no token, key, password or proxy."""
    return {name: value for name, value in environment.items() if _is_needed(name.upper())}


def _is_needed(name: str) -> bool:
    return _NEEDED.fullmatch(name) is not None and _SECRET.search(name) is None
