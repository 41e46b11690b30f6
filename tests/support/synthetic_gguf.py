"""Writes GGUF files of published shapes with random weights of any type, for measuring speed.

    python -m tests.support.synthetic_gguf --preset qwen2.5-1.5b --type IQ2_XS --out FILE

The shapes and the writer are `synth_gguf.py`'s, which lies beside the golden cases (`ENCORE_GOLDEN`);
this adds the types that it has no random blocks for. `--preset`, `--layers` and `--seed` are its own.
"""

import argparse
from functools import cache
from pathlib import Path
from typing import Any

import gguf
import numpy as np
from gguf import GGMLQuantizationType as Type
from numpy.typing import NDArray

from tests.support import golden_tools

# type: (byte offset of the float16 scale, where it is in one piece; general.file_type).
_TYPES = {
    Type.IQ2_XXS: (0, 19),
    Type.IQ2_XS: (0, 20),
    Type.IQ3_XXS: (0, 23),
    Type.IQ1_S: (0, 24),
    Type.IQ3_S: (0, 26),
    Type.IQ2_S: (0, 28),
    Type.IQ1_M: (None, 31),
    Type.TQ1_0: (52, 36),
    Type.TQ2_0: (64, 37),
    Type.NVFP4: (None, 39),
}


@cache
def synth_module() -> Any:
    """`synth_gguf.py` beside the golden cases, taught the types that it lacks."""
    synth: Any = golden_tools.synth()
    known = synth.rand_blocks

    def rand_blocks(
        kind: Type, count: int, std: float, rng: np.random.Generator
    ) -> NDArray[np.uint8]:
        if kind in _TYPES:
            return random_blocks(kind, count, std, rng)
        blocks: NDArray[np.uint8] = known(kind, count, std, rng)
        return blocks

    synth.rand_blocks = rand_blocks
    # As in files that people download, the output stays Q6_K where rows are whole blocks of it.
    synth.K256 |= _TYPES.keys() - {Type.NVFP4}
    synth.FALLBACK |= dict.fromkeys(_TYPES.keys() - {Type.NVFP4}, Type.IQ4_NL)
    synth.FTYPE |= {kind.name: number for kind, (_, number) in _TYPES.items()}
    return synth


def random_blocks(
    kind: Type, count: int, std: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Blocks [count, bytes of a block] of any codes, whose values have about this standard deviation."""
    block_bytes = gguf.GGML_QUANT_SIZES[kind][1]
    blocks = rng.integers(0, 256, (count, block_bytes), dtype=np.uint8)
    if kind is Type.TQ2_0:  # a field of 3 is no code
        blocks[:, :64] &= ~((blocks[:, :64] & 0x55) << 1)
    if kind is Type.NVFP4:
        # E4M3 holds what lies between 2^-9 and 448; the largest code is 12 halves.
        blocks[:, :4] = gguf.quants.NVFP4.fp32_to_ue4m3(
            std / 3.1 * rng.uniform(0.75, 1.25, (count, 4)).astype(np.float32)
        )
        return blocks
    # Signs are even, or else a minimum is in the middle: the mean is about zero.
    unit = np.float16(1.0)
    _set_scales(blocks, kind, np.full(count, unit))
    sample = gguf.quants.dequantize(blocks[:256].copy(), kind)
    scales = std / sample.std() * rng.uniform(0.75, 1.25, count)
    _set_scales(blocks, kind, scales.astype(np.float16))
    return blocks


def _set_scales(blocks: NDArray[np.uint8], kind: Type, scales: NDArray[np.float16]) -> None:
    offset, _ = _TYPES[kind]
    if offset is not None:
        blocks[:, offset : offset + 2] = scales[:, None].view(np.uint8)
        return
    bits = scales.view(np.uint16)[:, None]  # IQ1_M: four bits at the top of each word of scales
    words = np.ascontiguousarray(blocks[:, 48:56]).view(np.uint16) & 0x0FFF
    words |= bits >> np.array([0, 4, 8, 12], np.uint16) << 12
    blocks[:, 48:56] = words.view(np.uint8)


def write_empty_model(path: Path, preset: str, kind: str, layers: int | None = None) -> Path:
    """Write a file of the shapes of `preset` whose values are all zero, and sparse."""
    synth = synth_module()
    shapes = synth.get_preset(preset, layers)
    model = synth.BUILD[shapes["arch"]](shapes)
    writer = gguf.GGUFWriter(path, model.arch)
    writer.kv_data[0].clear()
    model.g("general.file_type", synth.FTYPE[kind])
    for key, (value, force) in model.kv.items():
        synth.put_kv(writer, key, value, force)
    num_bytes = 0
    for tensor in model.t:
        is_index = tensor.q == "i64"
        chosen = Type.I64 if is_index else synth.pick_type(tensor, kind, shapes["L"])
        block_len, block_bytes = gguf.GGML_QUANT_SIZES[chosen]
        size = tensor.numel // block_len * block_bytes
        writer.add_tensor_info(tensor.name, tensor.shape, np.dtype("f4"), size, raw_dtype=chosen)
        num_bytes += -(-size // writer.data_alignment) * writer.data_alignment
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()
    assert writer.fout is not None
    file = writer.fout[0]
    writer.write_padding(file, file.tell())
    file.truncate(file.tell() + num_bytes)
    file.close()
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", required=True)
    parser.add_argument("--type", required=True)
    parser.add_argument("--layers", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    synth = synth_module()
    preset = synth.get_preset(arguments.preset, arguments.layers)
    synth.write_model(preset, arguments.type, arguments.seed, arguments.out)


if __name__ == "__main__":
    main()
