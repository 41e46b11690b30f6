"""How far a process is confined where the system knows less: each degree does what it says, and says what it does."""

import json
from pathlib import Path

import pytest

from tests.support.confined import VERSION, needs_confinement, run_program

# Forks a process for each degree, since none can be undone, and tells what it may do afterwards.
_PROGRAM = """
import json, os, sys
import engine.confinement.confine as confining
import engine.confinement.seccomp as filtering

secret, degrees = sys.argv[1], json.loads(sys.argv[2])

def succeeds(act):
    try:
        act()
    except OSError:
        return False
    return True

def try_all():
    import socket, tempfile
    from pathlib import Path
    from engine.confinement.model_opener import open_model
    model = Path(sys.argv[3])
    return {
        "network": succeeds(lambda: socket.socket().close()),
        "reading": succeeds(lambda: open(secret).close()),
        "writing": succeeds(lambda: open(secret, "r+").close()),
        "emptying": succeeds(lambda: os.truncate(secret, 0)),
        "models": succeeds(lambda: open_model(model).close()),
        "moving": succeeds(move_in_scratch),
    }

def move_in_scratch():
    import tempfile
    one, other = tempfile.mkdtemp(), tempfile.mkdtemp()
    open(one + "/file", "w").close()
    os.rename(one + "/file", other + "/file")

for degree in degrees:
    ours, theirs = os.pipe()
    if os.fork() == 0:
        os.close(ours)
        if "platform" in degree:
            confining.sys.platform = degree["platform"]
        if "version" in degree:
            confining.landlock_version = lambda: degree["version"]
        if "machine" in degree:
            filtering.platform.machine = lambda: degree["machine"]
        if "has_gpu" in degree:
            confining.prepare_gpu = lambda: degree["has_gpu"]
        said = confining.confine()
        facts = [said.network_denied, said.files_limited, said.reason]
        os.write(theirs, json.dumps([facts, try_all()]).encode())
        os._exit(0)
    os.close(theirs)
    print(os.read(ours, 65536).decode())
    os.close(ours)
"""
_NOTHING = {"network": False, "reading": False, "writing": False, "emptying": False}
_EVERYTHING = dict.fromkeys(_NOTHING, True)
_FILES = {**_EVERYTHING, "network": False, "emptying": False}


def _try(tmp_path: Path, *degrees: dict[str, object]) -> list[tuple[list, dict[str, bool]]]:
    secret, model = tmp_path / "conversations.sqlite3", tmp_path / "model.gguf"
    secret.write_text("a secret")
    model.write_text("GGUF")
    lines = run_program(_PROGRAM, secret, json.dumps(degrees), model).splitlines()
    return [tuple(json.loads(line)) for line in lines]


@needs_confinement
def test_each_version_of_landlock_is_used_as_far_as_it_goes(tmp_path: Path) -> None:
    versions = range(1, VERSION + 1)
    outcomes = _try(tmp_path, *({"version": version} for version in versions))
    for version, (facts, done) in zip(versions, outcomes, strict=True):
        assert facts == [True, True, ""]
        assert done == {**_NOTHING, "models": True, "moving": version >= 2}


@needs_confinement
@pytest.mark.parametrize(
    ("degree", "network_denied", "files_limited", "done", "words"),
    [
        ({"version": 0}, True, False, _FILES, "no Landlock"),
        ({"version": 1, "has_gpu": True}, True, False, _FILES, "Linux 5.19 or newer"),
        ({"platform": "darwin"}, False, False, _EVERYTHING, "only Linux"),
        ({"machine": "riscv64"}, False, True, {**_NOTHING, "network": True}, "riscv64"),
    ],
    ids=["no Landlock", "an old one with a GPU", "another system", "another processor"],
)
def test_what_is_missing_is_said(
    tmp_path: Path,
    degree: dict[str, object],
    network_denied: bool,
    files_limited: bool,
    done: dict[str, bool],
    words: str,
) -> None:
    ((facts, outcome),) = _try(tmp_path, degree)
    assert facts[:2] == [network_denied, files_limited]
    assert words in facts[2]
    assert outcome == {**done, "models": True, "moving": True}
