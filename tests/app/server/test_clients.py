"""What people's programs do, by the client that they use: chat, stream, stop, errors."""

import asyncio
import base64
import struct
import time
from collections.abc import Callable

import openai
import pytest

from app.server import completions
from app.server.options import ServerOptions
from app.services.library.entry import ModelEntry
from engine.commands import Cancel, ChatPrompt, Embed, Generate, IdsPrompt, Load, TextPrompt, Unload
from engine.config import EngineConfig, SamplingParams
from tests.app.server.conftest import Serve, Served
from tests.support.fake_engine import RECORDED

QUESTION = [{"role": "user", "content": "What is replay?"}]
ANSWER = "".join(RECORDED)


def wait_until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_chat_is_answered(served: Served) -> None:
    reply = served.openai().chat.completions.create(model="tiny.gguf", messages=QUESTION)
    assert reply.choices[0].message.content == ANSWER
    assert reply.choices[0].finish_reason == "stop"
    assert reply.model == "tiny.gguf"
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (12, len(RECORDED))
    assert reply.usage.prompt_tokens_details.cached_tokens == 4
    timings = reply.model_extra["timings"]
    assert timings["captures"] == 4
    assert timings["recaptures"] == 0
    assert timings["tok_s"] > 0
    assert "drafted" not in timings  # unknown is absent


def test_a_stream_brings_the_same_text_and_the_usage_last(served: Served) -> None:
    served.process.thoughts = ("Let me ", "think. ")
    chunks = list(
        served.openai().chat.completions.create(
            model="tiny.gguf",
            messages=QUESTION,
            stream=True,
            stream_options={"include_usage": True},
        )
    )
    deltas = [chunk.choices[0].delta for chunk in chunks if chunk.choices]
    assert "".join(delta.content or "" for delta in deltas) == ANSWER
    thoughts = "".join((delta.model_extra or {}).get("reasoning_content", "") for delta in deltas)
    assert thoughts == "Let me think. "
    assert deltas[0].role == "assistant"
    reasons = [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices]
    assert reasons == [None] * (len(reasons) - 1) + ["stop"]
    assert chunks[-1].usage.completion_tokens == len(RECORDED) + 2
    assert chunks[-2].model_extra["timings"]["captures"] == 4


def test_what_a_request_says_reaches_the_engine_and_settings_count_for_the_rest(
    serve: Serve,
) -> None:
    served = serve(sampling=SamplingParams(temperature=0.3, top_k=7))
    served.openai().chat.completions.create(
        model="tiny.gguf",
        messages=[
            {"role": "developer", "content": "Be brief."},
            {"role": "user", "content": [{"type": "text", "text": "Hi"}]},
        ],
        max_completion_tokens=9,
        stop=["END", "STOP"],
        seed=-1,
        top_p=0.5,
        frequency_penalty=0.25,
        presence_penalty=0.75,
        reasoning_effort="low",
        extra_body={"min_p": 0.1, "repetition_penalty": 1.1, "unheard_of": {"a": [1]}},
    )
    (command,) = served.process.sent_of(Generate)
    assert command.max_tokens == 9
    assert command.stop == ("END", "STOP")
    assert isinstance(command.prompt, ChatPrompt)
    assert [(m.role, m.content) for m in command.prompt.messages] == [
        ("system", "Be brief."),
        ("user", "Hi"),
    ]
    assert command.prompt.effort == "low"
    assert command.sampling == SamplingParams(
        temperature=0.3,
        top_k=7,
        top_p=0.5,
        min_p=0.1,
        repeat_penalty=1.1,
        frequency_penalty=0.25,
        presence_penalty=0.75,
        seed=(1 << 63) - 1,
    )


def test_several_answers_have_seeds_of_their_own_and_count_the_prompt_once(served: Served) -> None:
    reply = served.openai().chat.completions.create(
        model="tiny.gguf", messages=QUESTION, n=3, seed=5
    )
    assert [choice.index for choice in reply.choices] == [0, 1, 2]
    assert [command.sampling.seed for command in served.process.sent_of(Generate)] == [5, 6, 7]
    assert reply.usage.prompt_tokens == 12
    assert reply.usage.completion_tokens == 3 * len(RECORDED)


def test_texts_and_ids_are_continued(served: Served) -> None:
    for prompt, prompts in (
        ("Once", [TextPrompt("Once")]),
        (["a", "b"], [TextPrompt("a"), TextPrompt("b")]),
        ([1, 2], [IdsPrompt((1, 2))]),
        ([[1], [2, 3]], [IdsPrompt((1,)), IdsPrompt((2, 3))]),
    ):
        served.process.sent.clear()
        reply = served.openai().completions.create(model="tiny.gguf", prompt=prompt)
        sent = served.process.sent_of(Generate)
        assert [command.prompt for command in sent] == prompts
        assert {command.max_tokens for command in sent} == {16}
        assert [choice.text for choice in reply.choices] == [ANSWER] * len(prompts)


