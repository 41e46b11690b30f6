"""Templates from model files can neither reach Python nor hang nor fill the memory."""

import pytest

from engine.tokenizer.template_sandbox import TEMPLATE_FAILURES, TemplateSandbox

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
        "x" * (1 << 21),
        "{{ " + "(" * 5000 + ")" * 5000 + " }}",
    ],
    ids=lambda source: source[-40:] if len(source) < 200 else f"{len(source)} characters",
)
def test_a_hostile_template_fails(source: str) -> None:
    values = {"messages": [{"role": "user"}], "text": "x" * 100_000}
    with pytest.raises(TEMPLATE_FAILURES):
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


def test_each_rendering_has_a_budget_of_its_own() -> None:
    template = TemplateSandbox("{% for i in range(9_999) %}{% endfor %}{{ x }}")
    for number in range(60):
        assert template.render({"x": number}) == str(number)
