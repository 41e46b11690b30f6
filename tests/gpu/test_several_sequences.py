"""Rows of several sequences in one step on a GPU, replayed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.config import EngineConfig
from engine.models.model_file import open_model
from engine.runtime.cuda_device import CudaDevice
from engine.runtime.loaded_model import LoadedModel
from tests.support import sequence_checks
from tests.support.sequence_checks import CONTEXT_LEN, MODELS, NUM_SEQUENCES

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(300)]

CONFIG = EngineConfig(device="cuda", context_len=CONTEXT_LEN, num_sequences=NUM_SEQUENCES)


@pytest.fixture(scope="module", params=MODELS)
def model(request: pytest.FixtureRequest, golden_dir: Path) -> Iterator[LoadedModel]:
    with open_model(golden_dir / f"tiny-{request.param}.gguf") as file:
        model = LoadedModel(file, CONFIG, CudaDevice("cuda"))
    model.warm_up()
    yield model
    model.close()


def test_rows_of_a_batch_are_rows_alone(model: LoadedModel) -> None:
    sequence_checks.check_rows_of_a_batch(model)


def test_drafts_of_one_sequence_leave_the_others_alone(model: LoadedModel) -> None:
    sequence_checks.check_drafts_of_one(model)


def test_each_sequence_is_sampled_with_its_own_settings(model: LoadedModel) -> None:
    sequence_checks.check_sampling(model)
