"""What must go on working in a confined process: libraries, caches, compilers, children, models from anywhere."""

import json
import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tests.support.confined import ROOT, needs_confinement, run_confined, run_program
from tests.support.tiny_gguf import write_gguf

pytestmark = needs_confinement

_LOOP = """
import engine.quants.loop_cache
import numba

@numba.njit(cache=True)
def double(x):
    return 2 * x
"""
_RUN_LOOP = """
import json, os, warnings
warnings.simplefilter("error")
import a_loop
assert a_loop.double(2) == 4
hits = sum(a_loop.double.stats.cache_hits.values())
print(json.dumps([hits, a_loop.double._cache.cache_path, os.environ["TMPDIR"]]))
"""


@pytest.mark.parametrize("is_writable", [True, False], ids=["writable", "not writable"])
def test_compiled_loops_are_kept_where_the_cache_can_be_written(
    tmp_path: Path, is_writable: bool
) -> None:
    cache, modules = tmp_path / "cache", tmp_path / "modules"
    modules.mkdir()
    (modules / "a_loop.py").write_text(_LOOP)
    if not is_writable:
        cache.write_text("no folder")
    search_path = os.pathsep.join((str(ROOT), str(modules)))
    for expected_hits in (0, int(is_writable)):
        hits, folder, scratch = json.loads(
            run_confined(_RUN_LOOP, PYTHONPATH=search_path, XDG_CACHE_HOME=str(cache))
        )
        assert hits == expected_hits
        assert Path(folder).is_relative_to(cache if is_writable else scratch)


_COMPILE_C = """
from triton.runtime.build import compile_module_from_src
source = '''
#include <Python.h>
static PyObject *answer(PyObject *self, PyObject *unused) { return PyLong_FromLong(42); }
static PyMethodDef methods[] = {{"answer", answer, METH_NOARGS, 0}, {0}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "launcher", 0, -1, methods};
PyMODINIT_FUNC PyInit_launcher(void) { return PyModule_Create(&module); }
'''
print(compile_module_from_src(source, "launcher").answer())
"""


@pytest.mark.skipif(
    not find_spec("triton") or not shutil.which("cc"), reason="there is no Triton or no C compiler"
)
def test_triton_has_c_compiled_into_a_cache_of_our_own(tmp_path: Path) -> None:
    for _ in ("cold", "warm"):
        assert run_confined(_COMPILE_C, XDG_CACHE_HOME=str(tmp_path)) == "42\n"
    assert list((tmp_path / "Encore/triton").rglob("launcher*.so"))


def test_a_child_that_speaks_over_pipes_can_be_started() -> None:
    program = """
import subprocess, sys
child = [sys.executable, "-P", "-c", "import jinja2; print(len(input()))"]
print(subprocess.run(child, input="four", text=True, check=True, capture_output=True).stdout, end="")
"""
    assert run_confined(program) == "4\n"


@pytest.mark.parametrize("signal", [0, 9], ids=["ended", "killed"])
def test_temporary_files_are_removed_with_the_process(tmp_path: Path, signal: int) -> None:
    program = f"""
import os, tempfile
with tempfile.NamedTemporaryFile(delete=False) as file:
    file.write(b"x")
print(file.name, flush=True)
os.kill(os.getpid(), {signal})
"""
    written = run_confined(program, returncode=-signal, TMPDIR=str(tmp_path))
    assert Path(written).is_relative_to(tmp_path)
    assert not list(tmp_path.iterdir())


_OPEN = """
import json, sys
from pathlib import Path
from engine.confinement.model_opener import open_model
outcomes = []
for name in sys.argv[1:]:
    try:
        with open_model(Path(name)) as file:
            outcomes.append([file.read().decode(), file.name])
    except (OSError, ValueError) as error:
        outcomes.append([type(error).__name__, getattr(error, "filename", None)])
print(json.dumps(outcomes))
"""


def test_only_models_are_opened_and_they_from_anywhere(tmp_path: Path) -> None:
    blob = tmp_path / "blobs/0123"
    blob.parent.mkdir()
    blob.write_bytes(b"GGUF and more")
    link = tmp_path / "snapshots/model.gguf"
    link.parent.mkdir()
    link.symlink_to("../blobs/0123")
    (tmp_path / "ünï\udcffcode.gguf").write_bytes(b"GGUF")
    (tmp_path / "cut.gguf").write_bytes(b"GG")
    (tmp_path / "secret.gguf").write_bytes(b"SQLite format 3")
    (tmp_path / "late.gguf").write_bytes(b" GGUF")
    os.mkfifo(tmp_path / "pipe.gguf")
    names = [
        str(tmp_path / name)
        for name in (
            "blobs/0123", "snapshots/model.gguf", "ünï\udcffcode.gguf", "cut.gguf", "secret.gguf",
            "late.gguf", "pipe.gguf", "snapshots", "gone.gguf",
        )
    ]  # fmt: skip
    outcomes = json.loads(run_confined(_OPEN, *names))
    contents = [content for content, _ in outcomes]
    nothing = "\0" * 4
    assert contents == [
        *("GGUF and more", "GGUF and more", "GGUF", "GG", nothing, nothing),
        *("PermissionError", "PermissionError", "FileNotFoundError"),
    ]  # fmt: skip
    assert outcomes[-1][1] == names[-1]


