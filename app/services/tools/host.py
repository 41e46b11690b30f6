"""The process that has one MCP server: it starts or reaches it, lists its tools and calls them.

Apart from the window, so that nothing a server sends can hold up or crash it. It ends, with the
server, as soon as its standard input does: also when the window is killed.
"""

import json
import os
import sys
import threading
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from http import HTTPStatus
from typing import IO, Any, Final
from urllib.parse import urlsplit

import anyio
import httpx2
import mcp_types as types
import msgspec
import psutil
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from app.services.endpoints.endpoint import is_loopback
from app.services.installation import this_installation
from app.services.tools.foreign import read_result, read_tools, shortened
from app.services.tools.messages import (
    MAX_TOOLS,
    CallEnded,
    CallTool,
    CancelCall,
    Connect,
    ConnectFailed,
    Order,
    Report,
    Said,
    SignOut,
    ToolsListed,
    Trouble,
)
from app.services.tools.sign_in import SignIn, revoke, sign_in_failure
from engine.safe_text import clean_line

TOO_LARGE: Final = 4
"""The exit code after a server that sent more than the memory set apart for it."""

_MAX_MEMORY_BYTES = 1 << 30
_MAX_LOG_LINES = 1000
_MAX_LINE_LEN = 2000
_MAX_PAGES = 20
_END_SECONDS = 10.0
_CONNECT_SECONDS = 20.0
_LAST_WORDS_SECONDS = 0.2  # for the log of a server that has ended


class Host:
    """One connection, from its `Connect` to the end of `orders`."""

    def __init__(self, output: IO[bytes]) -> None:
        self._output = output
        self._lock = threading.Lock()
        self._calls: dict[str, anyio.CancelScope] = {}
        self._log_tail: deque[str] = deque(maxlen=3)
        self._is_connected = False
        self._status = 0  # of the last HTTP reply
        self._wants_token = False  # as that said

    def report(self, report: Report) -> None:
        """Tell the window; any thread may."""
        line = msgspec.json.encode(report) + b"\n"
        with self._lock:
            self._output.write(line)
            self._output.flush()

    async def serve(self, orders: ObjectReceiveStream[Order]) -> None:
        """Connect, and do what is ordered."""
        connect = await orders.receive()
        if isinstance(connect, SignOut):
            await revoke(connect.kept)
            return
        assert isinstance(connect, Connect)
        try:
            async with anyio.create_task_group() as group:
                trouble: Trouble = "sign-in" if connect.may_ask else "silent"
                group.start_soon(self._expire, connect.seconds, trouble, group.cancel_scope)
                async with self._connected(connect) as client:
                    listed = await _list_tools(client)
                    self._is_connected = True
                    self.report(listed)
                    async for order in orders:
                        if isinstance(order, CallTool):
                            group.start_soon(self._call, client, order, group.cancel_scope)
                        elif isinstance(order, CancelCall) and order.call_id in self._calls:
                            self._calls[order.call_id].cancel()
                group.cancel_scope.cancel()
        except Exception as error:  # noqa: BLE001  the edge of the process: any server, any library
            if not self._is_connected:
                await anyio.sleep(_LAST_WORDS_SECONDS)
                self.report(self._failure(error, connect))

    async def _expire(self, seconds: float, trouble: Trouble, scope: anyio.CancelScope) -> None:
        await anyio.sleep(seconds)
        if not self._is_connected:
            self.report(ConnectFailed(trouble, self._last_line))
            scope.cancel()

    @asynccontextmanager
    async def _connected(self, connect: Connect) -> AsyncIterator[Client]:
        about = types.Implementation(name="Encore", version=this_installation().version)
        async with AsyncExitStack() as stack:
            if connect.address:
                auth = None
                if connect.sign_in or connect.may_ask:
                    sign_in = SignIn(connect, self.report)
                    auth = await stack.enter_async_context(sign_in.provider())
                http = await stack.enter_async_context(self._http_client(connect, auth))
                transport: Any = streamable_http_client(connect.address, http_client=http)
            else:
                parameters = StdioServerParameters(
                    command=connect.command,
                    args=list(connect.arguments),
                    env=connect.environment,
                    encoding_error_handler="replace",
                )
                transport = stdio_client(parameters, self._open_log())
            yield await stack.enter_async_context(Client(transport, client_info=about, cache=None))

    def _http_client(self, connect: Connect, auth: httpx2.Auth | None) -> httpx2.AsyncClient:
        async def note(response: httpx2.Response) -> None:
            self._status = response.status_code
            challenge = response.headers.get("www-authenticate", "").lower()
            self._wants_token = challenge.startswith("bearer")

        return httpx2.AsyncClient(
            auth=auth,
            headers=connect.headers,
            timeout=httpx2.Timeout(_CONNECT_SECONDS, read=None),
            event_hooks={"response": [note]},
            trust_env=not is_loopback(urlsplit(connect.address).hostname or ""),
        )

    async def _call(self, client: Client, order: CallTool, whole: anyio.CancelScope) -> None:
        is_lost = False
        with anyio.CancelScope() as scope:
            self._calls[order.call_id] = scope
            try:
                with anyio.fail_after(order.seconds):
                    result = await client.call_tool(order.tool, json.loads(order.arguments))
                ended = CallEnded(order.call_id, read_result(result), is_error=result.is_error)
            except TimeoutError:
                ended = CallEnded(order.call_id, "", is_error=True, is_silent=True)
            except Exception as error:  # noqa: BLE001  whatever a server does is a failed call
                is_lost = isinstance(error, MCPError) and error.code == types.CONNECTION_CLOSED
                text = shortened(str(error))
                ended = CallEnded(order.call_id, text, is_error=True, is_lost=is_lost)
        del self._calls[order.call_id]
        if not scope.cancel_called:
            self.report(ended)
        if is_lost:
            whole.cancel()  # the next call starts it anew

    def _failure(self, error: BaseException, connect: Connect) -> ConnectFailed:
        """What a person is told of an error before the tools were known."""
        errors = _leaves(error)
        trouble: Trouble = "foreign"
        if failed := sign_in_failure(errors):
            return failed
        if self._status == HTTPStatus.UNAUTHORIZED and self._wants_token and not connect.headers:
            return ConnectFailed("sign-in")
        if self._status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            return ConnectFailed("key")
        for one in errors:
            if isinstance(one, httpx2.TransportError):
                return ConnectFailed("unreachable", clean_line(str(one), 200))
            if isinstance(one, OSError | ValueError) and not connect.address:
                return ConnectFailed("missing", connect.command)
            if isinstance(one, MCPError) and one.code == types.CONNECTION_CLOSED:
                trouble = "foreign" if connect.address else "ended"
        detail = self._last_line or clean_line(str(errors[0]), 200)
        return ConnectFailed(trouble, detail)

    @property
    def _last_line(self) -> str:
        return self._log_tail[-1] if self._log_tail else ""

    def _open_log(self) -> Any:
        """A file for the server's log; its lines are reported, as far as they are not too many."""
        reading, writing = os.pipe()
        threading.Thread(target=self._read_log, args=(reading,), daemon=True).start()
        return os.fdopen(writing, "w")

    def _read_log(self, descriptor: int) -> None:
        with os.fdopen(descriptor, "rb") as log:
            num_lines = 0
            while line := log.readline(_MAX_LINE_LEN):
                text = clean_line(line.decode(errors="replace"))
                num_lines += 1
                if text and num_lines <= _MAX_LOG_LINES:
                    self._log_tail.append(text)
                    self.report(Said(text))


