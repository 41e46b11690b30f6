"""Writes a drawn case as a GGUF file: tensors fused or split at random, each of its own type."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import gguf
import numpy as np
from numpy.typing import NDArray

from engine.gguf.types import GGMLType
from tests.differential.shapes import DRAWS, Preset, Scale, Shapes
from tests.support.synthetic_gguf import synth_module

FLOATS = (GGMLType.F32, GGMLType.F16, GGMLType.BF16)
NEW_TOKENS = 48  # of an answer: long enough for states to drift
# A reference, of which a case may need many, has weights in float64, and products for each token.
MOST_EXPERT_WEIGHTS = 150_000_000
MOST_EXPERT_PRODUCTS = 5_000_000_000
# Of prompts: within a window of the cache; over several; more than a ring holds.
LENGTHS = ((20, 100), (257, 500), (780, 900))
QUANTISED = tuple(kind for kind in GGMLType if kind.is_supported and kind not in FLOATS)


@dataclass(frozen=True)
class Case:
    """One file of `architecture`, and how it is tried; the same numbers give the same case.

    `style` says what types the file mixes; `kinds` are those of tensors whose type is not drawn, by
    name without block and ".weight". A prompt has `prompt_len` tokens, its context `context_len`.
    """

    architecture: str
    seed: int
    scale: Scale
    preset: Preset
    style: str
    prompt_len: int
    context_len: int
    kinds: Mapping[str, GGMLType] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Which draw this is."""
        return (
            f"{self.architecture}:{self.seed}{'' if self.scale is Scale.FULL else f':{self.scale}'}"
        )

    @property
    def is_float(self) -> bool:
        """Whether no weight is quantized."""
        return self.style in ("f32", "floats")

    @property
    def chooses(self) -> bool:
        """Whether the model chooses among experts."""
        return self.preset.get("topk", 0) < self.preset.get("E", 0)


def draw_case(architecture: str, seed: int, scale: Scale = Scale.FULL) -> Case:
    """The case number `seed` of an architecture."""
    random = Random(zlib.crc32(f"{architecture}:{seed}:{scale}".encode()))
    shapes = Shapes(random, scale)
    preset = DRAWS[architecture](shapes) | {"_full": False, "_name": f"drawn-{seed}"}
    longest = _bound_experts(preset)
    style = random.choices(("f32", "floats", "one", "mixed"), (3, 2, 1, 4))[0]
    if shapes.step < 32 and style == "one":
        style = "mixed"
    lowest, highest = random.choices(LENGTHS, (5, 2, 1))[0]
    prompt_len = min(random.randint(lowest, highest), longest)
    context_len = prompt_len + random.randint(NEW_TOKENS + 1, 200)
    return Case(architecture, seed, scale, preset, style, prompt_len, context_len)


