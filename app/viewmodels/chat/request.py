"""What is asked of the engine: the prompt with the chat's settings. Knows no display."""

import dataclasses
import uuid
from collections.abc import Sequence

from msgspec.structs import replace

from app.domain import Attachment, Message, MessageStatus
from app.services.engine.engine_service import EngineService
from app.viewmodels.chat.chat_settings import ChatSettingsViewModel
from app.viewmodels.chat.prompt import chat_prompt, drafted
from app.viewmodels.chat.thinking import ThinkingViewModel
from app.viewmodels.chat.tool_turns import rest, rounds
from engine.commands import ChatMessage, ChatPrompt, Generate, ToolSpec


class Requests:
    """Builds the requests for answers, new ones and the rest of unfinished ones."""

    def __init__(
        self, engine: EngineService, own: ChatSettingsViewModel, thinking: ThinkingViewModel
    ) -> None:
        self._engine = engine
        self._own = own
        self._thinking = thinking
        # Conversations that outgrew the context and continue without their oldest turns.
        self._outgrown: set[int] = set()

    def drop_oldest_of(self, conversation_id: int) -> None:
        """Leave out the oldest turns of a conversation from now on, as far as they do not fit."""
        self._outgrown.add(conversation_id)

    def new_answer(self, branch: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> Generate:
        """Ask for an answer to `branch`, which ends with the question.

        Or with an answer that waits for the results of its calls, which the model goes on after.
        """
        conversation_id = branch[-1].conversation_id
        prompt = replace(self._prompt(branch, conversation_id), tools=tuple(tools))
        return self._command(conversation_id, prompt, branch[-1].stats.seed)

    def draft(
        self,
        conversation_id: int,
        branch: Sequence[Message],
        text: str,
        attachments: Sequence[Attachment],
    ) -> ChatPrompt:
        """The prompt of `branch` with a draft at its end, if there is one; to be counted."""
        if text or attachments:
            branch = [*branch, drafted(text, attachments)]
        return self._prompt(branch, conversation_id)

    def rest_of_answer(self, branch: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> Generate:
        """Ask for the rest of the answer that `branch` ends with, as `unfinished` returned it."""
        *before, answer = branch
        text, reasoning = rest(answer)
        if answer.tool_uses and not text and not reasoning:
            return self.new_answer(branch, tools)  # it ended with its calls
        prompt = self._prompt(before, answer.conversation_id)
        part = ChatMessage("assistant", text, reasoning)
        prompt = replace(
            prompt,
            messages=(*prompt.messages, *rounds(answer), part),
            continues=True,
            answer_ids=answer.token_ids,
            tools=tuple(tools),
        )
        return self._command(answer.conversation_id, prompt, answer.stats.seed)

    def unfinished(self, answer: Message) -> Message:
        """`answer`, ready to go on; without ids if the loaded model did not make them."""
        model = self._engine.model
        is_same = model is not None and model.name == answer.model
        ids = answer.token_ids if is_same else ()
        # The rest of a character comes with the next ids; a space comes with the next word.
        text = answer.text.rstrip("\ufffd") if ids else answer.text.rstrip(" ")
        return dataclasses.replace(
            answer, text=text, status=MessageStatus.STREAMING, problem=None, token_ids=ids
        )

    def _prompt(self, branch: Sequence[Message], conversation_id: int) -> ChatPrompt:
        model = self._engine.model
        is_outgrown = conversation_id in self._outgrown
        prompt = chat_prompt(
            branch,
            self._own.of(conversation_id).system_prompt,
            drop_oldest=is_outgrown,
            max_last_answer_len=model.context_len if is_outgrown and model else None,
        )
        thinking, effort = self._thinking.wishes
        return replace(prompt, thinking=thinking, effort=effort)

    def _command(
        self, conversation_id: int, prompt: ChatPrompt, seed: int | None = None
    ) -> Generate:
        """`seed` is that of an answer that goes on, unless one is set."""
        settings = self._own.of(conversation_id)
        sampling = settings.sampling
        if sampling.seed is None:
            sampling = replace(sampling, seed=seed)
        return Generate(
            request_id=uuid.uuid4().hex,
            prompt=prompt,
            sampling=sampling,
            max_tokens=settings.max_tokens or None,
        )
