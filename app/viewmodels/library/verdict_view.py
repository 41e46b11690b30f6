"""A verdict, ready to draw: a word, a sentence, memory segments, a button."""

from dataclasses import dataclass
from typing import Literal

Tone = Literal["good", "caution", "danger", "muted"]
SegmentKind = Literal["weights", "kv", "scratch"]


@dataclass(frozen=True, slots=True)
class MemorySegment:
    """One part of a model's memory needs; `text` is its name and size."""

    kind: SegmentKind
    num_bytes: int
    text: str


@dataclass(frozen=True, slots=True)
class VerdictView:
    """Whether a model runs here.

    `label` is for the pill, `sentence` explains it; `segments` are empty if nothing is known.
    `fix_label` names the button that makes it fit, "" for none; it sets `fix_context_len`.
    """

    tone: Tone
    label: str
    sentence: str = ""
    segments: tuple[MemorySegment, ...] = ()
    free_bytes: int = 0
    free_text: str = ""
    fix_label: str = ""
    fix_context_len: int = 0

    @property
    def total_bytes(self) -> int:
        """Size of all segments."""
        return sum(segment.num_bytes for segment in self.segments)
