"""Turns of an answer that called tools: as the model wrote them, and what it got back."""

from itertools import groupby
from operator import attrgetter

from app.domain import CallState, Message, ToolUse
from engine.commands import ChatMessage, ToolCall

_REFUSED = "The user refused this call."
_STOPPED = "This call was not carried out."
_NOTHING = "(It returned nothing.)"


def answer_turns(answer: Message, *, keeps_reasoning: bool) -> list[ChatMessage]:
    """The turns of a whole answer; none if it is empty."""
    turns = rounds(answer, keeps_reasoning=keeps_reasoning)
    text, reasoning = rest(answer)
    if text:
        turns.append(ChatMessage("assistant", text, reasoning if keeps_reasoning else ""))
    return turns


def rounds(answer: Message, *, keeps_reasoning: bool = True) -> list[ChatMessage]:
    """What was said before each round of calls, the calls, and their results."""
    turns: list[ChatMessage] = []
    text_from = reasoning_from = 0
    for _, group in groupby(answer.tool_uses, key=attrgetter("round")):
        uses = tuple(group)
        text = answer.text[text_from : uses[0].text_len].strip()
        reasoning = answer.reasoning[reasoning_from : uses[0].reasoning_len].strip()
        calls = tuple(ToolCall(use.id, use.name, use.arguments) for use in uses)
        turns.append(
            ChatMessage("assistant", text, reasoning if keeps_reasoning else "", tool_calls=calls)
        )
        turns += [ChatMessage("tool", result_text(use), tool_call_id=use.id) for use in uses]
        text_from, reasoning_from = uses[0].text_len, uses[0].reasoning_len
    return turns


def rest(answer: Message) -> tuple[str, str]:
    """The text after the last calls, and the reasoning before it; without calls all of it."""
    if not answer.tool_uses:
        return answer.text, answer.reasoning
    last = answer.tool_uses[-1]
    return answer.text[last.text_len :].strip(), answer.reasoning[last.reasoning_len :].strip()


def result_text(use: ToolUse) -> str:
    """What the model is told of a call: what the person sees."""
    if use.state is CallState.REFUSED:
        return _REFUSED
    if use.state in (CallState.DONE, CallState.FAILED):
        return use.result or _NOTHING
    return _STOPPED
