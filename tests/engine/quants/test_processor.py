"""Which kind of processor loops are compiled for."""

import os
import subprocess
import sys
from pathlib import Path

import llvmlite.binding
import pytest

from engine.kernels.cpu.ir.integer_dots import usable_dots
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
