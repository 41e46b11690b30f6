"""A verdict as it is drawn: a word, a sentence, the parts of the memory, the button that helps. Knows no widget."""

from dataclasses import dataclass
from typing import Literal

Tone = Literal["good", "caution", "danger", "muted"]
SegmentKind = Literal["weights", "kv", "scratch"]


@dataclass(frozen=True, slots=True)
class MemorySegment:
    """One part of the memory a model needs; `text` is its name with its size."""

    kind: SegmentKind
    num_bytes: int
    text: str


@dataclass(frozen=True, slots=True)
class VerdictView:
    """Whether a model runs here.

    `label` is for the pill, `sentence` says it in full; `segments` are empty when nothing is known.
    `fix_label` names the button that makes it fit, "" when there is none; it sets `fix_context_len`.
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
        """All segments together."""
        return sum(segment.num_bytes for segment in self.segments)
