"""The test of the engine's libraries: a real answer, or one sentence about what is wrong."""

import subprocess
import sys
from pathlib import Path

from engine.boot import module_command

ROOT = Path(__file__).resolve().parents[2]
MODEL = ROOT / "assets" / "smoke-test.gguf"


def run(model: Path, libraries: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = module_command("engine.smoke_test", str(model), libraries=libraries)
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_model_that_ships_answers() -> None:
    result = run(MODEL)
    assert (result.returncode, result.stderr) == (0, "")


def test_a_library_that_cannot_be_imported_is_named(tmp_path: Path) -> None:
    (tmp_path / "tokenizers.py").write_text("raise OSError('libfoo.so.1 is missing')")
    result = run(MODEL, tmp_path)
    assert result.returncode == 2
    assert result.stderr == "OSError: libfoo.so.1 is missing\n"


def test_a_damaged_model_is_a_sentence(tmp_path: Path) -> None:
    model = tmp_path / "damaged.gguf"
    model.write_bytes(MODEL.read_bytes()[:1000])
    result = run(model)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1


def test_the_model_is_what_its_script_writes(tmp_path: Path) -> None:
    path = tmp_path / "smoke-test.gguf"
    command = [sys.executable, "-m", "tests.support.smoke_model", str(path)]
    subprocess.run(command, cwd=ROOT, check=True)
    assert path.read_bytes() == MODEL.read_bytes()
    assert path.stat().st_size < 300_000
