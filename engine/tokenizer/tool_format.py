"""How a model writes calls of tools, by the marks in its chat template. Knows no token stream."""

from dataclasses import dataclass

from engine.tokenizer.call_notations import (
    Reader,
    read_gemma,
    read_json,
    read_json_lines,
    read_message,
    read_mistral,
    read_python,
    read_tagged,
)


@dataclass(frozen=True)
class CallForm:
    """How a call is spelled: `before` with a name for %s, the JSON of the arguments, `after`.

    `between` stands between calls; None: there is only one.
    """

    before: str
    after: str
    between: str | None = None


@dataclass(frozen=True)
class ToolFormat:
    """The marks around calls, and the reader of what stands between them.

    An empty `closing`: calls reach to the end of the answer. `can_be_bare`: a JSON object that is
    the whole answer, or a block of code that it begins with, may be a call, too. `inner` are
    further marks that may be special tokens.
    `form`: the spelling that calls are forced into; None: they cannot be forced in this format.
    """

    opening: str
    closing: str
    read: Reader
    inner: tuple[str, ...] = ()
    can_be_bare: bool = False
    form: CallForm | None = None

    @property
    def tokens(self) -> tuple[str, ...]:
        """The marks that may be special tokens."""
        return tuple(mark for mark in (self.opening, self.closing, *self.inner) if mark)


# https://github.com/NousResearch/Hermes-Function-Calling
HERMES = ToolFormat(
    "<tool_call>", "</tool_call>", read_tagged, can_be_bare=True,  # small models forget the marks
    form=CallForm('<tool_call>\n{"name": "%s", "arguments": ', "}\n</tool_call>", "\n"),
)  # fmt: skip
# https://cookbook.openai.com/articles/openai-harmony; these marks are ours, for whole messages
HARMONY_CALLS = ToolFormat("<|start|>functions.", "<|call|>", read_message)
# https://ai.google.dev/gemma/docs/capabilities/text/function-calling-gemma4
GEMMA_CALLS = ToolFormat("<|tool_call>", "<tool_call|>", read_gemma, inner=('<|"|>',))
# https://ai.google.dev/gemma/docs/functiongemma/formatting-and-best-practices
FUNCTION_GEMMA = ToolFormat(
    "<start_function_call>", "<end_function_call>", read_gemma, inner=("<escape>",)
)
# https://docs.mistral.ai/cookbooks/concept-deep-dive-tokenization-tool_calling
MISTRAL_CALLS = ToolFormat("[TOOL_CALLS]", "", read_mistral)
MISTRAL_NAMED = ToolFormat(
    "[TOOL_CALLS]", "", read_mistral, inner=("[ARGS]", "[CALL_ID]"),
    form=CallForm("[TOOL_CALLS]%s[ARGS]", "", ""),
)  # fmt: skip
# https://docs.liquid.ai/lfm/key-concepts/tool-use
LFM = ToolFormat("<|tool_call_start|>", "<|tool_call_end|>", read_python)
# https://www.ibm.com/granite/docs/models/granite
GRANITE = ToolFormat("<|tool_call|>", "", read_json)
# https://www.llama.com/docs/model-cards-and-prompt-formats/llama3_1
LLAMA = ToolFormat(
    "<|python_tag|>", "", read_json_lines, can_be_bare=True,
    form=CallForm('{"name": "%s", "parameters": ', "}"),
)  # fmt: skip

_BY_MARK = (
    ("<|channel|>", HARMONY_CALLS),
    ("<|tool_call>", GEMMA_CALLS),
    ("<start_function_call>", FUNCTION_GEMMA),
    ("[ARGS]", MISTRAL_NAMED),
    ("[TOOL_CALLS]", MISTRAL_CALLS),
    ("<|tool_list_start|>", LFM),
    ("<tool_call>", HERMES),
    ("<|tool_call|>", GRANITE),
    ("<|python_tag|>", LLAMA),
    ("Environment: ipython", LLAMA),
)


def find_format(source: str) -> ToolFormat | None:
    """The format that the template `source` asks for; None if it names no tools."""
    if "tools" not in source:
        return None
    return next((found for mark, found in _BY_MARK if mark in source), None)
