"""Weights on a GPU: quantized weights as tiles, float weights row-major, as in the file."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from math import prod

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.gguf.types import GGMLType
from engine.kernels.cuda.activations import whole_groups
from engine.kernels.cuda.expert_memory import CudaStack, ExpertMemory
from engine.kernels.cuda.pinned_memory import pin
from engine.kernels.interface import Memory, WeightStore
from engine.kernels.weight_parts import Matrix, MatrixPart, StackPart
from engine.quants.repack import STEP_CODES, repack_into
from engine.quants.tiles import TILE_FORMATS, TILE_ROWS, TileLayout, padded_rows

_FLOATS = {
    GGMLType.F32: torch.float32,
    GGMLType.F16: torch.float16,
    GGMLType.BF16: torch.bfloat16,
}
_CHUNK_BYTES = 32 << 20
_CHUNK_ROWS = padded_rows(1)  # chunks are whole programs' rows: two tiles
# One thread reads the page cache more slowly than the bus takes it.
_NUM_COPIERS = min(8, os.cpu_count() or 1)
_LEAST_SHARED_BYTES = 1 << 20
_MOST_STEP_CODES = 64 << 20  # a whole chunk of 4 bits

_Allocate = Callable[..., Tensor]  # as `Memory.allocate`


@dataclass(frozen=True, eq=False)
class CudaPart:
    """Rows of a weight of one type. `data`: tiles uint8 [T, tile bytes], or floats [N, K].

    Floats are padded with zeros to multiples of 32 in both dimensions.
    """

    kind: GGMLType
    num_rows: int
    num_cols: int
    data: Tensor

    @property
    def is_tiled(self) -> bool:
        """Whether the rows are quantized."""
        return self.kind in TILE_FORMATS

    @property
    def num_bytes(self) -> int:
        """Bytes of the data."""
        return self.data.nbytes

    @property
    def words(self) -> Tensor:
        """The data as int32."""
        return self.data.view(torch.int32)

    def rows(self, first: int, count: int) -> "CudaPart":
        """A view of `count` rows; `first` is a multiple of 32, `count` too except at the end."""
        if self.is_tiled:
            end = first + padded_rows(count)
            data = self.data[first // TILE_ROWS : end // TILE_ROWS]
        else:
            data = self.data[first : first + whole_groups(count)]
        return CudaPart(self.kind, count, self.num_cols, data)


@dataclass(frozen=True, eq=False)
class CudaMatrix:
    """A weight [num_rows, num_cols] of parts stacked by rows, usually of different types."""

    parts: tuple[CudaPart, ...]

    @property
    def num_rows(self) -> int:
        return sum(part.num_rows for part in self.parts)

    @property
    def num_cols(self) -> int:
        return self.parts[0].num_cols

    def first_rows(self, num_rows: int) -> "CudaMatrix":
        """See `Matrix`."""
        parts, left = [], num_rows
        for part in self.parts:
            count = min(part.num_rows, left)
            if count:
                parts.append(part.rows(0, count))
            left -= count
        return CudaMatrix(tuple(parts))

    @property
    def has_like_halves(self) -> bool:
        """Whether one launch can take both halves: both tiles, or floats of one type."""
        upper, lower = self.halves()
        return upper.is_tiled == lower.is_tiled and upper.data.dtype == lower.data.dtype

    def halves(self) -> tuple[CudaPart, CudaPart]:
        """The upper and the lower half of the rows: the two parts, or views of the only one."""
        if len(self.parts) == 2:
            return self.parts[0], self.parts[1]
        part, half = self.parts[0], self.num_rows // 2
        return part.rows(0, half), part.rows(half, half)


class CudaWeights:
    """Implements `WeightStore`: uploads through pinned memory and repacks on the device.

    `has_tiles` and `has_floats` tell which kinds of matrices were placed. They lie in `memory`,
    all but the tensors named in `in_host`, and but for what `experts` keeps elsewhere. The
    processor has those that it computes in a store of its own, `host`. Meanwhile a quarter of the
    `free_bytes` beside them is taken at most, or 64 MB.
    """

    def __init__(
        self,
        memory: Memory,
        experts: ExpertMemory | None = None,
        in_host: frozenset[str] = frozenset(),
        host: WeightStore | None = None,
        free_bytes: int = 0,
    ) -> None:
        self._memory = memory
        self._host = host
        self._device = memory.device
        self.experts = experts
        self._in_host = in_host
        self._on_cuda = self._device.type == "cuda"
        self._reads_data = self._device.type != "meta"  # else only shapes and dtypes are wanted
        self._staging = [_pinned(_CHUNK_BYTES) if self._on_cuda else None for _ in range(2)]
        self._copied = [_event() if self._on_cuda else None for _ in range(2)]
        self._turn = 0
        self._step_codes = repack_step(free_bytes)
        self._copiers = ThreadPoolExecutor(_NUM_COPIERS, "upload")
        self.has_tiles = False
        self.has_floats = False

    def matrix(self, parts: Sequence[MatrixPart]) -> CudaMatrix:
        placed = []
        for kind, run in groupby(parts, lambda part: part.type):
            pending: list[MatrixPart] = []
            for part in run:
                pending.append(part)
                if part.num_rows % _CHUNK_ROWS:  # the next part would not start at a tile
                    placed.append(self._place_run(kind, pending))
                    pending = []
            if pending:
                placed.append(self._place_run(kind, pending))
        return CudaMatrix(tuple(placed))

    def expert_stack(self, part: StackPart) -> CudaStack:
        count, size = part.num_experts, (part.num_rows, part.num_cols)
        each = cuda_weights_bytes(part.type, size)
        if self.experts is not None and part.layer in self.experts.layers:
            stack, matrix = self.experts.add(part.layer, part.type, size, each)
            helped = self.experts.helped
            if self._host is not None and helped is not None and part.layer in helped.hosts:
                own = part.chosen(helped.hosts[part.layer])
                helped.stacks[part.layer].append(self._host.expert_stack(own))
            step = max(1, _CHUNK_BYTES // each)
            for first in range(0, count, step):
                some = part.experts(first, min(first + step, count))
                placed = self._place_stack(some, self._temporary)
                self.experts.store(
                    part.layer, matrix, first, placed.view(torch.uint8).view(-1, each)
                )
            return stack
        data = self._place_stack(part, self._memory.allocate)
        if data.nbytes != count * each:
            raise ValueError(f"{data.nbytes} bytes are not {count} experts of {each}")
        return CudaStack(part.type, count, *size, each, data)

    def adopt(self, weight: Matrix) -> CudaMatrix:
        if not isinstance(weight, CudaMatrix):
            raise TypeError(f"{type(weight).__name__} is not of this device")
        self.has_tiles |= any(part.is_tiled for part in weight.parts)
        self.has_floats |= any(not part.is_tiled for part in weight.parts)
        return weight

    def place(self, data: Tensor) -> Tensor:
        return self._memory.allocate(*data.shape, dtype=data.dtype).copy_(data)

    def _place_stack(self, part: StackPart, allocate: _Allocate) -> Tensor:
        """The experts one after the other, each padded to 32 rows."""
        return self._place_parts(part.type, part.matrices(_CHUNK_ROWS), allocate).data

    def _place_run(self, kind: GGMLType, parts: Sequence[MatrixPart]) -> CudaPart:
        """Place parts of one type, in host memory if one of them is to be there."""
        in_host = any(part.name in self._in_host for part in parts)
        return self._place_parts(kind, parts, self._pinned if in_host else self._memory.allocate)

    def _place_parts(
        self, kind: GGMLType, parts: Sequence[MatrixPart], allocate: _Allocate
    ) -> CudaPart:
        """Place parts of one type below each other, each from a multiple of 32 rows on."""
        num_rows, num_cols = sum(part.num_rows for part in parts), parts[0].num_cols
        rows_placed = sum(padded_rows(part.num_rows) for part in parts)
        if kind in TILE_FORMATS:
            tile_bytes = TileLayout(kind, num_cols).tile_bytes
            data = allocate(rows_placed // TILE_ROWS, tile_bytes, dtype=torch.uint8)
        else:
            data = allocate(rows_placed, whole_groups(num_cols), dtype=_FLOATS[kind])
        placed, first = CudaPart(kind, num_rows, num_cols, data), 0
        self.has_tiles |= placed.is_tiled
        self.has_floats |= not placed.is_tiled
        for part in parts if self._reads_data else ():
            row_bytes = part.data.nbytes // part.num_rows
            step = max(1, _CHUNK_BYTES // row_bytes // _CHUNK_ROWS) * _CHUNK_ROWS
            for begin in range(0, part.num_rows, step):
                rows = part.rows(begin, min(begin + step, part.num_rows))
                self._write(rows, placed.rows(first + begin, rows.num_rows).data)
            first += padded_rows(part.num_rows)
        return placed

    def _write(self, part: MatrixPart, out: Tensor) -> None:
        """Write rows to `out`, which may be in host memory."""
        is_there = out.device.type == self._device.type
        target = out if is_there else torch.empty_like(out, device=self._device)
        raw = self._upload(part.data)
        if part.type in TILE_FORMATS:
            factors = None if part.factors is None else torch.from_numpy(part.factors)
            repack_into(
                raw, part.type, part.num_cols, target, 0, factors, step_codes=self._step_codes
            )
        else:
            target.zero_()[: len(raw), : part.num_cols].copy_(raw.view(target.dtype))
        if not is_there:
            out.copy_(target, non_blocking=True)

    def _temporary(self, *shape: int, dtype: torch.dtype) -> Tensor:
        return torch.empty(shape, dtype=dtype, device=self._device)

    def _pinned(self, *shape: int, dtype: torch.dtype) -> Tensor:
        return pin(prod(shape) * dtype.itemsize, self._device).view(dtype).view(shape)

    def _upload(self, rows: NDArray[np.uint8]) -> Tensor:
        """Copy bytes [N, B] to the device; two staging buffers overlap reading and copying."""
        staging, copied = self._staging[self._turn], self._copied[self._turn]
        self._turn = 1 - self._turn
        if staging is None or copied is None:
            return torch.from_numpy(rows.copy())
        if rows.nbytes > staging.numel():  # very wide rows
            return torch.from_numpy(rows.copy()).to(self._device)
        copied.synchronize()
        view = staging[: rows.nbytes].view(rows.shape)
        copy_side_by_side(rows, view.numpy(), self._copiers)
        raw = view.to(self._device, non_blocking=True)
        copied.record()
        return raw


def cuda_weights_bytes(kind: GGMLType, shape: tuple[int, ...]) -> int:
    """Device bytes of a tensor of `shape` (experts, rows, columns); vectors are float32."""
    if len(shape) == 1:
        return 4 * shape[0]
    *experts, num_rows, num_cols = shape
    if kind in TILE_FORMATS:
        layout = TileLayout(kind, num_cols)
        return prod(experts) * layout.num_tiles(num_rows) * layout.tile_bytes
    return prod(experts) * padded_rows(num_rows) * whole_groups(num_cols) * kind.block_bytes


def repack_step(free_bytes: int) -> int:
    """Codes that are repacked at once beside so much free memory.

    Some fifty launches repack any number of them, which take the host as long as the GPU takes for
    64 million; they need 8 bytes a code meanwhile.
    """
    return max(STEP_CODES, min(free_bytes // 32, _MOST_STEP_CODES))


def copy_side_by_side(
    source: NDArray[np.uint8], target: NDArray[np.uint8], copiers: ThreadPoolExecutor
) -> None:
    """Copy rows of bytes [N, B], a share on each thread."""
    if source.nbytes < _LEAST_SHARED_BYTES:
        np.copyto(target, source)
        return
    step = -(-len(source) // _NUM_COPIERS)
    shares = [slice(begin, begin + step) for begin in range(0, len(source), step)]
    for _ in copiers.map(lambda rows: np.copyto(target[rows], source[rows]), shares):
        pass  # the result re-raises an exception of the thread


def _event() -> torch.cuda.Event:
    return torch.cuda.Event()  # type: ignore[no-untyped-call]


def _pinned(num_bytes: int) -> Tensor:
    return torch.empty(num_bytes, dtype=torch.uint8, pin_memory=True)
