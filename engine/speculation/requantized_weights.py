"""A draft model's weights in half a byte each: it need not be exact, but quick."""

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.gguf.file import GGUFFile
from engine.gguf.tensors import TensorInfo
from engine.gguf.types import GGMLType
from engine.models.model_file import ModelFile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_KIND = GGMLType.IQ4_NL
_OUTPUT, _EMBEDDING = "output.weight", "token_embd.weight"
_KEYS_AND_VALUES = "attn_k.weight", "attn_v.weight"


def requantized_file(file: ModelFile, num_target_parameters: int, *, is_on_cpu: bool) -> ModelFile:
    """The file of a draft model, with smaller weights where they make it faster.

    On the CPU a step takes as long as it takes to read and unpack the weights. A GPU's step for a
    small model has other costs. A model as large as its target may be a copy, always right.
    """
    if not is_on_cpu or file.gguf.num_parameters >= num_target_parameters:
        return file
    return replace(file, gguf=_RequantizedFile(file.gguf))


class _RequantizedFile(GGUFFile):
    """The same open file, of which large matrices are requantized as they are read."""

    def __init__(self, file: GGUFFile) -> None:
        vars(self).update(vars(file))
        self._original = file
        head = _OUTPUT if _OUTPUT in file.tensors else _EMBEDDING
        self.tensors = {
            name: replace(tensor, type=_KIND) if _shrinks(tensor, is_head=name == head) else tensor
            for name, tensor in file.tensors.items()
        }

    def tensor_bytes(self, name: str) -> "NDArray[np.uint8]":
        # Imported late: it compiles loops, and whoever reads only headers has none.
        from engine.quants.requantize import requantize

        data, tensor = self._original.tensor_bytes(name), self._original.tensors[name]
        return data if self.tensors[name] is tensor else requantize(data, tensor.type)


def _shrinks(tensor: TensorInfo, *, is_head: bool) -> bool:
    """Whether it is a matrix that each step multiplies with, and has larger blocks.

    Those of keys and values that few rows compute for many heads are small, and drafts need them
    most. Float32 matrices are routers, or belong to models that are no draft models.
    """
    if len(tensor.shape) != 2 or tensor.type is GGMLType.F32:
        return False
    (num_rows, num_cols), kind = tensor.shape, tensor.type
    if tensor.name.endswith(_KEYS_AND_VALUES) and 4 * num_rows <= num_cols:
        return False
    is_larger = kind.block_bytes * _KIND.block_len > _KIND.block_bytes * kind.block_len
    return (is_head or tensor.layer is not None) and is_larger and num_cols % _KIND.block_len == 0