def _bound_experts(preset: Preset) -> int:
    """Leave a model as many experts as a reference has memory for; how long its prompts may be."""
    if "E" not in preset:
        return max(LENGTHS[-1])
    each = 3 * preset["ffe"] * preset["d"] * preset["L"]
    preset["E"] = max(preset["topk"], min(preset["E"], MOST_EXPERT_WEIGHTS // each))
    return MOST_EXPERT_PRODUCTS // (preset["topk"] * each) - NEW_TOKENS


def write_case(case: Case, path: Path) -> None:
    """Write the file of `case`."""
    s = synth_module()
    random = Random(zlib.crc32(case.name.encode()))
    builder = s.BUILD[case.architecture](dict(case.preset))
    kinds = _Kinds(case, random)
    tensors = _with_factors(_reshaped(builder.t, case, random), kinds, random)
    writer = gguf.GGUFWriter(path, builder.arch)
    writer.kv_data[0].clear()
    builder.g("general.file_type", 0)
    for key, (value, force) in builder.kv.items():
        s.put_kv(writer, key, value, force)
    plan = []
    for tensor in tensors:
        kind = kinds.of(tensor)
        num_bytes = tensor.numel // kind.block_len * kind.block_bytes
        plan.append((tensor, kind))
        writer.add_tensor_info(
            tensor.name, tensor.shape, np.dtype(np.float32), num_bytes,
            raw_dtype=gguf.GGMLQuantizationType(int(kind)),
        )  # fmt: skip
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()
    file = writer.fout[0]
    writer.write_padding(file, file.tell())
    for tensor, kind in plan:
        data = _bytes_of(tensor, kind, case.seed)
        file.write(data.tobytes())
        writer.write_padding(file, data.nbytes)
    writer.close()


def _reshaped(tensors: list[Any], case: Case, random: Random) -> list[Any]:
    """The tensors of a file, of which some are fused into one, as files of the format may be."""
    by_name = {tensor.name: tensor for tensor in tensors}
    fuses_qkv = case.architecture not in ("gemma4", "phi3", "qwen35", "qwen35moe", "qwen3next")
    for name in list(by_name):
        block, _, rest = name.rpartition(".attn_q.weight")
        if block and not rest and fuses_qkv and random.random() < 0.25:
            _fuse(by_name, [f"{block}.attn_{x}" for x in "qkv"], f"{block}.attn_qkv")
        block, _, rest = name.rpartition(".ffn_gate_exps.weight")
        biased = f"{block}.ffn_gate_exps.bias" in by_name
        if block and not rest and not biased and random.random() < 0.3:
            pair = [f"{block}.ffn_{x}_exps" for x in ("gate", "up")]
            _fuse(by_name, pair, f"{block}.ffn_gate_up_exps")
    return list(by_name.values())


def _fuse(by_name: dict[str, Any], names: list[str], fused: str) -> None:
    """Put one tensor, and one bias, in the place of several, rows below each other."""
    make = type(next(iter(by_name.values())))
    for ending in ("weight", "bias"):
        parts = [by_name.pop(f"{name}.{ending}", None) for name in names]
        if parts[0] is None:
            continue
        axis = -2 if ending == "weight" else -1
        shape = list(parts[0].shape)
        shape[axis] = sum(part.shape[axis] for part in parts)
        first = parts[0]
        by_name[f"{fused}.{ending}"] = make(
            f"{fused}.{ending}", shape, first.kind, first.a, first.b, first.q, first.il
        )


def _with_factors(tensors: list[Any], kinds: "_Kinds", random: Random) -> list[Any]:
    """The tensors, some of those in NVFP4 with a factor of their own, or one for each expert."""
    found, names = [], {tensor.name for tensor in tensors}
    for tensor in tensors:
        found.append(tensor)
        name = tensor.name.removesuffix(".weight") + ".scale"
        may_have = ("attn_" in name or "ffn_" in name) and name not in names
        if kinds.of(tensor) is GGMLType.NVFP4 and may_have and random.random() < 0.5:
            count = tensor.shape[0] if len(tensor.shape) == 3 else 1
            found.append(type(tensor)(name, (count,), "c", 0.8, 0.2, "f32", tensor.il))
    return found


class _Kinds:
    """Draws a type for each tensor, of slim cases one for all layers with rows of a length."""

    def __init__(self, case: Case, random: Random) -> None:
        self._case, self._random = case, random
        self._drawn: dict[str, GGMLType] = {}
        self._one = random.choice(QUANTISED)

    def of(self, tensor: Any) -> GGMLType:
        """The type of a tensor of `synth_gguf`."""
        if (tensor.q.startswith("f32") and len(tensor.shape) == 1) or "conv" in tensor.name:
            return GGMLType.F32
        if tensor.name.endswith((".bias", "exps.scale")):
            return GGMLType.F32
        fixed = self._case.kinds.get(tensor.name.split(".")[-2])
        if fixed is not None:
            return fixed
        name = tensor.name
        if self._case.scale is not Scale.FULL:
            name = ".".join(part for part in name.split(".") if not part.isdigit())
            name = f"{name} of {tensor.shape[-1]} columns"  # a head's size may differ by layer
        if name not in self._drawn:
            self._drawn[name] = self._draw(tensor)
        return self._drawn[name]

    def _draw(self, tensor: Any) -> GGMLType:
        style, cols = self._case.style, tensor.shape[-1]
        if style == "f32":
            return GGMLType.F32
        if style == "floats" or "ffn_gate_inp" in tensor.name or len(tensor.shape) == 1:
            return self._random.choice(FLOATS)
        fitting = [kind for kind in QUANTISED if cols % kind.block_len == 0]
        if style == "one":
            return self._one if self._one in fitting else self._random.choice(FLOATS)
        if not fitting or self._random.random() < 0.15:
            return self._random.choice(FLOATS)
        return self._random.choice(fitting)


def _bytes_of(tensor: Any, kind: GGMLType, seed: int) -> NDArray[np.uint8]:
    """What stands in the file."""
    s = synth_module()
    values = s.exact(tensor, seed)
    if kind is GGMLType.F32:
        return np.ascontiguousarray(values, np.float32).view(np.uint8).reshape(-1)
    if kind is GGMLType.F16:
        return values.astype(np.float16).view(np.uint8).reshape(-1)
    if kind is GGMLType.BF16:
        bits: NDArray[np.uint16] = s.to_bf16_bits(values)
        return bits.view(np.uint8).reshape(-1)
    wanted = gguf.GGMLQuantizationType(int(kind))
    try:
        quantized: NDArray[np.uint8] = gguf.quants.quantize(values, wanted)
    except NotImplementedError:
        num_blocks = tensor.numel // kind.block_len
        blocks: NDArray[np.uint8] = s.rand_blocks(
            wanted, num_blocks, tensor.a, s.rng_for(seed, tensor.name)
        )
        return blocks.reshape(-1)
    return quantized.view(np.uint8).reshape(-1)
