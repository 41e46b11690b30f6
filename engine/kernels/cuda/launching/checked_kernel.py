"""A Triton kernel that says how far it goes in each operand, so that this is checked before a launch. Knows no Triton.

Steady launches are not checked: what launches a step of a shape for the first time, or captures it, does
so within `checked_launches`.
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
"""By a pointer's name what is touched from there on; a number is of float32 that follow each other."""

_NUM_ROWS = (
    "num_rows",
    "num_rows_ptr",
)  # int32 [1] in every kernel; what they may hold is `StepBounds.rows`


@dataclass(frozen=True)
class Launch:
    """A kernel about to run: its arguments by name, tensors that are None left out, and its grid."""

    kernel: "CheckedKernel"
    grid: tuple[int, ...]
    arguments: Mapping[str, Any]
    run: Callable[[], None]

    @property
    def operands(self) -> dict[str, Tensor]:
        """The tensors."""
        return {name: a for name, a in self.arguments.items() if isinstance(a, Tensor)}

    def extents(self, bounds: StepBounds) -> dict[str, Extent]:
        """What is touched of each operand in steps within `bounds`. Raises OperandError if one has none."""
        said = self.kernel.touched(
            SimpleNamespace(**self.arguments, grid=self.grid, step=bounds),
        )
        return {name: self._extent(name, said.get(name)) for name in self.operands}

    def check(self, bounds: StepBounds) -> None:
        """Raise OperandError if steps within `bounds` would leave an operand."""
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
    """`kernel`, as `triton.jit` makes it, and `touched`, which says how far it goes in what it is given.

    `touched` gets the kernel's arguments by name, `grid`, and what its data keeps below, the
    `StepBounds`, as `step`.
    """

    kernel: Any
    touched: Callable[[Any], Extents]

    @property
    def name(self) -> str:
        """That of the function."""
        return str(self.kernel.__name__)

    def __getitem__(self, grid: tuple[int, ...]) -> Callable[..., None]:
        """What launches the kernel on `grid`."""
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
    """A decorator of Triton kernels: `CheckedKernel` with this `touched`."""
    return lambda kernel: CheckedKernel(kernel, touched)


@contextmanager
def launched_by(launcher: Launcher) -> Iterator[None]:
    """Within, whoever launches a kernel in this thread has `launcher` do it."""
    token = _launcher.set(launcher)
    try:
        yield
    finally:
        _launcher.reset(token)


@contextmanager
def checked_launches(bounds: StepBounds, *, runs: bool = True) -> Iterator[None]:
    """Within, kernels are launched after a check, or checked alone unless `runs`.

    A launch raises OperandError if steps within `bounds` would leave an operand. Takes neither
    memory of the device nor time of it, so it works while a graph is captured and on tensors of `meta`.
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
