"""Who may not use the server, and what cannot bring it down."""

import json
import random
import socket
import threading
import time
from contextlib import closing

import openai
import psutil
import pytest

from app.server import incoming
from app.server.api_error import ApiError
from app.server.bodies import TextBody, read_body
from app.server.connection import TimedConnection
from app.server.jobs import text_job
from app.server.options import ServerOptions
from app.server.server import LocalServer, ServerError
from app.storage.api_key import digest_of
from engine.commands import Cancel, Generate
from engine.config import SamplingParams
from tests.app.server.conftest import Serve, Served
from tests.app.server.test_clients import QUESTION, wait_until
from tests.hostile.server.cases import hostile_body
from tests.hostile.server.large import in_chunks

CHAT = "/v1/chat/completions"
BODY = json.dumps({"model": "tiny.gguf", "messages": QUESTION}).encode()


def listening_ports() -> set[int]:
    """Those of this process."""
    connections = psutil.Process().net_connections("tcp")
    return {one.laddr.port for one in connections if one.status == psutil.CONN_LISTEN}


def talk(served: Served, request: bytes) -> bytes:
    """Send bytes and read until the server closes."""
    with closing(socket.create_connection(("127.0.0.1", served.port), timeout=20)) as connection:
        connection.sendall(request)
        received = b""
        while piece := connection.recv(65536):
            received += piece
        return received


def test_nothing_listens_before_the_start_nor_after_the_stop(serve: Serve) -> None:
    before = listening_ports()
    served = serve()
    assert listening_ports() - before == {served.port}
    served.server.stop()
    assert listening_ports() == before
    assert served.address == ""


def test_it_listens_on_this_computer_alone(served: Served) -> None:
    connections = psutil.Process().net_connections("tcp")
    (own,) = {
        one.laddr.ip for one in connections if one.laddr.port == served.port and not one.raddr
    }
    assert own == "127.0.0.1"


def test_a_port_that_is_taken_is_said(serve: Serve, served: Served) -> None:
    with pytest.raises(ServerError, match="choose another port"):
        serve(ServerOptions(port=served.port))


def test_an_address_of_another_computer_is_said_in_one_sentence(serve: Serve) -> None:
    with pytest.raises(ServerError) as caught:
        serve(ServerOptions(host="203.0.113.5"))  # of documentation
    assert "203.0.113.5 (" in str(caught.value)
    assert "while" not in str(caught.value)
    assert str(caught.value).endswith("; choose another port or address.")


def test_a_page_of_another_origin_cannot_use_it(served: Served) -> None:
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:11435"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ):
        for reply in (served.get("/v1/models", **headers), served.post(CHAT, BODY, **headers)):
            assert reply.status_code == 403
            assert "access-control-allow-origin" not in reply.headers
    assert served.process.sent_of(Generate) == []


def test_a_form_of_a_page_cannot_use_it(served: Served) -> None:
    """Browsers post plain text anywhere without asking first."""
    reply = served.post(CHAT, BODY, Content_Type="text/plain")
    assert (reply.status_code, served.process.sent_of(Generate)) == (400, [])


def test_an_origin_that_was_named_may_use_it_and_no_other(serve: Serve) -> None:
    served = serve(ServerOptions(allowed_origins=("https://app.example",)))
    reply = served.post(CHAT, BODY, Origin="https://app.example")
    assert reply.status_code == 200
    assert reply.headers["access-control-allow-origin"] == "https://app.example"
    assert served.post(CHAT, BODY, Origin="https://app.example.evil").status_code == 403


def test_openais_client_works_in_a_page_of_an_origin_that_was_named(serve: Serve) -> None:
    """It sends headers of its own, for which the browser asks before."""
    served = serve(ServerOptions(allowed_origins=("https://app.example",)))
    wishes = {
        "Origin": "https://app.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type,x-stainless-os",
        "Access-Control-Request-Private-Network": "true",
    }
    url = served.address + "/chat/completions"
    allowed = served.http.options(url, headers=wishes)
    assert allowed.status_code == 200
    assert "x-stainless-os" in allowed.headers["access-control-allow-headers"]
    assert allowed.headers["access-control-allow-private-network"] == "true"
    assert served.http.options(url, headers=wishes | {"Origin": "https://x.y"}).status_code == 403


