"""Errors whose text is shown to the user: one plain sentence that says what to do."""


class EngineError(Exception):
    """An error the user can act on; the message names the cause and the remedy."""


class ModelFileError(EngineError):
    """The model file is missing, unreadable, not a GGUF, or damaged."""


class UnsupportedModelError(EngineError):
    """The file is valid, but its architecture, tensor type or tokenizer is not supported."""


class NotEnoughMemoryError(EngineError):
    """The model, or its context, does not fit in memory."""


class DeviceLostError(EngineError):
    """The device failed for good in this process, which has to end."""


class NotFiniteError(EngineError):
    """A row of logits has NaN or +inf, or only -inf."""

    def __init__(self) -> None:
        super().__init__(
            "The model produced numbers that are not finite, so no token can be chosen. "
            "The model file may be damaged: download it again or choose another one."
        )


class RequestError(EngineError):
    """A request that cannot be served: a prompt too long, a value out of range."""


class TooComplexError(RequestError):
    """A grammar takes more work than any form of an answer needs."""

    def __init__(self) -> None:
        super().__init__(
            "The form that was asked for is too complex to be followed; simplify its schema."
        )


class ContextFullError(RequestError):
    """The prompt is longer than the context; dropping the oldest turns may help."""
