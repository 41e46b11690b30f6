"""What a chat is set to, kept with it, used for its answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.storage.saved_texts import Presets
from app.viewmodels.chat.chat_page import ChatViewModel
from engine.commands import ChatMessage, Generate
from tests.app.conftest import Services


@pytest.fixture
def presets(services: Services) -> Presets:
    return services.saved.presets


@pytest.fixture
def chat(services: Services) -> Iterator[ChatViewModel]:
    services.engine.tokens_per_second = None
    chat = ChatViewModel(
        *(services.conversations, services.service, services.settings, services.notices),
        services.saved,
    )
    chat.open_conversation(services.conversations.create().id)
    services.load()
    yield chat
    chat.close()


def _ask(services: Services, chat: ChatViewModel) -> Generate:
    with services.qtbot.waitSignal(chat.answer_ended):
        assert chat.send("Why?")
    asked = services.engine.sent_of(Generate)[-1]
    assert isinstance(asked, Generate)
    return asked


def test_a_chat_is_asked_with_its_own_settings_and_others_are_not(
    services: Services, chat: ChatViewModel
) -> None:
    services.settings.set_value("system_prompt", "Be kind.")
    assert chat.own.set_value("system_prompt", "Be brief.") == ""
    assert chat.own.set_value("temperature", 0.1) == ""
    asked = _ask(services, chat)
    assert asked.prompt.messages[0] == ChatMessage("system", "Be brief.")
    assert (asked.sampling.temperature, asked.sampling.top_k) == (0.1, 40)
    kept = services.conversations.branch(chat.conversation_id)[-1].settings_json
    assert '"temperature":0.1' in (kept or "")
    first = chat.conversation_id
    chat.open_conversation(services.conversations.create().id)
    assert not chat.own.is_own
    assert _ask(services, chat).prompt.messages[0] == ChatMessage("system", "Be kind.")
    chat.open_conversation(first)
    assert chat.own.value("system_prompt") == "Be brief."
    chat.own.reset("system_prompt")
    assert chat.own.value("system_prompt") == "Be kind."
    chat.own.reset_all()
    assert not chat.own.is_own


def test_what_is_not_its_own_follows_the_settings(services: Services, chat: ChatViewModel) -> None:
    changed: list[str] = []
    chat.own.value_changed.connect(changed.append)
    services.settings.set_value("top_k", 7)
    assert chat.own.value("top_k") == 7
    assert changed == ["top_k"]
    assert "between" in chat.own.set_value("temperature", 1000.0)
    assert not chat.own.is_own


@pytest.mark.parametrize("kept", ["no json", "[]", '{"values": {"temperature": "hot", "x": 1}}'])
def test_values_that_cannot_be_used_are_left_out(
    services: Services, chat: ChatViewModel, kept: str
) -> None:
    services.conversations.set_settings_json(chat.conversation_id, kept)
    chat.open_conversation(chat.conversation_id)
    assert not chat.own.is_own


def test_the_model_of_a_chat_is_offered_and_never_loaded_unasked(
    services: Services, chat: ChatViewModel, tmp_path: Path
) -> None:
    other, wanted = tmp_path / "other.gguf", []
    other.touch()
    chat.model_offer.load_wanted.connect(wanted.append)
    chat.own.offer_models({str(other): "Other"})
    chat.own.set_model(str(other))
    assert "Other, which is not loaded" in chat.banner.text
    assert chat.banner.action_label == "Load it"
    first = chat.conversation_id
    chat.open_conversation(services.conversations.create().id)
    assert chat.banner.text == ""
    chat.open_conversation(first)
    assert wanted == []
    chat.banner.perform_action()
    assert wanted == [other]
    with services.qtbot.waitSignal(services.service.model_loaded):
        services.service.load(other, services.settings.settings.engine_config)
    assert chat.banner.text == ""
    with services.qtbot.waitSignal(services.service.model_loaded):
        services.service.load(Path("tiny.gguf"), services.settings.settings.engine_config)
    assert "not loaded" in chat.banner.text
    other.unlink()
    chat.open_conversation(first)
    assert "no longer there" in chat.banner.text
    assert chat.banner.action_label == ""


def test_a_preset_is_saved_chosen_and_departed_from(
    services: Services, chat: ChatViewModel, presets: Presets
) -> None:
    chat.own.set_value("system_prompt", 'Answer\n"in verse".')
    chat.own.set_value("temperature", 1.2)
    assert chat.own.save_preset("Poet: 1/2")
    assert chat.own.presets == ("Poet 1 2",)
    assert presets.values("Poet 1 2") == {
        "system_prompt": 'Answer\n"in verse".',
        "temperature": 1.2,
    }
    chat.open_conversation(services.conversations.create().id)
    chat.own.set_value("top_k", 3)
    chat.own.choose_preset("Poet 1 2")
    assert chat.own.value("temperature") == 1.2
    assert not chat.own.is_changed("top_k")
    chat.own.set_value("temperature", 0.5)
    assert presets.values("Poet 1 2")["temperature"] == 1.2
    chat.own.delete_preset()
    assert chat.own.presets == ()
    assert chat.own.value("temperature") == 0.5


def test_a_preset_that_cannot_be_read_is_said(chat: ChatViewModel, tmp_path: Path) -> None:
    folder = tmp_path / "presets"
    folder.mkdir()
    (folder / "Broken.toml").write_text("temperature = ")
    (folder / "Odd.toml").write_text('temperature = "hot"\ntop_k = 5\nother = 1')
    chat.own.choose_preset("Broken")
    assert "Broken could not be read" in chat.banner.text
    chat.own.choose_preset("Odd")
    assert chat.own.value("top_k") == 5
    assert not chat.own.is_changed("temperature")
