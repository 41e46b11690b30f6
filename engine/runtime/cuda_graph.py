"""The captured step of a CUDA device: a CUDA graph."""

from collections.abc import Callable

import torch

from engine.runtime.step_key import StepKey


class CudaGraphStep:
    """A replay launches the whole step at once on the current stream."""

    def __init__(self, key: StepKey, graph: torch.cuda.CUDAGraph) -> None:
        self.key = key
        self._graph: torch.cuda.CUDAGraph | None = graph

    @classmethod
    def capture(
        cls, key: StepKey, launch: Callable[[], None], pool: "torch.cuda._POOL_HANDLE"
    ) -> "CudaGraphStep":
        """Record the launches of `launch` on the current stream, which is not the default one.

        Every kernel must have run before: none can be loaded during capture. Other threads may use
        the device meanwhile. Raises RuntimeError when capture fails.
        """
        graph = torch.cuda.CUDAGraph()
        graph.capture_begin(pool=pool, capture_error_mode="thread_local")
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


def anchored_pool(device: torch.device) -> tuple["torch.cuda._POOL_HANDLE", torch.cuda.CUDAGraph]:
    """A memory pool for graphs, and a graph that keeps it alive."""
    pool = torch.cuda.graph_pool_handle()
    word = torch.zeros(1, device=device)
    anchor = torch.cuda.CUDAGraph()
    anchor.capture_begin(pool=pool, capture_error_mode="thread_local")
    word.zero_()
    anchor.capture_end()
    return pool, anchor
