"""Decides when an answer ends and which text may be shown. Knows no model or tokenizer."""

from collections.abc import Collection, Iterable

from engine.events import FinishReason


class StopChecker:
    """Watches one answer for end-of-generation tokens, stop strings and its maximum length.

    Stop strings may span tokens. A possible beginning of one is held back, so shown text is never
    retracted. The stop string completed first wins (the longest of several), so the text shown
    does not depend on the token boundaries.

    Call `push` for each token until it returns a reason, then `flush` once in any case.
    """

    def __init__(
        self,
        eog_ids: Collection[int],
        stop_strings: Iterable[str] = (),
        max_tokens: int | None = None,
    ) -> None:
        """Take the ids and strings that end an answer, and its maximum length (None: no limit).

        Empty stop strings are ignored.
        """
        self._eog_ids = frozenset(eog_ids)
        self._stop_strings = tuple(string for string in stop_strings if string)
        self._max_tokens = max_tokens
        self._num_tokens = 0
        self._held = ""
        self._is_text_over = False

    def push(self, token_id: int, text_piece: str) -> tuple[str, FinishReason | None]:
        """Take the next token and its text; return the text to show and the finish reason.

        The reason is None while the answer continues. Every token counts towards the maximum
        length. An end-of-generation token gives "stop" and its text is hidden; "stop_string" takes
        precedence over "length".
        """
        self._num_tokens += 1
        if token_id in self._eog_ids:
            return "", "stop"
        shown = self._release(text_piece)
        if self._is_text_over:
            return shown, "stop_string"
        if self._max_tokens is not None and self._num_tokens >= self._max_tokens:
            return shown, "length"
        return shown, None

    def flush(self, text_piece: str = "") -> str:
        """End the answer; return the text still to show: held-back text and `text_piece`.

        `text_piece` is the detokenizer's remainder; a stop string that it completes is hidden.
        After a stop string the result is always empty.
        """
        shown = self._release(text_piece) + self._held
        self._held = ""
        self._is_text_over = True
        return shown

    def _release(self, text_piece: str) -> str:
        """Return the part of held text and `text_piece` to show; hold or drop the rest."""
        if self._is_text_over:
            return ""
        text = self._held + text_piece
        end_of_text = self._find_stop(text)
        if end_of_text is not None:
            self._held = ""
            self._is_text_over = True
            return text[:end_of_text]
        num_shown = len(text) - self._num_to_hold(text)
        self._held = text[num_shown:]
        return text[:num_shown]

    def _find_stop(self, text: str) -> int | None:
        """Return the start in `text` of the stop string completed first, or None."""
        matches = [
            (start + len(string), start)
            for string in self._stop_strings
            if (start := text.find(string)) >= 0
        ]
        return min(matches)[1] if matches else None

    def _num_to_hold(self, text: str) -> int:
        """Return the length of the longest suffix of `text` that begins a stop string."""
        return max((overlap_len(text, string) for string in self._stop_strings), default=0)


def overlap_len(text: str, string: str) -> int:
    """Return the length of the longest suffix of `text` that is a proper prefix of `string`."""
    longest = min(len(text), len(string) - 1)
    return next((n for n in range(longest, 0, -1) if text.endswith(string[:n])), 0)