def test_a_continued_text_may_be_repeated(served: Served) -> None:
    client = served.openai()
    whole = client.completions.create(model="tiny.gguf", prompt="Once ", echo=True)
    assert whole.choices[0].text == f"Once {ANSWER}"
    stream = client.completions.create(model="tiny.gguf", prompt="Once ", echo=True, stream=True)
    assert "".join(chunk.choices[0].text for chunk in stream) == f"Once {ANSWER}"


def test_a_stream_is_never_silent_for_long(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completions, "SILENT_SECONDS", 0.02)
    served.process.tokens_per_second = 4
    served.process.num_tokens = 3
    content = b'{"messages": [{"role": "user", "content": "Hi"}], "stream": true}'
    reply = served.post("/v1/chat/completions", content)
    events = reply.text.split("\n\n")
    assert events.count(":") >= 3
    assert events[-2:] == ["data: [DONE]", ""]
    (first, *_) = [index for index, event in enumerate(events) if event == ":"]
    assert first > 0, "the status line comes with what the answer begins with"


def test_a_client_that_goes_away_stops_its_answer(served: Served) -> None:
    served.process.tokens_per_second = 20
    served.process.num_tokens = 100_000
    stream = served.openai().chat.completions.create(
        model="tiny.gguf", messages=QUESTION, stream=True
    )
    next(iter(stream))
    stream.close()
    wait_until(lambda: len(served.process.sent_of(Cancel)) == 1)
    wait_until(lambda: served.engine.guests.is_empty)
    assert "encore_requests_cancelled_total 1.0" in served.get("/metrics").text
    served.process.num_tokens = 3
    served.openai().chat.completions.create(model="tiny.gguf", messages=QUESTION)


def test_a_client_that_gives_up_waiting_stops_its_answer(served: Served) -> None:
    served.process.tokens_per_second = 20
    served.process.num_tokens = 100_000
    client = served.openai().with_options(timeout=1.0)
    with pytest.raises(openai.APITimeoutError):
        client.chat.completions.create(model="tiny.gguf", messages=QUESTION)
    wait_until(lambda: len(served.process.sent_of(Cancel)) == 1)


def test_the_models_are_listed_and_found_by_their_names(served: Served) -> None:
    client = served.openai()
    assert [model.id for model in client.models.list()] == ["tiny.gguf", "author/big.Q4_K_M.gguf"]
    for name in ("author/big.Q4_K_M.gguf", "big.Q4_K_M.gguf", "BIG.q4_k_m"):
        assert client.models.retrieve(name).id == "author/big.Q4_K_M.gguf"
        reply = client.chat.completions.create(model=name, messages=QUESTION)
        assert reply.model == "author/big.Q4_K_M.gguf"
    (load,) = served.process.sent_of(Load)
    assert load.path.endswith("author/big.Q4_K_M.gguf")


def test_a_model_that_is_not_in_the_library_is_not_there(served: Served) -> None:
    for name in ("gpt-9", "bad.gguf", "../tiny.gguf", "/etc/passwd", "~", "."):
        with pytest.raises(openai.NotFoundError) as caught:
            served.openai().chat.completions.create(model=name, messages=QUESTION)
        assert caught.value.code == "model_not_found"
    assert served.process.sent_of(Load) == []


def test_a_request_without_a_model_gets_the_loaded_one(served: Served) -> None:
    client = served.openai()
    client.chat.completions.create(model="big.Q4_K_M.gguf", messages=QUESTION)
    reply = client.chat.completions.create(model="", messages=QUESTION)
    assert reply.model == "author/big.Q4_K_M.gguf"
    assert len(served.process.sent_of(Load)) == 1


def test_the_model_of_the_start_is_there_again_after_the_engine_has_died(
    serve: Serve, models: list[ModelEntry]
) -> None:
    served = serve(usual=None)
    asyncio.run(served.engine.load(models[1].path))
    served.process.kill()
    wait_until(lambda: served.engine.model is None)
    reply = served.openai().chat.completions.create(model="", messages=QUESTION)
    assert reply.model == "author/big.Q4_K_M.gguf"


def test_without_a_usual_model_a_request_must_name_one(serve: Serve) -> None:
    for usual in (None, "gone.gguf"):
        client = serve(usual=usual).openai()
        with pytest.raises(openai.BadRequestError, match="name one of those"):
            client.chat.completions.create(model="", messages=QUESTION)


