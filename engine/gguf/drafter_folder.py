"""Reads the folder that a DFlash or DSpark drafter was published in as the GGUF of one.

There are safetensors and config.json. The format of the former: a length of 8 bytes, a header of
JSON, the tensors.
"""

import json
import mmap
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from math import prod
from pathlib import Path
from typing import Any

from engine.confinement.model_opener import names_in, open_model
from engine.errors import ModelFileError, UnsupportedModelError
from engine.gguf.cursor import shown
from engine.gguf.drafter_kind import other_layout
from engine.gguf.file import GGUFFile, Part
from engine.gguf.header import Header
from engine.gguf.keyvalues import KeyValues, MetadataValue
from engine.gguf.tensors import MAX_DIMS, MAX_TENSORS, TensorInfo
from engine.gguf.types import GGMLType

_CONFIG = "config.json"
_SUFFIX = ".safetensors"
_MAX_CONFIG_BYTES = 1 << 20
_MAX_HEADER_BYTES = 100_000_000  # as the format says
_LENGTH_BYTES = 8
_TYPES = {"F32": GGMLType.F32, "F16": GGMLType.F16, "BF16": GGMLType.BF16}
_NAMES = {
    "fc.weight": "fc.weight",
    "hidden_norm.weight": "enc.output_norm.weight",
    "norm.weight": "output_norm.weight",
    "embed_tokens.weight": "token_embd.weight",
    "lm_head.weight": "output.weight",
    "markov_head.markov_w1.weight": "markov_w1.weight",
    "markov_head.markov_w2.weight": "markov_w2.weight",
    "confidence_head.proj.weight": "conf_proj.weight",
    "confidence_head.proj.bias": "conf_proj.bias",
    "candidate_selector.predecessor_codebook": "selector_predecessor.weight",
    "candidate_selector.successor_codebook": "selector_successor.weight",
    "candidate_selector.hidden_projection.weight": "selector_hidden.weight",
}
_OF_LAYERS = {
    "input_layernorm.weight": "attn_norm.weight",
    "post_attention_layernorm.weight": "ffn_norm.weight",
    "self_attn.q_proj.weight": "attn_q.weight",
    "self_attn.k_proj.weight": "attn_k.weight",
    "self_attn.v_proj.weight": "attn_v.weight",
    "self_attn.o_proj.weight": "attn_output.weight",
    "self_attn.q_norm.weight": "attn_q_norm.weight",
    "self_attn.k_norm.weight": "attn_k_norm.weight",
    "mlp.gate_proj.weight": "ffn_gate.weight",
    "mlp.up_proj.weight": "ffn_up.weight",
    "mlp.down_proj.weight": "ffn_down.weight",
    "attention_conv.base_kernel": "attn_conv_base",
    "attention_conv.kernel_projection.weight": "attn_conv_proj.weight",
    "mlp_conv.base_kernel": "ffn_conv_base",
    "mlp_conv.kernel_projection.weight": "ffn_conv_proj.weight",
}
_LAYER = re.compile(r"layers\.(\d{1,4})\.(.+)")
_OF_SPECULATORS = ("transformer_layer_config", "aux_hidden_state_layer_ids")  # its configs' keys
_KEYS = {
    "embedding_length": "hidden_size",
    "block_count": "num_hidden_layers",
    "feed_forward_length": "intermediate_size",
    "attention.head_count": "num_attention_heads",
    "attention.head_count_kv": "num_key_value_heads",
    "attention.key_length": "head_dim",
    "attention.value_length": "head_dim",
    "attention.layer_norm_rms_epsilon": "rms_norm_eps",
    "context_length": "max_position_embeddings",
    "rope.freq_base": "rope_theta",
    "block_size": "block_size",
    "attention.causal": "is_causal",
    "hidden_activation": "hidden_act",
    "embedding_scale": "input_embedding_scale",
    "logit_scale": "output_multiplier",
    "final_logit_softcapping": "final_logit_softcapping",
    "sample_from_anchor": "sample_from_anchor",
    "conv_kernel_size": "conv_kernel_size",
    "conv_group_size": "conv_group_size",
    "selector_rank": "selector_rank",
    "selector_top_k": "selector_top_k",
}


_UNREADABLE = (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError)


def open_weights(path: Path, *, with_data: bool = True) -> AbstractContextManager[GGUFFile]:
    """Open the GGUF at `path`, or the drafter in the folder there.

    Raises ModelFileError, UnsupportedModelError.
    """
    if path.is_dir():
        return open_folder(path, with_data=with_data)
    return GGUFFile.open(path, with_data=with_data)


def is_drafter_folder(path: Path) -> bool:
    """Whether the folder `path` is of a drafter, also of one in the layout of speculators."""
    try:
        own = _read_config(path)
        return "target_layer_ids" in own or bool(own.keys() & _OF_SPECULATORS)
    except _UNREADABLE:
        return False


def files_of(path: Path) -> tuple[Path, ...]:
    """The files of the drafter in the folder `path`; a file is its own. Raises OSError."""
    return (path / _CONFIG, *_weights(path)) if path.is_dir() else (path,)


