"""What guests of an engine process are told, and when."""

import threading

from app.services.engine.guests import GuestRequests
from engine.commands import ChatMessage, ChatPrompt, Generate, Load
from engine.config import EngineConfig
from engine.events import Event, Failed
from tests.support.fake_engine import FakeEngine


def test_the_owner_knows_of_an_exit_before_guests_do() -> None:
    told: list[str] = []
    is_told = threading.Event()

    def listen(event: Event) -> None:
        if isinstance(event, Failed):
            told.append("guest")
            is_told.set()

    process = FakeEngine(tokens_per_second=20)
    process.num_tokens = 100_000
    guests = GuestRequests(process.connect)
    client = guests.connect(lambda _: None, lambda _: told.append("owner"))
    client.start()
    client.send(Load("tiny.gguf", EngineConfig()))
    guests.ask(Generate("1", ChatPrompt((ChatMessage("user", "Hello?"),))), listen)
    process.kill()
    assert is_told.wait(20)
    assert told == ["owner", "guest"]
