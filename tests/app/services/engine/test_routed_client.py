"""Models of this computer and of engines elsewhere, one after the other, in one service."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.services.endpoints.endpoint import EndpointModel, ListedModel, create_endpoint
from app.services.endpoints.listing import Listing
from app.services.endpoints.listing_cache import ListingCache
from app.services.endpoints.store import EndpointStore
from app.services.engine.guests import GuestRequests
from app.services.engine.lendable_engine import LendableEngine
from app.services.engine.routed_client import RoutedClient
from app.services.notices import Notices
from engine.commands import ChatMessage, ChatPrompt, Generate, Load, Unload
from engine.config import EngineConfig
from engine.errors import EngineError
from engine.events import Event, Finished, TokensCounted
from tests.support.endpoint_server import EndpointServer, serve_endpoint, silence
from tests.support.fake_engine import FakeEngine
from tests.support.no_secrets import hide_secrets

HERE = Path("tiny.gguf")


class Installable(FakeEngine):
    """An engine that may be missing."""

    problem = ""

    def start(self) -> None:
        if self.problem:
            raise EngineError(self.problem)
        super().start()


@dataclass
class Both:
    """An engine here, one elsewhere, and the service over both."""

    here: Installable
    guests: GuestRequests
    server: EndpointServer
    service: LendableEngine
    elsewhere: Path
    qtbot: QtBot

    def load(self, path: Path) -> None:
        self.service.load(path, EngineConfig())

    def wait_for(self, path: Path) -> None:
        def is_loaded() -> bool:
            model = self.service.model
            return model is not None and model.path == str(path) and not self.service.is_loading

        self.qtbot.waitUntil(is_loaded)

    def ask(self) -> Finished:
        with self.qtbot.waitSignal(self.service.answer_finished) as ended:
            assert self.service.generate(question("1"))
        return ended.args[0]


def question(request_id: str) -> Generate:
    return Generate(request_id, ChatPrompt((ChatMessage("user", "Hello?"),)))


@pytest.fixture
def both(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Both]:
    hide_secrets(monkeypatch, tmp_path)
    here, store, listings = (
        Installable(tokens_per_second=None),
        EndpointStore(tmp_path),
        ListingCache(),
    )
    guests = GuestRequests(here.connect)
    with serve_endpoint() as server:
        endpoint = create_endpoint("Workstation", server.address)
        store.save(endpoint)
        listings.put(endpoint.id, Listing((ListedModel("large", 8192),)))

        def connect(*listeners: object) -> RoutedClient:
            return RoutedClient(guests.connect, store, listings, *listeners)

        with closing(LendableEngine(connect, Notices())) as service:
            service.start()
            path = Path(EndpointModel(endpoint.id, "large").path)
            yield Both(here, guests, server, service, path, qtbot)


def test_a_model_elsewhere_is_chosen_without_a_request_and_answers(both: Both) -> None:
    both.load(both.elsewhere)
    both.wait_for(both.elsewhere)
    model = both.service.model
    assert (both.server.asked, both.service.endpoint) == ([], "Workstation")
    assert model is not None
    assert (model.name, model.context_len) == ("large", 8192)
    assert both.ask().text == "Hello from afar."
    assert both.server.chats[0].body["model"] == "large"
    assert not both.here.sent_of(Generate)


def test_what_was_loaded_here_is_freed_and_comes_back(both: Both) -> None:
    both.load(HERE)
    both.wait_for(HERE)
    both.load(both.elsewhere)
    both.wait_for(both.elsewhere)
    assert isinstance(both.here.sent[-1], Unload)
    both.load(HERE)
    both.wait_for(HERE)
    assert both.service.endpoint == ""
    assert both.ask().ids
    assert both.server.chats == []


@pytest.mark.parametrize("is_last_here", [True, False])
def test_of_hasty_choices_the_last_one_counts(both: Both, is_last_here: bool) -> None:
    order = [HERE, both.elsewhere, HERE, both.elsewhere]
    if is_last_here:
        order.append(HERE)
    for path in order:
        both.load(path)
    both.wait_for(order[-1])
    both.qtbot.wait(50)
    assert both.service.model is not None
    assert both.service.model.path == str(order[-1])
    both.ask()
    assert bool(both.server.chats) is not is_last_here


def test_unloading_leaves_nothing_chosen(both: Both) -> None:
    both.load(both.elsewhere)
    both.wait_for(both.elsewhere)
    with both.qtbot.waitSignal(both.service.model_unloaded):
        both.service.unload()
    assert not both.service.is_available


def test_another_choice_ends_the_answer_elsewhere(both: Both) -> None:
    both.load(both.elsewhere)
    both.wait_for(both.elsewhere)
    both.server.replies.append(silence)
    assert both.service.generate(question("1"))
    both.qtbot.waitUntil(lambda: bool(both.server.chats))
    with both.qtbot.waitSignal(both.service.answer_finished) as ended:
        both.load(HERE)
    assert ended.args[0].reason == "cancelled"
    both.qtbot.waitUntil(lambda: both.server.num_cut == 1)


def test_tokens_are_not_counted_and_files_inspected_all_the_same(both: Both) -> None:
    both.load(both.elsewhere)
    both.wait_for(both.elsewhere)
    counted: list[TokensCounted] = []
    inspected: list[object] = []
    prompt = ChatPrompt((ChatMessage("user", "Hello?"),))
    both.service.inquiries.count_tokens(prompt, ("a",), counted.append)
    both.service.inspect(HERE, (EngineConfig(),), inspected.append)
    both.qtbot.waitUntil(lambda: bool(counted and inspected))
    assert counted[0].prompt_tokens is None


def test_a_comparison_gives_the_model_elsewhere_back(both: Both) -> None:
    both.load(both.elsewhere)
    both.wait_for(both.elsewhere)
    both.service.lend()
    both.service.borrow(Load(str(HERE), EngineConfig()))
    both.wait_for(HERE)
    both.service.take_back()
    both.wait_for(both.elsewhere)


def test_after_a_crash_here_the_model_elsewhere_is_chosen_again(both: Both) -> None:
    both.load(both.elsewhere)
    both.wait_for(both.elsewhere)
    with both.qtbot.waitSignal(both.service.engine_died):
        both.here.kill()
    both.wait_for(both.elsewhere)
    assert both.ask().text == "Hello from afar."


def test_an_engine_that_was_removed_is_said(both: Both) -> None:
    with both.qtbot.waitSignal(both.service.load_failed) as failed:
        both.load(Path(EndpointModel("gone", "large").path))
    assert "no longer in the settings" in failed.args[0]
    assert not both.service.is_available


def test_without_an_engine_here_those_elsewhere_answer(both: Both) -> None:
    both.service.stop()
    both.here.problem = "The engine is not installed: install it on the page Engine."
    both.load(both.elsewhere)
    both.wait_for(both.elsewhere)
    assert both.ask().text == "Hello from afar."
    with both.qtbot.waitSignal(both.service.load_failed) as failed:
        both.load(HERE)
    assert failed.args[0] == both.here.problem
    both.here.problem = ""
    both.load(HERE)
    both.wait_for(HERE)


def test_other_programs_are_not_answered_with_the_persons_key(both: Both) -> None:
    both.load(both.elsewhere)
    both.wait_for(both.elsewhere)
    answered: list[Event] = []
    both.guests.ask(question("of another program"), answered.append)
    both.qtbot.waitUntil(lambda: any(isinstance(one, Finished) for one in answered))
    assert both.here.sent_of(Generate)
    assert both.server.chats == []
