"""What a server sends, before anybody sees it: bounded, cleaned, named."""

import json
from typing import Any

import mcp_types as types

from app.services.tools.foreign import read_result, read_tools
from app.services.tools.messages import MAX_RESULT_LEN, MAX_TOOLS, Tool
from app.services.tools.offered import MAX_OFFERED, offer
from app.services.tools.server import ToolServer


def _tool(name: str, description: str = "", schema: dict[str, Any] | None = None) -> types.Tool:
    return types.Tool(name=name, description=description, input_schema=schema or {"type": "object"})


def _result(*blocks: Any, **more: Any) -> str:
    return read_result(types.CallToolResult(content=list(blocks), **more))


def test_more_tools_than_a_model_can_use_are_left_out() -> None:
    listed = read_tools(_tool(f"tool{number}") for number in range(10_000))
    assert len(listed.tools) == MAX_TOOLS
    assert listed.num_left_out == 10_000 - MAX_TOOLS


def test_tools_that_would_deceive_or_take_all_room_are_left_out() -> None:
    deep: dict[str, Any] = {}
    for _ in range(500):
        deep = {"properties": deep}
    large = {"description": "x" * 30_000}
    listed = read_tools(
        [
            *(_tool("good"), _tool("good"), _tool("read\u202efile"), _tool("a\x1b[2J"), _tool("")),
            *(_tool("deep", schema=deep), _tool("large", schema=large), _tool("n" * 500)),
        ]
    )
    assert [tool.name for tool in listed.tools] == ["good"]
    assert listed.num_left_out == 7


def test_descriptions_and_schemas_are_cleaned() -> None:
    schema = {"properties": {"a\u202e": {"description": "up\x1b[31m\u202e"}}}
    (tool,) = read_tools([_tool("good", "Reads\x1b]0; a file\u202e." + "x" * 9000, schema)]).tools
    assert "\x1b" not in tool.description + tool.parameters
    assert "\u202e" not in tool.description + json.dumps(json.loads(tool.parameters))
    assert len(tool.description) < 5000


def test_a_huge_result_is_cut_and_says_so() -> None:
    text = _result(types.TextContent(text="word " * 1_000_000))
    assert len(text) < MAX_RESULT_LEN + 200
    assert text.endswith(f"[Cut: these are the first {MAX_RESULT_LEN} of 5000000 characters.]")


def test_a_result_cannot_hide_or_move_anything() -> None:
    text = _result(types.TextContent(text="safe\x1b[8m\u202etxt.exe\r\nnext"))
    assert text == "safe\\x1b[8m\\u202etxt.exe\nnext"


def test_what_is_no_text_is_named() -> None:
    data = "QUJD" * 100
    text = _result(
        types.TextContent(text="Here:"),
        types.ImageContent(data=data, mime_type="image/png"),
        types.ResourceLink(name="notes\u202e", uri="file:///notes.txt"),
        types.EmbeddedResource(resource=types.BlobResourceContents(uri="file:///a.bin", blob=data)),
    )
    assert "[image: image/png, 300 bytes, not shown]" in text
    assert "[file: file:///a.bin, 300 bytes, not shown]" in text
    assert "\u202e" not in text
    assert data not in text


def test_a_structured_result_alone_is_json() -> None:
    assert _result(structured_content={"sum": 5}) == '{"sum": 5}'


def test_tools_of_several_servers_have_names_of_their_own() -> None:
    one, two = (ToolServer(name, name, "command", "x") for name in ("Files", "My web"))
    search, odd = Tool("search", "", "{}"), Tool("do it!", "", "{}")
    offered = offer([(one, search), (two, search), (two, search), (one, odd)])
    assert list(offered) == ["search", "My_web_search", "search_2", "do_it"]
    assert offered["My_web_search"].server is two
    many = offer((one, Tool(f"tool{number}", "", "{}")) for number in range(500))
    assert len(many) == MAX_OFFERED
