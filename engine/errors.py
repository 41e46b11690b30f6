"""Errors whose text is shown to a person as it stands: one plain sentence that says what to do."""


class EngineError(Exception):
    """Anything a person can act on; the message names the thing and what to do."""


class ModelFileError(EngineError):
    """The model file is missing, unreadable, not a GGUF, or damaged."""


class UnsupportedModelError(EngineError):
    """The file is sound, but its architecture, tensor type or tokenizer is not supported."""


class NotEnoughMemoryError(EngineError):
    """The model, or its context, does not fit in memory."""


class DeviceLostError(EngineError):
    """The device failed in a way that this process cannot recover from: it has to end."""


class NotFiniteError(EngineError):
    """A row of logits with NaN or +inf, or with nothing above -inf."""

    def __init__(self) -> None:
        super().__init__(
            "The model produced numbers that are not finite, so no token can be chosen. "
            "The model file may be damaged: download it again or choose another one."
        )


class RequestError(EngineError):
    """A request that cannot be served as asked: a prompt too long, a value out of range."""


class ContextFullError(RequestError):
    """The prompt is longer than the context; leaving out the oldest turns may help."""
