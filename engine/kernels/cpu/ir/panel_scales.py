"""LLVM IR that reads the scales and minima of a panel (engine.quants.panels)."""

from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from engine.kernels.cpu.ir.integer_dots import constant
from engine.kernels.cpu.ir.lanes import Lanes
from engine.quants.panels import PANEL_ROWS, QUADS, PanelLayout
from engine.quants.weight_types import Scales

_i8, _i64 = ir.IntType(8), ir.IntType(64)


@dataclass(frozen=True)
class Scaling:
    """The scale and optional minimum of the columns of some quads: scale * integer + minimum."""

    quads: range
    scale: Any
    minimum: Any | None
    halves: tuple[int, ...]  # the halves of the group that these columns are


@dataclass(frozen=True)
class Place:
    """A position in a panel: block address, group in the block and first lane, all int64."""

    block: Any
    group: Any
    lane: Any


_PER_HALF = (Scales.INT8_PER_16, Scales.FOUR_BIT_MINIMUM, Scales.ODD_PER_16, Scales.E4M3_PER_16)
_WITH_MINIMA = (Scales.HALF_MINIMUM, Scales.SIX_BIT_MINIMUM, Scales.FOUR_BIT_MINIMUM)


class ScaleReader:
    """Writes the instructions that read the scales of one type."""

    def __init__(self, lanes: Lanes, layout: PanelLayout) -> None:
        self._lanes, self._layout = lanes, layout
        self.per_group = 2 if layout.row.scales in _PER_HALF else 1
        self.has_minima = layout.row.scales in _WITH_MINIMA

    def scalings(self, place: Place) -> list[Scaling]:
        """The scalings of a group: one, or one per half."""
        b, lanes, kind = self._lanes.builder, self._lanes, self._layout.row.scales
        if kind is Scales.HALF:
            return [_whole(self._half(place, 0))]
        if kind is Scales.HALF_MINIMUM:
            return [_whole(self._half(place, 0), self._half(place, 1))]
        if kind is Scales.E8M0:
            return [_whole(lanes.powers(self._bytes(place, place.group)))]
        if kind is Scales.E4M3_PER_16:
            return [_half(half, lanes.half_e4m3(self._of_half(place, half))) for half in range(2)]
        d = self._half(place, 0)
        if kind is Scales.WHOLE:
            return [_whole(d)]
        if kind is Scales.INT8:
            return [_whole(b.fmul(d, lanes.signed(self._bytes(place, place.group))))]
        if kind is Scales.ODD:
            both = self._bytes(place, b.lshr(place.group, _i64(1)))
            shift = b.trunc(b.shl(b.and_(place.group, _i64(1)), _i64(2)), _i8)
            return [_whole(self._odd(d, b.lshr(both, self._spread_byte(shift))))]
        if kind is Scales.ODD_PER_16:
            both = self._bytes(place, place.group)
            parts = both, b.lshr(both, constant(both.type, 4))
            return [_half(half, self._odd(d, part)) for half, part in enumerate(parts)]
        if kind is Scales.INT8_PER_16:
            halves = (lanes.signed(self._of_half(place, half)) for half in range(2))
            return [_half(half, b.fmul(d, scale)) for half, scale in enumerate(halves)]
        return self._with_minima(place, d)

    def _with_minima(self, place: Place, d: Any) -> list[Scaling]:
        """The scalings of types with integer scales and integer minima."""
        b, lanes = self._lanes.builder, self._lanes
        dmin = self._half(place, 1)

        def scaled(scale: Any, minimum: Any) -> tuple[Any, Any]:
            return b.fmul(d, lanes.unsigned(scale)), b.fneg(b.fmul(dmin, lanes.unsigned(minimum)))

        if self._layout.row.scales is Scales.SIX_BIT_MINIMUM:
            last = self._bytes(place, b.add(place.group, _i64(8)))
            return [_whole(*scaled(self._bytes(place, place.group), last))]
        found = []
        for half in range(2):
            both = self._of_half(place, half)
            low = b.and_(both, constant(both.type, 15))
            found.append(_half(half, *scaled(low, b.lshr(both, constant(both.type, 4)))))
        return found

    def _odd(self, d: Any, code: Any) -> Any:
        """d * (2 s + 1) / divisor, s being the low nibble of `code`."""
        lanes, divisor = self._lanes, self._layout.row.divisor
        code = lanes.builder.and_(code, constant(code.type, 15))
        twice, once = (constant(lanes.floats, n / divisor) for n in (2, 1))
        return lanes.builder.fmul(d, lanes.fma(lanes.unsigned(code), twice, once))

    def _half(self, place: Place, index: int) -> Any:
        """Float16 number `index` of a block, as float32 [lanes]."""
        b = self._lanes.builder
        first = b.add(place.block, b.shl(place.lane, _i64(1)))
        return self._lanes.load_halves(first, 2 * PANEL_ROWS * index)

    def _bytes(self, place: Place, index: Any) -> Any:
        """Scale byte number `index` of a block, uint8 [lanes]."""
        b = self._lanes.builder
        first = b.add(b.add(place.block, place.lane), b.mul(index, _i64(PANEL_ROWS)))
        return self._lanes.load_bytes(first, self._layout.bytes_offset)

    def _of_half(self, place: Place, half: int) -> Any:
        """The scale byte of a half, for types with two per group."""
        b = self._lanes.builder
        return self._bytes(place, b.add(b.shl(place.group, _i64(1)), _i64(half)))

    def _spread_byte(self, scalar: Any) -> Any:
        b, lanes = self._lanes.builder, self._lanes
        spread = lanes.spread(b.zext(scalar, lanes.ints.element))
        return b.trunc(spread, ir.VectorType(_i8, lanes.lanes))


def _whole(scale: Any, minimum: Any | None = None) -> Scaling:
    return Scaling(range(QUADS), scale, minimum, (0, 1))


def _half(half: int, scale: Any, minimum: Any | None = None) -> Scaling:
    """The scaling of one half, 16 columns."""
    return Scaling(range(QUADS // 2 * half, QUADS // 2 * (half + 1)), scale, minimum, (half,))
