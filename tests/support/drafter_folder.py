"""Writes DFlash drafters as the folders that they were trained to: safetensors and config.json."""

import json
import struct
from pathlib import Path
from typing import Any

from engine.gguf.file import GGUFFile

NAMES = {
    "fc.weight": "fc.weight",
    "enc.output_norm.weight": "hidden_norm.weight",
    "output_norm.weight": "norm.weight",
    "markov_w1.weight": "markov_head.markov_w1.weight",
    "markov_w2.weight": "markov_head.markov_w2.weight",
    "conf_proj.weight": "confidence_head.proj.weight",
    "conf_proj.bias": "confidence_head.proj.bias",
    "selector_predecessor.weight": "candidate_selector.predecessor_codebook",
    "selector_successor.weight": "candidate_selector.successor_codebook",
    "selector_hidden.weight": "candidate_selector.hidden_projection.weight",
    "attn_conv_base": "attention_conv.base_kernel",
    "attn_conv_proj": "attention_conv.kernel_projection",
    "ffn_conv_base": "mlp_conv.base_kernel",
    "ffn_conv_proj": "mlp_conv.kernel_projection",
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "attn_q_norm": "self_attn.q_norm",
    "attn_k_norm": "self_attn.k_norm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
CONFIG: dict[str, Any] = {
    "architectures": ["DFlashDraftModel"],
    "block_size": 8,
    "dflash_config": {"mask_token_id": 319, "target_layer_ids": [0, 2, 3]},
    "head_dim": 32,
    "hidden_size": 64,
    "intermediate_size": 128,
    "layer_types": ["full_attention"] * 3,
    "max_position_embeddings": 4096,
    "num_attention_heads": 4,
    "num_hidden_layers": 3,
    "num_key_value_heads": 2,
    "rms_norm_eps": 1e-6,
    "rope_scaling": None,
    "rope_theta": 10000000,
    "sliding_window": None,
}


def name_of(name: str) -> str:
    if not name.startswith("blk."):
        return NAMES[name]
    _, layer, own, *rest = name.split(".")
    return ".".join(["layers", layer, NAMES[own], *rest])


def write_folder(folder: Path, source: Path, num_files: int = 1, **changes: object) -> Path:
    """Write the drafter in the GGUF at `source` as a folder of `num_files` files."""
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(CONFIG | changes))
    with GGUFFile.open(source) as file:
        tensors = {
            name_of(name): (tensor.shape, file.tensor_bytes(name).tobytes())
            for name, tensor in file.tensors.items()
        }
    for number in range(num_files):
        table, data = {"__metadata__": {"format": "pt"}}, b""
        for name in list(tensors)[number::num_files]:
            shape, raw = tensors[name]
            offsets = [len(data), len(data) + len(raw)]
            table[name] = {"dtype": "F32", "shape": shape, "data_offsets": offsets}  # type: ignore[dict-item]
            data += raw
        header = json.dumps(table).encode()
        path = folder / f"model-{number}.safetensors"
        path.write_bytes(struct.pack("<Q", len(header)) + header + data)
    return folder
