"""The drafter of a model, which serves the one answer that runs alone."""

from engine.runtime.sequence import Rows
from engine.scheduler.generation import Generation
from engine.speculation.drafter import Drafter

_LEAST = 2  # tokens that a verify step may give


class LentDrafter:
    """Begins with a generation when it is lent to it, and again after a pause."""

    def __init__(self) -> None:
        self._drafter: Drafter | None = None
        self._served: Generation | None = None
        self._is_paused = False
        self._can_draft = False

    @property
    def drafter(self) -> Drafter | None:
        """The drafter; it is taken up by a generation at its next step alone."""
        return self._drafter

    @drafter.setter
    def drafter(self, drafter: Drafter | None) -> None:
        self._drafter, self._served = drafter, None

    def lend_new(self, generation: Generation) -> None:
        """Serve a generation that begins, and may have to compute its prompt anew for it."""
        if self._drafter is not None and self.lend(generation) is None:
            generation.forget()
            self._can_draft = True

    def lend(self, generation: Generation) -> Drafter | None:
        """The drafter, to draft for `generation` next; None if it cannot."""
        drafter = self._drafter
        if drafter is None:
            return None
        is_new = self._served is not generation
        if is_new or self._is_paused:
            drafter.move_to(generation.sequence.index)
            picking = generation.picking
            drafter.begin(picking.sampling, picking.seed, generation.sequence.counters)
        if is_new:
            self._can_draft = drafter.take_up(generation.ids, generation.num_computed)
        self._served, self._is_paused = generation, False
        return drafter if self._can_draft else None

    def pause(self) -> None:
        """Steps of several generations come now."""
        self._is_paused = True

    def draft_behind(self, rows: Rows, widest: int) -> None:
        """A verify step of drafts over `rows` is launched; another may have `widest` rows.

        The last ones of an answer are not launched unseen: how many rows there is room for depends
        on what is accepted.
        """
        drafter, served = self._drafter, self._served
        if drafter is not None and served is not None:
            room = served.room - rows.num_rows
            if room >= _LEAST:
                drafter.draft_behind(rows, widest - 1 if room >= widest else 0)

    def start(self, generation: Generation) -> None:
        """A verify step of drafts for `generation` has ended."""
        if self._drafter is not None and generation.room >= _LEAST:
            self._drafter.start(generation.ids)

    def follow(self, generation: Generation) -> None:
        """Rows of `generation` were computed."""
        if self._drafter is not None and self._served is generation:
            self._drafter.follow(generation.ids, generation.num_computed)
            if generation.has_prompt_left:
                self._drafter.read_prompt(generation.ids, generation.num_computed)

    def serving(self, generation: Generation) -> Drafter | None:
        """The drafter, if it has begun with `generation`."""
        return self._drafter if self._served is generation and self._can_draft else None

    def leave(self, generation: Generation) -> None:
        """`generation` has ended."""
        if self._served is generation:
            self._served = None
