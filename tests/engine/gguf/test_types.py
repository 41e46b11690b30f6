"""GGML types: block sizes against the gguf package, the supported set, labels."""

import gguf
import pytest

from engine.gguf.types import SUPPORTED_WEIGHT_TYPES, GGMLType, file_type_label

# The gguf package has an outdated size for Q8_1, which no model file stores.
KNOWN = [kind for kind in GGMLType if kind is not GGMLType.Q8_1]


@pytest.mark.parametrize("kind", KNOWN, ids=lambda kind: kind.name)
def test_block_sizes_equal_those_of_the_gguf_package(kind: GGMLType) -> None:
    theirs = gguf.GGMLQuantizationType[kind.name]
    assert theirs.value == kind.value
    assert gguf.GGML_QUANT_SIZES[theirs] == (kind.block_len, kind.block_bytes)


def test_supported_types_are_the_26_that_can_be_loaded() -> None:
    names = (
        "F32 F16 BF16 Q8_0 Q4_0 Q4_1 Q5_0 Q5_1 Q2_K Q3_K Q4_K Q5_K Q6_K IQ4_NL IQ4_XS IQ1_S IQ1_M "
        "IQ2_XXS IQ2_XS IQ2_S IQ3_XXS IQ3_S TQ1_0 TQ2_0 MXFP4 NVFP4"
    )
    assert {kind.name for kind in SUPPORTED_WEIGHT_TYPES} == set(names.split())
    assert GGMLType.IQ2_XXS.is_supported
    assert not GGMLType.Q1_0.is_supported


def test_file_type_labels_are_those_of_the_gguf_package() -> None:
    for theirs in gguf.LlamaFileType:
        if theirs is not gguf.LlamaFileType.GUESSED:
            label = theirs.name.removeprefix("ALL_").removeprefix("MOSTLY_").removesuffix("_MOE")
            assert file_type_label(theirs.value) == label


def test_a_guessed_file_type_has_the_same_label() -> None:
    assert file_type_label(15 + 1024) == "Q4_K_M"


@pytest.mark.parametrize("number", [-1, 4, 999, 2**40])
def test_an_unknown_file_type_has_no_label(number: int) -> None:
    assert file_type_label(number) is None
