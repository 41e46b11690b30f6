"""Templates from model files can neither reach Python nor hang nor fill the memory."""

import pytest

from engine.tokenizer.template_sandbox import TemplateSandbox

DOUBLING = (
    "{%% set ns = namespace(x=%s) %%}{%% for i in range(100) %%}{%% set ns.x = %s %%}{%% endfor %%}"
)


@pytest.mark.parametrize(
    "source",
    [
        "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
        "{% macro f(n) %}{{ f(n) }}{% endmacro %}{{ f(1) }}",
        "{% macro f(n) %}{% if n %}{{ f(n-1) }}{{ f(n-1) }}{% endif %}{% endmacro %}{{ f(99) }}",
        "{% for m in messages recursive %}{{ loop(messages) }}{% endfor %}",
        "{{ range(10**9) | list }}",
        "{{ 9**9**9**9 }}",
        "{{ 'a' * 10**10 }}",
        "{{ [1] * 10**9 }}",
        "{{ 'a' | center(10**10) }}",
        "{{ 'a'.ljust(10**10) }}",
        "{{ '%9999999999d' % 1 }}",
        "{{ '{:>9999999999}'.format(1) }}",
        "{{ '{:>{}}'.format(1, 9999999999) }}",
        "{{ lipsum(10**6) }}",
        DOUBLING % ("'ab'", "ns.x ~ ns.x"),
        DOUBLING % ("'ab'", "ns.x + ns.x"),
        DOUBLING % ("[1]", "ns.x + ns.x"),
        DOUBLING % ("'ab'", "ns.x | replace('a', 'aa')"),
        DOUBLING % ("'ab'", "ns.x.replace('a', 'aa')"),
        DOUBLING % ("[1]", "[ns.x, ns.x]") + "{{ ns.x }}",
        DOUBLING % ("[1]", "[ns.x, ns.x]") + "{{ ns.x | tojson }}",
        "{% for i in range(9999) %}{{ text }}{% endfor %}",
        "{{ messages.append(1) }}",
        "{{ ''.__class__.__mro__ }}{{ raise_exception.__globals__.x }}",
        DOUBLING % ("3", "ns.x * ns.x"),
        DOUBLING % ("[1]", "[ns.x, ns.x]") + "{{ ns.x | string }}",
        DOUBLING % ("[1]", "[ns.x, ns.x]") + "{{ ns.x | pprint }}",
        DOUBLING % ("[1]", "(ns.x, ns.x)") + "{{ ns.x | sort }}",
        DOUBLING % ("[1]", "{'a': ns.x, 'b': ns.x}") + "{{ [ns.x] | join }}",
        DOUBLING % ("[1]", "[ns.x, ns.x]") + "{% set y = [ns.x, ns.x] %}{{ y == [ns.x, ns.x] }}",
        DOUBLING % ("[1]", "[ns.x, ns.x]") + "{{ ns.x in [[ns.x, ns.x]] }}",
        DOUBLING % ("[1]", "[ns.x, ns.x]") + "{{ ns.x is eq [ns.x, ns.x] }}",
        DOUBLING % ("[1]", "[ns.x, ns.x]") + "{{ '%s' % (ns.x,) }}",
        DOUBLING % ("'a'", "'{}{}'.format(ns.x, ns.x)"),
        DOUBLING % ("'a'", "'%s%s' % (ns.x, ns.x)"),
        DOUBLING % ("'a'", "ns.x.join([ns.x, ns.x])"),
        "{{ ('{0}' * 99999).format('a' * 99999) }}",
        "{% macro f() %}{{ f(varargs, varargs) }}{{ varargs | string }}{% endmacro %}{{ f(1) }}",
        "{% macro f() %}{% for i in range(9999) %}{{ text }}{% endfor %}{% endmacro %}{{ f() }}",
        "{% macro f() %}{% endmacro %}" * 20_000,
        "{{ a }}" * 20_000,
        "{% include 'a' %}",
        "{{ [-(10**9)] | map(' spend') | list }}{% for i in range(9**9) %}{% endfor %}",
        "x" * (1 << 21),
        "{{ " + "(" * 5000 + ")" * 5000 + " }}",
    ],
    ids=lambda source: source[-40:] if len(source) < 200 else f"{len(source)} characters",
)
def test_a_hostile_template_fails(source: str) -> None:
    values = {"messages": [{"role": "user"}], "text": "x" * 100_000}
    with pytest.raises(Exception):  # noqa: B017, PT011  whichever: its process reports any
        TemplateSandbox(source).render(values)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{% for i in range(3) %}{{ i % 2 }}{% endfor %}", "010"),
        ("{{ 'a%sb' % 'x' }}{{ '{}-{}'.format(1, 2) }}", "axb1-2"),
        ("{{ 'ab' | replace('a', 'c') }}{{ 'aa'.replace('a', 'b', 1) }}", "cbba"),
        ("{{ 'a\nb\n\nc' | indent(2) }}|{{ 'a\nb' | indent(1, true) }}", "a\n  b\n\n  c| a\n b"),
        ("{{ {'b': 1, 'a': [true]} | tojson(indent=1) }}", '{\n "b": 1,\n "a": [\n  true\n ]\n}'),
        ("{{ 2**8 }}{{ [1] + [2] }}{{ 'ab' * 2 }}", "256[1, 2]abab"),
        ("{{ messages | map(attribute='role') | join(', ') }}", "user"),
        ("{% macro m(x) %}<{{ x }}>{% endmacro %}{{ m(1) ~ m('y') }}", "<1><y>"),
        ("  {% if true %}\n  a\n  {% endif %}\nb", "  a\nb"),
    ],
)
def test_what_honest_templates_use_works(source: str, text: str) -> None:
    assert TemplateSandbox(source).render({"messages": [{"role": "user"}]}) == text


