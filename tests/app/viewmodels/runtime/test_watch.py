"""Libraries that come and go while the window is open."""

from dataclasses import dataclass

import pytest
from pytestqt.qtbot import QtBot

from app.services.downloads.stop import StopSignal
from app.services.notices import Notices
from app.services.runtime.installer import RuntimeInstaller
from app.services.runtime.machine import Machine, this_system
from app.viewmodels.banner import Banner
from app.viewmodels.runtime.runtime import Phase, RuntimeViewModel
from app.viewmodels.runtime.watch import RuntimeWatch
from tests.support.runtime_bundle import NEW_TWO, ONE, TWO, RuntimeBundle

MACHINE = Machine(this_system(), (), None, 16_000_000_000, 10**12)


@dataclass
class _Window:
    runtime: RuntimeViewModel
    watch: RuntimeWatch
    banner: Banner
    num_ready: int = 0

    def count(self) -> None:
        self.num_ready += 1


@pytest.fixture(autouse=True)
def _engine_is_not_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.services.runtime.installer.try_out", lambda *_: None)


def open_window(bundle: RuntimeBundle) -> _Window:
    installer, banner = bundle.installer(), Banner()
    runtime = RuntimeViewModel(installer.store, lambda: installer, Notices(), lambda _: MACHINE)
    window = _Window(runtime, RuntimeWatch(runtime, banner), banner)
    runtime.ready.connect(window.count)
    return window


def install(bundle: RuntimeBundle) -> RuntimeInstaller:
    """As the command does, in another process."""
    installer = bundle.installer()
    lock = installer.choice(MACHINE).lock
    installer.install(lock, StopSignal(), lambda _progress: None)
    return installer


def test_the_first_libraries_start_the_engine(qtbot: QtBot, bundle: RuntimeBundle) -> None:
    bundle.put_lock("cpu", (ONE, TWO))
    window = open_window(bundle)
    window.watch.look()
    assert window.num_ready == 0
    install(bundle)
    window.watch.look()
    assert window.num_ready == 1
    assert window.banner.text == ""
    window.runtime.close()


def test_others_offer_to_restart_and_none_are_said(qtbot: QtBot, bundle: RuntimeBundle) -> None:
    bundle.put_lock("cpu", (ONE, TWO))
    install(bundle)
    window = open_window(bundle)
    bundle.put_lock("cpu", (ONE, NEW_TWO))
    installer = install(bundle)
    window.watch.look()
    assert window.num_ready == 0, "an answer may be under way"
    assert window.banner.text.startswith("The engine's libraries were changed; they are now: ")
    window.banner.perform_action()
    assert window.num_ready == 1
    installer.remove()
    window.watch.look()
    assert "were removed" in window.banner.text
    window.runtime.close()


def test_what_the_window_installs_is_no_news(qtbot: QtBot, bundle: RuntimeBundle) -> None:
    bundle.put_lock("cpu", (ONE, TWO))
    window = open_window(bundle)
    window.runtime.start()
    qtbot.waitUntil(lambda: bool(window.runtime.offers))
    window.runtime.install()
    window.watch.look()
    qtbot.waitUntil(lambda: window.runtime.phase is Phase.IDLE, timeout=60_000)
    window.watch.look()
    assert (window.num_ready, window.banner.text) == (1, "")
    window.runtime.close()
