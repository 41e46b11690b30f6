"""Writes a small model anew with its matrices quantized."""

from pathlib import Path

import gguf

from tests.support.tiny_gguf import Tensor, write_gguf

_FLOATS = ("ffn_gate_inp",)  # routers, which files keep as floats


def quantized_copy(path: Path, out: Path, kind: gguf.GGMLQuantizationType) -> Path:
    """The model at `path` with each matrix of float32 in `kind`, at `out`, which is returned."""
    reader = gguf.GGUFReader(path)
    metadata = {
        name: field.contents()
        for name, field in reader.fields.items()
        if not name.startswith("GGUF.")
    }
    tensors: dict[str, Tensor] = {}
    for tensor in reader.tensors:
        is_matrix = tensor.data.ndim > 1 and not any(name in tensor.name for name in _FLOATS)
        data = tensor.data
        tensors[tensor.name] = (gguf.quants.quantize(data, kind), kind) if is_matrix else data
    return write_gguf(out, metadata, tensors)
