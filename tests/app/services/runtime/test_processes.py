"""`encore runtime` as people run it, in an installed Encore; killed at any moment."""

import contextlib
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from app.paths import assets_dir
from app.services.runtime.lock import parse_lock, read_lock
from app.services.runtime.records import find_damaged
from tests.support.hub_server import HubServer
from tests.support.runtime_bundle import NEW_TWO, ONE, RuntimeBundle

ROOT = Path(__file__).resolve().parents[4]
NUM_KILLS = 12
TIMEOUT = 300


def run(bundle: RuntimeBundle, *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and status of `encore …`."""
    child = bundle.start(*arguments)
    output, status = child.communicate(timeout=TIMEOUT)
    return child.returncode, output, status


def assert_current_is_whole(bundle: RuntimeBundle) -> str:
    """The libraries in use have every file of their lock; returns their name."""
    store = bundle.store
    current = store.current
    assert current is not None
    wheels = parse_lock(current.name, store.lock_content(current)).wheels
    assert find_damaged(store.libraries(current), wheels, lambda _: None) == []
    return current.name


def pretend_another_python(bundle: RuntimeBundle) -> None:
    """Have the libraries in use be those of an Encore with an older Python."""
    current = bundle.store.current
    assert current is not None
    facts = bundle.store.folder / current.id / "runtime.json"
    facts.write_bytes(msgspec.json.encode(replace(current, python="3.2")))


@pytest.mark.timeout(600)
def test_from_the_first_start_to_an_answer(bundle: RuntimeBundle) -> None:
    model = str(assets_dir() / "smoke-test.gguf")
    cpu = bundle.put_lock("cpu")
    for arguments in ((model,), ()):  # the starter model is not fetched in vain
        code, _, status = run(bundle, "chat", *arguments)
        assert code == 2
        assert "encore runtime install" in status
        assert status.count("\n") == 1
    code, output, status = run(bundle, "runtime", "list")
    assert (code, status) == (0, "")
    assert f"{cpu}: Processor" in output
    assert "fits this machine" in output
    code, output, status = run(bundle, "runtime", "install")
    assert code == 0, status
    assert output == f"The engine runs with {cpu} of 2026-11-22 now.\n"
    assert "trying out the engine" in status
    assert "in use" in run(bundle, "runtime", "list")[1]
    child = bundle.start("chat", model, "--max-tokens", "4")
    output, status = child.communicate(timeout=TIMEOUT)
    assert child.returncode == 0, status
    pretend_another_python(bundle)
    code, _, status = run(bundle, "chat", model)
    assert code == 2
    assert status.startswith("The engine's libraries are those of another version of Encore; ")
    assert run(bundle, "runtime", "install")[0] == 0
    assert run(bundle, "runtime", "repair")[1] == "All libraries are as they should be.\n"
    assert "were removed" in run(bundle, "runtime", "remove")[1]
    assert bundle.store.current is None


def test_mistakes_are_told_in_a_sentence(bundle: RuntimeBundle) -> None:
    for arguments in (("install",), ("back",), ("repair",)):
        code, output, status = run(bundle, "runtime", *arguments)
        assert (code, output) == (2, "")
        assert status.endswith(".\n")
        assert status.count("\n") == 1
    bundle.put_lock("cpu")
    code, _, status = run(bundle, "runtime", "install", "linux-cu999")
    assert code == 2
    assert "choose one of" in status


def test_a_checkout_says_that_it_needs_none(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "app", "runtime", "list"]
    environment = {**os.environ, "ENCORE_HOME": str(tmp_path)}
    result = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert "runs from a checkout" in result.stderr


def test_two_at_once(bundle: RuntimeBundle, wheel_server: HubServer) -> None:
    bundle.put_lock("cpu")
    wheel_server.hold_at(100_000)
    first = bundle.start("runtime", "install")
    wheel_server.wait_sent(100_000)
    code, _, status = run(bundle, "runtime", "install")
    assert code == 2
    assert "Another Encore window or command" in status
    wheel_server.hold_at(None)
    first.communicate(timeout=TIMEOUT)
    assert first.returncode == 0
    assert_current_is_whole(bundle)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_killed_at_random_moments(bundle: RuntimeBundle, wheel_server: HubServer) -> None:
    seed = time.time_ns() % 1_000_000
    sys.stdout.write(f"seed {seed}\n")  # shown when the test fails
    draw = random.Random(seed)
    cpu = bundle.put_lock("cpu")
    assert run(bundle, "runtime", "install", cpu)[0] == 0  # compiles the engine's loops
    wheel_server.faults.all_bytes_per_second = 600_000
    began_at = time.monotonic()
    code, _, status = run(bundle, "runtime", "install", bundle.put_lock("cu130", [ONE, NEW_TWO]))
    assert code == 0, status
    whole_seconds = time.monotonic() - began_at
    for number in range(NUM_KILLS):
        # Other libraries each time, even where the last ones were just taken into use.
        wanted = bundle.put_lock("cu130", [ONE, NEW_TWO], unpacked_bytes=1000 + number)
        child = bundle.start("runtime", "install", wanted)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(draw.uniform(0.2, whole_seconds))
        child.kill()
        child.communicate()
        assert_current_is_whole(bundle)
    code, _, status = run(bundle, "runtime", "install", wanted)
    assert code == 0, status
    assert assert_current_is_whole(bundle) == wanted
    current = bundle.store.current
    assert current is not None
    assert current.lock_hash == read_lock(bundle.locks / f"pylock.{wanted}.toml").hash
    assert not list(bundle.store.folder.glob("*.new"))
    assert not bundle.store.wheels.exists()
