"""Writes GGUF files of any model's shapes and types that hold no weights: every value is zero, and sparse."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from struct import pack

from engine.gguf.types import GGMLType
from tests.support.gguf_bytes import F32, TEXT, U32, gguf_bytes, key_value, tensor_row, text


@dataclass(frozen=True)
class Shapes:
    """A llama or qwen3 of one layer. `types` by tensor name without "blk.0." and ".weight"."""

    hidden_size: int
    intermediate_size: int
    num_heads: int
    num_kv_heads: int
    head_dim: int
    vocab_size: int
    default_type: GGMLType
    types: Mapping[str, GGMLType]
    architecture: str = "llama"
    tied: bool = False

    def matrices(self) -> dict[str, tuple[int, int]]:
        """Name → [rows, columns] of every matrix."""
        hidden, wide = self.hidden_size, self.intermediate_size
        heads, kv_heads = self.num_heads * self.head_dim, self.num_kv_heads * self.head_dim
        matrices = {
            "token_embd": (self.vocab_size, hidden),
            "output": (self.vocab_size, hidden),
            "attn_q": (heads, hidden),
            "attn_k": (kv_heads, hidden),
            "attn_v": (kv_heads, hidden),
            "attn_output": (hidden, heads),
            "ffn_gate": (wide, hidden),
            "ffn_up": (wide, hidden),
            "ffn_down": (hidden, wide),
        }
        if self.tied:
            del matrices["output"]
        return matrices

    def vectors(self) -> dict[str, int]:
        """Name → size of every norm's weight."""
        norms = dict.fromkeys(("output_norm", "attn_norm", "ffn_norm"), self.hidden_size)
        if self.architecture == "qwen3":
            norms |= dict.fromkeys(("attn_q_norm", "attn_k_norm"), self.head_dim)
        return norms

    def metadata(self) -> list[bytes]:
        """The rows of the key/value section."""
        numbers = {
            "context_length": 8192,
            "embedding_length": self.hidden_size,
            "block_count": 1,
            "feed_forward_length": self.intermediate_size,
            "attention.head_count": self.num_heads,
            "attention.head_count_kv": self.num_kv_heads,
            "attention.key_length": self.head_dim,
            "attention.value_length": self.head_dim,
        }
        name = self.architecture
        epsilon = key_value(f"{name}.attention.layer_norm_rms_epsilon", F32, pack("<f", 1e-5))
        return [
            key_value("general.architecture", TEXT, text(name)),
            epsilon,
            *(key_value(f"{name}.{key}", U32, pack("<I", n)) for key, n in numbers.items()),
        ]


def write_shaped_gguf(path: Path, shapes: Shapes) -> Path:
    """Write the file, as long as a real one where files cannot be sparse, and return its path."""
    rows, offset = [], 0
    vectors = {name: (size,) for name, size in shapes.vectors().items()}
    for name, shape in {**shapes.matrices(), **vectors}.items():
        is_vector = len(shape) == 1
        kind = GGMLType.F32 if is_vector else shapes.types.get(name, shapes.default_type)
        full_name = name if name in ("token_embd", "output", "output_norm") else f"blk.0.{name}"
        rows.append(tensor_row(f"{full_name}.weight", shape[::-1], kind, offset))
        size = 1
        for length in shape:
            size *= length
        offset += -(-size // kind.block_len * kind.block_bytes // 32) * 32
    header = gguf_bytes(shapes.metadata(), rows)
    with path.open("wb") as file:
        file.write(header)
        file.truncate(len(header) + offset)
    return path
