"""A Triton kernel with declared extents, which are checked before a launch. Knows no Triton.

Only the first launch and the capture of each step shape run within `checked_launches`; replays are
not checked.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any

from torch import Tensor

from engine.kernels.cuda.launching.extents import Extent
from engine.kernels.step_bounds import OperandError, StepBounds

Extents = Mapping[str, Extent | int]
"""What is touched from each pointer on, by its name; a number is that of contiguous float32."""

_NUM_ROWS = (
    "num_rows",
    "num_rows_ptr",
)  # int32 [1] in every kernel; the value is at most `StepBounds.rows`


@dataclass(frozen=True)
class Launch:
    """A kernel about to run, with its grid and its arguments by name."""

    kernel: "CheckedKernel"
    grid: tuple[int, ...]
    arguments: Mapping[str, Any]
    run: Callable[[], None]

    @property
    def operands(self) -> dict[str, Tensor]:
        """The arguments that are tensors."""
        return {name: a for name, a in self.arguments.items() if isinstance(a, Tensor)}

    def extents(self, bounds: StepBounds) -> dict[str, Extent]:
        """The extent of each operand in steps within `bounds`.

        Raises OperandError for an operand without a declared extent.
        """
        said = self.kernel.touched(
            SimpleNamespace(**self.arguments, grid=self.grid, step=bounds),
        )
        return {name: self._extent(name, said.get(name)) for name in self.operands}

    def check(self, bounds: StepBounds) -> None:
        """Raise OperandError if a step within `bounds` would overrun an operand."""
        operands = self.operands
        for name, extent in self.extents(bounds).items():
            if not extent.fits(operands[name]):
                raise OperandError(
                    f"The kernel {self.kernel.name} touches {extent} of {name}, which is "
                    f"{_described(operands[name])}."
                )

    def _extent(self, name: str, said: Extent | int | None) -> Extent:
        if said is None and name in _NUM_ROWS:
            return Extent.int32(1)
        if said is None:
            raise OperandError(
                f"The kernel {self.kernel.name} does not say what it touches of {name}."
            )
        return Extent.elements(said) if isinstance(said, int) else said


Launcher = Callable[[Launch], None]

_launcher: ContextVar[Launcher | None] = ContextVar("launcher", default=None)


@dataclass(frozen=True, eq=False)
class CheckedKernel:
    """A `kernel` of `triton.jit`, and `touched`, which computes its extents.

    The argument of `touched` has the kernel's arguments as attributes, and `grid`, and `step`: the
    `StepBounds` of the values that the kernel reads from memory.
    """

    kernel: Any
    touched: Callable[[Any], Extents]

    @property
    def name(self) -> str:
        """The name of the kernel function."""
        return str(self.kernel.__name__)

    def __getitem__(self, grid: tuple[int, ...]) -> Callable[..., None]:
        """The function that launches the kernel on `grid`."""
        launcher = _launcher.get()
        launch: Callable[..., None] = self.kernel[grid]
        return launch if launcher is None else partial(self._through, launcher, launch, grid)

    def _through(
        self,
        launcher: Launcher,
        launch: Callable[..., None],
        grid: tuple[int, ...],
        *arguments: Any,
        **options: Any,
    ) -> None:
        names = self.kernel.arg_names
        named = dict(zip(names, arguments, strict=False))
        named |= {name: value for name, value in options.items() if name in names}
        launcher(Launch(self, grid, named, partial(launch, *arguments, **options)))


def touches(touched: Callable[[Any], Extents]) -> Callable[[Any], CheckedKernel]:
    """Decorate a Triton kernel: returns a `CheckedKernel` with this `touched`."""
    return lambda kernel: CheckedKernel(kernel, touched)


@contextmanager
def launched_by(launcher: Launcher) -> Iterator[None]:
    """Route this thread's kernel launches through `launcher` within the context."""
    token = _launcher.set(launcher)
    try:
        yield
    finally:
        _launcher.reset(token)


@contextmanager
def checked_launches(bounds: StepBounds, *, runs: bool = True) -> Iterator[None]:
    """Check each kernel before its launch within the context; without `runs`, only check.

    A launch raises OperandError if a step within `bounds` would overrun an operand. The check uses
    no device memory or time, so it works during graph capture and on `meta` tensors.
    """

    def launcher(launch: Launch) -> None:
        launch.check(bounds)
        if runs:
            launch.run()

    with launched_by(launcher):
        yield


def _described(operand: Tensor) -> str:
    kind = str(operand.dtype).removeprefix("torch.")
    return f"{kind} {tuple(operand.shape)} with strides {operand.stride()}"
