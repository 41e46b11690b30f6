"""Places in the text of a message."""

from typing import NamedTuple


class Span(NamedTuple):
    """The vertical range in or near the view, in pixels of the widget."""

    top: int
    bottom: int

    def below(self, top: int) -> "Span":
        """The same range for a child `top` pixels further down."""
        return Span(self.top - top, self.bottom - top)


class Place(NamedTuple):
    """A line of a body: `offset` pixels below a character of a part, or below its top (-1)."""

    part: int
    position: int
    offset: int
