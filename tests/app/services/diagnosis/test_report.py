"""The report: complete enough to help, and without anything that was planted."""

import json
import os
import stat
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from app.services.diagnosis.redaction import Redactor
from app.services.diagnosis.report import (
    ReportFile,
    ReportSources,
    collect_report,
    read_end,
    save_report,
)
from app.services.installation import Installation, PackageKind
from app.services.library.entry import ModelEntry
from app.storage.database import StorageError
from app.storage.settings.settings import Settings

# Begun in a way that no word of the report's own is.
_WORDS = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=6, max_size=14).map("zq{}".format)


def make_sources(folder: Path, chosen: Settings, models: list[ModelEntry]) -> ReportSources:
    return ReportSources(
        Installation("1.2.3", PackageKind.DEB),
        chosen,
        folder / "log",
        folder / "data",
        folder / "data/runtimes",
        lambda: models,
    )


def texts(files: tuple[ReportFile, ...]) -> dict[str, str]:
    return {file.name: file.text for file in files}


@pytest.fixture(autouse=True)
def _no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.services.diagnosis.report._gpus", lambda: ["A GPU, 580.1"])


def test_it_says_what_helps(tmp_path: Path) -> None:
    libraries = tmp_path / "data/runtimes/abc/lib"
    (libraries / "torch-2.13.0.dist-info").mkdir(parents=True)
    (tmp_path / "data/runtimes/current.json").write_text('{"current": "abc"}')
    (tmp_path / "log").mkdir()
    (tmp_path / "log/encore.log").write_text("started\n")
    model = ModelEntry(
        "a/tiny.gguf",
        tmp_path / "tiny.gguf",
        is_imported=False,
        size=3,
        paths=(),
        quantization="Q4_1",
        architecture="llama",
    )
    chosen = Settings(system_prompt="I am called Zaphod", max_tokens=7)
    found = texts(collect_report(make_sources(tmp_path, chosen, [model]), Redactor([], [], [])))
    assert list(found) == [
        "versions.json",
        "machine.json",
        "settings.json",
        "models.json",
        "log/encore.log",
    ]
    versions = json.loads(found["versions.json"])
    assert (versions["encore"], versions["package"]) == ("1.2.3", "deb")
    assert versions["runtimes"] == {"current.json": '{"current": "abc"}', "abc": ["torch-2.13.0"]}
    assert "msgspec" in versions["libraries"]
    assert json.loads(found["machine.json"])["gpus"] == ["A GPU, 580.1"]
    assert json.loads(found["settings.json"])["answers.max_tokens"] == 7
    assert json.loads(found["models.json"]) == [
        {
            "name": "a/tiny.gguf",
            "architecture": "llama",
            "type": "Q4_1",
            "size": 3,
            "origin": "models folder",
            "problem": None,
        }
    ]
    assert "Zaphod" not in "".join(found.values())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(user=_WORDS, host=_WORDS, secret=_WORDS, prompt=_WORDS)
def test_nothing_planted_survives_in_any_file(
    tmp_path: Path, user: str, host: str, secret: str, prompt: str
) -> None:
    planted = {user, host, secret, prompt}
    assume(len(planted) == 4)
    home = f"/home/{user}"
    (tmp_path / "log").mkdir(exist_ok=True)
    for name in ("encore.log", "engine.log"):
        (tmp_path / "log" / name).write_text(
            f"INFO {host}: opened {home}/chats as {user}, "
            f"http://{user}:{secret}@proxy/ HF_TOKEN={secret} {secret}\n"
        )
    chosen = Settings(
        system_prompt=prompt,
        hub_proxy=f"http://{user}:{secret}@{host}:8080",
        hub_endpoint=f"https://{secret}@hub.example",
        update_source=f"{home}/updates",
        extra_folders=f"{home}/a\n/mnt/{host}/b",
        last_model=f"{home}/tiny.gguf",
    )
    model = ModelEntry(
        f"{user}.gguf", Path(home), is_imported=True, size=1, paths=(), problem=f"{home} is gone."
    )
    sources = make_sources(tmp_path, chosen, [model])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("importlib.metadata.distributions", lambda: ())  # dear, and always the same
        files = collect_report(sources, Redactor([home], [user], [host], [secret]))
    assert len(files) == 6
    for file in files:
        assert not [one for one in planted if one in file.text or one in file.name]


def test_logs_are_cut_at_a_line(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text("token=abc\nsecond é\nthird\n", encoding="utf-8")
    assert read_end(path, 20) == "second é\nthird\n"
    assert read_end(path, 1000).startswith("token")
    assert read_end(tmp_path / "none", 10) == ""


def test_the_zip_is_private_and_holds_what_was_shown(tmp_path: Path) -> None:
    target = tmp_path / "report.zip"
    save_report([ReportFile("log/encore.log", "é\n")], target)
    with zipfile.ZipFile(target) as archive:
        assert archive.read("encore-report/log/encore.log") == "é\n".encode()
    if os.name == "posix":
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="choose another place"):
        save_report([], tmp_path / "file" / "report.zip")
