"""Writes small GGUF files with the gguf package's own writer."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gguf
import numpy as np

Tensor = np.ndarray | tuple[np.ndarray, gguf.GGMLQuantizationType]


def write_gguf(
    path: Path,
    metadata: Mapping[str, Any],
    tensors: Mapping[str, Tensor],
    *,
    max_tensors_per_part: int = 0,
    byte_order: gguf.GGUFEndian = gguf.GGUFEndian.LITTLE,
) -> Path:
    """Write a version 3 GGUF and return its path.

    `metadata` maps raw keys to bool, int, float, str or lists of these ("general.architecture" is
    "llama" unless given). A tensor is an array in numpy order, stored as its dtype, or a pair of the
    raw bytes (uint8 [..., row bytes], as `gguf.quants.quantize` returns) and their type.
    With `max_tensors_per_part` the writer splits the file into NAME-00001-of-….gguf.
    """
    writer = gguf.GGUFWriter(
        path,
        metadata.get("general.architecture", "llama"),
        endianess=byte_order,
        split_max_tensors=max_tensors_per_part,
    )
    for key, value in metadata.items():
        if key != "general.architecture":
            writer.add_key_value(key, value, _value_type(value))
    if "general.alignment" in metadata:
        writer.data_alignment = metadata["general.alignment"]
    for name, tensor in tensors.items():
        if isinstance(tensor, tuple):
            writer.add_tensor(name, tensor[0], raw_dtype=tensor[1])
        else:
            writer.add_tensor(name, tensor)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _value_type(value: object) -> gguf.GGUFValueType:
    if isinstance(value, int) and not isinstance(value, bool):
        return gguf.GGUFValueType.UINT32 if value >= 0 else gguf.GGUFValueType.INT32
    return gguf.GGUFValueType.get_type(value)
