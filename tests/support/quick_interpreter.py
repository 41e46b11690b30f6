"""Makes Triton's interpreter reuse the types that it builds anew for each operation, and ask less.

Values are computed as before. Logits of two tiny models took 27 s, and take 13 to 18 (Triton 3.9).
"""

from typing import Any

import numpy as np
from triton.language import core, semantic
from triton.runtime import interpreter

from tests.support.quick_operators import use_quick_operators

_Fields = dict[str, Any]

_make_block_type = core.block_type.__init__
_make_tensor = core.tensor.__init__
_numpy_type = interpreter._get_np_dtype
_unwrap = core._unwrap_if_constexpr
_broadcast = semantic.TritonSemantic.broadcast_impl_value

_WRAP_NOTHING = {core.tensor, int, float, bool, str, type(None)}

_blocks: dict[tuple[Any, ...], _Fields] = {}
_shapes: dict[tuple[int, ...], Any] = {}
_numpy_types: dict[str, np.dtype[Any]] = {}


def quicken() -> None:
    """Patch the interpreter of this process. Idempotent."""
    core.block_type.__init__ = _init_block_type
    core.tensor.__init__ = _init_tensor
    interpreter._get_np_dtype = _known_numpy_type
    semantic.TritonSemantic.broadcast_impl_value = _quick_broadcast
    core._unwrap_if_constexpr = _quick_unwrap
    use_quick_operators()


def _init_block_type(self: Any, element_ty: Any, shape: Any) -> None:
    """Types of one element and shape share their fields."""
    sizes = tuple([s.value if isinstance(s, core.constexpr) else s for s in shape])
    space = getattr(element_ty, "address_space", None)
    key = (element_ty.name, space, sizes)
    fields = _blocks.get(key)
    if fields is None:
        _make_block_type(self, element_ty, shape)
        self.shape = _shapes.setdefault(sizes, self.shape)
        _blocks[key] = self.__dict__
    else:
        self.__dict__ = fields


def _init_tensor(self: Any, handle: Any, type: Any) -> None:  # noqa: A002
    fields = type.__dict__.get("fields_of_tensors")
    if fields is None:
        _make_tensor(self, handle, type)
        fields = dict(self.__dict__)
        del fields["handle"]
        type.fields_of_tensors = fields
    else:
        self.__dict__.update(fields)
        self.handle = handle


def _known_numpy_type(tt_dtype: Any) -> np.dtype[Any]:
    found = _numpy_types.get(tt_dtype.name)
    if found is None:
        found = _numpy_types[tt_dtype.name] = _numpy_type(tt_dtype)
    return found


def _quick_unwrap(o: Any) -> Any:
    """Most are tensors and plain values, which stay as they are."""
    return o if type(o) in _WRAP_NOTHING else _unwrap(o)


def _quick_broadcast(self: Any, lhs: Any, rhs: Any) -> tuple[Any, Any]:
    """Blocks of one shape stay as they are."""
    if lhs.type.is_block() and rhs.type.is_block() and lhs.type.shape is rhs.type.shape:
        return lhs, rhs
    found: tuple[Any, Any] = _broadcast(self, lhs, rhs)
    return found
