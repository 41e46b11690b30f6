"""A smaller draft model's weights are requantized on the CPU: which, and what that changes."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest
from gguf.quants import quantize
from numpy.typing import NDArray

from engine.config import EngineConfig, SamplingParams, SpeculationConfig
from engine.gguf.types import GGMLType
from engine.models.model_file import open_model
from engine.session.inspect import inspect_model
from engine.session.session import Session
from engine.speculation.model_drafter import ModelDrafter
from engine.speculation.requantized_weights import requantized_file
from tests.support.drafter_checks import SAMPLINGS, TOKENIZER, answer, check_a_copy, speculate
from tests.support.shaped_gguf import Shapes, write_shaped_gguf
from tests.support.tiny_gguf import write_gguf
from tests.support.tiny_llama import METADATA, tensors

Q8_0, Q4_0 = gguf.GGMLQuantizationType.Q8_0, gguf.GGMLQuantizationType.Q4_0
ON_CPU = EngineConfig(device="cpu", context_len=512)
LAST_LAYER = "blk.1."


def stored(value: NDArray[np.float32], kind: gguf.GGMLQuantizationType) -> Any:
    """A matrix in the type `kind`, as far as its rows allow that; vectors as they are."""
    if value.ndim == 1:
        return value
    is_whole = value.shape[1] % 32 == 0
    return (quantize(value, kind), kind) if is_whole else value.astype(np.float16)


def write_model(
    path: Path,
    num_layers: int = 1,
    kind: gguf.GGMLQuantizationType = Q8_0,
    *,
    tied: bool = False,
) -> Path:
    """A model of one or two layers, of which the second adds nothing: both pick the same tokens."""
    weights = tensors(tied=tied)
    for name in ("attn_output", "ffn_down"):
        weights[f"{LAST_LAYER}{name}.weight"][:] = 0
    kept = {
        name: stored(value, kind)
        for name, value in weights.items()
        if num_layers == 2 or not name.startswith(LAST_LAYER)
    }
    return write_gguf(path, METADATA | TOKENIZER | {"llama.block_count": num_layers}, kept)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("models") / "target.gguf", 2)


@pytest.fixture(scope="module")
def session(target: Path) -> Iterator[Session]:
    session = Session.load(target, ON_CPU)
    yield session
    session.close()


def kinds(path: Path, num_parameters: int = 1 << 40, *, is_on_cpu: bool = True) -> dict[str, str]:
    """The types of the tensors of a draft model for a target of so many parameters."""
    with open_model(path, with_data=False) as file:
        view = requantized_file(file, num_parameters, is_on_cpu=is_on_cpu)
        return {name: tensor.type.name for name, tensor in view.gguf.tensors.items()}


def test_matrices_of_each_step_are_smaller_and_all_else_is_as_in_the_file(tmp_path: Path) -> None:
    found = kinds(write_model(tmp_path / "m.gguf"))
    assert {name: kind for name, kind in found.items() if kind != "IQ4_NL"} == {
        "token_embd.weight": "Q8_0",  # a step reads a row of it
        "output_norm.weight": "F32",
        "blk.0.attn_norm.weight": "F32",
        "blk.0.ffn_norm.weight": "F32",
        "blk.0.ffn_down.weight": "F16",  # its rows fill no blocks
    }
    tied = kinds(write_model(tmp_path / "tied.gguf", tied=True))
    assert tied["token_embd.weight"] == "IQ4_NL"  # the output matrix, too
    small = kinds(write_model(tmp_path / "small.gguf", kind=Q4_0))
    assert "IQ4_NL" not in small.values()  # no smaller than they are


@pytest.mark.parametrize(("num_kv_heads", "kind"), [(1, "Q8_0"), (2, "IQ4_NL")])
def test_small_matrices_of_keys_and_values_stay(
    tmp_path: Path, num_kv_heads: int, kind: str
) -> None:
    shapes = Shapes(128, 256, 4, num_kv_heads, 32, 96, GGMLType.Q8_0, {})
    found = kinds(write_shaped_gguf(tmp_path / "m.gguf", shapes))
    assert {found[f"blk.0.attn_{part}.weight"] for part in "kv"} == {kind}
    assert found["blk.0.attn_q.weight"] == found["blk.0.ffn_down.weight"] == "IQ4_NL"


@pytest.mark.parametrize("case", ["as large as its target", "on a GPU"])
def test_the_file_is_as_it_is(tmp_path: Path, case: str) -> None:
    path = write_model(tmp_path / "m.gguf")
    with open_model(path, with_data=False) as file:
        size = file.gguf.num_parameters
    is_on_cpu = case != "on a GPU"
    found = kinds(path, size + (not is_on_cpu), is_on_cpu=is_on_cpu)
    assert "IQ4_NL" not in found.values()
    assert "IQ4_NL" in kinds(path, size + 1).values()


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_a_copy_of_quantized_weights_is_always_right(
    session: Session, target: Path, sampling: SamplingParams
) -> None:
    check_a_copy(session, target, sampling)


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
def test_a_smaller_model_changes_no_token_and_is_most_often_right(
    session: Session, tmp_path: Path, sampling: SamplingParams
) -> None:
    speculate(session, "none")
    plain = answer(session, sampling)
    speculate(session, str(write_model(tmp_path / "small.gguf")))
    drafted = answer(session, sampling)
    assert drafted.ids == plain.ids
    assert (drafted.meter.accepted or 0) > 0.6 * (drafted.meter.drafted or 0) > 100
    assert drafted.meter.recaptures == 0


def test_the_logits_that_are_asked_for_are_of_the_weights_in_its_file(
    session: Session, tmp_path: Path
) -> None:
    path = write_model(tmp_path / "small.gguf")
    ids = [5 + i * i % 30 for i in range(40)]
    speculate(session, str(path))
    assert isinstance(session.drafter, ModelDrafter)
    requantized = session.drafter.model.logits_after(ids, [39])
    found = session.logits(ids)
    with closing(Session.load(path, ON_CPU)) as alone:
        assert np.array_equal(found, alone.logits(ids))
    assert not np.array_equal(found[39:], requantized)


def test_it_is_loaded_with_what_inspect_says(session: Session, tmp_path: Path) -> None:
    """As much as a file that has matrices of 4 bits from the start."""
    large, small = (write_model(tmp_path / f"{kind.name}.gguf", kind=kind) for kind in (Q8_0, Q4_0))
    path = Path(session.info.path)

    def drafter_bytes(drafter: Path) -> int:
        speculation = SpeculationConfig(kind=str(drafter))
        config = EngineConfig(device="cpu", context_len=512, speculation=speculation)
        return inspect_model(path, config).memory.drafter_bytes

    speculate(session, str(large))
    assert isinstance(session.drafter, ModelDrafter)
    loaded = session.drafter.model.weights_bytes
    with open_model(large, with_data=False) as file:
        view = requantized_file(file, 1 << 40, is_on_cpu=True)
        embedding = view.gguf.tensors["token_embd.weight"].nbytes
        saved = file.gguf.weights_bytes - view.gguf.weights_bytes
    speculate(session, str(small))
    assert isinstance(session.drafter, ModelDrafter)
    more = embedding - embedding // GGMLType.Q8_0.block_bytes * GGMLType.Q4_0.block_bytes
    assert saved > 0
    # The embedding alone is as large as in its file; panels of 16 rows are padded.
    padded = more * 48 // 40
    assert loaded - session.drafter.model.weights_bytes == padded
    assert drafter_bytes(large) - drafter_bytes(small) == padded
