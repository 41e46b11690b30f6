"""The captured step of a CUDA device: a CUDA graph, and the memory that all graphs share."""

from collections.abc import Callable

import torch

from engine.runtime.step_key import StepKey


class GraphPool:
    """The memory of graphs. An empty graph keeps it alive while no step is captured."""

    def __init__(self) -> None:
        self._anchor: torch.cuda.CUDAGraph | None = None

    @property
    def handle(self) -> "torch.cuda._POOL_HANDLE":
        """The pool of the next capture on the current device."""
        if self._anchor is None:
            word = torch.zeros(1, device="cuda")
            anchor = torch.cuda.CUDAGraph()
            anchor.capture_begin(capture_error_mode="thread_local")
            word.zero_()
            anchor.capture_end()
            self._anchor = anchor
        return self._anchor.pool()

    def release(self) -> None:
        """Let the memory go with the last graph in it; later captures get another pool."""
        if self._anchor is not None:
            self._anchor.reset()
            self._anchor = None


class CudaGraphStep:
    """A replay launches the whole step at once on the current stream."""

    def __init__(self, key: StepKey, graph: torch.cuda.CUDAGraph) -> None:
        self.key = key
        self._graph: torch.cuda.CUDAGraph | None = graph

    @classmethod
    def capture(cls, key: StepKey, launch: Callable[[], None], pool: GraphPool) -> "CudaGraphStep":
        """Record the launches of `launch` on the current stream, which is not the default one.

        Every kernel must have run before: none can be loaded during capture. Other threads may use
        the device meanwhile. Raises RuntimeError when capture fails.
        """
        graph = torch.cuda.CUDAGraph()
        graph.capture_begin(pool=pool.handle, capture_error_mode="thread_local")
        try:
            launch()
        finally:
            graph.capture_end()
        return cls(key, graph)

    def can_replay(self, key: StepKey) -> bool:
        return self._graph is not None and key == self.key

    def replay(self) -> None:
        if self._graph is None:
            raise RuntimeError(f"The graph of {self.key} was released.")
        self._graph.replay()

    def release(self) -> None:
        if self._graph is not None:
            self._graph.reset()
            self._graph = None
