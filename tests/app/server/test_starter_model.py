"""The real engine and the starter model behind the server."""

import asyncio
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import openai
import pydantic
import pytest

from app.server.options import ServerOptions
from app.server.own_engine import OwnEngine
from app.server.server import LocalServer
from app.services.library.folder import ModelFolder
from engine.client import EngineClient
from engine.config import EngineConfig, SamplingParams

WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather of a city.",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string", "maxLength": 20}},
            "required": ["city"],
            "additionalProperties": False,
        },
    },
}


@pytest.fixture(scope="module")
def client(starter_model: Path) -> Iterator[openai.OpenAI]:
    folder = ModelFolder(starter_model.parent)
    config = EngineConfig(device="cpu", context_len=1024)
    engine = OwnEngine(partial(EngineClient), lambda _: config, SamplingParams(), None, print)
    server = LocalServer(ServerOptions(), engine, folder.list_models, lambda: 0)
    server.start()
    yield openai.OpenAI(base_url=server.address, api_key="none", timeout=120)
    server.stop()
    engine.close()


@pytest.fixture
def request_of(starter_model: Path) -> Callable[..., dict[str, Any]]:
    def make(question: str, **options: Any) -> dict[str, Any]:
        messages = [{"role": "user", "content": question}]
        return {"model": starter_model.name, "messages": messages, "seed": 3, **options}

    return make


def test_the_starter_model_answers_the_same_whole_and_streamed(
    client: openai.OpenAI, request_of: Callable[..., dict[str, Any]]
) -> None:
    request = request_of("What is the capital of France?", max_tokens=24, temperature=0.7)
    whole = client.chat.completions.create(**request)
    stream = client.chat.completions.create(**request, stream=True)
    streamed = "".join(chunk.choices[0].delta.content or "" for chunk in stream)
    assert streamed == whole.choices[0].message.content
    assert streamed
    again = client.chat.completions.create(**request)
    assert again.usage.prompt_tokens_details.cached_tokens > 0
    assert again.model_extra["timings"]["recaptures"] == 0


def test_an_answer_has_the_form_of_a_class(
    client: openai.OpenAI, request_of: Callable[..., dict[str, Any]]
) -> None:
    class City(pydantic.BaseModel):
        name: Annotated[str, pydantic.Field(max_length=20)]
        is_capital: bool

    reply = client.chat.completions.parse(**request_of("Tell me of Oslo."), response_format=City)
    assert isinstance(reply.choices[0].message.parsed, City)


def test_a_tool_is_called_and_its_result_answered(
    client: openai.OpenAI, request_of: Callable[..., dict[str, Any]]
) -> None:
    request = request_of("What is the weather in Oslo?", tools=[WEATHER], temperature=0)
    request |= {"tool_choice": "required", "parallel_tool_calls": False}
    with client.chat.completions.stream(**request) as stream:
        message = stream.get_final_completion().choices[0].message
    (call,) = message.tool_calls
    assert call.function.name == "get_weather"
    assert list(json.loads(call.function.arguments)) == ["city"]
    request["messages"] += [
        {"role": "assistant", "content": None, "tool_calls": [call.model_dump()]},
        {"role": "tool", "tool_call_id": call.id, "content": "It is snowing."},
    ]
    reply = client.chat.completions.create(**request | {"tool_choice": "none", "max_tokens": 40})
    assert reply.choices[0].finish_reason in ("stop", "length")
    assert reply.choices[0].message.content


