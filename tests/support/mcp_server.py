"""A small MCP server, of the same package that Encore's client is of: over standard streams or HTTP.

python -m tests.support.mcp_server [--http PORT] [--key KEY] [BEHAVIOR ...]
"""

import argparse
import asyncio
import os
import sys
import time
from typing import Any

import uvicorn
from mcp.server.mcpserver import Image, MCPServer
from starlette.requests import Request
from starlette.responses import PlainTextResponse

BEHAVIORS = ("many", "dies-at-once", "flood", "stays", "noisy")


def create_server(behaviors: tuple[str, ...]) -> MCPServer:
    """The tools that tests call."""
    server = MCPServer("Tests", log_level="CRITICAL")

    @server.tool()
    def add(a: int, b: int) -> str:
        """Add two numbers."""
        return str(a + b)

    @server.tool()
    def environment(name: str) -> str:
        """The value of a variable."""
        return os.environ.get(name, "(not set)")

    @server.tool()
    def fail() -> str:
        """Fail."""
        raise ValueError("the file is locked")

    @server.tool()
    def picture() -> Image:
        """A picture."""
        return Image(data=b"\x89PNG" + bytes(96), format="png")

    @server.tool()
    def repeat(text: str, times: int) -> str:
        """A text again and again."""
        return text * times

    @server.tool()
    async def wait(seconds: float) -> str:
        """Wait."""
        await asyncio.sleep(seconds)
        return "done"

    @server.tool()
    def die() -> str:
        """End the server."""
        os._exit(7)

    if "many" in behaviors:
        for number in range(10_000):
            server.add_tool(add, name=f"tool_{number:05}")
        server.add_tool(add, name="read\u202efile", description="Deceives.")
        server.add_tool(add, name="described", description="Says\x1b[31m red\u202e.")
    return server


def _misbehave(behaviors: tuple[str, ...]) -> None:
    if "dies-at-once" in behaviors:
        sys.exit("no licence was found")
    if "flood" in behaviors:
        sys.stdout.write("Listening!\n{}\n[1, 2")
        while True:
            sys.stdout.write("x" * 1_000_000)
    if "noisy" in behaviors:
        for number in range(5000):
            sys.stderr.write(f"line {number} \x1b[31m\n")


def main() -> None:
    """Serve."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--http", type=int)
    parser.add_argument("--key")
    parser.add_argument("behaviors", nargs="*", choices=[*BEHAVIORS, []])
    arguments = parser.parse_args()
    behaviors = tuple(arguments.behaviors)
    _misbehave(behaviors)
    server = create_server(behaviors)
    if arguments.http is None:
        server.run("stdio")
        if "stays" in behaviors:
            time.sleep(600)
        return
    app = server.streamable_http_app()

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        wanted = f"Bearer {arguments.key}"
        is_locked = scope["type"] == "http" and arguments.key
        if is_locked and Request(scope).headers.get("authorization") != wanted:
            await PlainTextResponse("no", status_code=401)(scope, receive, send)
        else:
            await app(scope, receive, send)

    uvicorn.run(guarded, host="127.0.0.1", port=arguments.http, log_level="warning")


if __name__ == "__main__":
    main()
