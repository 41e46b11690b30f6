"""What a comparison runs, and in which order."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.commands import Generate, Prompt, TextPrompt
from engine.comparison.configuration import Configuration

MAX_CONFIGURATIONS = 8
MIN_RUNS, MAX_RUNS = 2, 20
_REWIND = TextPrompt(".")


@dataclass(frozen=True, slots=True)
class ComparisonPlan:
    """Each configuration answers `prompt` with `new_tokens` tokens: one warm-up, then `num_runs`.

    Before each run, `rewind` is answered with one token, so that every run finds the same part of
    its prompt in the KV cache.
    """

    prompt: Prompt
    configurations: tuple[Configuration, ...]
    new_tokens: int = 128
    num_runs: int = 5
    rewind: Prompt = _REWIND

    @property
    def turns(self) -> tuple[int, ...]:
        """The index of the configuration of each run.

        The order alternates, so that a drift of the machine affects all alike, and a configuration
        that needs a load is loaded once for two runs.
        """
        return tuple(self._turns())

    def rewinding(self, index: int, request_id: str) -> Generate:
        """The request before a run of configuration `index`."""
        return self._request(self.rewind, index, 1, request_id)

    def run(self, index: int, request_id: str) -> Generate:
        """The request that is measured."""
        return self._request(self.prompt, index, self.new_tokens, request_id)

    def _turns(self) -> Iterator[int]:
        for round_ in range(1 + self.num_runs):
            indices = range(len(self.configurations))
            yield from reversed(indices) if round_ % 2 else indices

    def _request(self, prompt: Prompt, index: int, new_tokens: int, request_id: str) -> Generate:
        return Generate(
            request_id=request_id,
            prompt=prompt,
            sampling=self.configurations[index].sampling,
            max_tokens=new_tokens,
            ignore_end=True,
        )