async def _list_tools(client: Client) -> ToolsListed:
    tools: list[types.Tool] = []
    cursor: str | None = None
    for _ in range(_MAX_PAGES):
        page = await client.list_tools(cursor=cursor)
        tools += page.tools
        cursor = page.next_cursor
        if not cursor or len(tools) > MAX_TOOLS:
            break
    return read_tools(tools)


def _leaves(error: BaseException) -> list[BaseException]:
    """The errors in a group of errors, and what caused them."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for one in error.exceptions for leaf in _leaves(one)]
    return [error, *(_leaves(error.__cause__) if error.__cause__ is not None else ())]


def _watch_memory() -> None:
    """End everything when what a server sends takes too much memory."""
    me = psutil.Process()
    while me.memory_info().rss < _MAX_MEMORY_BYTES:
        time.sleep(0.25)
    _end_at_once(TOO_LARGE)


def _end_at_once(code: int) -> None:
    """End this process, the server, and what that has started."""
    for child in psutil.Process().children(recursive=True):
        try:
            child.kill()
        except psutil.Error:
            continue
    os._exit(code)


def _read_orders(source: IO[bytes], orders: ObjectSendStream[Order], token: Any) -> None:
    """On a thread: pass on each line; where they end, everything has to end soon."""
    decoder = msgspec.json.Decoder(Order)
    for line in source:
        anyio.from_thread.run(orders.send, decoder.decode(line), token=token)
    timer = threading.Timer(_END_SECONDS, _end_at_once, (1,))
    timer.daemon = True
    timer.start()
    anyio.from_thread.run(orders.aclose, token=token)


async def _run(source: IO[bytes], output: IO[bytes]) -> None:
    send, receive = anyio.create_memory_object_stream[Order](100)
    token = anyio.lowlevel.current_token()
    threading.Thread(target=_read_orders, args=(source, send, token), daemon=True).start()
    async with receive:
        await Host(output).serve(receive)


def main() -> None:
    """Serve until the window is done with the server."""
    source, output = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may write between the reports
    threading.Thread(target=_watch_memory, daemon=True).start()
    anyio.run(_run, source, output)
    os._exit(0)  # a thread still waits for the standard input


if __name__ == "__main__":
    main()
