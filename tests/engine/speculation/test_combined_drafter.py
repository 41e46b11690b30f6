"""Long repeats are drafted from the text, all else by the model."""

from collections.abc import Sequence
from typing import cast

from engine.runtime.sequence import Rows
from engine.speculation.combined_drafter import CombinedDrafter
from engine.speculation.drafter import Drafter

PHRASE = list(range(10, 20))


class Model(Drafter):
    num_verified = 0  # of the next draft, already

    def num_verifying(self, ids: Sequence[int]) -> int:
        return self.num_verified

    def draft_behind(self, rows: Rows, most: int) -> None:
        self.num_verified = most

    def draft(self, ids: Sequence[int], most: int) -> list[int]:
        self.confidences = [4] * most
        return [0] * most


def test_a_long_repeat_is_copied_and_takes_no_step() -> None:
    drafter, ids = CombinedDrafter(Model()), [*PHRASE, 7, 8, 9, *PHRASE]
    assert drafter.is_free(ids)
    assert drafter.draft(ids, 3) == [7, 8, 9]


def test_a_short_repeat_is_left_to_the_model() -> None:
    drafter, ids = CombinedDrafter(Model()), [*PHRASE[-4:], 7, 8, 9, *PHRASE[-4:]]
    assert not drafter.is_free(ids)
    assert drafter.draft(ids, 3) == [0, 0, 0]
    assert drafter.confidences == [4, 4, 4]


def test_what_is_being_verified_is_the_draft_and_a_repeat_comes_after_it() -> None:
    model = Model()
    drafter, ids = CombinedDrafter(model), [*PHRASE, 7, 8, 9, *PHRASE[:7]]
    rows = cast("Rows", None)
    assert drafter.draft(ids, 3) == [0, 0, 0]
    drafter.draft_behind(rows, 3)
    ids.append(PHRASE[7])
    assert not drafter.is_free(ids)
    assert drafter.draft(ids, 3) == [0, 0, 0]
    drafter.draft_behind(rows, 3)
    assert drafter.draft(ids, 3) == [*PHRASE[8:], 7]