def test_of_a_folder_with_safetensors_the_weights_and_the_config_are_opened(tmp_path: Path) -> None:
    header, config = b'{"a": {}}', b'{"key": 1}'
    weights = len(header).to_bytes(8, "little") + header
    for folder, names in (
        ("drafter", ("config.json", "model-1.safetensors", "secret.json")),
        ("other", ("config.json", "notes.txt")),
        ("no config", ("model.safetensors",)),
    ):
        (tmp_path / folder).mkdir()
        for name in names:
            is_weights = name.endswith(".safetensors")
            (tmp_path / folder / name).write_bytes(weights if is_weights else config)
    (tmp_path / "drafter/cut.safetensors").write_bytes(weights[:12])
    (tmp_path / "drafter/text.safetensors").write_bytes(b"12345678{}")
    program = f"""
from engine.confinement.model_opener import names_in, open_model
from pathlib import Path
root = Path({str(tmp_path)!r})
for name in ("drafter/config.json", "drafter/model-1.safetensors", "drafter/secret.json",
             "drafter/cut.safetensors", "drafter/text.safetensors", "other/config.json"):
    with open_model(root / name) as file:
        print(name, file.read())
for name in ("drafter", "other", "no config", "gone"):
    try:
        print(name, *sorted(names_in(root / name)))
    except OSError as error:
        print(name, type(error).__name__)
"""
    nothing = b"\0" * 4
    assert run_confined(program).splitlines() == [
        f"drafter/config.json {config!r}",
        f"drafter/model-1.safetensors {weights!r}",
        f"drafter/secret.json {nothing!r}",
        f"drafter/cut.safetensors {nothing!r}",
        f"drafter/text.safetensors {nothing!r}",
        f"other/config.json {nothing!r}",
        "drafter config.json cut.safetensors model-1.safetensors text.safetensors",
        "other config.json",
        "no config model.safetensors",
        "gone FileNotFoundError",
    ]


def test_all_parts_of_a_split_model_are_opened(tmp_path: Path) -> None:
    tensors = {f"t{number}": np.full((2, 8), number, np.float32) for number in range(3)}
    write_gguf(tmp_path / "m.gguf", {}, tensors, max_tensors_per_part=2)
    program = """
import sys
from engine.gguf.file import GGUFFile
for with_data in (True, False):
    with GGUFFile.open(sys.argv[1], with_data=with_data) as file:
        print(len(file.paths), *file.tensors)
"""
    said = run_confined(program, tmp_path / "m-00002-of-00002.gguf")
    assert said == "2 t0 t1 t2\n" * 2


def test_names_that_cannot_be_are_refused_and_the_next_is_served(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(b"GGUF")
    program = (
        f"sys_names = ['a\\0b', 'x' * 5000, 'x' * 100_000, {str(tmp_path / 'model.gguf')!r}]\n"
    )
    outcomes = json.loads(run_confined(program + _OPEN.replace("sys.argv[1:]", "sys_names")))
    assert [content for content, _ in outcomes] == ["OSError", "OSError", "OSError", "GGUF"]


def test_many_models_leave_no_descriptor_open(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(b"GGUF")
    (tmp_path / "other.gguf").write_bytes(b"other")
    program = """
import os, resource, sys
from pathlib import Path
from engine.confinement.model_opener import open_model
before = len(os.listdir("/proc/self/fd"))
for _ in range(2000):
    for name in ("model.gguf", "other.gguf"):
        open_model(Path(sys.argv[1], name)).close()
print(len(os.listdir("/proc/self/fd")) - before)
"""
    assert run_confined(program, tmp_path) == "0\n"


def test_what_cuda_does_when_it_starts_goes_on_working() -> None:
    """Its driver fails if it cannot write its threads' names, or give a socket a name to listen at."""
    program = """
import os, socket, threading

def name_itself():
    with open(f"/proc/self/task/{threading.get_native_id()}/comm", "w+") as file:
        file.write("cuda-EvtHandlr")
        file.seek(0)
        print(file.read(), end="")

for _ in range(2):
    thread = threading.Thread(target=name_itself)
    thread.start()
    thread.join()
with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as local:
    local.bind(f"\\0cuda-uvmfd-{os.getpid()}")
    local.listen()
"""
    assert run_confined(program, has_gpu=True) == "cuda-EvtHandlr\n" * 2


def test_it_can_be_switched_off() -> None:
    program = """
from engine.confinement.confine import confine
print(confine())
open(__import__("sys").argv[1]).close()
"""
    said = run_program(program, __file__, ENCORE_CONFINEMENT="off")
    assert said.startswith("Confinement(network_denied=False, files_limited=False")
    assert "ENCORE_CONFINEMENT is off" in said
