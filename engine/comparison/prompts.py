"""The built-in prompts of a comparison."""

from dataclasses import dataclass

from engine.commands import ChatMessage, ChatPrompt

PARAGRAPH = """Day {number}. The ferry left the harbour at seven, an hour late, with forty \
passengers and a cargo of apples, letters and two bicycles. The captain wrote in the log that \
the wind came from the west and that the sea was calm. Towards noon the engine was stopped, \
because a fishing boat had lost its net across the channel; the passengers watched from the \
rail while the crew pulled it in. "Is it always like this?" asked a girl with a red scarf. \
"No," said the cook, "on other days we are late for other reasons." By evening the island was \
in sight, and somebody began to sing.

"""
"""English prose; `number` tells one copy from another."""

_NUM_PARAGRAPHS = 16  # about 2,000 tokens: fits the shortest usual context with its answer
_CODE = """def read_scores(path):
    scores = {}
    for line in open(path):
        name, score = line.split(",")
        if name in scores:
            scores[name] = scores[name] + int(score)
        else:
            scores[name] = int(score)
    return scores
"""


@dataclass(frozen=True, slots=True)
class PromptSet:
    """A built-in prompt. `label` is English."""

    label: str
    question: str

    @property
    def prompt(self) -> ChatPrompt:
        """The question as a conversation."""
        return question_prompt(self.question)


def question_prompt(question: str) -> ChatPrompt:
    """A conversation of one question."""
    return ChatPrompt((ChatMessage("user", question),))


PROMPT_SETS = {
    "chat": PromptSet(
        "Chat",
        "Explain to a curious friend how a sailing boat can sail against the wind. "
        "Take several paragraphs and give an example.",
    ),
    "code": PromptSet(
        "Code",
        f"Rewrite this function with type hints, a docstring and error handling, and repeat the "
        f"whole function in your answer:\n\n```python\n{_CODE}```",
    ),
    "long": PromptSet(
        "Long context",
        "".join(PARAGRAPH.format(number=number) for number in range(1, _NUM_PARAGRAPHS + 1))
        + "What happened on each of these days? Tell it day by day.",
    ),
}
"""By the name that the command line uses."""
