"""Conversations as one web page: self-contained, printable, and unable to fetch or run anything."""

from collections.abc import Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.footnote import footnote_plugin

from app.domain import Attachment, Author, Message, ToolUse
from app.markdown_rules import link_addresses, math_block_rule, math_rule
from app.services.exchange.chat_tree import ChatTree, author_of, call_title

# Formatting a hostile text may take long; nobody reads one of this length formatted.
_MAX_FORMATTED = 100_000

_HEAD = """<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
{body}
</body>
</html>
"""
_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto;
       padding: 0 1rem; }
h1, h2, h3 { line-height: 1.25; } h1 { font-size: 1.4rem; } h1.title { font-size: 1.8rem; }
h2 { font-size: 1.2rem; } h3, h4, h5, h6 { font-size: 1.05rem; }
article + article { border-top: 1px solid #8886; margin-top: 3rem; padding-top: 1rem; }
section { margin: 1.25rem 0; }
.who, .when { color: #777; font-size: .85rem; }
.question { background: #8881; border-radius: .75rem; padding: .5rem 1rem; }
pre { background: #8881; border-radius: .5rem; padding: .75rem 1rem; overflow-x: auto; }
pre, code { font-family: ui-monospace, monospace; font-size: .9em; }
blockquote { border-left: 3px solid #8886; margin-left: 0; padding-left: 1rem; color: #777; }
table { border-collapse: collapse; } td, th { border: 1px solid #8886; padding: .25rem .6rem; }
@media print { body { max-width: none; margin: 0; } pre { white-space: pre-wrap; }
  article + article { break-before: page; border: 0; } }
"""


def to_web_page(chats: Sequence[ChatTree]) -> bytes:
    """The shown branches of the conversations, as UTF-8."""
    title = chats[0].title if len(chats) == 1 else "Encore"
    body = "\n".join(f"<article>\n{to_html(chat)}</article>" for chat in chats)
    return _HEAD.format(title=escape(title), style=_STYLE.strip(), body=body).encode()


def to_html(chat: ChatTree) -> str:
    """The body of one conversation. HTML in a text stays text, and a picture a link."""
    parser = _create_parser()
    date = f"{chat.conversation.created:%Y-%m-%d %H:%M} UTC"
    parts = [f'<h1 class="title">{escape(chat.title)}</h1>\n<p class="when">{date}</p>\n']
    for message in chat.branch:
        kind = "question" if message.author is Author.USER else "answer"
        parts.append(f'<p class="who">{escape(author_of(message))}</p>\n')
        text = _text(parser, message) + "".join(map(_file, message.attachments))
        parts.append(f'<section class="{kind}" dir="auto">\n{text}</section>\n')
    return "".join(parts)


def _create_parser() -> MarkdownIt:
    # The window breaks lines where the text does.
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(
        ["table", "strikethrough"]
    )
    parser.disable("image")
    parser.block.ruler.before("fence", "math_block", math_block_rule, {"alt": ["paragraph"]})
    parser.inline.ruler.before("escape", "math", math_rule)
    parser.core.ruler.after("inline", "addresses", _address_rule)
    footnote_plugin(parser, inline=False)
    parser.add_render_rule("math", _formula)
    parser.add_render_rule("math_block", _formula_block)
    return parser


def _address_rule(state: StateCore) -> None:
    for token in state.tokens:
        token.children = token.children and link_addresses(token.children)


def _formula(
    _: RendererProtocol, tokens: Sequence[Token], index: int, *__: OptionsDict | EnvType
) -> str:
    """TeX stays TeX: no script of a page may run that would draw it."""
    return escape(tokens[index].content)


def _formula_block(
    _: RendererProtocol, tokens: Sequence[Token], index: int, *__: OptionsDict | EnvType
) -> str:
    return f"<pre>{escape(tokens[index].content)}</pre>\n"


def _text(parser: MarkdownIt, message: Message) -> str:
    thoughts = f"<blockquote>{_plain(message.reasoning)}</blockquote>\n"
    before = thoughts if message.reasoning else ""
    if message.author is Author.USER:
        return before + _plain(message.text)
    parts = message.parts or (message.problem or "",)
    return before + "".join(
        _call(part)
        if isinstance(part, ToolUse)
        else _formatted(parser, part, f"{message.id}.{place}")
        for place, part in enumerate(parts)
    )


def _formatted(parser: MarkdownIt, text: str, name: str) -> str:
    """`text` as HTML; `name` tells its footnotes from those of others on the page."""
    if len(text) > _MAX_FORMATTED:
        return f"<pre>{escape(text)}</pre>\n"
    return str(parser.render(text, {"docId": name}))


def _call(use: ToolUse) -> str:
    return _folded(call_title(use), "\n\n".join(filter(None, (use.arguments, use.result))))


def _file(attachment: Attachment) -> str:
    return _folded(attachment.name, attachment.text)


def _folded(title: str, text: str) -> str:
    summary = f"<summary>{escape(title)}</summary>"
    return f"<details>{summary}\n<pre>{escape(text)}</pre></details>\n"


def _plain(text: str) -> str:
    paragraphs = (escape(part).replace("\n", "<br>\n") for part in text.split("\n\n"))
    return "".join(f"<p>{part}</p>\n" for part in paragraphs)
