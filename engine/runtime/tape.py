"""The captured step of the CPU: a list of kernel launches bound to static tensors."""

from collections.abc import Callable

from engine.kernels.cpu.kernels import CpuKernels
from engine.kernels.cpu.launcher import Launch
from engine.runtime.step_key import StepKey


class Tape:
    """Replay runs the list: no shape logic, no allocation, no walk through the layers."""

    def __init__(self, key: StepKey, launches: list[Launch]) -> None:
        self.key = key
        self._launches: list[Launch] | None = launches

    @classmethod
    def capture(cls, kernels: CpuKernels, key: StepKey, launch: Callable[[], None]) -> "Tape":
        """Record the launches of `launch` on `kernels`; runs none. Raises OperandError."""
        with kernels.recording() as launches:
            launch()
        return cls(key, launches)

    def can_replay(self, key: StepKey) -> bool:
        return self._launches is not None and key == self.key

    def replay(self) -> None:
        if self._launches is None:
            raise RuntimeError(f"The tape of {self.key} was released.")
        for loop, arguments in self._launches:
            loop(*arguments)

    def release(self) -> None:
        self._launches = None
