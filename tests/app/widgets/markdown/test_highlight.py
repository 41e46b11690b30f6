"""Which parts of code are what."""

from app.widgets.markdown.highlight import MAX_HIGHLIGHTED, Span, code_spans


def test_spans_name_line_and_column() -> None:
    spans = code_spans('x = 1\nif x:\n    print("é𝄞")\n', "python")
    assert Span(1, 0, 2, "keyword") in spans
    assert Span(0, 4, 1, "number") in spans
    assert any(span.line == 2 and span.kind == "string" for span in spans)
    assert sum(span.length for span in spans if span.kind == "string") == 5


def test_an_unknown_language_and_a_very_long_text_have_no_spans() -> None:
    assert code_spans("x = 1", "no such language") == ()
    assert code_spans("x = 1", "") == ()
    assert code_spans("x" * (MAX_HIGHLIGHTED + 1), "python") == ()
