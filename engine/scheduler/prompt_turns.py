"""Whose prompt is computed next. Knows no model."""

from engine.scheduler.generation import Generation

SHORT_LEN = 512
"""The most tokens of a short prompt: those of the widest chunk of any device."""


class PromptTurns:
    """The generations whose prompts are not computed yet.

    Short ones, and in each kind one after the other, take turns with long ones, chunk by chunk. So
    a short prompt waits for one chunk of a long one, however many of those there are, and many
    short ones do not keep a long one waiting.
    """

    def __init__(self) -> None:
        self._short: list[Generation] = []
        self._long: list[Generation] = []
        self._has_overtaken = False  # a chunk of a short one came before one of a long one

    def __len__(self) -> int:
        return len(self._short) + len(self._long)

    def __contains__(self, generation: Generation) -> bool:
        return generation in self._short or generation in self._long

    @property
    def next(self) -> Generation | None:
        """Whose chunk comes next."""
        first, other = self._short, self._long
        if self._has_overtaken:
            first, other = other, first
        return next(iter(first or other), None)

    def join(self, generation: Generation) -> None:
        """Add a generation, which is short or long by what is not computed of its prompt now."""
        is_short = generation.num_prompt_left <= SHORT_LEN
        (self._short if is_short else self._long).append(generation)

    def pass_on(self, generation: Generation) -> None:
        """The chunk of `generation`, whose turn it was, is computed."""
        is_short = generation in self._short
        self._has_overtaken = is_short and bool(self._long)
        self.leave(generation)
        if generation.has_prompt_left:
            (self._short if is_short else self._long).append(generation)

    def leave(self, generation: Generation) -> None:
        """Remove a generation, if it is there."""
        for waiting in (self._short, self._long):
            if generation in waiting:
                waiting.remove(generation)