def test_a_model_is_unloaded_when_nobody_asks_and_loaded_again_for_the_next(serve: Serve) -> None:
    served = serve(idle_seconds=0.05)
    client = served.openai()
    client.chat.completions.create(model="tiny.gguf", messages=QUESTION)
    wait_until(lambda: bool(served.process.sent_of(Unload)))
    reply = client.chat.completions.create(model="", messages=QUESTION)
    assert reply.model == "tiny.gguf"
    assert len(served.process.sent_of(Load)) == 2


def test_a_model_that_cannot_be_loaded_is_said_why(served: Served) -> None:
    served.process.load_problem = "The model does not fit into memory."
    with pytest.raises(openai.InternalServerError, match="does not fit") as caught:
        served.openai().chat.completions.create(model="tiny.gguf", messages=QUESTION)
    assert caught.value.status_code == 503


def test_a_prompt_that_does_not_fit_is_the_clients_mistake(served: Served) -> None:
    served.process.answer_problem = "The prompt is longer than the context."
    served.process.is_context_full = True
    with pytest.raises(openai.BadRequestError, match="longer than the context") as caught:
        served.openai().chat.completions.create(model="tiny.gguf", messages=QUESTION)
    assert caught.value.code == "context_length_exceeded"


def test_a_mistake_that_only_the_engine_sees_is_the_clients_too(served: Served) -> None:
    served.process.answer_problem = "Token id 9 is not in the model's vocabulary of 3 tokens."
    served.process.is_refused = True
    with pytest.raises(openai.BadRequestError, match="Token id 9"):
        served.openai().completions.create(model="tiny.gguf", prompt=[9])


def test_an_engine_that_dies_costs_the_answer_and_not_the_server(served: Served) -> None:
    served.process.tokens_per_second = 20
    served.process.num_tokens = 100_000
    client = served.openai()
    stream = iter(client.chat.completions.create(model="tiny.gguf", messages=QUESTION, stream=True))
    next(stream)
    served.process.kill()
    with pytest.raises(openai.APIError, match="ended unexpectedly"):
        list(stream)
    served.process.num_tokens = 3
    client.chat.completions.create(model="tiny.gguf", messages=QUESTION)
    assert served.process.num_starts == 2


def test_what_cannot_be_done_is_refused_by_name(served: Served) -> None:
    for wish, param in (
        ({"tools": [{"type": "custom", "function": {"name": "f"}}]}, "tools[0]"),
        ({"tools": [{"type": "function", "function": {"name": "f g"}}]}, "tools[0].function.name"),
        ({"tool_choice": "required"}, "tool_choice"),
        ({"response_format": {"type": "xml"}}, "response_format"),
        ({"response_format": {"type": "json_schema"}}, "response_format.json_schema"),
        ({"logprobs": True, "top_logprobs": 21}, "top_logprobs"),
        ({"top_logprobs": 3}, "top_logprobs"),
        ({"logit_bias": {"3": 101}}, "logit_bias[...]"),
        ({"temperature": 11}, "temperature"),
        ({"n": 17}, "n"),
        ({"extra_body": {"max_tokens": "many"}}, "max_tokens"),
        ({"max_tokens": 10**40}, "max_tokens"),
        ({"max_completion_tokens": 2**31}, "max_completion_tokens"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"extra_body": {"grammar": 'root ::= "x"'}}, "grammar"),
        ({"extra_body": {"guided_json": {"type": "boolean"}}}, "guided_json"),
        ({"extra_body": {"top_k": 10**40}}, "top_k"),
        ({"extra_body": {"penalty_last_n": 10**40}}, "penalty_last_n"),
        ({"messages": [{"role": "function", "content": "x"}]}, "messages[0].role"),
    ):
        request = {"model": "tiny.gguf", "messages": QUESTION} | wish
        with pytest.raises(openai.BadRequestError) as caught:
            served.openai().chat.completions.create(**request)
        assert caught.value.param == param
    form = {"response_format": {"type": "json_object"}}
    with pytest.raises(openai.BadRequestError, match="no chat") as caught:
        served.openai().completions.create(model="tiny.gguf", prompt="x", extra_body=form)
    assert caught.value.param == "response_format"
    assert served.process.sent_of(Generate) == []


def test_a_limit_of_minus_one_is_none(served: Served) -> None:
    client = served.openai()
    client.chat.completions.create(model="tiny.gguf", messages=QUESTION, max_tokens=-1)
    client.completions.create(model="tiny.gguf", prompt="x", max_tokens=-1)
    client.completions.create(model="tiny.gguf", prompt="x")
    assert [each.max_tokens for each in served.process.sent_of(Generate)] == [None, None, 16]


