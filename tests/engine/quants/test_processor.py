"""Which kind of processor loops are compiled for."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import llvmlite.binding
import pytest

from engine.kernels.cpu.ir.integer_dots import usable_dots
from engine.quants import processor
from engine.quants.processor import FORCED, KINDS, PROCESSOR, kinds_of, processor_features

ROOT = Path(__file__).parents[3]
_V3 = "avx2 bmi bmi2 f16c fma lzcnt movbe popcnt xsave sse4.2 aes"
_V4 = f"{_V3} avx512f avx512bw avx512cd avx512dq avx512vl"

_SAY = """
from numba.core.registry import cpu_target
from engine.kernels.cpu.ir.integer_dots import usable_dots
from engine.quants import loop_cache
print(*cpu_target.target_context.codegen().magic_tuple()[1:], usable_dots()[0].name)
"""


@pytest.mark.parametrize(
    ("features", "names"),
    [
        (f"{_V4} avx512vnni avx512vbmi", ["avx512-vbmi", "avx512-vnni", "avx2"]),
        (f"{_V4} avx512vnni avxvnni", ["avx512-vnni", "avx-vnni", "avx2"]),
        (f"{_V4} avx512vbmi", ["avx2"]),
        (f"{_V3} avx512f avx512vnni", ["avx2"]),
        (f"{_V3} avxvnni", ["avx-vnni", "avx2"]),
        (_V3.replace("fma", ""), []),
        ("neon dotprod", []),
    ],
)
def test_a_kind_has_all_that_its_code_uses(features: str, names: list[str]) -> None:
    has = dict.fromkeys(features.split(), True) | {"sse4a": False}
    assert [kind.name for kind in kinds_of(has)] == names


def test_llvm_knows_what_is_said_of_each_kind() -> None:
    known = set(llvmlite.binding.get_host_cpu_features())
    if {"avx2", "neon"} & known == {"avx2"}:
        assert {name for kind in KINDS for name in (*kind.needed, *kind.more)} <= known


def test_loops_use_no_feature_that_this_processor_lacks() -> None:
    host = llvmlite.binding.get_host_cpu_features()
    assert all(host[name] for name, is_used in processor_features().items() if is_used)


@pytest.mark.skipif(PROCESSOR is None, reason="this processor is of no kind")
def test_a_lesser_kind_can_be_forced() -> None:
    said = []
    for name in ("avx2", "none such"):
        done = subprocess.run(
            [sys.executable, "-c", _SAY],
            env=os.environ | {FORCED: name},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        said.append(done.stdout.strip())
    assert PROCESSOR is not None
    own = f"{PROCESSOR.cpu} {PROCESSOR.features} {usable_dots()[0].name}"
    assert said == ["x86-64-v3  AVX2", own]


class _System:
    """Answers the request for the registers of tiles."""

    def __init__(self, answer: int) -> None:
        self.answer = answer

    def syscall(self, number: ctypes.c_long, request: ctypes.c_long, what: ctypes.c_long) -> int:
        assert (number.value, request.value, what.value) == (158, 0x1023, 18)
        return self.answer


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
@pytest.mark.parametrize(
    ("has_tiles", "answer", "forced", "expected"),
    [
        (True, 0, None, True),
        (True, 0, "none such", True),
        (True, -1, None, False),
        (True, 0, "avx512-vbmi", False),
        (False, 0, None, False),
    ],
)
def test_tiles_are_used_where_the_system_gives_their_registers(
    has_tiles: bool,
    answer: int,
    forced: str | None,
    expected: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(FORCED, raising=False)
    if forced:
        monkeypatch.setenv(FORCED, forced)
    monkeypatch.setattr(llvmlite.binding, "get_host_cpu_features", lambda: {"amx-int8": has_tiles})
    monkeypatch.setattr(processor.ctypes, "CDLL", lambda _: _System(answer))
    assert processor.may_use_tiles.__wrapped__() is expected
