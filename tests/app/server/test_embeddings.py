"""Embeddings by the client that people use: those of the float64 reference."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import openai
import pytest

from app.server.options import ServerOptions
from app.server.own_engine import OwnEngine
from app.server.server import LocalServer
from app.services.library.folder import ModelFolder
from engine.client import EngineClient
from engine.config import EngineConfig, SamplingParams
from engine.models.pooling import Pooling
from tests.differential.reference import Reference
from tests.support import golden_tools
from tests.support.embedding_models import exact_embedding, name_pooling

CONTEXT = 256
TOLERANCE = 1e-4  # of the standard deviation of a vector's values: float32 weights


@dataclass
class Models:
    """A model that pools by the mean, one that names no pooling, and a client of their server."""

    client: openai.OpenAI
    pooling: Path
    plain: Path
    ids: list[int]


@pytest.fixture(scope="module")
def models(golden_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Models]:
    if not golden_tools.are_there():
        reason = f"No float64 reference in {golden_tools.folder()}; set ENCORE_GOLDEN."
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    folder = tmp_path_factory.mktemp("models")
    paths = [Path(shutil.copy(golden_dir / "tiny-qwen3.gguf", folder / f"{x}.gguf")) for x in "ab"]
    name_pooling(paths[0], Pooling.MEAN.value)
    config = EngineConfig(device="cpu", context_len=CONTEXT)
    engine = OwnEngine(
        partial(EngineClient), lambda _: config, SamplingParams(), None, lambda _: None
    )
    server = LocalServer(ServerOptions(), engine, ModelFolder(folder).list_models, lambda: 0)
    server.start()
    client = openai.OpenAI(base_url=server.address, api_key="none", timeout=120)
    ids = np.load(golden_dir / "tiny-qwen3.npz")["prompt_ids"].tolist()
    yield Models(client, *paths, ids)
    server.stop()
    engine.close()


@pytest.mark.parametrize("dimensions", [None, 7])
@pytest.mark.parametrize("encoding", ["float", None])
def test_embeddings_are_those_of_the_reference(
    models: Models, encoding: str | None, dimensions: int | None
) -> None:
    options = {"encoding_format": encoding, "dimensions": dimensions}
    asked = {name: value for name, value in options.items() if value is not None}
    given = [models.ids, models.ids[:9]]
    reply = models.client.embeddings.create(model="a", input=given, **asked)
    assert reply.usage.prompt_tokens == reply.usage.total_tokens == len(models.ids) + 9
    for ids, each in zip(given, reply.data, strict=True):
        exact = exact_embedding(Reference(models.pooling, CONTEXT), ids, Pooling.MEAN)[:dimensions]
        exact /= np.linalg.norm(exact)
        assert np.abs(np.array(each.embedding) - exact).max() < TOLERANCE * exact.std()


def test_a_model_that_names_no_pooling_says_so(models: Models) -> None:
    with pytest.raises(openai.BadRequestError, match="makes no embeddings, as its file names no"):
        models.client.embeddings.create(model="b", input="A text.")
