"""Tool servers for tests: how the real one is started, and the window's with that one in it."""

import sys
from pathlib import Path

from app.services.tools.server import ToolServer
from app.services.tools.service import ToolServers
from app.services.tools.store import ToolServerStore

ROOT = Path(__file__).resolve().parents[2]


def real_server(*behaviors: str, name: str = "Tests", is_on: bool = True) -> ToolServer:
    """The server of `tests.support.mcp_server`, over standard streams."""
    return ToolServer(
        *("", name, "command", sys.executable),
        arguments=("-m", "tests.support.mcp_server", *behaviors),
        environment={"PYTHONPATH": str(ROOT), "CITY": "Zürich"},
        is_on=is_on,
    )


def servers_with(folder: Path, *listed: ToolServer) -> tuple[ToolServers, list[str]]:
    """The servers of a window, and the ids of `listed`."""
    store = ToolServerStore(folder)
    for server in listed:
        store.save(server)
    return ToolServers(store), [server.id for server in store.all()]
