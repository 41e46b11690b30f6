"""What comes of the bytes of an answer, wherever they are cut."""

import itertools
from collections.abc import Iterable

import pytest

from app.services.endpoints.endpoint import Endpoint, EndpointError
from app.services.endpoints.reading import AnswerReader
from app.services.endpoints.sse import MAX_EVENT_BYTES, EventTooLongError, read_events
from app.services.endpoints.think_tags import ThinkTags
from tests.support.endpoint_server import chunk, event

ENDPOINT = Endpoint("1", "Workstation", "http://localhost:8080/v1")


def read(*chunks: bytes) -> tuple[str, str, AnswerReader]:
    """Reasoning, text and the reader at the end; a second passes between two looks at the clock."""
    seconds = itertools.count(1.0)
    reader = AnswerReader(ENDPOINT, 0.0, 4096, lambda: next(seconds))
    pieces = list(reader.read(chunks))
    reasoning = "".join(piece.reasoning for piece in pieces)
    return reasoning, "".join(piece.text for piece in pieces), reader


def test_events_are_the_same_wherever_they_are_cut() -> None:
    for end in [b"\n", b"\r\n"]:
        for size in [1, 2, 3, 7, 1000]:
            lines = [
                b": hi",
                b"event: x",
                b"data: a\xc3\xa9",
                b"data:b",
                b"",
                b"",
                b"id: 3",
                b"data: c",
                b"",
            ]
            stream = b"\xef\xbb\xbfdata: first\n\n".replace(b"\n", end) + end.join(lines) + end
            pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
            assert list(read_events(pieces)) == [b"first", b"a\xc3\xa9\nb", b"c"]


def test_the_last_event_may_lack_its_empty_line() -> None:
    assert list(read_events([b"data: a\n\ndata: b"])) == [b"a", b"b"]


def endless(piece: bytes) -> Iterable[bytes]:
    return itertools.repeat(piece)


def test_an_event_without_end_is_given_up() -> None:
    for piece in [b"x" * 5000, b"data: " + b"x" * 5000 + b"\n"]:
        taken = itertools.islice(endless(piece), 2 * MAX_EVENT_BYTES // len(piece))
        with pytest.raises(EventTooLongError):
            list(read_events(taken))


def test_thoughts_between_marks_are_no_part_of_the_answer() -> None:
    for text, expected in [
        ("<think>\nHm < a\n</think>\n\nYes", ("Hm < a", "Yes")),
        ("  <think>Hm</thin", ("Hm</thin", "")),
        ("Use <think> and </think>", ("", "Use <think> and </think>")),
        ("<th", ("", "<th")),
        ("Plain", ("", "Plain")),
    ]:
        for size in [1, 3, 100]:
            tags = ThinkTags()
            parts = [tags.split(text[at : at + size]) for at in range(0, len(text), size)]
            parts.append(tags.end())
            reasoning, shown = ("".join(part) for part in zip(*parts, strict=True))
            assert (reasoning.strip("\n"), shown.lstrip("\n")) == expected


def test_llama_cpp_tells_its_timings_while_it_answers() -> None:
    timings = {
        "prompt_n": 8,
        "cache_n": 4,
        "prompt_per_second": 200.0,
        "predicted_n": 2,
        "predicted_per_second": 20.5,
        "draft_n": 6,
        "draft_n_accepted": 3,
    }
    reasoning, text, reader = read(
        chunk({"reasoning_content": "Hm"}),
        chunk({"content": "Yes"}, timings={"predicted_n": 1}),
        chunk(finish="stop", timings=timings),
        event(b"[DONE]"),
    )
    meter = reader.meter
    assert (reasoning, text) == ("Hm", "Yes")
    assert (meter.prompt_tokens, meter.cached_tokens, meter.new_tokens) == (12, 4, 2)
    assert (meter.tok_s, meter.prompt_tok_s, meter.ttft_ms) == (20.5, 200.0, 1000.0)
    assert (meter.drafted, meter.accepted) == (6, 3)
    assert (meter.kv_used, meter.kv_capacity) == (14, 4096)
    assert (meter.captures, meter.memory_used_bytes) == (None, None)


def test_another_encore_tells_of_its_replay() -> None:
    timings = {"captures": 9, "recaptures": 0, "replays": 40, "eager": -1, "tok_s": "fast"}
    _, _, reader = read(chunk({"content": "Yes"}), chunk(finish="stop", timings=timings))
    meter = reader.meter
    assert (meter.captures, meter.recaptures, meter.replays) == (9, 0, 40)
    assert (meter.eager, meter.tok_s) == (None, None)


def test_where_no_speed_is_told_it_is_that_of_what_arrived() -> None:
    usage = {"prompt_tokens": 5, "completion_tokens": 3, "prompt_tokens_details": None}
    _, _, reader = read(
        *(chunk({"reasoning": word}) for word in "ab"),
        chunk({"content": "c"}, finish="stop"),
        event({"choices": [], "usage": usage}),
    )
    assert reader.meter.new_tokens == 3
    assert reader.meter.tok_s is not None
    assert 0.2 < reader.meter.tok_s < 2


def test_what_is_no_whole_answer_is_said() -> None:
    for chunks, words in [
        ((), "no OpenAI-compatible server"),
        ((b"<html>hello</html>",), "no OpenAI-compatible server"),
        ((event(b"[1]"),), "no OpenAI-compatible server"),
        ((event({"hello": 1}),), "no OpenAI-compatible server"),
        ((chunk({"content": "a"}), event(b"{nonsense")), "no part of an answer"),
        ((chunk({"content": "a"}), event({"choices": 7})), "no part of an answer"),
        ((chunk({"content": "a"}), b"data: " + b"[" * 5000 + b"\n\n"), "no part of an answer"),
        ((chunk({"content": "a"}),), "ended the connection"),
        (
            (chunk({"content": "a"}), event({"error": {"message": "Out of\nmemory"}})),
            "Out of memory",
        ),
        ((b'error: {"code": 500, "message": "Bad luck"}\n\n',), "no OpenAI-compatible server"),
        ((chunk(finish="content_filter"),), "content filter"),
    ]:
        with pytest.raises(EndpointError, match=words) as caught:
            read(*chunks)
        assert "Workstation" in str(caught.value)
