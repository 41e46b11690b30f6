"""The kind of processor that loops are compiled for.

Each of a few kinds stands for many processors: code for one runs on all of them, and is the same
wherever it is compiled, so that a release can bring it. A processor of no kind has its own code.
"""

import ctypes
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import llvmlite.binding

FORCED = "ENCORE_PROCESSOR"
"""The environment variable that names a lesser kind, to compile for it or to try it out."""
_ARCH_PRCTL, _REQUEST_REGISTERS, _TILE_DATA = 158, 0x1023, 18


@dataclass(frozen=True)
class ProcessorKind:
    """`cpu` is LLVM's name of what all of the kind have, `more` are the features beyond that.

    `needed` are features by which a processor of the kind is known, `tuning` LLVM's options.
    """

    name: str
    cpu: str
    more: tuple[str, ...]
    needed: tuple[str, ...]
    tuning: tuple[str, ...] = ()

    @property
    def features(self) -> str:
        """`more` and `tuning` as LLVM reads them."""
        return ",".join([*(f"+{name}" for name in self.more), *self.tuning])

    def runs_on(self, features: Mapping[str, bool]) -> bool:
        """Whether code for the kind runs on a processor with these features."""
        return all(features.get(name) for name in (*self.needed, *self.more))


# The levels of the x86-64 psABI, without what every processor has that has the rest.
_V3 = ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "xsave")
_V4 = (*_V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
_WIDE = ("-prefer-256-bit",)  # or LLVM halves the vectors that dot products are written in

KINDS = (
    ProcessorKind("avx512-vbmi", "x86-64-v4", ("avx512vnni", "avx512vbmi"), _V4, _WIDE),
    ProcessorKind("avx512-vnni", "x86-64-v4", ("avx512vnni",), _V4, _WIDE),
    ProcessorKind("avx-vnni", "x86-64-v3", ("avxvnni",), _V3),
    ProcessorKind("avx2", "x86-64-v3", (), _V3),
)
"""The best first."""


def kinds_of(features: Mapping[str, bool]) -> tuple[ProcessorKind, ...]:
    """The kinds that a processor with these features is of, the best first."""
    return tuple(kind for kind in KINDS if kind.runs_on(features))


def _find_kind() -> ProcessorKind | None:
    kinds = kinds_of(llvmlite.binding.get_host_cpu_features())
    forced = os.environ.get(FORCED)
    return next((kind for kind in kinds if kind.name == forced), kinds[0] if kinds else None)


PROCESSOR = _find_kind()
"""What loops of this process are compiled for; None: for this processor as LLVM sees it."""


@cache
def may_use_tiles() -> bool:
    """Whether loops may use AMX-INT8: the system gives a process its registers if it asks.

    Not where a kind is forced. Source: Documentation/arch/x86/xstate.rst of the kernel.
    """
    found = llvmlite.binding.get_host_cpu_features()
    is_forced = os.environ.get(FORCED) in [kind.name for kind in KINDS]
    if is_forced or sys.platform != "linux" or not found.get("amx-int8"):
        return False
    request = map(ctypes.c_long, (_ARCH_PRCTL, _REQUEST_REGISTERS, _TILE_DATA))
    return bool(ctypes.CDLL(None).syscall(*request) == 0)


def processor_features() -> Mapping[str, bool]:
    """Which features loops may use."""
    if PROCESSOR is None:
        return dict(llvmlite.binding.get_host_cpu_features())
    return dict.fromkeys((*PROCESSOR.needed, *PROCESSOR.more), True)
