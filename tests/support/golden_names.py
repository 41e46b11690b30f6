"""What the golden cases cover: an architecture's is tiny-NAME, a weight type's tinyq-llama-NAME or tinyq-moe-NAME.

Most lie in the archive that `ENCORE_GOLDEN` names; those of ten types lie in this repository.
"""

from pathlib import Path

_OWN_CASES = Path(__file__).resolve().parents[1] / "golden/cases"

ARCHITECTURES = [
    "gemma3",
    "gemma4-dense",
    "gemma4-e4b",
    "gemma4-moe",
    "glm4",
    "gpt-oss",
    "granite",
    "laguna",
    "lfm2",
    "lfm2moe",
    "llama",
    "mistral3",
    "olmo2",
    "phi3",
    "qwen2",
    "qwen3",
    "qwen35",
    "qwen35-mtp",
    "qwen35moe",
    "qwen3moe",
    "qwen3next",
    "smollm3",
]
TYPES = [
    "Q8_0",
    "Q4_0",
    "Q4_1",
    "Q5_0",
    "Q5_1",
    "Q2_K",
    "Q3_K",
    "Q4_K",
    "Q5_K",
    "Q6_K",
    "IQ4_NL",
    "IQ4_XS",
    "MXFP4",
    "IQ1_S",
    "IQ1_M",
    "IQ2_XXS",
    "IQ2_XS",
    "IQ2_S",
    "IQ3_XXS",
    "IQ3_S",
    "TQ1_0",
    "TQ2_0",
    "NVFP4",
]
EXPERT_TYPES = ["Q8_0", "Q4_K", "Q6_K", "IQ4_XS", "MXFP4", "NVFP4", "mixed"]


def case_folder(golden_dir: Path, name: str) -> Path:
    """Where the case `name` and its model are: `golden_dir` is the archive's folder."""
    return _OWN_CASES if (_OWN_CASES / f"{name}.npz").exists() else golden_dir
