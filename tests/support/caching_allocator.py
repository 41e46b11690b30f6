"""How torch's allocator of CUDA memory rounds: what a list of allocations takes of a GPU, without one.

Blocks come from segments, which are what a GPU gives: of 2 MiB for blocks of up to 1 MiB, of 20 MiB
for those below 10 MiB, of their own size in whole 2 MiB for larger ones. The smallest free block
that is large enough is taken, and split where what is left is worth it.
"""

from bisect import bisect_left, insort
from dataclasses import dataclass, field
from itertools import count

MIB = 1 << 20
_BLOCK = 512
_SMALL, _SMALL_SEGMENT = MIB, 2 * MIB
_LARGE, _LARGE_SEGMENT = 10 * MIB, 20 * MIB
_SEGMENT_STEP = 2 * MIB


@dataclass(eq=False)
class _Block:
    """Part of a segment, between its neighbors."""

    number: int
    size: int
    is_small: bool
    is_free: bool = False
    before: "_Block | None" = None
    after: "_Block | None" = None

    @property
    def order(self) -> tuple[int, int]:
        """By size."""
        return self.size, self.number


@dataclass
class CachingAllocator:
    """Replays allocations by keys. `reserved` bytes are what the GPU lacks, at most `peak`."""

    allocated: int = 0
    reserved: int = 0
    peak: int = 0
    _blocks: dict[int, _Block] = field(default_factory=dict)
    _free: dict[bool, list[tuple[int, int]]] = field(default_factory=lambda: {True: [], False: []})
    _by_number: dict[int, _Block] = field(default_factory=dict)
    _numbers: "count[int]" = field(default_factory=count)

    def allocate(self, key: int, num_bytes: int) -> None:
        """Memory that is known by `key`."""
        size = -(-num_bytes // _BLOCK) * _BLOCK
        if not size:
            return
        is_small = size <= _SMALL
        block = self._found(size, is_small) or self._segment(size, is_small)
        left = block.size - size
        if left >= _BLOCK if is_small else left > _SMALL:
            rest = self._block(left, is_small)
            rest.before, rest.after = block, block.after
            if block.after is not None:
                block.after.before = rest
            block.size, block.after = size, rest
            self._keep(rest)
        self._blocks[key] = block
        self.allocated += block.size

    def free(self, key: int) -> None:
        """Keep the memory of `key` for other blocks."""
        block = self._blocks.pop(key, None)
        if block is None:
            return
        self.allocated -= block.size
        for other in (block.before, block.after):
            if other is not None and other.is_free:
                self._take(other)
                block = self._merged(block, other)
        self._keep(block)

    def empty_cache(self) -> None:
        """Give the segments back in which nothing is left."""
        for block in list(self._by_number.values()):
            if block.is_free and block.before is None and block.after is None:
                self._take(block)
                del self._by_number[block.number]
                self.reserved -= block.size

    def _found(self, size: int, is_small: bool) -> _Block | None:
        free = self._free[is_small]
        index = bisect_left(free, (size, 0))
        if index == len(free):
            return None
        block = self._by_number[free[index][1]]
        self._take(block)
        return block

    def _segment(self, size: int, is_small: bool) -> _Block:
        whole = _SMALL_SEGMENT if is_small else _LARGE_SEGMENT
        if size >= _LARGE:
            whole = -(-size // _SEGMENT_STEP) * _SEGMENT_STEP
        self.reserved += whole
        self.peak = max(self.peak, self.reserved)
        return self._block(whole, is_small)

    def _block(self, size: int, is_small: bool) -> _Block:
        number = next(self._numbers)
        self._by_number[number] = block = _Block(number, size, is_small)
        return block

    def _merged(self, one: _Block, other: _Block) -> _Block:
        first, second = (one, other) if one.after is other else (other, one)
        first.size, first.after = first.size + second.size, second.after
        if second.after is not None:
            second.after.before = first
        del self._by_number[second.number]
        return first

    def _keep(self, block: _Block) -> None:
        block.is_free = True
        insort(self._free[block.is_small], block.order)

    def _take(self, block: _Block) -> None:
        block.is_free = False
        self._free[block.is_small].remove(block.order)
