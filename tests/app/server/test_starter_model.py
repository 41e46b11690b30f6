"""The real engine and the starter model behind the server."""

from functools import partial
from pathlib import Path

import openai

from app.server.options import ServerOptions
from app.server.own_engine import OwnEngine
from app.server.server import LocalServer
from app.services.library.folder import ModelFolder
from engine.client import EngineClient
from engine.config import EngineConfig, SamplingParams


def test_the_starter_model_answers_the_same_whole_and_streamed(starter_model: Path) -> None:
    folder = ModelFolder(starter_model.parent)
    config = EngineConfig(device="cpu", context_len=512)
    engine = OwnEngine(partial(EngineClient), lambda _: config, SamplingParams(), None, print)
    server = LocalServer(ServerOptions(), engine, folder.list_models, lambda: 0)
    server.start()
    try:
        client = openai.OpenAI(base_url=server.address, api_key="none", timeout=120)
        request = {
            "model": starter_model.name,
            "messages": [{"role": "user", "content": "What is the capital of France?"}],
            "max_tokens": 24,
            "seed": 3,
            "temperature": 0.7,
        }
        whole = client.chat.completions.create(**request)
        stream = client.chat.completions.create(**request, stream=True)
        streamed = "".join(chunk.choices[0].delta.content or "" for chunk in stream)
        assert streamed == whole.choices[0].message.content
        assert streamed
        again = client.chat.completions.create(**request)
        assert again.usage.prompt_tokens_details.cached_tokens > 0
        assert again.model_extra["timings"]["recaptures"] == 0
    finally:
        server.stop()
        engine.close()
