"""Makes our own bounded and cleaned values of what an MCP server sends. Opens no connection."""

import json
from collections.abc import Iterable
from typing import Any

import mcp_types as types

from app.services.tools.messages import MAX_RESULT_LEN, MAX_TOOLS, Tool, ToolsListed
from engine.safe_text import clean_line, clean_text

_MAX_NAME_LEN = 128
_MAX_DESCRIPTION_LEN = 4000
_MAX_SCHEMA_LEN = 20_000
_MAX_LISTING_LEN = 200_000
_MAX_DEPTH = 40
_MAX_MARK_LEN = 300


def read_tools(offered: Iterable[types.Tool]) -> ToolsListed:
    """The tools that can be used, as far as they are not too many or too long."""
    tools: dict[str, Tool] = {}
    length = num_left_out = 0
    for one in offered:
        tool = None if one.name in tools or len(tools) >= MAX_TOOLS else _tool(one)
        size = 0 if tool is None else len(tool.description) + len(tool.parameters)
        if tool is None or length + size > _MAX_LISTING_LEN:
            num_left_out += 1
            continue
        tools[tool.name] = tool
        length += size
    return ToolsListed(tuple(tools.values()), num_left_out)


def _tool(tool: types.Tool) -> Tool | None:
    """None for one whose name would deceive, or whose schema is too long."""
    name = tool.name
    if not name or len(name) > _MAX_NAME_LEN or clean_line(name) != name:
        return None
    try:
        parameters = json.dumps(_cleaned(tool.input_schema), ensure_ascii=False)
    except (ValueError, RecursionError):
        return None
    if len(parameters) > _MAX_SCHEMA_LEN:
        return None
    description = clean_text((tool.description or tool.title or "")[:_MAX_DESCRIPTION_LEN])
    return Tool(name, description.strip(), parameters)


def _cleaned(value: Any, depth: int = 0) -> Any:
    """A schema with its texts cleaned. Raises ValueError where it is nested too deeply."""
    if depth > _MAX_DEPTH:
        raise ValueError
    match value:
        case str():
            return clean_text(value)
        case dict():
            return {clean_line(str(k)): _cleaned(v, depth + 1) for k, v in value.items()}
        case list():
            return [_cleaned(one, depth + 1) for one in value]
        case _:
            return value


def read_result(result: types.CallToolResult) -> str:
    """The text of a result; what is no text is named."""
    parts: list[str] = []
    room = MAX_RESULT_LEN + 1
    length = 0
    for block in result.content:
        text = _text_of(block)
        length += len(text)
        parts.append(text[: max(0, room)])
        room -= len(text)
    whole = "\n".join(part for part in parts if part)
    if not whole and result.structured_content is not None:
        whole = json.dumps(result.structured_content, ensure_ascii=False)
        length = len(whole)
    return shortened(whole, length)


def shortened(text: str, length: int | None = None) -> str:
    """`text`, cleaned, and cut where it is too long; `length` is that of the whole."""
    length = len(text) if length is None else length
    cleaned = clean_text(text[:MAX_RESULT_LEN])[:MAX_RESULT_LEN]
    if length <= MAX_RESULT_LEN:
        return cleaned
    return f"{cleaned}\n[Cut: these are the first {MAX_RESULT_LEN} of {length} characters.]"


def _text_of(block: types.ContentBlock) -> str:
    match block:
        case types.TextContent():
            return block.text
        case types.ImageContent() | types.AudioContent():
            return _mark(block.type, block.mime_type, _size(block.data))
        case types.ResourceLink():
            return _mark("link", block.name, str(block.uri))
        case types.EmbeddedResource():
            resource = block.resource
            if isinstance(resource, types.TextResourceContents):
                return resource.text
            return _mark("file", str(resource.uri), _size(resource.blob))


def _mark(what: str, *about: str) -> str:
    return f"[{what}: {clean_line(', '.join(about), _MAX_MARK_LEN)}]"


def _size(base64: str) -> str:
    return f"{len(base64) * 3 // 4} bytes, not shown"
