"""What the Engine page shows and does, over a real installer and a local server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.services.downloads.stop import StopSignal
from app.services.notices import Notices
from app.services.runtime.installer import RuntimeInstaller
from app.services.runtime.machine import Machine, this_system
from app.viewmodels.runtime.runtime import Phase, RuntimeViewModel
from engine.nvidia_driver import Gpu
from tests.support.hub_server import HubServer
from tests.support.runtime_bundle import NEW_TWO, ONE, TWO, RuntimeBundle

H100 = Gpu("NVIDIA H100", 80 << 30, (9, 0))
MACHINE = Machine(this_system(), (H100,), (13, 0), 16_000_000_000, 10**12)
Make = Callable[..., RuntimeViewModel]


def unused() -> RuntimeInstaller:
    raise AssertionError("a checkout installs nothing")


def create_view_model(installer: RuntimeInstaller, machine: Machine) -> RuntimeViewModel:
    return RuntimeViewModel(installer.store, lambda: installer, Notices(), lambda _: machine)


@pytest.fixture(autouse=True)
def _engine_is_not_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.services.runtime.installer.try_out", lambda *_: None)


@pytest.fixture
def make(qtbot: QtBot, bundle: RuntimeBundle) -> Iterator[Make]:
    """View-models on this machine or another; each has looked at it."""
    made = []

    def create(
        installer: RuntimeInstaller | None = None, machine: Machine = MACHINE
    ) -> RuntimeViewModel:
        runtime = create_view_model(installer or bundle.installer(), machine)
        made.append(runtime)
        runtime.start()
        qtbot.waitUntil(lambda: bool(runtime.offers) or runtime.phase is Phase.FAILED)
        return runtime

    yield create
    for runtime in made:
        runtime.close()


def wait_idle(qtbot: QtBot, runtime: RuntimeViewModel) -> None:
    qtbot.waitUntil(lambda: runtime.phase is Phase.IDLE, timeout=60_000)


def test_in_a_checkout_the_engine_starts_at_once(qtbot: QtBot) -> None:
    runtime = RuntimeViewModel(None, unused, Notices())
    with qtbot.waitSignal(runtime.ready):
        runtime.start()
    assert not runtime.is_bundled
    assert not runtime.needs_install


def test_the_first_start_offers_what_fits(bundle: RuntimeBundle, make: Make) -> None:
    bundle.put_lock("cpu")
    bundle.put_lock("cu130", unpacked_bytes=4_900_000_000)
    runtime = make()
    assert runtime.needs_install
    assert runtime.facts[:3] == (
        "NVIDIA H100 · 85.9 GB",
        "Driver for CUDA 13.0",
        "16.0 GB of memory",
    )
    fitting, other = runtime.offers
    assert fitting.title == "NVIDIA GPU with CUDA 13.0, which fits this computer"
    assert "4.9 GB on the disk" in fitting.details
    assert other.title == "Processor"
    assert runtime.chosen == fitting.name
    assert runtime.reason == "NVIDIA H100 is used; its driver runs CUDA 13.0."


def test_install_change_and_go_back(qtbot: QtBot, bundle: RuntimeBundle, make: Make) -> None:
    cpu, cuda = bundle.put_lock("cpu"), bundle.put_lock("cu130", [ONE])
    runtime = make()
    with qtbot.waitSignal(runtime.ready, timeout=60_000):
        runtime.install()
        assert runtime.phase is Phase.RUNNING
    wait_idle(qtbot, runtime)
    assert runtime.outcome == "The engine is ready."
    assert runtime.current.startswith("NVIDIA GPU with CUDA 13.0")
    assert not runtime.can_install
    runtime.choose(cpu)
    assert runtime.can_install
    with qtbot.waitSignal(runtime.ready, timeout=60_000):
        runtime.install()
    wait_idle(qtbot, runtime)
    assert runtime.current.startswith("Processor")
    assert runtime.previous.startswith("NVIDIA GPU")
    with qtbot.waitSignal(runtime.ready, timeout=60_000):
        runtime.go_back()
    wait_idle(qtbot, runtime)
    current = bundle.store.current
    assert current is not None
    assert current.name == cuda


def test_pause_go_on_and_cancel(
    qtbot: QtBot, bundle: RuntimeBundle, make: Make, wheel_server: HubServer
) -> None:
    bundle.put_lock("cu130")
    wheel_server.hold_at(100_000)
    runtime = make()
    runtime.install()
    qtbot.waitUntil(lambda: runtime.can_pause and (runtime.fraction or 0) > 0, timeout=60_000)
    assert " of " in runtime.status
    runtime.pause()
    qtbot.waitUntil(lambda: runtime.phase is Phase.PAUSED, timeout=60_000)
    assert runtime.status == "Paused; what was fetched is kept."
    assert bundle.store.wheels.exists()
    runtime.retry()
    qtbot.waitUntil(lambda: runtime.can_pause, timeout=60_000)
    runtime.cancel()
    wait_idle(qtbot, runtime)
    qtbot.waitUntil(lambda: not bundle.store.wheels.exists(), timeout=60_000)
    wheel_server.hold_at(None)
    runtime.install()
    wait_idle(qtbot, runtime)
    assert not runtime.needs_install


def test_a_failure_is_a_sentence_and_can_be_tried_again(
    qtbot: QtBot, bundle: RuntimeBundle, make: Make, wheel_server: HubServer
) -> None:
    bundle.put_lock("cu130")
    wheel_server.faults.lie_at = 10
    runtime = make()
    runtime.install()
    qtbot.waitUntil(lambda: runtime.phase is Phase.FAILED, timeout=60_000)
    assert "arrived damaged" in runtime.problem
    wheel_server.faults.lie_at = None
    runtime.retry()
    wait_idle(qtbot, runtime)
    assert runtime.problem == ""
    assert not runtime.needs_install


def test_a_machine_without_a_build_is_told(make: Make) -> None:
    runtime = make()
    assert runtime.phase is Phase.FAILED
    assert "has no engine for" in runtime.problem
    assert runtime.facts[0] == "NVIDIA H100 · 85.9 GB"
    assert runtime.offers == ()


def test_looking_again_starts_no_engine_a_second_time(
    qtbot: QtBot, bundle: RuntimeBundle, make: Make
) -> None:
    name = bundle.put_lock("cpu")
    installer = bundle.installer()
    installer.install(installer.choice(MACHINE).lock, StopSignal(), lambda _: None)
    lock = bundle.locks / f"pylock.{name}.toml"
    content = lock.read_text()
    lock.unlink()
    runtime = make()
    assert runtime.phase is Phase.FAILED
    lock.write_text(content)
    with qtbot.assertNotEmitted(runtime.ready):
        runtime.retry()
        qtbot.waitUntil(lambda: bool(runtime.offers))
    assert (runtime.phase, runtime.problem) == (Phase.IDLE, "")


def test_from_a_folder(
    qtbot: QtBot, bundle: RuntimeBundle, make: Make, wheel_server: HubServer, tmp_path: Path
) -> None:
    bundle.put_lock("cu130")
    runtime = make()
    runtime.take_from_folder(bundle.put_wheels(tmp_path / "wheels"))
    runtime.install()
    wait_idle(qtbot, runtime)
    assert not runtime.needs_install
    assert wheel_server.asked == []


def test_newer_libraries_are_offered_and_wait(
    qtbot: QtBot, bundle: RuntimeBundle, make: Make
) -> None:
    bundle.put_lock("cu130", [ONE, TWO])
    first = make()
    first.install()
    wait_idle(qtbot, first)
    assert first.update_hint == ""
    bundle.put_lock("cu130", [ONE, NEW_TWO])
    second = make()
    assert "newer libraries" in second.update_hint
    assert second.can_install
    before = bundle.store.current
    second.install()
    wait_idle(qtbot, second)
    assert second.update_hint == ""
    assert bundle.store.previous == before


def test_repair_and_remove(qtbot: QtBot, bundle: RuntimeBundle, make: Make) -> None:
    bundle.put_lock("cu130")
    runtime = make()
    runtime.install()
    wait_idle(qtbot, runtime)
    current = bundle.store.current
    assert current is not None
    runtime.repair()
    wait_idle(qtbot, runtime)
    assert runtime.outcome == "All libraries are as they should be."
    (bundle.store.libraries(current) / "one.py").unlink()
    with qtbot.waitSignal(runtime.ready, timeout=60_000):
        runtime.repair()
    wait_idle(qtbot, runtime)
    assert runtime.outcome == "The engine's libraries were repaired."
    with qtbot.waitSignal(runtime.removing, timeout=60_000):
        runtime.remove()
    wait_idle(qtbot, runtime)
    assert runtime.needs_install