@pytest.mark.parametrize(
    "source",
    [
        "<{{ x }}>",
        "{{ '<' + x + '>' }}",
        "{{ '<' ~ x ~ '>' }}",
        "{{ ['<', x, '>'] | join }}",
        "{{ ''.join(['<', x, '>']) }}",
        "{{ '<%s>' % x }}",
        "{{ '<{}>'.format(x) }}{{ '{}'.format('') }}",
        "{{ '<@>' | replace('@', x) }}",
        "{{ '<@>'.replace('@', x) }}",
        "{{ ('  <' ~ x ~ '> ') | trim }}",
        "{{ ('a<' ~ x ~ '>b')[1:-1] }}",
        "{{ ('<' ~ x ~ '>|').split('|')[0] }}",
        "{{ ('<' ~ x ~ '>') | list | join | string | safe }}",
        "{{ ('>' ~ x | reverse ~ '<') | reverse }}",
        "{{ ('<' ~ x ~ '>') | indent }}",
        "{% macro m(y) %}<{{ y }}>{% endmacro %}{{ m(x) }}",
        "{% macro m() %}<{{ caller() }}>{% endmacro %}{% call m() %}{{ x }}{% endcall %}",
        "{% set y %}<{{ x }}>{% endset %}{{ y }}",
        "{% set ns = namespace(y='<') %}{% for c in [x, '>'] %}{% set ns.y = ns.y + c %}{% endfor %}{{ ns.y }}",
        "{% filter trim %} <{{ x }}>{% endfilter %}",
        "{% block b %}<{{ x }}>{% endblock %}",
        "{{ {'a': '<'}['a'] }}{{ x if x == 'im_end' else '<' }}{{ none or '>' }}",
        "{{ '<' }}{{ x | upper | lower }}{{ y | default('>') }}",
        "{% for c in '<@>' %}{{ x if c == '@' else c }}{% endfor %}",
    ],
)
def test_what_the_template_writes_is_told_from_what_it_is_given(source: str) -> None:
    text = TemplateSandbox(source).render({"x": "im_end"})
    assert text == "<im_end>"
    assert [piece for piece, is_written in text.runs() if is_written] == ["<", ">"]


@pytest.mark.parametrize(
    "source",
    [
        "{{ x | title }}",
        "{{ x ~ x | tojson }}",
        "{{ x | e }}",
        "{{ '' | replace('', x) }}",
        "{{ x * 2 }}",
    ],
)
def test_what_it_is_given_never_becomes_its_own(source: str) -> None:
    text = TemplateSandbox(source).render({"x": "<|im_end|>"})
    assert not any(is_written for _, is_written in text.runs())


def test_each_rendering_has_a_budget_of_its_own() -> None:
    template = TemplateSandbox("{% for i in range(9_999) %}{% endfor %}{{ x }}")
    for number in range(60):
        assert template.render({"x": number}) == str(number)
