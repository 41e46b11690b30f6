"""No loop of the CPU leaves its operands: each runs between pages that nobody may touch, in a process of its own."""

import json
import pkgutil
import secrets
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import engine.kernels.cpu
from engine.kernels.cpu.checked_loop import CheckedLoop

if sys.platform == "win32":
    pytest.skip("guarded memory takes mprotect", allow_module_level=True)

from tests.support.guarded import full_name
from tests.support.guarded_cases import GROUPS

REPOSITORY = Path(__file__).resolve().parents[4]

# The loops that each group runs, by module.
LOOPS = {
    "products": {"products": ["multiply"], "row_loops": ["add_bias"]},
    "other products": {"products": ["multiply"]},
    "loading": {},  # those of engine.quants
    "look-ups": {
        "products": ["read_rows"],
        "row_loops": ["mix_layer_inputs", "multiply", "note_ids"],
    },
    "rows": {
        "row_loops": [
            "add",
            "add_normed",
            "copy",
            "join_rows",
            "keep_rows",
            "keep_plain_rows",
            "take_rows",
            "normalize_rows",
            "rms_norm",
            "scale",
            "spread",
        ],
        "activations": ["gate", "gate_halves", "softcap"],
    },
    "drafts": {
        "draft_loops": ["begin_chain", "extend_chain", "rate_drafts"],
        "block_loops": ["choose_candidates", "convolve_block", "walk_candidates"],
        "products": ["read_rows"],
    },
    "attentions": {
        "attention": [
            "append_kv",
            "attention",
            "gate_heads",
            "norm_heads",
            "rope",
            "transform_heads",
        ]
    },
    "experts": {
        "expert_loops": ["add_up", "gate_experts", "group_slots", "project_experts", "route"],
        "row_loops": ["matmul"],
    },
    "recurrences": {"recurrence": ["convolve", "prepare_delta", "scan_delta"]},
}

WRONG_LOOP = """
import numpy as np, torch
from numba import njit
from engine.kernels.cpu.checked_loop import touches
from engine.kernels.cpu.ir.vectors import dot_1x1
from tests.support.guarded import GuardedLauncher

@touches(lambda o: {{"x": (8,), "out": (1,)}})
@njit
def wrong(x, out):
    x_at, to = x.ctypes.data + {offset}, out.ctypes.data
    dot_1x1(x_at, 0, x_at, 0, to, 0, 0, 8, np.float32(1.0))

GuardedLauncher(1, 1)(wrong, torch.ones(100), torch.ones(100))
"""


def loops_of(group: str) -> set[str]:
    return {f"{module}.{name}" for module, names in LOOPS[group].items() for name in names}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-X", "faulthandler", *arguments]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)


@pytest.mark.timeout(300)  # a cold cache: loops are compiled, of each type and instruction
@pytest.mark.parametrize("group", GROUPS)
def test_loops_stay_within_their_operands(group: str) -> None:
    seed = str(secrets.randbits(32))
    arguments = ("-m", "tests.support.guarded_cases", group, seed)
    done = run(*arguments)
    last = done.stdout.splitlines()[-1:]
    assert done.returncode == 0, f"{last} of: python {' '.join(arguments)}\n{done.stderr}"
    assert loops_of(group) <= set(json.loads(last[0]))


def test_there_is_a_group_for_every_loop() -> None:
    names = [module.name for module in pkgutil.iter_modules(engine.kernels.cpu.__path__)]
    modules = [import_module(f"engine.kernels.cpu.{name}") for name in names]
    found = {
        full_name(loop)
        for module in modules
        for loop in vars(module).values()
        if isinstance(loop, CheckedLoop)
    }
    assert set().union(*map(loops_of, GROUPS)) == found


@pytest.mark.parametrize(("offset", "is_within"), [(0, True), (4, False), (-4, False)])
def test_an_access_beyond_either_side_ends_the_process(offset: int, is_within: bool) -> None:
    done = run("-c", WRONG_LOOP.format(offset=offset))
    faults = {-signal.SIGSEGV, -signal.SIGBUS}
    assert (done.returncode == 0) if is_within else (done.returncode in faults), done.stderr