@contextmanager
def open_folder(path: Path, *, with_data: bool = True) -> Iterator[GGUFFile]:
    """Open the drafter in the folder `path`, and close it after the block.

    Raises ModelFileError, UnsupportedModelError.
    """
    try:
        metadata = KeyValues(_metadata(_read_config(path), path.name), path.name)
        weights = _weights(path)
        if not weights:
            raise ValueError(f"it has no file *{_SUFFIX}")
        parts = [
            _read_part(file, number, metadata, with_data=with_data)
            for number, file in enumerate(weights)
        ]
    except _UNREADABLE as error:
        raise ModelFileError(
            f"The drafter in the folder {path.name} cannot be read ({error}); download it again."
        ) from error
    file = GGUFFile(path, parts)
    try:
        yield file
    finally:
        file.close()


def _read_config(path: Path) -> dict[str, Any]:
    """What config.json says of the drafter."""
    if not (path / _CONFIG).is_file():
        raise ValueError(f"it has no file {_CONFIG}")
    with open_model(path / _CONFIG) as opened:
        config = json.loads(opened.read(_MAX_CONFIG_BYTES))
    return {**config, **(config.get("dflash_config") or {})}


def _weights(path: Path) -> list[Path]:
    paths = (path / name for name in names_in(path) if name.endswith(_SUFFIX))
    return sorted(each for each in paths if each.is_file())  # to open a pipe may take forever


def _metadata(own: dict[str, Any], name: str) -> dict[str, MetadataValue]:
    """config.json as the metadata of a GGUF."""
    _check_layout(own, name)
    rope = own.get("rope_parameters") or {}
    scaling = own.get("rope_scaling") or rope
    if scaling.get("rope_type", scaling.get("type", "default")) != "default":
        raise UnsupportedModelError(
            f"The drafter {name} stretches its context, which is not supported yet; choose another."
        )
    own.setdefault("rope_theta", rope.get("rope_theta"))
    values: dict[str, MetadataValue] = {
        f"dflash.{key}": own[name] for key, name in _KEYS.items() if own.get(name) is not None
    }
    kinds = own.get("layer_types") or []
    if own.get("sliding_window") and "sliding_attention" in kinds:
        values["dflash.attention.sliding_window"] = own["sliding_window"]
        slides = tuple(kind == "sliding_attention" for kind in kinds)
        values["dflash.attention.sliding_window_pattern"] = slides
    return values | {
        "general.architecture": "dflash",
        "general.name": name,
        "dflash.target_layers": tuple(layer + 1 for layer in own["target_layer_ids"]),
        "tokenizer.ggml.mask_token_id": own["mask_token_id"],
    }


def _check_layout(own: dict[str, Any], name: str) -> None:
    """Raise UnsupportedModelError, with the layout's name, for a folder of another drafter."""
    if own.keys() & _OF_SPECULATORS:
        raise other_layout(name, "speculators")
    architectures = own.get("architectures")
    if "target_layer_ids" not in own and isinstance(architectures, list) and architectures:
        raise other_layout(name, str(architectures[0]))
    head = own.get("markov_head_type", "vanilla")
    if head != "vanilla":
        kind = f"DSpark with the Markov head {shown(str(head))}"
        raise UnsupportedModelError(
            f"{name} is a drafter of the kind {kind}, which is not supported yet; choose a DFlash "
            "drafter."
        )


def _read_part(path: Path, number: int, metadata: KeyValues, *, with_data: bool) -> Part:
    with open_model(path) as file:
        num_bytes = int.from_bytes(file.read(_LENGTH_BYTES), "little")
        if num_bytes > _MAX_HEADER_BYTES:
            raise ValueError(f"{path.name} is no safetensors file")
        table = json.loads(file.read(num_bytes))
        file_bytes = os.fstat(file.fileno()).st_size
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if with_data else None
    begin = _LENGTH_BYTES + num_bytes
    tensors = _tensors(table, number, file_bytes - begin)
    header = Header(3, metadata, tensors, 1, begin)
    data = memoryview(mapped)[begin:] if mapped is not None else None
    return Part(path, header, file_bytes, data)


def _tensors(table: Mapping[str, Any], part: int, num_bytes: int) -> dict[str, TensorInfo]:
    """The tensor table with the names of a GGUF."""
    tensors: dict[str, TensorInfo] = {}
    if len(table) > MAX_TENSORS:
        raise ValueError(f"it has {len(table)} tensors")
    for name, entry in table.items():
        if name == "__metadata__":
            continue
        kind, shape = entry["dtype"], tuple(entry["shape"])
        begin, end = entry["data_offsets"]
        if kind not in _TYPES:
            raise ValueError(f"its tensor {name} is stored as {kind}")
        if {type(number) for number in (*shape, begin, end)} != {int} or 0 in shape:
            raise ValueError(f"its tensor {name} has no shape")
        if len(shape) > MAX_DIMS or end - begin != prod(shape) * _TYPES[kind].block_bytes:
            raise ValueError(f"its tensor {name} has no shape")
        if not 0 <= begin <= end <= num_bytes:
            raise ValueError(f"its tensor {name} is cut short")
        own = _name(name)
        tensors[own] = TensorInfo(own, shape, _TYPES[kind], part, begin)
    return tensors


def _name(name: str) -> str:
    """What a GGUF calls the tensor `name`; unknown names stay, and are refused later."""
    name = name.removeprefix("model.")
    found = _LAYER.fullmatch(name)
    if found is not None and found[2] in _OF_LAYERS:
        return f"blk.{found[1]}.{_OF_LAYERS[found[2]]}"
    return _NAMES.get(name, name)