@pytest.mark.parametrize("encoding", ["float", "base64", None])
def test_embeddings_come_as_they_were_asked_for(served: Served, encoding: str | None) -> None:
    options = {} if encoding is None else {"encoding_format": encoding}
    for given, prompts in (
        ("Once", (TextPrompt("Once"),)),
        (["a", "b"], (TextPrompt("a"), TextPrompt("b"))),
        ([1, 2], (IdsPrompt((1, 2)),)),
        ([[1], [2, 3]], (IdsPrompt((1,)), IdsPrompt((2, 3)))),
    ):
        served.process.sent.clear()
        reply = served.openai().embeddings.create(
            model="tiny.gguf", input=given, dimensions=3, **options
        )
        (command,) = served.process.sent_of(Embed)
        assert (command.prompts, command.dimensions) == (prompts, 3)
        expected = [[0.6, -0.8, 0.0], [1.0, 0.0, 0.0]][: len(prompts)]
        found = [each.embedding for each in reply.data]
        if encoding == "base64":
            found = [struct.unpack("<3f", base64.b64decode(each)) for each in found]
        assert [list(each) for each in found] == [pytest.approx(each) for each in expected]
        assert [each.index for each in reply.data] == list(range(len(prompts)))
        assert (reply.model, reply.usage.prompt_tokens) == ("tiny.gguf", 3 * len(prompts))


def test_embeddings_that_cannot_be_are_refused_by_name(served: Served) -> None:
    client = served.openai()
    for wish, param in (
        ({"input": []}, "input"),
        ({"input": ["a", 1]}, "input"),
        ({"input": ["a"] * 2049}, "input"),
        ({"input": "a", "dimensions": 0}, "dimensions"),
        ({"input": "a", "encoding_format": "int8"}, "encoding_format"),
    ):
        with pytest.raises(openai.BadRequestError) as caught:
            client.embeddings.create(model="tiny.gguf", **wish)
        assert caught.value.param == param
    assert served.process.sent_of(Embed) == []
    served.process.answer_problem, served.process.is_refused = "It makes no embeddings.", True
    with pytest.raises(openai.BadRequestError, match="makes no embeddings"):
        client.embeddings.create(model="tiny.gguf", input="a")
    assert served.engine.guests.is_empty


def test_too_many_waiting_are_sent_away_with_a_time(serve: Serve) -> None:
    served = serve(ServerOptions(max_waiting=1))
    served.process.tokens_per_second = 20
    served.process.num_tokens = 100_000
    client = served.openai()
    streams = [
        client.chat.completions.create(model="tiny.gguf", messages=QUESTION, stream=True, n=2)
    ]
    with pytest.raises(openai.RateLimitError) as caught:
        client.chat.completions.create(model="tiny.gguf", messages=QUESTION)
    assert int(caught.value.response.headers["Retry-After"]) > 0
    streams[0].close()
    served.process.num_tokens = 3
    wait_until(lambda: served.engine.guests.is_empty)
    client.chat.completions.create(model="tiny.gguf", messages=QUESTION)


def test_answers_that_run_at_once_do_not_wait(serve: Serve) -> None:
    served = serve(ServerOptions(max_waiting=1), config=EngineConfig(num_sequences=4))
    client = served.openai()
    client.chat.completions.create(model="tiny.gguf", messages=QUESTION)
    served.process.tokens_per_second = 20
    served.process.num_tokens = 100_000
    ask = client.chat.completions.create
    with ask(model="tiny.gguf", messages=QUESTION, stream=True, n=4):
        with pytest.raises(openai.RateLimitError):
            ask(model="tiny.gguf", messages=QUESTION, n=2)
        with pytest.raises(openai.APITimeoutError):  # it was let in, and waits
            client.with_options(timeout=1.0).chat.completions.create(
                model="tiny.gguf", messages=QUESTION
            )


def test_health_and_metrics_say_how_it_is(served: Served) -> None:
    assert served.get("/health").json() == {"status": "ok"}
    ask = served.openai().chat.completions.create
    ask(model="tiny.gguf", messages=QUESTION)
    list(ask(model="tiny.gguf", messages=QUESTION, stream=True))
    served.openai().embeddings.create(model="tiny.gguf", input="a")
    metrics = served.get("/metrics").text
    assert f"encore_generated_tokens_total {2 * len(RECORDED)}.0" in metrics
    assert 'encore_requests_total{path="/v1/chat/completions",status="200"} 2.0' in metrics
    assert "encore_requests_cancelled_total 0.0" in metrics
    assert "encore_answers_open 0.0" in metrics
