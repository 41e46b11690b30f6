"""The tools of several servers as one list for a model, which knows them by name alone."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.services.tools.messages import Tool
from app.services.tools.server import ToolServer

MAX_OFFERED = 128
# What every API and template takes for a name.
_FOREIGN = re.compile(r"[^A-Za-z0-9_-]+")
_MAX_NAME_LEN = 64


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """A tool under the name that the model calls it by."""

    name: str
    server: ToolServer
    tool: Tool


def offer(tools: Iterable[tuple[ToolServer, Tool]]) -> Mapping[str, OfferedTool]:
    """By name, as many as a request may have; a name that is taken gets its server's before it."""
    offered: dict[str, OfferedTool] = {}
    for server, tool in tools:
        if len(offered) == MAX_OFFERED:
            break
        name = _free_name(server, tool, offered)
        offered[name] = OfferedTool(name, server, tool)
    return offered


def _free_name(server: ToolServer, tool: Tool, taken: Mapping[str, OfferedTool]) -> str:
    plain = _clean(tool.name)
    longer = _clean(f"{server.name}_{tool.name}")
    numbered = (f"{plain[: _MAX_NAME_LEN - 4]}_{number}" for number in range(2, MAX_OFFERED + 2))
    return next(name for name in (plain, longer, *numbered) if name not in taken)


def _clean(name: str) -> str:
    return _FOREIGN.sub("_", name).strip("_")[:_MAX_NAME_LEN] or "tool"
