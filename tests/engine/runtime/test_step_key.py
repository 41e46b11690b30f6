"""Words for a recapture."""

import pytest

from engine.runtime.step_key import Role, StepKey, recapture_reason


def decode(span: int, *, exact: bool = False) -> StepKey:
    return StepKey(Role.DECODE, 1, span, "f32", exact_span=exact)


def verify(width: int, span: int, *, exact_width: bool = False, exact: bool = False) -> StepKey:
    return StepKey(Role.VERIFY, width, span, "f32", exact_span=exact, exact_width=exact_width)


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        (
            decode(257, exact=True),
            decode(258, exact=True),
            "span 257 → 258: padded context (kvpad) is off",
        ),
        (decode(512), decode(300, exact=True), "span 512 → 300: padded context (kvpad) is off"),
        (None, decode(7, exact=True), "span 7, width 1: padded context (kvpad) is off"),
        (
            verify(5, 512, exact_width=True),
            verify(3, 512, exact_width=True),
            "verify width 5 → 3: fixed verify width (fixed_verify) is off",
        ),
        (
            verify(5, 300, exact_width=True, exact=True),
            verify(3, 304, exact_width=True, exact=True),
            "verify span 300 → 304, width 5 → 3: padded context (kvpad) and fixed verify width (fixed_verify) are off",
        ),
        (decode(256), decode(256, exact=True), "span 256, width 1: padded context (kvpad) is off"),
    ],
)
def test_reason_names_what_changed_and_the_toggle(
    before: StepKey | None, after: StepKey, reason: str
) -> None:
    assert recapture_reason(before, after) == reason
