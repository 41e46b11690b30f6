"""A drafter in the folder that it was trained to: safetensors and config.json."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.commands import Configure
from engine.config import EngineConfig, SpeculationConfig
from engine.errors import EngineError, ModelFileError, UnsupportedModelError
from engine.models.dflash import Config
from engine.models.drafter_file import open_drafter
from engine.session.session import Session
from tests.support import dflash_case
from tests.support.block_checks import BLOCK, TARGET, TOLERANCE
from tests.support.dflash_case import Kind, make_drafter, read_matrices
from tests.support.drafter_folder import CONFIG, write_folder


@pytest.fixture(scope="module")
def session(golden_dir: Path) -> Iterator[Session]:
    path = golden_dir / f"{TARGET}.gguf"
    session = Session.load(path, EngineConfig(device="cpu", context_len=256))
    yield session
    session.close()


@pytest.mark.parametrize("num_files", [1, 3])
def test_its_logits_are_the_references(
    session: Session, golden_dir: Path, tmp_path: Path, num_files: int
) -> None:
    folder = write_folder(tmp_path / "drafter", golden_dir / f"{BLOCK}.gguf", num_files)
    session.configure(Configure(speculation=SpeculationConfig(str(folder))))
    with np.load(golden_dir / f"{BLOCK}.npz") as case:
        ids = [*case["prompt_ids"].tolist(), int(case["block1"][0])]
        expected = case["exact_draft_logits1"][1]
    (logits,) = session.logits(ids, [len(ids) - 1])
    assert np.abs(logits - expected).max() < TOLERANCE * expected.std()


def test_its_config_says_which_layers_slide(
    session: Session, golden_dir: Path, tmp_path: Path
) -> None:
    changes = {
        "layer_types": ["sliding_attention", "full_attention", "sliding_attention"],
        "sliding_window": 24,
        "is_causal": True,
    }
    folder = write_folder(tmp_path / "drafter", golden_dir / f"{BLOCK}.gguf", **changes)
    with open_drafter(folder, session.model.config) as file:
        assert [a.window for a in file.config.attention_layers] == [24, None, 24]
        assert isinstance(file.config, Config)
        assert file.config.is_causal


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        (Kind(markov_rank=24, has_confidence=True), {}),
        (Kind(markov_rank=24, from_anchor=False), {"sample_from_anchor": False}),
        (
            Kind(conv_taps=3, selector_rank=12, logit_scale=0.5, softcap=4.0),
            {"output_multiplier": 0.5, "final_logit_softcapping": 4.0},
        ),
    ],
)
def test_a_folder_of_a_drafter_whose_drafts_depend_on_each_other(
    golden_dir: Path, tmp_path: Path, kind: Kind, changes: dict[str, Any]
) -> None:
    """Its logits are those of the GGUF."""
    target = golden_dir / "tiny-llama.gguf"
    path = make_drafter(kind, *read_matrices(target)).write(tmp_path / "drafter.gguf")
    selector = {"conv_group_size": dflash_case.CONV_GROUP, "selector_top_k": dflash_case.TOP_K}
    taps, rank = kind.conv_taps, kind.selector_rank
    of_kind = {
        "block_size": dflash_case.BLOCK_SIZE,
        "mask_token_id": dflash_case.MASK,
        "target_layer_ids": [layer - 1 for layer in dflash_case.TARGET_LAYERS],
        **({"conv_kernel_size": taps, "selector_rank": rank, **selector} if taps else {}),
    }
    folder = write_folder(
        tmp_path / "folder",
        path,
        dflash_config=of_kind,
        head_dim=dflash_case.HEAD_DIM,
        hidden_size=96,
        intermediate_size=dflash_case.INNER,
        num_hidden_layers=dflash_case.NUM_LAYERS,
        rope_theta=dflash_case.BASE,
        **changes,
    )
    session = Session.load(target, EngineConfig(device="cpu", context_len=256))
    ids, logits = list(range(20, 60)), []
    for named in (path, folder):
        session.configure(Configure(speculation=SpeculationConfig(str(named))))
        logits.append(session.logits(ids, [12, 39]).copy())
    session.close()
    assert np.array_equal(*logits)


def damage(folder: Path) -> None:
    path = folder / "model-0.safetensors"
    path.write_bytes(path.read_bytes()[:-8])


def remove_weights(folder: Path) -> None:
    (folder / "model-0.safetensors").unlink()


def remove_config(folder: Path) -> None:
    (folder / "config.json").unlink()


def other_head(folder: Path) -> None:
    config = CONFIG | {"markov_head_type": "gated"}
    (folder / "config.json").write_text(json.dumps(config))


def other_layout(folder: Path) -> None:
    config = {"transformer_layer_config": CONFIG, "aux_hidden_state_layer_ids": [1, 3, 4]}
    (folder / "config.json").write_text(json.dumps(config))


def other_drafter(folder: Path) -> None:
    config = {"architectures": ["LlamaForCausalLMEagle3"], "draft_vocab_size": 32000}
    (folder / "config.json").write_text(json.dumps(config))


def stretch(folder: Path) -> None:
    config = CONFIG | {"rope_scaling": {"rope_type": "yarn", "factor": 4.0}}
    (folder / "config.json").write_text(json.dumps(config))


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (damage, ModelFileError, "is cut short"),
        (remove_weights, ModelFileError, "has no file"),
        (remove_config, ModelFileError, "cannot be read"),
        (stretch, UnsupportedModelError, "stretches its context"),
        (other_head, UnsupportedModelError, "DSpark with the Markov head 'gated', which is not"),
        (other_layout, UnsupportedModelError, "in the layout 'speculators', which is not"),
        (other_drafter, UnsupportedModelError, "in the layout 'LlamaForCausalLMEagle3', which is"),
    ],
)
def test_a_folder_that_cannot_be_used_is_refused_in_a_sentence(
    session: Session, golden_dir: Path, tmp_path: Path, change: Any, error: type[EngineError],
    message: str,
) -> None:  # fmt: skip
    folder = write_folder(tmp_path / "drafter", golden_dir / f"{BLOCK}.gguf")
    change(folder)
    with pytest.raises(error, match=message):
        session.configure(Configure(speculation=SpeculationConfig(str(folder))))
