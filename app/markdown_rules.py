"""Rules of markdown beyond CommonMark: formulas, footnotes and bare addresses."""

import re

from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.footnote.index import footnote_def

_DISPLAY_MATH = {"$$": "$$", "\\[": "\\]", "\\(": "\\)"}
_INLINE_MATH = re.compile(r"\$(?![\s$])(?:[^$\\\n`]|\\.)*?(?<!\s)\$(?!\d)", re.DOTALL)
_FOOTNOTE = re.compile(r"\[\^([^\s\[\]^]{1,40})\](?!:)")
_ADDRESS = re.compile(
    r"(?<![\w/@.-])(?:https?://|mailto:)[^\s<>\"`{}|\\^\u0000-\u0020\u2066-\u2069\u202a-\u202e]{2,2000}",
    re.IGNORECASE,
)
_TRAILING = ".,:;!?'*_~"


def math_rule(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's signature
    """A formula within text: a token `math` of its source."""
    if state.src[state.pos] not in "$\\":
        return False
    end = _math_end(state)
    if not end:
        return False
    if not silent:
        state.push("math", "", 0).content = state.src[state.pos : end]
    state.pos = end
    return True


def _math_end(state: StateInline) -> int:
    """The end of the formula that begins here; 0 if there is none."""
    mark = state.src[state.pos : state.pos + 2]
    closer = _DISPLAY_MATH.get(mark)
    if closer is not None:
        source, place = state.env.get(closer, ("", 0))
        if source is not state.src or state.pos < place:
            end = state.src.find(closer, state.pos + 3, state.posMax)
            if end >= 0:
                return end + 2
            if state.posMax == len(state.src):
                state.env[closer] = state.src, state.pos  # no later formula can close either
    match = _INLINE_MATH.match(state.src, state.pos, state.posMax)
    return 0 if match is None else match.end()


def math_block_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Lines from `$$` or `\\[` to its end: a token `math_block`.

    Without an end they are a paragraph up to the next empty line, whatever they begin with, so that
    an end that is still to come changes nothing before them.
    """
    if state.is_code_block(start):
        return False
    opener = state.src[state.bMarks[start] + state.tShift[start] :][:2]
    closer = _DISPLAY_MATH.get(opener)
    if closer is None or opener == "\\(":
        return False
    line, rest = start, _line(state, start)[2:]
    while closer not in rest:
        line += 1
        if line >= end or state.isEmpty(line) or state.sCount[line] < state.blkIndent:
            break
        rest = _line(state, line)
    else:
        is_whole = not rest.partition(closer)[2].strip()
        if not is_whole and line == start:
            return False  # a formula within a paragraph
        if is_whole:
            return silent or _push_block(state, start, line + 1, "math_block")
    while line < end and not state.isEmpty(line) and state.sCount[line] >= state.blkIndent:
        line += 1
    return silent or _push_block(state, start, line, "paragraph")


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _push_block(state: StateBlock, start: int, end: int, kind: str) -> bool:
    content = "\n".join(_line(state, number).strip() for number in range(start, end))
    if kind == "math_block":
        token = state.push("math_block", "", 0)
        token.content = content
        token.map = [start, end]
    else:
        opening = state.push("paragraph_open", "p", 1)
        opening.map = [start, end]
        token = state.push("inline", "", 0)
        token.content, token.map, token.children = content, [start, end], []
        state.push("paragraph_close", "p", -1)
    state.line = end
    return True


def footnote_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """`[^label]: text`; it is also a link definition `^label`, to which marks refer."""
    position = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith("[^", position):
        return False
    first = len(state.tokens)
    if not footnote_def(state, start, end, silent):
        return False
    if not silent:
        opening = state.tokens[first]
        opening.map = [start, state.line]
        label = str(opening.meta["label"])
        state.env.setdefault("references", {}).setdefault(f"^{label}", {"href": "", "title": ""})
    return True


def footnote_mark_rule(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    """`[^label]` of a footnote that is defined: a token `footnote_mark` of its label."""
    match = _FOOTNOTE.match(state.src, state.pos, state.posMax)
    if match is None or f"^{match[1]}" not in state.env.get("references", {}):
        return False
    if not silent:
        state.push("footnote_mark", "", 0).content = match[1]
    state.pos = match.end()
    return True


def link_addresses(children: list[Token]) -> list[Token]:
    """`children` with web and mail addresses in plain text made links."""
    linked: list[Token] = []
    depth = 0
    for token in children:
        depth += token.nesting * (token.type in ("link_open", "link_close"))
        if token.type == "text" and not depth and ":" in token.content:
            linked += _linked(token)
        else:
            linked.append(token)
    return linked


def _linked(token: Token) -> list[Token]:
    text, shown, pieces = token.content, 0, []
    for match in _ADDRESS.finditer(text):
        address = _trimmed(match.group())
        pieces.append(Token("text", "", 0, content=text[shown : match.start()]))
        pieces.append(Token("link_open", "a", 1, attrs={"href": address}))
        pieces.append(Token("text", "", 0, content=address))
        pieces.append(Token("link_close", "a", -1))
        shown = match.start() + len(address)
    pieces.append(Token("text", "", 0, content=text[shown:]))
    return [piece for piece in pieces if piece.content or piece.type != "text"]


def _trimmed(address: str) -> str:
    """`address` without the punctuation of the sentence around it."""
    while address[-1] in _TRAILING or (
        address[-1] in ")]" and address.count(address[-1]) > address.count("(["[address[-1] == "]"])
    ):
        address = address[:-1]
    return address
