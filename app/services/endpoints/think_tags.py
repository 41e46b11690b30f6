"""Takes reasoning between <think> and </think> out of text that comes in pieces."""

_OPEN, _CLOSE = "<think>", "</think>"


class ThinkTags:
    """For servers that leave the marks in an answer: only at its beginning do they count."""

    def __init__(self) -> None:
        self._held = ""
        self._is_open = False
        self._is_over = False

    def split(self, text: str) -> tuple[str, str]:
        """The reasoning and the text that `text` adds; what may be part of a mark waits."""
        self._held += text
        if self._is_over:
            return "", self._take()
        if not self._is_open:
            begun = self._held.lstrip()
            if _OPEN.startswith(begun):  # also while nothing has come
                return "", ""
            if not begun.startswith(_OPEN):
                self._is_over = True
                return "", self._take()
            self._is_open, self._held = True, begun.removeprefix(_OPEN).lstrip("\n")
        reasoning, mark, rest = self._held.partition(_CLOSE)
        if mark:
            self._is_over, self._held = True, ""
            return reasoning.rstrip("\n"), rest.lstrip("\n")
        num_held = _overlap(reasoning)
        self._held = reasoning[len(reasoning) - num_held :]
        return reasoning[: len(reasoning) - num_held], ""

    def end(self) -> tuple[str, str]:
        """What still waits: reasoning and text."""
        held = self._take()
        return (held, "") if self._is_open and not self._is_over else ("", held)

    def _take(self) -> str:
        held, self._held = self._held, ""
        return held


def _overlap(text: str) -> int:
    """How many characters at the end of `text` may begin the closing mark."""
    sizes = range(min(len(text), len(_CLOSE) - 1), 0, -1)
    return next((size for size in sizes if text.endswith(_CLOSE[:size])), 0)
