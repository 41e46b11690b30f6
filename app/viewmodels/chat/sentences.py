"""What the chat page says about its answer in progress, a refusal, or a full context."""

from PySide6.QtCore import QCoreApplication

from app.domain import CallState, Message
from app.services.engine.engine_service import EngineService
from app.viewmodels.chat.answer import AnswerRecorder


def activity(answer: AnswerRecorder, engine: EngineService) -> str:
    """The current activity, for the status bar."""
    if answer.is_stopping:
        return QCoreApplication.translate("ChatViewModel", "Stopping…")
    if engine.is_lent:
        return QCoreApplication.translate("ChatViewModel", "Comparing…")
    if engine.is_loading:
        return QCoreApplication.translate("ChatViewModel", "Loading the model…")
    if answer.is_waiting:
        return _waiting(answer.message)
    if answer.has_text:
        return QCoreApplication.translate("ChatViewModel", "Answering…")
    if answer.is_thinking:
        return QCoreApplication.translate("ChatViewModel", "Thinking…")
    if answer.is_busy:
        return QCoreApplication.translate("ChatViewModel", "Reading the prompt…")
    return (
        QCoreApplication.translate("ChatViewModel", "Ready")
        if engine.model is not None
        else QCoreApplication.translate("ChatViewModel", "No model")
    )


def _waiting(message: Message | None) -> str:
    """What an answer waits for that has no request in progress."""
    state = next((use.state for use in message.tool_uses if use.is_open), None) if message else None
    if state is None:
        return QCoreApplication.translate("ChatViewModel", "Starting tools…")
    if state is CallState.ASKED:
        return QCoreApplication.translate("ChatViewModel", "A tool waits for your permission")
    return QCoreApplication.translate("ChatViewModel", "A tool is running…")


def refusal(answer: AnswerRecorder, engine: EngineService) -> str:
    """Why nothing can be asked just now."""
    if answer.is_busy:
        return QCoreApplication.translate(
            "ChatViewModel", "An answer is being written. Stop it or wait for its end."
        )
    if engine.is_lent:
        return QCoreApplication.translate(
            "ChatViewModel", "A comparison is being made. Stop it or wait for its end."
        )
    return QCoreApplication.translate(
        "ChatViewModel", "No model yet. Choose one from the list, or import a GGUF file."
    )


def no_continuing(engine: EngineService) -> str:
    """Why the model cannot go on within an answer, "" if it can: elsewhere, it begins anew."""
    words = QCoreApplication.translate(
        "ChatViewModel", "%1 cannot go on within an answer. Answer again, or ask it to go on."
    )
    return words.replace("%1", engine.endpoint) if engine.endpoint else ""


def full_context(message: Message) -> str:
    """The offer to go on without the oldest turns, after `message` did not fit."""
    if message.text:
        return QCoreApplication.translate(
            "ChatViewModel", "The context is full. Continue without the oldest turns?"
        )
    if message.reasoning:
        return QCoreApplication.translate(
            "ChatViewModel",
            "The context was full before the answer began. Try without the oldest turns?",
        )
    return QCoreApplication.translate(
        "ChatViewModel", "The conversation no longer fits. Answer without the oldest turns?"
    )
