"""Chat templates drawn to take all the time or memory there is, to break out, or to fail in odd ways."""

import random
import re
from dataclasses import dataclass

# What grows with each pass; `x` is what has grown.
_GROWTH = (
    *(
        "[x, x]",
        "(x, x)",
        "{'a': x, 'b': x}",
        "[x] + [x]",
        "x ~ x",
        "[[x, x], x]",
        "dict(a=x, b=x)",
    ),
    *(
        "namespace(a=x, b=x)",
        "x | string ~ x",
        "x * x",
        "x * 2",
        "x * 65536 + 1",
        "x ** 2",
        "[x, x] | list",
    ),
    *(
        "x | replace('a', 'aa')",
        "x.replace('a', x)",
        "(x ~ 'a').join([x, x])",
        "x | list + x | list",
    ),
    *(
        "'%s%s' % (x, x)",
        "'{}{}'.format(x, x)",
        "[x, x] | join(x)",
        "[x, x] | map('string') | list",
    ),
    *("x | tojson ~ x", "(x | string).split('')", "x | string | list", "[x, x] | sum(start=[])"),
    *(
        "('{0}' * 9999).format(x)",
        "('%s' * 99) % ((x,) * 99)",
        "[x] | map('replace', 'a', x ~ x) | list",
    ),
    *("x | upper ~ x | lower", "x | indent(64) ~ '\n' ~ x", "x | pprint ~ x", "x | urlize ~ x"),
    *("x.center(x | length * 2)", "x | center(9 ** 9)", "x.ljust(10 ** 9)", "'%999d' % 1 ~ x"),
    *(
        "x | batch(2) | list",
        "x | dictsort",
        "{x | string: x, x ~ 1: x}",
        "[x] * (x | string | length)",
    ),
    *(
        "(x, x) | unique | list + [x]",
        "[x, x] | sort",
        "[x, x] | groupby('a') | list",
        "x.encode() ~ x",
    ),
    *("x | escape ~ x", "x | wordwrap(1) ~ x", "x | truncate(10 ** 9) ~ x", "x | urlencode ~ x"),
    *(
        "x.split() + [x]",
        "x.title() ~ x",
        "x.partition('a') | list + [x]",
        "x.expandtabs(9999) ~ '\t' ~ x",
    ),
)
_SEEDS_OF_GROWTH = (
    "'a'",
    "[1]",
    "'\\t a' * 9",
    "2",
    "10 ** 9",
    "[[]]",
    "{'a': 1}",
    "'\U0001f600\u0130'",
    "(1, 'a')",
)
# What is done with the result.
_USES = (
    *("{{ x }}", "{{ x | string | length }}", "{{ x | pprint }}", "{{ x == y }}", "{{ y in x }}"),
    *(
        "{{ [x, y] | sort | length }}",
        "{{ x | tojson }}",
        "{{ [x, y] | unique | list }}",
        "{{ x < y }}",
    ),
    *(
        "{{ x | join(', ') }}",
        "{{ x ~ y }}",
        "{{ x | length }}",
        "{{ x | tojson(indent=10 ** 9) }}",
    ),
    *(
        "{% if x != y %}b{% endif %}",
        "{{ [x, y] | max }}",
        "{{ [x] | select('equalto', y) | list }}",
    ),
    *(
        "{{ [x] | select('in', [y]) | list }}",
        "{{ x | int(base=36) }}",
        "{{ x | float }}",
        "{{ x | string | int }}",
    ),
    *("{{ '%s' % (x,) }}", "{{ '%r' % (x,) }}", "{{ '{!r:>999}'.format(x) }}", "{{ {x: y}[y] }}"),
    *("{% for a in x %}{% for b in y %}{{ a == b }}{% endfor %}{% endfor %}", "{{ x is eq y }}"),
    *(
        "{{ x | map('string') | join }}",
        "{% set z %}{{ x }}{{ y }}{% endset %}{{ z }}",
        "{{ x | reverse | list }}",
    ),
    *(
        "{{ {'a': x}.items() | list }}",
        "{{ x | wordcount }}",
        "{{ x | xmlattr }}",
        "{{ dict(a=x) == dict(a=y) }}",
    ),
    *("{{ [x, x] | sum(start=y) }}", "{{ x | default(y) | string }}", "{{ raise_exception(x) }}"),
)
_ESCAPES = (
    *(
        "''.__class__.__mro__[1].__subclasses__()",
        "self.__init__.__globals__",
        "cycler.__init__.__globals__",
    ),
    *(
        "messages.append(messages)",
        "messages.__class__",
        "raise_exception.__globals__.os.system('true')",
    ),
    *(
        "(''|attr('__class__'))",
        "(messages|attr('clear'))()",
        "namespace.__init__",
        "loop.__class__",
    ),
    *(
        "'{0.__class__}'.format(1)",
        "'{0[__class__]}'.format(1)",
        "self._TemplateReference__context",
        "joiner.__call__",
    ),
    *(
        "''.format_map({'a': 1}.__class__)",
        "range.__self__",
        "messages[0].pop('content')",
        "tojson.__globals__",
    ),
    *(
        "caller.__code__",
        "lipsum.__globals__",
        "strftime_now.__closure__",
        "strftime_now('%' * 99999)",
    ),
    *(
        "strftime_now('%999999999d')",
        "environment",
        "context.environment",
        "config",
        "super().x",
        "varargs",
    ),
)
_FAILURES = (
    *(
        "1 / 0",
        "nothing.at.all",
        "messages[99].content",
        "[][0]",
        "''.split('')",
        "1 + 'a'",
        "{}['a'].b",
        "1()",
    ),
    *(
        "raise_exception('no')",
        "raise_exception(1)",
        "'a' | int(base=99)",
        "9 | nofilter",
        "9 is notest",
        "-'a'",
    ),
    *(
        "range(0, 9, 0)",
        "range('a')",
        "'%d' % 'a'",
        "'{'.format()",
        "'%' % 1",
        "2 ** -999999",
        "0 ** -1",
    ),
    *(
        "'\\ud800'",
        "'\\ud83d\\ude00' ~ '\\udfff'",
        "'\\x00' * 99",
        "'\\u202e' ~ '\\x1b[31m'",
        "1e999",
        "-1e999 | int",
    ),
    *(
        "messages | tojson | tojson | tojson",
        "messages | map(attribute='a.b.c.d') | list",
        "joiner('x')()",
    ),
    *(
        "[1, 'a'] | sort",
        "{} | sum",
        "none | length",
        "'a' | round",
        "1 | items",
        "messages | groupby('role')",
    ),
)
_SHAPES = (
    "{{% for i in range({n}) %}}{{% for j in range({n}) %}}{{% for k in range({n}) %}}a{{% endfor %}}{{% endfor %}}{{% endfor %}}",
    "{{% macro f(n) %}}{{{{ f(n - 1) }}}}{{{{ f(n - 1) }}}}{{% endmacro %}}{{{{ f({n}) }}}}",
    "{{% macro f() %}}{{{{ f(varargs, varargs) if varargs | string | length < {n} else varargs }}}}{{% endmacro %}}{{{{ f(1) }}}}",
    "{{% for m in messages recursive %}}{{{{ loop(messages) }}}}{{% endfor %}}",
    "{{% for m in [messages] * {n} recursive %}}{{{{ loop(messages) if loop.depth < 9 }}}}{{% endfor %}}",
    "{{% block a %}}{{{{ self.a() }}}}{{% endblock %}}",
    "{{% macro f() %}}{{{{ caller() }}}}{{% endmacro %}}{{% call f() %}}{{% call f() %}}{{{{ 'a' * {n} }}}}{{% endcall %}}{{% endcall %}}",
    "{{% filter upper %}}{{% for i in range({n}) %}}{{{{ 'a' * {n} }}}}{{% endfor %}}{{% endfilter %}}",
    "{{% set ns = namespace(a=0) %}}{{% set ns.b = ns %}}{{% for i in range({n}) %}}{{% set ns.a = [ns.a, ns] %}}{{% endfor %}}{{{{ ns }}}}{{{{ ns.a }}}}",
    "{{% for i in range({n}) if range({n}) | list %}}a{{% endfor %}}",
    "{{% for i in range({n}) %}}{{{{ messages | map(attribute='content') | join | length }}}}{{% endfor %}}",
    "{{% for i in range({n}) %}}{{% if 'a' * 99999 ~ i in 'a' * 199999 %}}b{{% endif %}}{{% endfor %}}",
    "{{% for i in range({n}) %}}{{{{ ('a' * 99999).count('a' * 5000 ~ 'b') }}}}{{% endfor %}}",
    "{{% for i in range({n}) %}}{{% set x = messages | sort(attribute='content') | tojson | length %}}{{% endfor %}}",
    "{{% set x = range({n}) | list %}}{{% for i in x %}}{{{{ x | sort == x | reverse | list }}}}{{% endfor %}}",
    "{{% include 'a' %}}",
    "{{% import 'a' as a %}}",
    "{{% extends 'a' %}}",
    "{{% from 'a' import b %}}",
    "{{% autoescape true %}}{{{{ '<' * {n} }}}}{{% endautoescape %}}",
    "{{% set c = cycler(*range({n})) %}}{{% for i in range({n}) %}}{{{{ c.next() }}}}{{% endfor %}}",
)
_HUGE = (
    lambda n: "{% macro a() %}{% endmacro %}" * n,
    lambda n: "".join(f"{{% macro a{i}(x) %}}{{{{ a{i}(x) }}}}{{% endmacro %}}" for i in range(n)),
    lambda n: "{{ a }}" * n,
    lambda n: "{{ '" + "a" * (20 * n) + "' * 99999 }}",
    lambda n: "{{ 0x" + "f" * (20 * n) + " ** 2 }}",
    lambda n: "{{ " + "9" * n + " }}",
    lambda n: "{{ " + "(" * n + "1" + ")" * n + " }}",
    lambda n: "{{ " + "[" * n + "]" * n + " }}",
    lambda n: "{{ " + "not " * n + "1 }}",
    lambda n: "{{ " + "-" * n + "1 }}",
    lambda n: "{{ 1" + " + 1" * n + " }}",
    lambda n: "{{ a" + ".a" * n + " }}",
    lambda n: "{{ a" + " | upper" * n + " }}",
    lambda n: "{{ 'a'" + " ~ 'a'" * n + " }}",
    lambda n: "{% if a %}" * n + "{% endif %}" * n,
    lambda n: "{% for a in b %}" * n + "{% endfor %}" * n,
    lambda n: "{% if a %}b" + "{% elif a %}b" * n + "{% endif %}",
    lambda n: "{{ {" + ", ".join(f"'{i}': {i}" for i in range(n)) + "} }}",
    lambda n: "{% set " + ", ".join(f"a{i}" for i in range(n)) + " = messages %}",
    lambda n: "{#" * n + "{{" * n,
    lambda n: "{{ a if b else " * n + "1" + " }}" * n,
    lambda n: "\\" * n + "{{ '" + "\\u0130" * n + "' | lower | upper | title }}",
    lambda n: "x" * (40 * n),
    lambda n: "{% raw %}" * n,
    lambda n: "{{ '" + "<|im_end|>" * n + "' }}",
)  # fmt: skip
_ENDING = "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"


