"""Kernels in Triton's interpreter, every access of which is checked against what the kernel says it touches.

A pointer carries the number of its operand in bits that no address has, so an access is judged by
the operand that it was meant for, and before it is made. On a device only the operands are checked.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
import triton.language as tl
from torch import Tensor
from triton.runtime import interpreter

from engine.kernels.cuda.launching.checked_kernel import Launch, launched_by
from engine.kernels.cuda.launching.extents import Extent
from engine.kernels.cuda.launching.interpreted import INTERPRETED
from engine.kernels.cuda.tiles.grid_fragments import SELECTORS
from engine.kernels.step_bounds import StepBounds

only_interpreted = pytest.mark.skipif(
    not bool(INTERPRETED.value), reason="accesses are seen in the interpreter"
)

_TAG_BIT = 48  # above those of addresses of processes
_ADDRESS = np.uint64((1 << _TAG_BIT) - 1)

# Where each access of the interpreter's builder has its pointers, its mask, and a verb. All others go
# through these.
_ACCESSES: dict[str, tuple[int, int | None, str]] = {
    "create_masked_load": (0, 1, "loads"),
    "create_masked_store": (0, 2, "stores"),
    "create_atomic_rmw": (1, 3, "adds to"),
    "create_atomic_cas": (0, None, "swaps"),
}


class LeftOperandError(AssertionError):
    """A kernel was about to touch what it does not say it touches."""


@dataclass
class _Region:
    """What a kernel says it touches of an operand, in bytes from `begin` on; `end` of what it touched."""

    name: str
    begin: int
    extent: Extent
    item_bytes: int
    end: int = 0

    @property
    def num_bytes(self) -> int:
        return self.extent.end * self.item_bytes

    def holds(self, addresses: np.ndarray, low: int, high: int, size: int) -> bool:
        """Whether accesses of `size` bytes, from address `low` to `high`, lie within."""
        if low < self.begin or high + size > self.begin + self.num_bytes:
            return False
        if self.extent.count > 1 and self.extent.stride is not None:
            within = (addresses - np.uint64(self.begin)) % (self.extent.stride * self.item_bytes)
            return bool(within.max() + size <= self.extent.length * self.item_bytes)
        return True


@dataclass
class Watch:
    """What was launched within `watching`: kernels by name, with the operands of each.

    `exact` has those that some launch touched to the very end of what is said; `loose` the others.
    """

    kernels: set[str] = field(default_factory=set)
    exact: set[tuple[str, str]] = field(default_factory=set)
    said: set[tuple[str, str]] = field(default_factory=set)
    _rows: int = 0
    _launch: Launch | None = None
    _regions: dict[int, _Region] = field(default_factory=dict)
    _untagged: list[tuple[int, int]] = field(default_factory=list)
    _targets: list[tuple[int, int]] = field(default_factory=list)

    @property
    def loose(self) -> set[tuple[str, str]]:
        return self.said - self.exact

    def run(self, launch: Launch) -> None:
        """Check and launch. Raises OperandError, LeftOperandError."""
        bounds = bounds_of(launch, self._rows)
        self._rows = bounds.rows
        launch.check(bounds)
        self.kernels.add(launch.kernel.name)
        if not INTERPRETED.value:
            launch.run()
            return
        operands, extents = launch.operands, launch.extents(bounds)
        self._launch = launch
        self._regions = {
            tag: _Region(
                name,
                operand.data_ptr() + (tag << _TAG_BIT),
                extents[name],
                operand.element_size(),
            )
            for tag, (name, operand) in enumerate(operands.items(), start=1)
        }
        self._untagged = [
            (region.begin & int(_ADDRESS), tag) for tag, region in self._regions.items()
        ]
        self._targets = [
            (address, address + extent.target_bytes)
            for name, extent in extents.items()
            if extent.target_bytes
            for address in operands[name].flatten().tolist()
        ]
        try:
            launch.run()
        except interpreter.InterpreterError as error:
            cause: BaseException | None = error
            while isinstance(cause, interpreter.InterpreterError):  # one for each function called
                cause = cause.__cause__
            if isinstance(cause, LeftOperandError):
                raise cause from None
            raise
        finally:
            self._launch = None
        for region in self._regions.values():
            if region.extent.is_empty:
                continue
            self.said.add((launch.kernel.name, region.name))
            if region.end == region.num_bytes:
                self.exact.add((launch.kernel.name, region.name))

    def converted(self, convert: Callable[[Any], Any], argument: Any) -> Any:
        """An argument as the interpreter hands it to a kernel; a pointer with its operand's number."""
        result = convert(argument)
        if self._launch is None or not hasattr(argument, "data_ptr"):
            return result
        address, tag = self._untagged.pop(0)
        assert int(result.handle.data[0]) == address, "the interpreter has copied an operand"
        result.handle.data = result.handle.data + np.uint64(tag << _TAG_BIT)
        return result

    def accessed(self, pointers: Any, mask: Any, verb: str) -> Any:
        """The pointers without numbers. Raises LeftOperandError if one that is not masked leads elsewhere."""
        if self._launch is None:
            return pointers
        addresses = pointers.data
        touched = addresses
        if mask is not None and not mask.data.all():
            touched = addresses[np.broadcast_to(mask.data, addresses.shape)]
        if touched.size:
            size = max(1, pointers.get_element_ty().primitive_bitwidth // 8)
            self._judge(touched, size, verb)
        return interpreter.TensorHandle(addresses & _ADDRESS, pointers.dtype)

    def _judge(self, addresses: np.ndarray, size: int, verb: str) -> None:
        low, high = int(addresses.min()), int(addresses.max())
        region = self._regions.get(low >> _TAG_BIT)
        if region is not None and region.holds(addresses, low, high, size):
            region.end = max(region.end, high + size - region.begin)
            return
        tags = {int(tag) for tag in np.unique(addresses >> np.uint64(_TAG_BIT))}
        if len(tags) > 1:  # pointers chosen from several operands
            for tag in tags:
                self._judge(addresses[addresses >> np.uint64(_TAG_BIT) == tag], size, verb)
        elif region is not None:
            raise LeftOperandError(self._complaint(region, low, high + size, verb))
        elif not (_is_of_a_table(low, high + size) or self._are_targets(addresses, size)):
            raise LeftOperandError(f"{self._where()} {verb} {low:#x}, which is no operand.")

    def _are_targets(self, addresses: np.ndarray, size: int) -> bool:
        """Whether `size` bytes at each address are of things whose addresses an operand has."""
        inside = np.zeros(addresses.shape, bool)
        for first, last in self._targets:
            inside |= (addresses >= first) & (addresses + size <= last)
        return bool(inside.all())

    def _complaint(self, region: _Region, low: int, end: int, verb: str) -> str:
        begin, last = low - region.begin, end - region.begin
        return (
            f"{self._where()} {verb} bytes {begin} to {last} of {region.name}, of which it says that it "
            f"touches {region.extent} or {region.num_bytes} bytes."
        )

    def _where(self) -> str:
        assert self._launch is not None
        return f"{self._launch.kernel.name} at {interpreter.interpreter_builder.grid_idx}"


def bounds_of(launch: Launch, rows: int) -> StepBounds:
    """What the data of a launch keeps below: real rows, their positions and ids.

    A kernel that is not told how many rows are real comes after one of the same step that was: `rows`.
    """
    values = {name.removesuffix("_ptr"): value for name, value in launch.operands.items()}
    rows = int(values["num_rows"][0]) if "num_rows" in values else rows
    positions, first = values.get("positions"), launch.arguments.get("first")
    if positions is not None and first is not None:  # a block of the step's rows
        return StepBounds(rows, _end(positions, min(max(0, rows - first), len(positions))), 0)
    if positions is not None and len(positions) < rows:  # ascending by one
        return StepBounds(rows, int(positions[0]) + rows, 0)
    return StepBounds(rows, _end(positions, rows), _end(values.get("token_ids"), rows))


def _end(values: Tensor | None, rows: int) -> int:
    return 0 if values is None or rows == 0 else int(values[:rows].max()) + 1


def _is_of_a_table(begin: int, end: int) -> bool:
    """Whether bytes are of a table that is data of the compiled kernel."""
    return any(
        table.ctypes.data <= begin and end <= table.ctypes.data + table.nbytes
        for table in SELECTORS.values()
    )


@contextmanager
def watching() -> Iterator[Watch]:
    """Within, no kernel touches anything but what it says."""
    watch = Watch()
    with launched_by(watch.run):
        if INTERPRETED.value:
            with _patched(watch):
                yield watch
        else:
            yield watch


@contextmanager
def _patched(watch: Watch) -> Iterator[None]:
    builder, convert = interpreter.interpreter_builder, interpreter._implicit_cvt
    options, patch_language = builder.options, interpreter._patch_lang
    originals = {name: getattr(builder, name) for name in _ACCESSES}

    def watched(name: str) -> Callable[..., Any]:
        pointers_at, mask_at, verb = _ACCESSES[name]

        def access(*arguments: Any, **options: Any) -> Any:
            values = list(arguments)
            mask = None if mask_at is None else values[mask_at]
            values[pointers_at] = watch.accessed(values[pointers_at], mask, verb)
            return originals[name](*values, **options)

        return access

    try:
        interpreter._implicit_cvt = lambda argument: watch.converted(convert, argument)
        interpreter._patch_lang = lambda function: _patched_language(patch_language, function)
        # Otherwise every sum of integers is computed twice, for an assertion that only `debug` makes.
        builder.options = replace(options, sanitize_overflow=options.debug)
        for name in originals:
            setattr(builder, name, watched(name))
        yield
    finally:
        interpreter._implicit_cvt, interpreter._patch_lang = convert, patch_language
        builder.options = options
        for name, original in originals.items():
            setattr(builder, name, original)


def _patched_language(patch: Callable[[Any], Any], function: Any) -> Any:
    """Have the language that `function` uses interpreted, which its kernel has done for most.

    The interpreter patches it anew for each function that a kernel calls, a third of its time.
    """
    is_patched = not any(tl.core.is_builtin(one.load) for one in _languages_of(function))
    return interpreter._LangPatchScope() if is_patched else patch(function)


@cache
def _languages_of(function: Any) -> tuple[Any, ...]:
    return tuple(one for one in function.__globals__.values() if one is tl or one is tl.core)
