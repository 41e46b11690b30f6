"""What makes two steps the same captured step, and words for how two keys differ."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a step is for."""

    DECODE = "decode"
    VERIFY = "verify"
    PREFILL = "prefill"


@dataclass(frozen=True)
class StepKey:
    """The fixed shape of a step; everything else about it is data.

    `width` is the number of token rows, `span` the number of cache rows attention may look at.
    `exact_span` and `exact_width` mark steps that follow the true length, their toggle being off.
    """

    role: Role
    width: int
    span: int
    kv_type: str
    exact_span: bool = False
    exact_width: bool = False


def recapture_reason(before: StepKey | None, after: StepKey) -> str:
    """Why `after` had to be captured anew, in words: "span 257 → 258: kvpad is off"."""
    changes, toggles = [], []
    if before is None or before.span != after.span:
        changes.append(_change("span", before.span if before else None, after.span))
    if before is None or before.width != after.width:
        changes.append(_change("width", before.width if before else None, after.width))
    if after.exact_span:
        toggles.append("kvpad")
    if after.exact_width:
        toggles.append("fixed_verify")
    if not changes:
        changes.append(f"span {after.span}, width {after.width}")
    cause = ""
    if toggles:
        cause = f": {' and '.join(toggles)} {'is' if len(toggles) == 1 else 'are'} off"
    prefix = "" if after.role is Role.DECODE else f"{after.role} "
    return f"{prefix}{', '.join(changes)}{cause}"


def _change(field: str, before: int | None, after: int) -> str:
    return f"{field} {after}" if before is None else f"{field} {before} → {after}"