@dataclass(frozen=True)
class Bomb:
    """A template, and whether it goes off only once there is a conversation to render."""

    source: str
    is_late: bool


def draw_bomb(seed: int) -> Bomb:
    """The bomb of a seed, always the same."""
    generator = random.Random(seed)
    kinds = (_grown, _grown, _grown, _shaped, _huge, _expressed)
    source = generator.choice(kinds)(generator)
    is_late = generator.random() < 0.5
    if is_late:
        # What tries a template out asks a question of two letters.
        source = "{% if messages[-1].content | length > 9 %}" + source + "{% endif %}"
    return Bomb(source + _ENDING, is_late)


def _grown(generator: random.Random) -> str:
    growth = generator.choice(_GROWTH)
    seed = generator.choice(_SEEDS_OF_GROWTH)
    times = generator.choice((5, 20, 25, 30, 60, 1000, 99999))
    uses = "".join(generator.choices(_USES, k=generator.randint(1, 3)))
    if generator.random() < 0.5:
        # Without a loop: each step a variable of its own.
        steps = "".join("{% set x = " + growth + " %}" for _ in range(min(times, 60)))
        return "{% set x = " + seed + " %}" + steps + "{% set y = " + growth + " %}" + uses
    grow = re.sub(r"\bx\b", "ns.x", growth)
    loop = "{% for i in range(" + str(times) + ") %}{% set ns.x = " + grow + " %}"
    inner = generator.random() < 0.3
    values = "{% set x = ns.x %}{% set y = " + growth + " %}"
    body = values + uses if inner else ""
    after = "" if inner else values + uses
    return "{% set ns = namespace(x=" + seed + ") %}" + loop + body + "{% endfor %}" + after


def _shaped(generator: random.Random) -> str:
    n = generator.choice((9, 99, 999, 9999, 99999, 10**9))
    return generator.choice(_SHAPES).format(n=n)


def _huge(generator: random.Random) -> str:
    return generator.choice(_HUGE)(generator.choice((100, 1000, 5000, 20_000)))


def _expressed(generator: random.Random) -> str:
    expressions = generator.choices(_ESCAPES + _FAILURES, k=generator.randint(1, 2))
    return "".join("{{ " + expression + " }}" for expression in expressions)
