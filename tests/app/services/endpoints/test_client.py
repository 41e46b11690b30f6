"""Answers and lists of a server that speaks the protocol, and one that does not."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.services.endpoints import connection
from app.services.endpoints.client import EndpointClient
from app.services.endpoints.endpoint import Endpoint, EndpointError, EndpointModel, create_endpoint
from app.services.endpoints.listing import list_models
from app.services.endpoints.listing_cache import ListingCache
from app.services.endpoints.store import EndpointStore
from engine.commands import ChatMessage, ChatPrompt, Generate, ToolCall, ToolSpec
from engine.config import SamplingParams
from engine.events import (
    Event,
    Failed,
    Finished,
    MeterUpdate,
    Notice,
    ReasoningDelta,
    Started,
    TextDelta,
)
from tests.support.endpoint_server import (
    KEY,
    EndpointServer,
    Reply,
    chunk,
    event,
    events,
    model,
    plain,
    refusal,
    serve_endpoint,
    silence,
    wait_until,
)
from tests.support.no_secrets import hide_secrets

QUESTION = ChatMessage("user", "Hello?")


class Chatting:
    """A client with one endpoint, and what it sent."""

    def __init__(self, server: EndpointServer, folder: Path) -> None:
        self.server = server
        self.store = EndpointStore(folder)
        self.endpoint = create_endpoint("Workstation", server.address)
        self.store.save(self.endpoint)
        self.events: list[Event] = []
        self.listings = ListingCache()
        self.client = EndpointClient(self.store, self.listings, self.events.append)
        self._num_asked = 0

    def begin(self, command: Generate | None = None) -> None:
        self._num_asked += 1
        asked = command or Generate(str(self._num_asked), ChatPrompt((QUESTION,)))
        self.client.generate(EndpointModel(self.endpoint.id, "tiny"), asked)

    def ask(self, command: Generate | None = None) -> Finished | Failed:
        """The end of an answer."""
        self.events.clear()
        self.begin(command)
        wait_until(lambda: any(isinstance(one, Finished | Failed) for one in self.events))
        end = self.events[-1]
        assert isinstance(end, Finished | Failed)
        return end

    def of(self, kind: type) -> list:
        return [one for one in self.events if isinstance(one, kind)]


@pytest.fixture
def server() -> Iterator[EndpointServer]:
    with serve_endpoint() as server:
        yield server


@pytest.fixture
def chatting(
    server: EndpointServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Chatting]:
    hide_secrets(monkeypatch, tmp_path)
    chatting = Chatting(server, tmp_path)
    yield chatting
    chatting.client.close()


def test_an_answer_arrives_in_pieces_with_its_numbers(
    chatting: Chatting, server: EndpointServer
) -> None:
    server.thoughts = ("Let me", " think.")
    end = chatting.ask()
    assert isinstance(end, Finished)
    assert (end.text, end.reasoning, end.reason) == ("Hello from afar.", "Let me think.", "stop")
    assert (end.ids, end.fnv1a64) == ((), "")
    kinds = [type(one) for one in chatting.events if not isinstance(one, MeterUpdate)]
    assert kinds == [Started, *2 * [ReasoningDelta], *3 * [TextDelta], Finished]
    assert (end.meter.prompt_tokens, end.meter.new_tokens) == (12, 3)
    assert end.meter.ttft_ms is not None
    assert (end.meter.kv_capacity, end.meter.captures) == (None, None)


def test_the_request_has_what_was_set(chatting: Chatting, server: EndpointServer) -> None:
    turns = (ChatMessage("system", "Be brief."), QUESTION)
    sampling = SamplingParams(temperature=0.2, top_k=7, repeat_penalty=1.1, seed=3)
    chatting.ask(Generate("1", ChatPrompt(turns), sampling, max_tokens=50, stop=("END",)))
    (asked,) = server.chats
    assert asked.body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hello?"},
    ]
    wanted = {
        "model": "tiny", "stream": True, "temperature": 0.2, "top_k": 7, "repeat_penalty": 1.1,
        "seed": 3, "max_tokens": 50, "stop": ["END"],
    }  # fmt: skip
    assert wanted.items() <= asked.body.items()
    assert "presence_penalty" not in asked.body
    assert "authorization" not in asked.headers
    assert chatting.of(Started)[0].seed == 3


def test_a_seed_is_chosen_and_told(chatting: Chatting, server: EndpointServer) -> None:
    chatting.ask()
    assert chatting.of(Started)[0].seed == server.chats[0].body["seed"]


def test_the_key_goes_along_and_is_asked_for(chatting: Chatting, server: EndpointServer) -> None:
    server.key = KEY
    assert "wants a key" in chatting.ask().message
    chatting.store.save(chatting.endpoint, "sk-wrong")
    assert "does not accept the key" in chatting.ask().message
    chatting.store.save(chatting.endpoint, KEY)
    assert isinstance(chatting.ask(), Finished)
    assert server.chats[-1].headers["authorization"] == f"Bearer {KEY}"


def test_a_redirect_is_not_followed_and_gets_no_key(
    chatting: Chatting, server: EndpointServer
) -> None:
    chatting.store.save(chatting.endpoint, KEY)
    with serve_endpoint() as other:
        for status in (301, 307):
            headers = {"Location": f"{other.address}/chat/completions?token=1"}
            server.replies.append(plain(status, headers=headers))
            message = chatting.ask().message
            assert other.address.removesuffix("/v1") in message
            assert "token" not in message
        server.list_replies.append(plain(302, headers={"Location": other.address}))
        with pytest.raises(EndpointError, match="sends us to"):
            list_models(chatting.endpoint, KEY)
        assert other.asked == []


def test_each_failure_is_one_sentence_that_names_the_endpoint(
    chatting: Chatting,
    server: EndpointServer,
) -> None:
    for reply, words in [
        (refusal(404, "The model `tiny` does not exist."), "does not have this model"),
        (plain(404, b"nothing here", kind="text/plain"), "no OpenAI-compatible server"),
        (plain(429, headers={"Retry-After": "7"}), "ask again in 7 s"),
        (refusal(429, "You exceeded your quota"), "quota"),
        (refusal(503, "Loading model"), "still loading the model"),
        (plain(500, b"\xff\x00"), "failed with error 500"),
        (plain(502, b"<html>" * 100_000, kind="text/html"), "failed with error 502"),
        (refusal(400, "Bad\x1b[31m words\n" * 1000), "refuses the request: Bad"),
        (plain(418), "error 418"),
        (plain(200, b"<html>", kind="text/html"), "no OpenAI-compatible server"),
        (plain(200, {"choices": None}), "no OpenAI-compatible server"),
        (events(event(b"x" * (3 << 20))), "no OpenAI-compatible server"),
        (events(chunk({"content": "He"}), is_cut=True), "ended the connection"),
        (lambda handler: handler.connection.shutdown(socket.SHUT_RDWR), "ended the connection"),
    ]:
        server.replies.append(reply)
        end = chatting.ask()
        assert isinstance(end, Failed)
        assert words in end.message
        assert "Workstation" in end.message
        assert len(end.message) < 500
        assert end.message.isprintable()
        assert isinstance(chatting.ask(), Finished)


def failure_at(address: str) -> str:
    with pytest.raises(EndpointError) as caught:
        list_models(Endpoint("1", "Workstation", address), None)
    return str(caught.value)


def test_servers_that_are_not_there_are_said(server: EndpointServer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert "does not answer at http://127.0.0.1" in failure_at(f"http://127.0.0.1:{port}/v1")
    assert "is not found" in failure_at("http://nowhere.invalid/v1")
    encrypted = server.address.replace("http:", "https:")
    assert "http://" in failure_at(encrypted)


def test_a_silent_server_is_given_up(
    server: EndpointServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.endpoints.listing._READ_SECONDS", 0.2)
    server.list_replies.append(silence)
    assert "takes too long" in failure_at(server.address)


def test_what_the_server_refuses_by_name_is_left_out_and_told_once(
    chatting: Chatting, server: EndpointServer
) -> None:
    server.replies.append(refusal(400, "Unrecognized request argument supplied: top_k"))
    server.replies.append(refusal(400, "Use 'max_completion_tokens' instead of 'max_tokens'."))
    command = Generate("1", ChatPrompt((QUESTION,)), max_tokens=9)
    assert isinstance(chatting.ask(command), Finished)
    body = server.chats[-1].body
    assert not {"top_k", "min_p", "timings_per_token", "max_tokens"} & body.keys()
    assert (body["max_completion_tokens"], body["temperature"]) == (9, 0.7)
    (notice,) = chatting.of(Notice)
    assert notice.message.endswith("without them: Top-k, Min-p.")
    chatting.ask()
    assert (len(server.chats), chatting.of(Notice)) == (4, [])


def test_an_error_that_repeats_the_request_refuses_only_what_it_names(
    chatting: Chatting, server: EndpointServer
) -> None:
    wrong = {
        "loc": ["body", "seed"],
        "msg": "Extra inputs",
        "input": {"temperature": 1, "top_p": 1},
    }
    server.replies.append(plain(422, {"detail": [wrong]}))
    chatting.ask()
    body = server.chats[-1].body
    assert "seed" not in body
    assert {"temperature", "top_p", "top_k"} <= body.keys()


TOO_LONG = (
    refusal(400, "This model's maximum context length is 4096 tokens.", code="too_long"),
    refusal(
        400, "the request exceeds the available context size", type="exceed_context_size_error"
    ),
)


@pytest.mark.parametrize("reply", TOO_LONG)
def test_a_full_context_is_told_and_the_oldest_turns_left_out_on_request(
    chatting: Chatting, server: EndpointServer, reply: Reply
) -> None:
    turns = [ChatMessage("system", "S")]
    for number in range(8):
        turns += [ChatMessage("user", f"q{number}"), ChatMessage("assistant", f"a{number}")]
    turns.append(QUESTION)
    server.replies.append(reply)
    end = chatting.ask(Generate("1", ChatPrompt(tuple(turns))))
    assert isinstance(end, Failed)
    assert end.context_full
    server.replies.extend([reply, reply])
    assert isinstance(chatting.ask(Generate("2", ChatPrompt(tuple(turns), True))), Finished)
    sent = [message["content"] for message in server.chats[-1].body["messages"]]
    assert sent == ["S", "q6", "a6", "q7", "a7", "Hello?"]
    assert chatting.of(Started)[0].dropped_turns == 12
    server.replies.extend([reply] * 9)
    assert isinstance(chatting.ask(Generate("3", ChatPrompt(tuple(turns), True))), Failed)


@pytest.mark.parametrize("begins", [True, False])
def test_stop_ends_the_request_at_once(
    chatting: Chatting, server: EndpointServer, begins: bool
) -> None:
    if begins:
        server.words, server.pause_seconds = ["word "] * 100_000, 0.002
    else:
        server.replies.append(silence)
    chatting.begin()
    wait_until(lambda: bool(chatting.of(TextDelta) if begins else server.chats))
    chatting.client.cancel("1")
    end = chatting.events[-1]
    assert isinstance(end, Finished)
    assert end.reason == "cancelled"
    wait_until(lambda: server.num_cut == 1)
    assert chatting.events[-1] is end


def test_several_answers_do_not_wait_for_each_other(
    chatting: Chatting, server: EndpointServer
) -> None:
    server.replies.append(silence)
    chatting.begin()
    wait_until(lambda: bool(server.chats))
    chatting.begin()
    wait_until(lambda: bool(chatting.of(Finished)))
    assert [one.request_id for one in chatting.of(Finished)] == ["2"]


def test_an_endpoint_that_was_removed_is_said(chatting: Chatting) -> None:
    chatting.store.remove(chatting.endpoint.id)
    assert "no longer in the settings" in chatting.ask().message


def test_the_list_has_names_contexts_and_the_kind_of_server(server: EndpointServer) -> None:
    server.models = [
        model("b", max_model_len=4096), model("A"), model("b", max_model_len=8192), {"id": 7}, 3,
        model(""), model("x\n"), model("c", meta={"n_ctx": 512}), model("d", context_length=-1),
    ]  # fmt: skip
    listing = list_models(Endpoint("1", "Workstation", server.address), None)
    found = [(one.id, one.context_len) for one in listing.models]
    assert found == [("A", None), ("b", 8192), ("c", 512), ("d", None)]


def test_a_list_that_is_none_is_said(
    server: EndpointServer,
) -> None:
    for body in [b"<html>", b"[]", b"{}", b'{"data": 3}', b"[" * 10_000, b"\xff"]:
        server.list_replies.append(plain(200, body))
        assert "no OpenAI-compatible server" in failure_at(server.address)


def test_a_list_without_end_is_given_up(
    server: EndpointServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.services.endpoints.listing._MAX_BYTES", 10_000)
    server.list_replies.append(plain(200, b" " * 20_000))
    assert "no part of an answer" in failure_at(server.address)


def test_no_proxy_stands_before_this_computer(
    chatting: Chatting, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    assert isinstance(chatting.ask(), Finished)


def test_a_fault_of_ours_ends_the_answer_too(
    chatting: Chatting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Callable[[], None]:
        raise RuntimeError

    monkeypatch.setattr(connection, "Connection", fail)
    assert "could not be read" in chatting.ask().message


def test_tools_are_offered_and_their_calls_come_back_whole(
    chatting: Chatting, server: EndpointServer
) -> None:
    call = ToolCall("call_1", "add", '{"a": 2}')
    turns = (
        QUESTION,
        ChatMessage("assistant", "", tool_calls=(call,)),
        ChatMessage("tool", "5", tool_call_id="call_1"),
    )
    parts = [
        {"index": 0, "id": "x1", "function": {"name": "add", "arguments": '{"a"'}},
        {"index": 0, "function": {"arguments": ": 7}"}},
        {"index": 1, "id": "x2", "function": {"name": "now"}},
        {"index": 9, "id": "x9", "function": {"name": "far"}},
    ]
    pieces = [chunk({"tool_calls": [part]}) for part in parts]
    server.replies.append(events(*pieces, chunk(finish="tool_calls"), event(b"[DONE]")))
    tool = ToolSpec("add", "Adds.", '{"type": "object"}')
    end = chatting.ask(Generate("1", ChatPrompt(turns, tools=(tool,))))
    assert isinstance(end, Finished)
    assert (end.reason, end.tool_calls) == (
        "tool_calls",
        (ToolCall("x1", "add", '{"a": 7}'), ToolCall("x2", "now", "{}")),
    )
    body = server.chats[0].body
    function = {"name": "add", "description": "Adds.", "parameters": {"type": "object"}}
    assert body["tools"] == [{"type": "function", "function": function}]
    called = {"id": "call_1", "type": "function"}
    called["function"] = {"name": "add", "arguments": '{"a": 2}'}  # type: ignore[assignment]
    assert body["messages"][1:] == [
        {"role": "assistant", "content": "", "tool_calls": [called]},
        {"role": "tool", "content": "5", "tool_call_id": "call_1"},
    ]


def test_calls_without_numbers_are_told_apart_by_their_ids(
    chatting: Chatting, server: EndpointServer
) -> None:
    parts = [
        {"id": "x1", "function": {"name": "add", "arguments": "{"}},
        {"function": {"arguments": "}"}},
        {"id": "x2", "function": {"name": "now", "arguments": "{}"}},
    ]
    pieces = [chunk({"tool_calls": [part]}) for part in parts]
    server.replies.append(events(*pieces, chunk(finish="stop"), event(b"[DONE]")))
    end = chatting.ask()
    assert isinstance(end, Finished)
    assert end.tool_calls == (ToolCall("x1", "add", "{}"), ToolCall("x2", "now", "{}"))
    assert end.reason == "tool_calls"
