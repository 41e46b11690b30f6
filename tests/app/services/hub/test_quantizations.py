"""Files of a repository become models."""

import pytest

from app.services.hub.files import HubFile, RepoModel
from app.services.hub.quantizations import (
    choose_model,
    explain,
    group_models,
    quantization_label,
)
from engine.gguf.types import SUPPORTED_WEIGHT_TYPES, GGMLType


def hub_file(path: str, size: int = 10) -> HubFile:
    return HubFile("author/model", "c0ffee", path, size, "ab" * 32)


def models(*paths: str) -> tuple[RepoModel, ...]:
    return group_models([hub_file(path, 10 + at) for at, path in enumerate(paths)])


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("Llama-3.2-3B-Instruct-Q4_K_M.gguf", "Q4_K_M"),
        ("qwen2.5-coder-7b-instruct-q4_k_m.gguf", "Q4_K_M"),
        ("model.i1-IQ2_XXS.gguf", "i1-IQ2_XXS"),
        ("gpt-oss-20b-UD-Q4_K_XL.gguf", "UD-Q4_K_XL"),
        ("gpt-oss-20b-mxfp4.gguf", "MXFP4"),
        ("Model-Q6_K_L.gguf", "Q6_K_L"),
        ("Model.Q8_0.gguf", "Q8_0"),
        ("Model-fp16.gguf", "F16"),
        ("Model-BF16-Q5_1.gguf", "Q5_1"),
        ("Model.Q4_0_4_4.gguf", "Q4_0_4_4"),
        ("Q8_0/model.gguf", "Q8_0"),
        ("Phi-4-mini.gguf", None),
        ("IQ-test-7b.gguf", None),
    ],
)
def test_the_label_is_in_the_name(path: str, label: str | None) -> None:
    assert quantization_label(path) == label


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("Q4_K_M", "About 4 bits a weight, with more where they count: the usual balance"),
        ("Q4_K_S", "the smaller mix"),
        ("Q8_0", "all but the same as the original"),
        ("Q2_K", "a large loss"),
        ("IQ1_S", "About 1 bit a weight"),
        ("BF16", "as the model was trained"),
        ("MXFP4_MOE", "4-bit floating point"),
        ("TQ1_0", "three values"),
        ("UD-Q4_K_XL", "layer by layer"),
        ("i1-Q4_K_M", "importance matrix"),
        (None, "does not say"),
    ],
)
def test_types_are_explained_in_words(label: str | None, words: str) -> None:
    explanation = explain(label)
    assert words in explanation
    assert explanation.endswith(".")


@pytest.mark.parametrize("kind", SUPPORTED_WEIGHT_TYPES, ids=lambda kind: kind.name)
def test_every_type_that_runs_is_recognised_and_explained(kind: GGMLType) -> None:
    assert quantization_label(f"Model-7B-{kind.name}.gguf") == kind.name
    assert "rare" not in explain(kind.name)


def test_parts_of_one_model_are_one_row() -> None:
    (model,) = group_models(
        [
            hub_file("Q8_0/m-Q8_0-00002-of-00003.gguf", 2),
            hub_file("Q8_0/m-Q8_0-00003-of-00003.gguf", 3),
            hub_file("Q8_0/m-Q8_0-00001-of-00003.gguf", 1),
        ]
    )
    assert (model.label, model.size, model.file_name) == ("Q8_0", 6, "m-Q8_0-00001-of-00003.gguf")
    assert [file.size for file in model.files] == [1, 2, 3]


def test_only_whole_models_are_rows() -> None:
    assert (
        models(
            "README.md",
            "mmproj-F16.gguf",
            "m-mmproj-BF16.gguf",
            "imatrix.gguf",
            "m.imatrix.gguf",
            "m-Q8_0-00001-of-00002.gguf",
        )
        == ()
    )


def test_a_model_made_with_an_importance_matrix_is_one() -> None:
    assert [model.label for model in models("m-imatrix-Q4_K_M.gguf")] == ["Q4_K_M"]


def test_rows_go_from_small_to_large() -> None:
    found = group_models([hub_file("m-Q8_0.gguf", 80), hub_file("m-Q4_0.gguf", 40)])
    assert [model.label for model in found] == ["Q4_0", "Q8_0"]


def test_two_models_of_one_quantization_are_told_apart() -> None:
    found = models("small-Q4_K_M.gguf", "large-Q4_K_M.gguf", "large-Q8_0.gguf")
    assert [model.label for model in found] == ["small-Q4_K_M", "large-Q4_K_M", "Q8_0"]
    assert "4 bits" in found[0].explanation


@pytest.mark.parametrize(
    "wanted", ["q8_0", "m-Q8_0-00001-of-00002.gguf", "Q8_0/m-Q8_0-00001-of-00002.gguf", "m-q8_0"]
)
def test_a_model_is_chosen_by_label_or_name(wanted: str) -> None:
    found = models(
        "m-Q4_K_M.gguf", "Q8_0/m-Q8_0-00001-of-00002.gguf", "Q8_0/m-Q8_0-00002-of-00002.gguf"
    )
    chosen = choose_model(found, wanted)
    assert chosen is not None
    assert chosen.label == "Q8_0"
    assert choose_model(found, "Q5_0") is None


def test_without_a_wish_the_usual_balance_is_chosen() -> None:
    chosen = choose_model(models("m-Q2_K.gguf", "m-Q4_K_M.gguf", "m-Q8_0.gguf"), None)
    assert chosen is not None
    assert chosen.label == "Q4_K_M"
    assert choose_model(models("a.gguf"), None) is not None
    assert choose_model(models("a.gguf", "b.gguf"), None) is None
