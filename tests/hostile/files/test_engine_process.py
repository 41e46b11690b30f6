"""What the judge of engines calls a fault: each kind of it is seen."""

import sys
from pathlib import Path

import pytest

from tests.hostile.files.engine_process import EngineProcess

# An engine whose model does what the file is named after.
_SERVE = """
import os, signal, sys, time, types
from engine.errors import ModelFileError
from engine.host import serve

def load(path, config, on_progress, on_plan):
    match path.stem:
        case "refuses":
            raise ModelFileError("The file is damaged; download it again.")
        case "mumbles":
            raise ModelFileError("damaged")
        case "escapes":
            raise ModelFileError("The file \\x1b[2J is damaged.")
        case "raises":
            raise KeyError("x")
        case "runs out":
            raise MemoryError
        case "dies":
            os.abort()
        case "spins":
            while True:
                pass
        case "grows":
            kept = bytearray(os.urandom(1 << 20)) * 1200
            raise ModelFileError("The file is damaged; download it again.")

def inspect_for(path, configs, loaded):
    raise ModelFileError("The file is damaged; download it again.")

inspection = types.ModuleType("engine.session.inspect")
inspection.inspect_for = inspect_for
sys.modules["engine.session.inspect"] = inspection
serve(load)
"""


@pytest.mark.parametrize(
    ("behaviour", "fault"),
    [
        ("refuses", None),
        ("mumbles", "no sentence"),
        ("escapes", "no sentence"),
        ("raises", "failed unexpectedly"),
        ("runs out", "needs more memory than"),
        ("dies", "the engine died"),
        ("spins", "more than 3 s of processor time"),
        pytest.param(
            "grows",
            "MiB of memory",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="only it keeps the peak"),
        ),
    ],
)
def test_each_fault_is_seen(tmp_path: Path, behaviour: str, fault: str | None) -> None:
    path = tmp_path / f"{behaviour}.gguf"
    path.write_bytes(b"GGUF")
    engine = EngineProcess(tmp_path / "engine.log", (sys.executable, "-P", "-c", _SERVE))
    # On a busy computer the memory alone takes seconds to be given.
    cpu_seconds = 3.0 if behaviour == "spins" else 60.0
    try:
        outcome = engine.run(path, 0, cpu_seconds)
    finally:
        engine.close()
    if fault is None:
        assert (outcome.stage, outcome.fault) == ("load", None)
    else:
        assert outcome.fault is not None
        assert fault in outcome.fault
