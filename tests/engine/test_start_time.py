"""The time line of a start, of a real engine process."""

from pathlib import Path

import msgspec
import pytest

from engine.__main__ import main
from engine.config import EngineConfig
from engine.errors import EngineError
from engine.start_time import StartTime, format_starts, measure_start


def test_a_start_is_told_stage_by_stage(
    golden_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = golden_dir / "tiny-llama.gguf"
    assert main(["start", str(path), "--device", "cpu", "--repetitions", "1", "--json"]) == 0
    (start,) = msgspec.json.decode(capsys.readouterr().out, type=list[StartTime])
    names = [stage.name for stage in start.stages]
    assert names[:2] == ["starting the process", "starting"]
    assert names.index("reading weights") < names.index("preparing kernels")
    assert names[-2:] == ["reading the question", "computing a token"]
    assert sum(stage.seconds for stage in start.stages) == pytest.approx(start.seconds)
    assert start.device == "cpu"
    assert (start.captures > 0, start.recaptures) == (True, 0)
    assert "first token after" in format_starts([start])


def test_a_model_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"missing\.gguf"):
        measure_start(tmp_path / "missing.gguf", EngineConfig(device="cpu"))