@pytest.mark.timeout(300)  # the agents are long to import
@pytest.mark.parametrize(
    ("api", "is_streamed"),
    [
        ("OpenAIChatCompletionsModel", False),
        ("OpenAIChatCompletionsModel", True),
        ("OpenAIResponsesModel", True),
    ],
)
def test_an_agent_calls_a_tool_and_answers_with_its_result(
    client: openai.OpenAI, starter_model: Path, api: str, is_streamed: bool
) -> None:
    import agents  # takes long, and no other test needs it

    asked: list[str] = []

    @agents.function_tool
    def get_weather(city: str) -> str:
        """The weather of a city."""
        asked.append(city)
        return f"It is snowing in {city}."

    async def run() -> agents.RunResult | agents.RunResultStreaming:
        async with openai.AsyncOpenAI(base_url=client.base_url, api_key="none") as own:
            agent = agents.Agent(
                "Weather",
                instructions="Answer in one sentence.",
                tools=[get_weather],
                model=getattr(agents, api)(starter_model.name, own),
                model_settings=agents.ModelSettings(
                    tool_choice="required", parallel_tool_calls=False, temperature=0, max_tokens=60
                ),
            )
            question = "What is the weather in Oslo?"
            if not is_streamed:
                return await agents.Runner.run(agent, question, max_turns=3)
            result = agents.Runner.run_streamed(agent, question, max_turns=3)
            async for _ in result.stream_events():
                pass
            return result

    agents.set_tracing_disabled(True)
    result = asyncio.run(run())
    assert asked == ["Oslo"]
    kinds = [item.type for item in result.new_items]
    assert kinds == ["tool_call_item", "tool_call_output_item", "message_output_item"]
    assert "snowing" in result.final_output


def test_a_schema_that_cannot_be_followed_is_refused(
    client: openai.OpenAI, request_of: Callable[..., dict[str, Any]]
) -> None:
    schema = {"type": "json_schema", "json_schema": {"name": "x", "schema": {"type": "what"}}}
    with pytest.raises(openai.BadRequestError, match="Invalid type: what"):
        client.chat.completions.create(**request_of("Hi"), response_format=schema)


def test_log_probabilities_of_each_token(
    client: openai.OpenAI, request_of: Callable[..., dict[str, Any]]
) -> None:
    request = request_of("Name a city.", temperature=0, max_tokens=8, logprobs=True, top_logprobs=3)
    choice = client.chat.completions.create(**request).choices[0]
    tokens = choice.logprobs.content
    assert b"".join(bytes(each.bytes) for each in tokens).decode() == choice.message.content
    for each in tokens:
        assert each.logprob == each.top_logprobs[0].logprob  # greedy: the likeliest was picked
        assert each.token == each.top_logprobs[0].token
        assert 0 > each.top_logprobs[0].logprob >= each.top_logprobs[2].logprob
    stream = client.chat.completions.create(**request, stream=True)
    streamed = [
        each
        for chunk in stream
        for each in (chunk.choices[0].logprobs.content if chunk.choices[0].logprobs else ())
    ]
    assert streamed == tokens
    events = list(
        client.responses.create(
            model=request["model"],
            input="Name a city.",
            temperature=0,
            max_output_tokens=8,
            include=["message.output_text.logprobs"],
            top_logprobs=3,
            stream=True,
        )
    )
    told = [event.logprobs for event in events if event.type == "response.output_text.delta"]
    part = events[-1].response.output[0].content[0]
    pairs = [(each.token, each.logprob) for each in tokens]
    assert [(each.token, each.logprob) for delta in told for each in delta] == pairs
    assert [each.model_dump() for each in part.logprobs] == [each.model_dump() for each in tokens]
    plain = client.chat.completions.create(**request | {"logprobs": False, "top_logprobs": None})
    assert plain.choices[0].message.content == choice.message.content
    assert plain.choices[0].logprobs is None


def test_log_probabilities_of_a_continued_text(
    client: openai.OpenAI, request_of: Callable[..., dict[str, Any]]
) -> None:
    model = request_of("")["model"]
    request = {"model": model, "prompt": "One, two,", "max_tokens": 5, "temperature": 0}
    choice = client.completions.create(**request, logprobs=2).choices[0]
    told = choice.logprobs
    assert "".join(told.tokens) == choice.text
    assert [
        choice.text[at:][: len(t)] for at, t in zip(told.text_offset, told.tokens, strict=True)
    ] == told.tokens
    assert all(len(each) == 2 for each in told.top_logprobs)
