"""Whose prompt is computed next. Knows no model."""

from engine.scheduler.generation import Generation


class PromptTurns:
    """The generations whose prompts are not computed yet.

    First chunks take turns with further ones, each in order, so that a short prompt waits for one
    chunk of a long one, and many short ones do not keep a long one waiting.
    """

    def __init__(self) -> None:
        self._new: list[Generation] = []
        self._begun: list[Generation] = []
        self._has_overtaken = False  # a first chunk came before a further one

    def __len__(self) -> int:
        return len(self._new) + len(self._begun)

    def __contains__(self, generation: Generation) -> bool:
        return generation in self._new or generation in self._begun

    @property
    def next(self) -> Generation | None:
        """Whose chunk comes next."""
        first, other = self._new, self._begun
        if self._has_overtaken:
            first, other = other, first
        return next(iter(first or other), None)

    def join(self, generation: Generation) -> None:
        """Add a generation of whose prompt nothing was computed here."""
        self._new.append(generation)

    def pass_on(self, generation: Generation) -> None:
        """The chunk of `generation`, whose turn it was, is computed."""
        self._has_overtaken = generation in self._new and bool(self._begun)
        self.leave(generation)
        if generation.has_prompt_left:
            self._begun.append(generation)

    def leave(self, generation: Generation) -> None:
        """Remove a generation, if it is there."""
        for waiting in (self._new, self._begun):
            if generation in waiting:
                waiting.remove(generation)
