"""A Jinja sandbox for untrusted templates: no attributes, bounded work.

Knows nothing of chats. Steps and sizes are bounded, so a hostile template fails instead of
hanging; whatever slips through is killed with its process (`template_process.py`). The
template's own text stays distinguishable from its input.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import wraps
from typing import Any, NoReturn

from jinja2.exceptions import SecurityError, TemplateError
from jinja2.ext import loopcontrols
from jinja2.meta import find_undeclared_variables
from jinja2.sandbox import ImmutableSandboxedEnvironment, SandboxedFormatter
from jinja2.utils import Namespace

from engine.tokenizer.template_budget import MAX_SOURCE_LEN, Budget, TemplateLimitError
from engine.tokenizer.template_tree import (
    CHECK_MEMBERS,
    CONCATENATE,
    SPEND,
    GenerationBlock,
    Instrumentation,
    check_tree,
)
from engine.tokenizer.written_text import WrittenText, join, replace

_CALL_COST = 3
_PLACES_PER_UNIT = 4
_MAX_POWER = 1 << 10
_MAX_INDENT = 64
# They turn little text into much, and no chat template needs them.
_BARRED_METHODS = frozenset({"center", "expandtabs", "ljust", "rjust", "zfill", "translate"})
_BARRED_FILTERS = (
    *("batch", "center", "format", "pprint", "slice", "urlize", "wordwrap", "xmlattr"),
)
_WIDE_FIELD = re.compile(r"\d{4}|\*|:[^}]*\{")


class TemplateSandbox:
    """A compiled template. Raises some Exception when it does not compile.

    `variables`: its free variables.
    """

    def __init__(self, source: str) -> None:
        if len(source) > MAX_SOURCE_LEN:
            raise TemplateLimitError("the template is too long")
        self._environment = _Environment()
        tree = self._environment.parse(source)
        check_tree(tree)
        self.variables = frozenset(find_undeclared_variables(tree))
        tree = Instrumentation(self._environment.literals).visit(tree)
        self._template = self._environment.from_string(tree)

    def render(self, values: Mapping[str, Any]) -> WrittenText:
        """Return the rendered text; raise some Exception when that fails.

        The template's text and the `WrittenText` among `values` count as written.
        """
        values = dict(values)
        budget = self._environment.budget = Budget(values)
        parts, length = [], 0
        for part in self._template.generate(values):
            parts.append(part)
            length += len(part)
            budget.check_size(length, len(part))
        return join(parts)


class _Environment(ImmutableSandboxedEnvironment):
    """Bounds the work of loops, operators, filters and methods.

    `literals` are the template's strings, which its code references by number.
    """

    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "**", "%"})

    def __init__(self) -> None:
        super().__init__(
            finalize=self.shown,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=[loopcontrols, GenerationBlock],
            optimized=False,  # otherwise it computes at compile time, unbounded
        )
        self.budget = Budget()
        self.literals: list[WrittenText] = []
        self.filters.update(dict.fromkeys(_BARRED_FILTERS, _bar))
        self.filters |= {"indent": _indent, "replace": self.replace, "tojson": _to_json}
        self.filters |= {"join": self.join, "safe": _unchanged}
        self.filters = {name: self._counted(each) for name, each in self.filters.items()}
        self.filters |= {SPEND: self.spend, CONCATENATE: self.concatenate}
        self.filters[CHECK_MEMBERS] = self.check_members
        self.tests = {name: self._counted(each) for name, each in self.tests.items()}
        del self.globals["lipsum"]
        self.globals |= {"raise_exception": _raise_exception, "strftime_now": _strftime_now}
        self.globals |= {"range": self.count_range, "namespace": _Namespace}

    def spend(self, units: int) -> str:
        """Count an iteration of a loop or a macro call."""
        self.budget.spend(abs(units))
        return ""

    def check_members(self, value: Any) -> Any:
        """`value`, after counting its members."""
        return self.budget.check_members(value)

    def count_range(self, *bounds: int) -> range:
        """`range`, counted before the loop begins."""
        numbers = range(*bounds)
        self.budget.spend(len(numbers))
        return numbers

    def shown(self, value: Any) -> Any:
        """The text of `{{ value }}`; a number counts as written, as it cannot spell a mark."""
        if value is None or isinstance(value, int | float):
            return WrittenText.written(str(value))
        return self.budget.check_members(value)

    def concat(self, parts: Iterable[str]) -> WrittenText:
        """Join the output of a block or macro."""
        parts = list(parts)
        self.budget.check_size(sum(map(len, parts)))
        return join(parts)

    def concatenate(self, values: list[Any]) -> WrittenText:
        """The operator `~`."""
        return self._join_shown(values, "")

    def join(self, values: Any, separator: str = "", attribute: Any = None) -> WrittenText:
        """The filter `join`."""
        values = list(values)
        if attribute is not None:
            values = [self.getitem(value, attribute) for value in values]
        return self._join_shown(values, str(separator))

    def replace(self, text: str, old: str, new: str, count: int | None = None) -> str:
        """The method and filter `replace`."""
        text, old, new = str(text), str(old), str(new)
        found = text.count(old)
        self.budget.spend(found // _PLACES_PER_UNIT)
        self.budget.check_size(len(text) + found * len(new))
        return replace(text, old, new, -1 if count is None else count)

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        wrapper = super().wrap_str_format(value)
        if wrapper is None:
            return None
        pattern = value.__self__
        _check_fields(pattern)
        is_followed = isinstance(pattern, WrittenText) and value.__name__ == "format"

        def formatted(*values: Any, **options: Any) -> str:
            sizes = map(self.budget.measure, (*values, *options.values()))
            self.budget.check_size(pattern.count("{") * max(sizes, default=0))
            plain = wrapper(*values, **options)
            if not (is_followed and pattern.is_written(0, len(pattern))):
                return str.__str__(plain)
            return join(_format_parts(SandboxedFormatter(self), pattern, values, options))

        return formatted

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        budget = self.budget
        budget.check_number(left)
        budget.check_number(right)
        if operator == "**" and max(abs(left), abs(right)) > _MAX_POWER:
            raise TemplateLimitError("a number in the template is too large")
        if operator == "%" and isinstance(left, str):
            _check_fields(left)
            budget.check_size(left.count("%") * budget.measure(right))
        if operator == "*":
            budget.check_size(_size(left) * _count(right) + _size(right) * _count(left))
        budget.check_size(_size(left) + _size(right))
        return super().call_binop(context, operator, left, right)

    def call(self, context: Any, function: Any, /, *values: Any, **options: Any) -> Any:
        self.budget.spend(_CALL_COST)
        for value in (*values, *options.values()):
            self.budget.check_members(value)
        owner = getattr(function, "__self__", None)
        if isinstance(owner, str):
            name = function.__name__
            self.budget.check_members(owner)
            if name in _BARRED_METHODS:
                raise SecurityError(f"{name} is not available to templates")
            if name == "replace":
                return self.replace(owner, *values)
            if name == "join":
                return self.join(values[0], owner)
        result = super().call(context, function, *values, **options)
        if isinstance(result, list):
            self.budget.spend(len(result))
        return result

    def _join_shown(self, values: list[Any], separator: str) -> WrittenText:
        texts = [str(self.shown(value)) for value in values]
        self.budget.check_size(sum(map(len, texts)) + len(separator) * len(texts))
        return join(texts, separator)

    def _counted(self, function: Any) -> Callable[..., Any]:
        """A filter or test that first counts its arguments."""

        @wraps(function)
        def counted(*values: Any, **options: Any) -> Any:
            self.budget.spend()
            for value in (*values, *options.values()):
                self.budget.check_members(value)
            return function(*values, **options)

        return counted


class _Namespace(Namespace):
    """`namespace` without contents in its repr, which could grow with each iteration."""

    def __repr__(self) -> str:
        return "<namespace>"


def _format_parts(
    formatter: SandboxedFormatter,
    pattern: str,
    values: tuple[Any, ...],
    options: dict[str, Any],
) -> list[str]:
    """The parts of `pattern.format(*values, **options)`; literals count as written."""
    parts: list[str] = []
    number = 0
    for literal, field, form, conversion in formatter.parse(pattern):
        parts.append(WrittenText.written(literal))
        if field is None:
            continue
        if not field or field[0] in ".[":
            field = f"{number}{field}"
            number += 1
        value, _ = formatter.get_field(field, values, options)
        if not (isinstance(value, str) and not form and not conversion):
            value = formatter.format_field(formatter.convert_field(value, conversion), form or "")
        parts.append(value)
    return parts


def _size(value: Any) -> int:
    if isinstance(value, list | tuple):
        return 8 * len(value)
    return len(value) if isinstance(value, str | bytes) else 0


def _count(value: Any) -> int:
    return abs(value) if isinstance(value, int) else 1


def _check_fields(pattern: str) -> None:
    if _WIDE_FIELD.search(pattern):
        raise TemplateLimitError("the template pads text too far")


def _bar(*_values: Any, **_options: Any) -> NoReturn:
    raise SecurityError("this filter is not available to templates")


def _unchanged(value: Any) -> Any:
    return value


def _raise_exception(message: str) -> NoReturn:
    raise TemplateError(message)


def _strftime_now(pattern: str) -> str:
    _check_fields(pattern)
    return datetime.now().astimezone().strftime(pattern)


def _to_json(
    value: Any,
    indent: int | None = None,
    *,
    ensure_ascii: bool = False,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    """The filter `tojson` without Jinja's HTML escapes."""
    return json.dumps(
        value,
        ensure_ascii=ensure_ascii,
        indent=None if indent is None else min(indent, _MAX_INDENT),
        separators=separators,
        sort_keys=sort_keys,
    )


def _indent(text: str, width: int = 4, first: bool = False, blank: bool = False) -> str:  # noqa: FBT001, FBT002 - jinja's own signature
    """Indent lines after the first (all with `first`), empty ones only with `blank`."""
    margin = " " * min(width, _MAX_INDENT)
    head, *lines = str(text).split("\n")
    moved = [margin + line if line or blank else line for line in lines]
    return join([margin + head if first else head, *moved], "\n")
