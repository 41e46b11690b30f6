"""A Jinja environment for templates from untrusted model files: no attributes, no endless work.

Knows nothing of chats. Steps and sizes are bounded, so a hostile template fails instead of hanging.
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import SecurityError, TemplateError
from jinja2.ext import Extension, loopcontrols
from jinja2.meta import find_undeclared_variables
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer

MAX_SOURCE_LEN = 1 << 20
MAX_TEXT_LEN = 1 << 25
# What one rendering may spend on calls, passes through loops and characters joined.
_BUDGET = 2_000_000
_CALL_COST = 3
_CHARACTERS_PER_UNIT = 256
_MAX_POWER = 1 << 10
_MAX_INDENT = 64
# Ways to make much text of little, which no chat template needs.
_BARRED_METHODS = frozenset({"center", "expandtabs", "ljust", "rjust", "zfill", "translate"})
_BARRED_FILTERS = ("batch", "center", "format", "indent", "slice", "wordwrap")
_WIDE_FIELD = re.compile(r"\d{4}|\*|:[^}]*\{")

# What compiling or rendering a foreign template may raise.
TEMPLATE_FAILURES = (
    *(TemplateError, ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError),
    *(RuntimeError, SyntaxError, TypeError, ValueError),
)


class TemplateLimitError(TemplateError):
    """The template does more work, or makes more text, than any honest one."""


class TemplateSandbox:
    """One compiled template. Raises one of `TEMPLATE_FAILURES` when it does not compile.

    `variables`: names that it takes from whoever renders it.
    """

    def __init__(self, source: str) -> None:
        if len(source) > MAX_SOURCE_LEN:
            raise TemplateLimitError("the template is too long")
        self._environment = _Environment(
            trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols, _GenerationBlock]
        )
        self.source = source
        self.variables = frozenset(find_undeclared_variables(self._environment.parse(source)))
        tree = _Instrumentation().visit(self._environment.parse(source))
        self._template = self._environment.from_string(tree)

    def render(self, values: Mapping[str, Any]) -> str:
        """Return the rendered text; raise one of `TEMPLATE_FAILURES`."""
        self._environment.budget = _BUDGET
        parts, length = [], 0
        for part in self._template.generate(values):
            parts.append(part)
            length += len(part)
            self._environment.check_size(length)
        return "".join(parts)


class _Environment(ImmutableSandboxedEnvironment):
    """Bounds what loops, operators and methods can make of a short template."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, **options: Any) -> None:
        super().__init__(finalize=self.counted, **options)
        self.budget = 0
        for name in _BARRED_FILTERS:
            del self.filters[name]
        self.filters["indent"] = _indent
        self.filters["replace"] = self.replace
        self.filters["tojson"] = self.to_json
        del self.globals["lipsum"]
        self.globals.update(
            raise_exception=_raise_exception, strftime_now=_strftime_now, range=self.count_range
        )

    def spend(self, cost: int = 1) -> str:
        """Count work done; raise when it is more than any honest template needs."""
        self.budget -= cost
        if self.budget < 0:
            raise TemplateLimitError("the template does not come to an end")
        return ""

    def check_size(self, size: int) -> None:
        """Allow text or a list of `size`, or raise."""
        if size > MAX_TEXT_LEN:
            raise TemplateLimitError("the template makes too much text")
        self.spend(size // _CHARACTERS_PER_UNIT)

    def count_range(self, *bounds: int) -> range:
        """`range`, paid for before the loop begins."""
        numbers = range(*bounds)
        self.spend(len(numbers))
        return numbers

    def counted(self, value: Any) -> Any:
        """`value`, once every member of its lists is counted: one list may stand in another often."""
        pending = [value] if isinstance(value, list | tuple | dict) else []
        while pending:
            item = pending.pop()
            self.spend()
            if isinstance(item, dict):
                pending.extend(item.values())
            elif isinstance(item, list | tuple):
                pending.extend(item)
        return value

    def to_json(
        self,
        value: Any,
        indent: int | None = None,
        *,
        ensure_ascii: bool = False,
        separators: tuple[str, str] | None = None,
        sort_keys: bool = False,
    ) -> str:
        """The filter `tojson`, plain: Jinja's own escapes for HTML."""
        return json.dumps(
            self.counted(value),
            ensure_ascii=ensure_ascii,
            indent=None if indent is None else min(indent, _MAX_INDENT),
            separators=separators,
            sort_keys=sort_keys,
        )

    def concatenate(self, *values: Any) -> str:
        """The operator `~`."""
        texts = [str(self.counted(value)) for value in values]
        self.check_size(sum(map(len, texts)))
        return "".join(texts)

    def replace(self, text: str, old: str, new: str, count: int | None = None) -> str:
        """The method and filter of that name."""
        text, old, new = str(text), str(old), str(new)
        self.check_size(len(text) + text.count(old) * len(new))
        return text.replace(old, new, -1 if count is None else count)

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        wrapper = super().wrap_str_format(value)
        if wrapper is not None:
            _check_fields(value.__self__)
        return wrapper

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "**" and max(abs(left), abs(right)) > _MAX_POWER:
            raise TemplateLimitError("a number in the template is too large")
        if operator == "%" and isinstance(left, str):
            _check_fields(left)
        if operator == "*":
            self.check_size(_size(left) * _count(right) + _size(right) * _count(left))
        self.check_size(_size(left) + _size(right))
        return super().call_binop(context, operator, left, right)

    def call(self, context: Any, function: Any, /, *values: Any, **options: Any) -> Any:
        self.spend(_CALL_COST)
        owner = getattr(function, "__self__", None)
        if isinstance(owner, str):
            name = function.__name__
            if name in _BARRED_METHODS:
                raise SecurityError(f"{name} is not available to templates")
            if name == "replace":
                return self.replace(owner, *values)
        return super().call(context, function, *values, **options)


class _GenerationBlock(Extension):
    """`{% generation %}…{% endgeneration %}`: marks the answer for training; here it is just text."""

    tags = {"generation"}  # noqa: RUF012 - jinja's own declaration

    def parse(self, parser: Parser) -> list[nodes.Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


class _Instrumentation(NodeTransformer):
    """Counts each pass through a loop or macro, and bounds `~`, which no environment hook sees."""

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - jinja's naming
        return self._counted(node)

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:  # noqa: N802 - jinja's naming
        return self._counted(node)

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802 - jinja's naming
        self.generic_visit(node)
        return _environment_call("concatenate", node.nodes, node.lineno)

    def _counted(self, node: nodes.For | nodes.Macro) -> nodes.Node:
        self.generic_visit(node)
        step = nodes.ExprStmt(_environment_call("spend", [], node.lineno), lineno=node.lineno)
        node.body = [step, *node.body]
        return node


def _environment_call(name: str, arguments: list[nodes.Expr], line: int) -> nodes.Call:
    method = nodes.EnvironmentAttribute(name, lineno=line)
    return nodes.Call(method, arguments, [], None, None, lineno=line)


def _size(value: Any) -> int:
    if isinstance(value, list | tuple):
        return 8 * len(value)
    return len(value) if isinstance(value, str | bytes) else 0


def _count(value: Any) -> int:
    return abs(value) if isinstance(value, int) else 1


def _check_fields(pattern: str) -> None:
    if _WIDE_FIELD.search(pattern):
        raise TemplateLimitError("the template pads text too far")


def _raise_exception(message: str) -> None:
    raise TemplateError(message)


def _strftime_now(pattern: str) -> str:
    return datetime.now().astimezone().strftime(pattern)


def _indent(text: str, width: int = 4, first: bool = False, blank: bool = False) -> str:  # noqa: FBT001, FBT002 - jinja's own signature
    """Lines after the first (with `first`, that too) moved right; empty ones only with `blank`."""
    margin = " " * min(width, _MAX_INDENT)
    head, *lines = str(text).split("\n")
    moved = [margin + line if line or blank else line for line in lines]
    return "\n".join([margin + head if first else head, *moved])
