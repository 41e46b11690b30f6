"""The key of a captured step, and the difference of two keys in words."""

from dataclasses import dataclass
from enum import StrEnum

from engine.config import Toggles
from engine.setting import setting_fields

_LABELS = {field.name: field.setting.label for field in setting_fields(Toggles)}


class Role(StrEnum):
    """The purpose of a step."""

    DECODE = "decode"
    VERIFY = "verify"
    PREFILL = "prefill"


@dataclass(frozen=True)
class StepKey:
    """The fixed shape of a step; everything else is data.

    `width` is the number of token rows, `span` the number of cache rows that attention may read.
    `exact_span` and `exact_width` mark steps of exact length: their toggle is off. `is_narrow`: it
    has logits of the first ids alone.
    """

    role: Role
    width: int
    span: int
    kv_type: str
    exact_span: bool = False
    exact_width: bool = False
    is_narrow: bool = False


def recapture_reason(before: StepKey | None, after: StepKey) -> str:
    """Why `after` was recaptured: "span 257 → 258: padded context (kvpad) is off"."""
    changes, toggles = [], []
    if before is None or before.span != after.span:
        changes.append(_change("span", before.span if before else None, after.span))
    if before is None or before.width != after.width:
        changes.append(_change("width", before.width if before else None, after.width))
    if after.exact_span:
        toggles.append(_words("kvpad"))
    if after.exact_width:
        toggles.append(_words("fixed_verify"))
    if not changes:
        changes.append(f"span {after.span}, width {after.width}")
    cause = ""
    if toggles:
        cause = f": {' and '.join(toggles)} {'is' if len(toggles) == 1 else 'are'} off"
    prefix = "" if after.role is Role.DECODE else f"{after.role} "
    return f"{prefix}{', '.join(changes)}{cause}"


def _words(toggle: str) -> str:
    """What the settings call a toggle, and its own name."""
    return f"{_LABELS[toggle].lower()} ({toggle})"


def _change(field: str, before: int | None, after: int) -> str:
    return f"{field} {after}" if before is None else f"{field} {before} → {after}"
