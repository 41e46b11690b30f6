"""The comparison under caps: what it asks llama.cpp for, and the row that it makes of the answers."""

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.caps_beside_llama import Options, Outcome, compare, most_that_fits
from tests.support.gpu_memory_use import PeakUse, taken_mib

# As long as it runs, each layer on the GPU takes 100 MiB.
LLAMA = """#!{python}
import json, sys, time
from pathlib import Path
flags = dict(zip(sys.argv[1::2], sys.argv[2::2]))
layers = int(flags["-ngl"]) if "--n-cpu-moe" not in flags else 3 - int(flags["--n-cpu-moe"])
used, log = Path({used!r}), Path({log!r})
log.write_text(log.read_text() + f"{{layers}} {{flags['-n']}}\\n")
def take(mib):
    new = used.with_suffix(".new")
    new.write_text(str(mib))
    new.replace(used)
take(500 + 100 * layers)
time.sleep(0.4)
take(500)
print(json.dumps([{{"avg_ts": 10.0 + layers}}]))
"""
NVIDIA_SMI = """#!{python}
from pathlib import Path
print(Path({used!r}).read_text())
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with `llama-bench` and `nvidia-smi`, and the log of the former's runs."""
    used, log = tmp_path / "used", tmp_path / "log"
    used.write_text("500")
    log.write_text("")
    for name, text in (("llama-bench", LLAMA), ("nvidia-smi", NVIDIA_SMI)):
        program = tmp_path / name
        program.write_text(text.format(python=sys.executable, used=str(used), log=str(log)))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


@pytest.mark.parametrize("limit", [-1, 0, 1, 3, 7, 20, 33, 39, 40, 41])
@pytest.mark.parametrize("steps", [(10,) * 40, (40, *[9, 12] * 10, *[3] * 19)])
@pytest.mark.parametrize("fails_from", [41, 6])
def test_the_most_that_fits_is_found(limit: int, steps: tuple[int, ...], fails_from: int) -> None:
    asked = []
    sizes = [sum(steps[:count]) for count in range(41)]

    def run(count: int) -> Outcome:
        asked.append(count)
        return Outcome(1.0 if count < fails_from else None, sizes[count], {})

    fitting = [each for each in range(41) if each < fails_from and sizes[each] <= 10 * limit]
    assert most_that_fits(run, 40, 10 * limit) == (fitting[-1] if fitting else None)
    assert len(asked) <= 9
    if fails_from > 40 and len(set(steps)) == 1:
        assert len(asked) <= 4


@pytest.mark.timeout(180)
@pytest.mark.skipif(os.name != "posix", reason="programs are scripts")
@pytest.mark.parametrize(
    ("name", "flags"), [("tiny-llama", "-ngl 2"), ("tiny-qwen3moe", "-ngl 99 --n-cpu-moe 1")]
)
def test_a_row_has_both_at_one_cap(name: str, flags: str, programs: Path, golden_dir: Path) -> None:
    cap = 0.25  # GiB; llama.cpp has room for two layers
    options = Options(programs / "llama-bench", 2, 256, 16, 1, "cpu", ("--threads", "1"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.support.caps_beside_llama.run_encore", encore_of(cap))
        row = compare(golden_dir / f"{name}.gguf", cap, options)
    assert row == (
        *(
            f"{name}.gguf",
            "0.25",
            "260",
            "+1.56%",
            "60.0",
            "55.0",
            "50.0%",
            "75.00%",
            "2",
            "cafe",
            "0",
        ),
        *(flags, "200", "12.0", "5.00"),
    )
    runs = (programs / "log").read_text().splitlines()
    assert runs[-1] == "2 16"
    assert all(each.endswith(" 8") for each in runs[:-1])


def say_used(folder: Path, mib: int) -> None:
    """At once: the program is asked meanwhile."""
    new = folder / "new"
    new.write_text(str(mib))
    new.replace(folder / "used")


def encore_of(cap: float) -> Callable[..., Outcome]:
    """What a run of ours says."""
    row = {
        "expert_share": 0.5, "expert_hit_rate": 0.75, "bus_bytes": 2_000_000,
        "fnv1a64": "cafe", "recaptures": 0, "said_tok_s": 55.0,
    }  # fmt: skip
    return lambda *_: Outcome(60.0, int(1024 * cap) + 4, row)


@pytest.mark.usefixtures("programs")
@pytest.mark.skipif(os.name != "posix", reason="programs are scripts")
def test_use_is_counted_from_what_was_taken_before(tmp_path: Path) -> None:
    assert taken_mib() == 500
    with PeakUse() as use:
        say_used(tmp_path, 730)
        while use.mib == 0:
            pass
        say_used(tmp_path, 600)
    assert use.mib == 230
