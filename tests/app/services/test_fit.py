"""Whether a model fits, from the size of its file."""

from msgspec.structs import replace

from app.services.fit import Fit, SizedFit, estimate_fit, recommend
from engine.config import EngineConfig
from engine.events import MemoryNeeded
from tests.support.scripted_hub import SIZES, create_model

GPU = MemoryNeeded("cuda", 512, "f16", 1, 1, 1, 3, 8_000_000_000, 8_000_000_000, 512)
CPU = replace(GPU, device="cpu", kv_type="f32", free_bytes=32_000_000_000)
MODELS = [create_model(label) for label in SIZES]


def test_a_model_fits_where_its_weights_and_its_context_do() -> None:
    assert estimate_fit(4_000_000_000, [GPU, CPU], EngineConfig()).fit is Fit.FITS
    tight = replace(EngineConfig(), context_len=65_536)
    assert estimate_fit(4_000_000_000, [GPU], tight).fit is Fit.FITS_SHORTER
    assert estimate_fit(9_000_000_000, [GPU], EngineConfig()).fit is Fit.TOO_LARGE


def test_what_fits_as_it_is_on_the_processor_goes_before_a_shorter_context() -> None:
    config = replace(EngineConfig(), context_len=65_536)
    found = estimate_fit(4_000_000_000, [GPU, CPU], config)
    assert (found.fit, found.device) == (Fit.FITS, "cpu")


def test_without_a_device_nothing_is_claimed() -> None:
    assert estimate_fit(1, [], EngineConfig()) is None
    assert estimate_fit(1, [replace(GPU, free_bytes=None)], EngineConfig()) is None


def test_the_usual_quantization_is_recommended_unless_only_a_smaller_one_fits() -> None:
    def with_room(num_bytes: int) -> str:
        def fit_of(model: object) -> SizedFit | None:
            return estimate_fit(model.size, [replace(GPU, free_bytes=num_bytes)], EngineConfig())

        return recommend(MODELS, fit_of).label

    assert with_room(8_000_000_000) == "Q4_K_M"
    assert with_room(2_300_000_000) == "Q2_K"
    assert with_room(100_000_000) == "Q4_K_M"
    assert recommend(MODELS, lambda _: None).label == "Q4_K_M"
    assert recommend([], lambda _: None) is None
