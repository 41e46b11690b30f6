"""Reads the notations in which models write calls of tools. Knows no marks and no stream.

Each reader takes the text between two marks and the tools by name, and returns (name, arguments)
of each call. Raises ValueError for text that is no call.
"""

import ast
import re
import warnings
from collections.abc import Callable, Mapping
from itertools import zip_longest
from typing import Any

import msgspec

from engine.commands import ToolSpec

Tools = Mapping[str, ToolSpec]
Written = list[tuple[str, dict[str, Any]]]
Reader = Callable[[str, Tools], Written]

_MAX_LITERAL_LEN = 1 << 16
_XML_FUNCTION = re.compile(r"\s*<function=([^>\n]+)>(.*?)(?:</function>\s*)?", re.DOTALL)
_XML_PARAMETER = re.compile(r"<parameter=([^>\n]+)>(.*?)</parameter>", re.DOTALL)
_NAMED_JSON = re.compile(r"\s*([\w.-]+)\s*(?:\[CALL_ID\]\w*)?(?:\[ARGS\])?\s*(\{.*)", re.DOTALL)
_GEMMA_CALL = re.compile(r"\s*call:([\w.-]+)\s*(\{.*\})\s*", re.DOTALL)
_GEMMA_TOKEN = re.compile(r"\s*(?:([{}\[\],:])|([^{}\[\],:\s][^{}\[\],:]*))")


def read_json(body: str, _tools: Tools) -> Written:
    """{"name": …, "arguments": {…}}, or a list of such objects; Llama says "parameters"."""
    return _calls_of(_parsed(body))


def read_json_lines(body: str, tools: Tools) -> Written:
    """As `read_json`, or several objects with semicolons between them (Llama 3.1)."""
    try:
        return read_json(body, tools)
    except ValueError:
        parts = re.split(r"(?<=\})\s*;\s*(?=\{)", body.strip())
        return [call for part in parts for call in read_json(part, tools)]


def read_message(body: str, _tools: Tools) -> Written:
    """A name on a line of its own, then the JSON of the arguments (a message of gpt-oss)."""
    name, _, arguments = body.partition("\n")
    return [(name, _parsed_object(arguments))]


def read_tagged(body: str, tools: Tools) -> Written:
    """JSON (Hermes, Qwen 2.5 and 3), or tags for the function and each parameter (Qwen3-Coder)."""
    match = _XML_FUNCTION.fullmatch(body)
    if match is None:
        return read_json(body, tools)
    name = match[1].strip()
    types = _types_of_parameters(tools[name]) if name in tools else {}
    arguments = {
        key.strip(): _value_of(text, types.get(key.strip()))
        for key, text in _XML_PARAMETER.findall(match[2])
    }
    return [(name, arguments)]


def read_mistral(body: str, tools: Tools) -> Written:
    """A list of JSON objects, or a name before the JSON of its arguments, for each call."""
    written: Written = []
    for part in body.split("[TOOL_CALLS]"):
        match = _NAMED_JSON.fullmatch(part)
        if match is not None:
            written.append((match[1], _arguments_of(match[2])))
        else:
            written += read_json(part, tools)
    return written


def read_python(body: str, _tools: Tools) -> Written:
    """A list of calls with keywords, whose values are literals (LFM2)."""
    if len(body) > _MAX_LITERAL_LEN:
        raise ValueError("too long")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes that Python does not know
            tree = ast.parse(body.strip(), mode="eval").body
        calls = tree.elts if isinstance(tree, ast.List) else [tree]
        return [_python_call(call) for call in calls]
    except (SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise ValueError("not Python") from error


def read_gemma(body: str, _tools: Tools) -> Written:
    """`call:name{key:value}`, with marks around texts (Gemma 4 and FunctionGemma)."""
    match = _GEMMA_CALL.fullmatch(body)
    if match is None:
        raise ValueError("not a call")
    return [(match[1], _parsed_object(_json_of_gemma(match[2])))]


def _python_call(call: ast.expr) -> tuple[str, dict[str, Any]]:
    if not isinstance(call, ast.Call) or call.args:
        raise ValueError("not a call with keywords")
    arguments = {str(each.arg): ast.literal_eval(each.value) for each in call.keywords if each.arg}
    return ast.unparse(call.func), arguments


def _json_of_gemma(text: str) -> str:
    """JSON: texts stand between marks, keys and other values are bare."""
    parts: list[str] = []
    for number, piece in enumerate(re.split(r'<\|"\|>|<escape>', text)):
        if number % 2:
            parts.append(_quoted(piece))
            continue
        found = _GEMMA_TOKEN.findall(piece)
        for (sign, word), (following, _) in zip_longest(found, found[1:], fillvalue=("", "")):
            bare = word.strip()
            is_plain = following != ":" and _is_json(bare)
            parts.append(sign or (bare if is_plain else _quoted(bare)))
    return "".join(parts)


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()


def _is_json(text: str) -> bool:
    try:
        msgspec.json.decode(text)
    except msgspec.DecodeError:
        return False
    return True


def _calls_of(value: Any) -> Written:
    if isinstance(value, list):
        return [call for each in value for call in _calls_of(each)]
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        raise ValueError("not a call")  # noqa: TRY004  of text that is no call
    return [(value["name"], _arguments_of(value.get("arguments", value.get("parameters", {}))))]


def _arguments_of(value: Any) -> dict[str, Any]:
    """An object, or the text of one."""
    if isinstance(value, str):
        return _parsed_object(value)
    if not isinstance(value, dict):
        raise ValueError("no arguments")  # noqa: TRY004
    return value


def _parsed_object(text: str) -> dict[str, Any]:
    value = _parsed(text)
    if not isinstance(value, dict):
        raise ValueError("no object")  # noqa: TRY004
    return value


def _parsed(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError("not JSON") from error


def _types_of_parameters(tool: ToolSpec) -> dict[str, Any]:
    properties = _parsed_object(tool.parameters).get("properties", {})
    return {key: schema.get("type") for key, schema in properties.items()
            if isinstance(schema, dict)}  # fmt: skip


def _value_of(text: str, kind: Any) -> Any:
    """A parameter between tags: text unless the schema says otherwise, less one line break a side."""
    text = text.removeprefix("\n").removesuffix("\n")
    if kind in (None, "string"):
        return text
    try:
        return _parsed(text)
    except ValueError:
        return text