def test_a_domain_that_was_made_to_lead_here_is_refused(served: Served) -> None:
    for host in (
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "",
        "[::",
    ):
        request = f"GET /v1/models HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        assert talk(served, request.encode()).startswith((b"HTTP/1.1 403", b"HTTP/1.1 400"))


def test_this_computers_own_names_are_served(served: Served) -> None:
    for host in ("localhost", "LOCALHOST:1", "127.0.0.1:8080", "[::1]:9", "a.localhost"):
        assert served.get("/v1/models", Host=host).status_code == 200


def test_with_a_key_nobody_is_served_without_it(serve: Serve) -> None:
    served = serve(ServerOptions(key_digest=digest_of("secret")))
    assert served.get("/health").status_code == 200
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic secret"}):
        for path in ("/v1/models", "/metrics", "/nowhere"):
            assert served.get(path, **headers).status_code == 401
    with pytest.raises(openai.AuthenticationError):
        served.openai("wrong").models.list()
    assert len(list(served.openai("secret").models.list())) == 2


def test_on_a_network_addresses_are_own_names_and_domains_are_not() -> None:
    options = ServerOptions(host="0.0.0.0", key_digest="x")
    assert options.is_own_name("192.168.1.5:11435")
    assert options.is_own_name(socket.gethostname())
    assert not options.is_own_name("evil.example:11435")


def test_a_body_that_is_too_large_is_refused(served: Served) -> None:
    large = b"x" * (incoming.MAX_BODY_BYTES + 1)
    assert served.post(CHAT, large).status_code == 413
    head = (
        b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" % CHAT.encode()
    )
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n" + b"%x\r\n%s\r\n" % (len(large), large)
    with closing(socket.create_connection(("127.0.0.1", served.port), timeout=20)) as connection:
        connection.sendall(chunked)
        assert connection.recv(100).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("is_chunked", [True, False])
def test_who_sends_far_too_much_comes_to_read_why_not(served: Served, is_chunked: bool) -> None:
    body = b"x" * (5 * incoming.MAX_BODY_BYTES)
    head = b"POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" % CHAT.encode()
    head += b"Content-Type: application/json\r\n"
    if is_chunked:
        request = head + b"Transfer-Encoding: chunked\r\n\r\n" + b"".join(in_chunks(body, 1 << 16))
    else:
        request = head + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    assert talk(served, request).startswith(b"HTTP/1.1 413")


def test_a_body_in_chunks_of_a_byte_is_refused_and_others_are_served_meanwhile(
    served: Served,
) -> None:
    head = b"POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" % CHAT.encode()
    head += b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert talk(served, head + b"".join(in_chunks(BODY, 1))).startswith(b"HTTP/1.1 200")
    reply = talk(served, head + b"".join(in_chunks(b" " * (1 << 20) + BODY, 1)))
    assert reply.startswith(b"HTTP/1.1 400")
    assert json.loads(reply.partition(b"\r\n\r\n")[2])["error"]["code"] == "invalid_http"
    whole = BODY + b" " * (1 << 20)
    assert talk(served, head + b"".join(in_chunks(whole, 100))).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("request_bytes", [b"\0" * 70_000, b"GET /\r\n\r\n", b"x\r\n\r\n"])
def test_what_is_not_http_is_answered_in_json(served: Served, request_bytes: bytes) -> None:
    reply = talk(served, request_bytes)
    assert reply.startswith(b"HTTP/1.1 400")
    message = json.loads(reply.partition(b"\r\n\r\n")[2])["error"]["message"]
    assert message == "Invalid HTTP request received."


def test_an_answer_ends_when_its_client_goes_on_with_what_is_not_http(served: Served) -> None:
    served.process.num_tokens = 10_000
    body = json.dumps({"model": "tiny.gguf", "messages": QUESTION, "stream": True}).encode()
    head = b"POST %s HTTP/1.1\r\nHost: localhost\r\n" % CHAT.encode()
    head += b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunks = b"".join(in_chunks(body, 1000))
    with closing(socket.create_connection(("127.0.0.1", served.port), timeout=20)) as connection:
        connection.sendall(head + chunks)
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
        connection.sendall(b"x\r\n\r\n" * 3)
        wait_until(lambda: len(served.process.sent_of(Generate)) == 1)
    wait_until(lambda: len(served.process.sent_of(Cancel)) == 1)
    assert served.get("/health").status_code == 200


