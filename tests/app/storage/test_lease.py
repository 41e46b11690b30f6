"""Signs of life: of this process, of others, of ended ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.storage.lease import Lease, opening

_HOLD = """
import sys
from pathlib import Path
from app.storage.lease import Lease
lease = Lease(Path(sys.argv[1]))
sys.stdout.write(lease.owner)
sys.stdout.flush()
sys.stdin.read()
"""


def test_a_lease_ends_with_release(tmp_path: Path) -> None:
    mine, other = Lease(tmp_path), Lease(tmp_path)
    assert mine.is_alive(mine.owner)
    assert mine.is_alive(other.owner)
    assert mine.has_others()
    other.release()
    assert not mine.is_alive(other.owner)
    assert not mine.has_others()
    assert not mine.is_alive(None)
    mine.release()


def test_a_lease_ends_with_its_process_however_it_ends(tmp_path: Path) -> None:
    mine = Lease(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    ) as process:
        assert process.stdout is not None
        owner = process.stdout.read(32).decode()
        assert mine.is_alive(owner)
        process.kill()
        process.wait()
        assert not mine.is_alive(owner)
    assert (tmp_path / f"{owner}.lock").exists()
    assert not mine.has_others()
    assert not (tmp_path / f"{owner}.lock").exists()
    mine.release()


def test_only_one_opens_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.storage.lease._OPENING_SECONDS", 0.0)
    with opening(tmp_path):
        with pytest.raises(TimeoutError), opening(tmp_path):
            pass
        assert not Lease(tmp_path).has_others()
    with opening(tmp_path):
        pass


@pytest.mark.skipif(os.name != "posix", reason="Windows has other means")
def test_nobody_else_can_take_a_lease_away(tmp_path: Path) -> None:
    lease = Lease(tmp_path / "running")
    assert (tmp_path / "running").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "running" / f"{lease.owner}.lock").stat().st_mode & 0o777 == 0o600
    lease.release()