def test_a_name_without_end_is_not_repeated(served: Served) -> None:
    body = json.dumps({"model": "x" * (1 << 20), "messages": QUESTION}).encode()
    reply = served.post(CHAT, body)
    assert (reply.status_code, len(reply.content) < 1000) == (404, True)


def test_a_body_that_does_not_arrive_is_given_up(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(incoming, "BODY_SECONDS", 0.2)
    head = (
        b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" % CHAT.encode()
    )
    head += b"Connection: close\r\nContent-Length: 100\r\n\r\n{"
    assert talk(served, head).startswith(b"HTTP/1.1 408")


def test_a_head_that_does_not_arrive_is_given_up(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TimedConnection, "head_seconds", 0.2)
    assert talk(served, b"POST /v1/chat/compl") == b""


def test_a_client_that_reads_nothing_is_cut_and_its_answer_stopped(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TimedConnection, "stalled_seconds", 0.2)
    served.process.tokens = ("x" * 60_000,)
    served.process.tokens_per_second = 500
    served.process.num_tokens = 100_000
    body = json.dumps({"messages": QUESTION, "stream": True}).encode()
    head = (
        b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" % CHAT.encode()
    )
    with closing(socket.create_connection(("127.0.0.1", served.port), timeout=20)) as connection:
        connection.sendall(head + b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        wait_until(lambda: len(served.process.sent_of(Cancel)) == 1)
    assert served.get("/health").status_code == 200


def test_hostile_bodies_never_cost_more_than_a_refusal(served: Served) -> None:
    draw = random.Random(5)
    seen = set()
    for _ in range(100):
        reply = served.post(draw.choice([CHAT, "/v1/completions"]), hostile_body(draw, "tiny.gguf"))
        seen.add(reply.status_code)
        if reply.status_code != 200:
            error = reply.json()["error"]
            assert error["message"].endswith(".")
    assert seen == {200, 400}
    assert served.openai().chat.completions.create(model="tiny.gguf", messages=QUESTION)


def test_a_flood_of_cuts_leaves_nothing_behind(served: Served) -> None:
    served.process.num_tokens = 50
    served.openai().chat.completions.create(model="tiny.gguf", messages=QUESTION)
    head = (
        b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" % CHAT.encode()
    )
    body = json.dumps({"messages": QUESTION, "stream": True}).encode()
    request = head + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    process = psutil.Process()
    num_files, num_threads = process.num_fds(), threading.active_count()

    def cut_often(seed: int) -> None:
        draw = random.Random(seed)
        for _ in range(15):
            with closing(socket.create_connection(("127.0.0.1", served.port), 20)) as connection:
                length = draw.randrange(1, 2 * len(request))
                connection.sendall(request[:length])
                if length >= len(request) and draw.random() < 0.5:
                    connection.recv(draw.randrange(1, 400))

    cutters = [threading.Thread(target=cut_often, args=(seed,)) for seed in range(6)]
    for cutter in cutters:
        cutter.start()
    for cutter in cutters:
        cutter.join()
    wait_until(lambda: served.engine.guests.is_empty)
    wait_until(lambda: process.num_fds() <= num_files)
    assert threading.active_count() <= num_threads + 2
    assert "encore_answers_open 0.0" in served.get("/metrics").text
    served.openai().chat.completions.create(model="tiny.gguf", messages=QUESTION)


def test_a_server_that_stops_tells_who_waits(served: Served) -> None:
    served.process.tokens_per_second = 20
    served.process.num_tokens = 100_000
    stream = iter(
        served.openai().chat.completions.create(model="tiny.gguf", messages=QUESTION, stream=True)
    )
    next(stream)
    stopping = threading.Thread(target=served.server.stop)
    stopping.start()
    with pytest.raises(openai.APIError, match="server was stopped"):
        list(stream)
    stopping.join()
    wait_until(lambda: len(served.process.sent_of(Cancel)) == 1)


def test_an_idle_server_keeps_no_thread(serve: Serve) -> None:
    before = threading.active_count()
    server: LocalServer = serve().server
    server.stop()
    assert threading.active_count() == before


def test_far_too_many_prompts_are_refused_before_one_is_made() -> None:
    content = b'{"prompt": [' + b"[5]," * 200_000 + b"[5]]}"
    began = time.thread_time()
    body = read_body(content, TextBody)
    have_read = time.thread_time()
    with pytest.raises(ApiError, match="at most 16 answers"):
        text_job(body, SamplingParams())
    assert time.thread_time() - have_read < (have_read - began) / 2
