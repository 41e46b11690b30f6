"""Files of other programs, small ones as these write them, and ones that mean harm."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from app.domain import Author
from app.services.exchange import read_chats
from app.services.exchange.read_chats import read_files
from app.storage.database import StorageError
from app.storage.importing import ImportedChat


def _node(parent: str | None, role: str = "", text: str = "", **about: Any) -> dict[str, Any]:
    message = {
        "author": {"role": role},
        "content": {"content_type": "text", "parts": [text]},
        "create_time": 1_700_000_000.5,
        "metadata": about,
    }
    return {"parent": parent, "message": message if role else None}


CHATGPT = {
    "title": "Trains",
    "create_time": 1_700_000_000.25,
    "update_time": 1_700_000_100,
    "current_node": "a1",
    "mapping": {
        "root": _node(None),
        "system": _node("root", "system", "Be brief."),
        "q": _node("system", "user", "When?"),
        "a1": _node("q", "assistant", "At **nine**.", model_slug="gpt-4o"),
        "a2": _node("q", "assistant", "At ten."),
        "tool": _node("a2", "tool", "{…}"),
        "more": _node("tool", "assistant", "From track 3."),
    },
}
OPEN_WEBUI = {
    "title": "Trains",
    "created_at": 1_700_000_000,
    "updated_at": 1_700_000_100,
    "chat": {
        "history": {
            "currentId": "a2",
            "messages": {
                "q": {"id": "q", "parentId": None, "role": "user", "content": "When?"},
                "a1": {"parentId": "q", "role": "assistant", "content": "At nine.", "model": "m"},
                "a2": {
                    "parentId": "q",
                    "role": "assistant",
                    "content": '<details type="reasoning" done="true">\n<summary>Thought</summary>\n'
                    "> Hm.\n</details>\nAt ten.",
                },
            },
        }
    },
}
LM_STUDIO = {
    "name": "Trains",
    "createdAt": 1_700_000_000_000,
    "messages": [
        {
            "versions": [
                {
                    "type": "singleStep",
                    "role": "user",
                    "content": [{"type": "text", "text": "When?"}],
                }
            ],
            "currentlySelected": 0,
        },
        {
            "versions": [
                {
                    "type": "multiStep",
                    "role": "assistant",
                    "senderInfo": {"senderName": "qwen"},
                    "steps": [
                        {
                            "type": "contentBlock",
                            "style": {"type": "thinking"},
                            "content": [{"type": "text", "text": "Hm."}],
                        },
                        {"type": "contentBlock", "content": [{"type": "text", "text": text}]},
                    ],
                }
                for text in ("At nine.", "At ten.")
            ],
            "currentlySelected": 0,
        },
        {
            "versions": [{"role": "user", "content": [{"type": "text", "text": "Thanks"}]}],
            "currentlySelected": 0,
        },
    ],
}


def _read(path: Path, value: object) -> read_chats.ReadChats:
    path.write_text(json.dumps(value))
    return read_files([path])


def _lines(chat: ImportedChat) -> list[tuple[str, str]]:
    """Each message with the text of the one before it."""
    texts = {message.key: message.text for message in chat.messages}
    return [(texts.get(message.parent or "", ""), message.text) for message in chat.messages]


def test_chatgpt_with_branches(tmp_path: Path) -> None:
    (chat,) = _read(tmp_path / "conversations.json", [CHATGPT]).chats
    assert _lines(chat) == [
        ("", "When?"),
        ("When?", "At **nine**."),
        ("When?", "At ten.\n\nFrom track 3."),
    ]
    assert (chat.title, chat.created, chat.shown) == ("Trains", 1_700_000_000.25, "a1")
    assert chat.messages[1].model == "gpt-4o"


def test_open_webui_with_branches_and_thoughts(tmp_path: Path) -> None:
    (chat,) = _read(tmp_path / "chat-export.json", [OPEN_WEBUI]).chats
    assert _lines(chat) == [("", "When?"), ("When?", "At nine."), ("When?", "At ten.")]
    assert (chat.messages[2].reasoning, chat.shown) == ("Hm.", "a2")


def test_lm_studio_with_versions_and_thoughts(tmp_path: Path) -> None:
    (chat,) = _read(tmp_path / "1700000000000.conversation.json", LM_STUDIO).chats
    assert _lines(chat)[1:] == [("When?", "At nine."), ("When?", "At ten."), ("At nine.", "Thanks")]
    assert (chat.messages[1].reasoning, chat.messages[1].model) == ("Hm.", "qwen")
    assert chat.created == 1_700_000_000


def test_jan_with_its_thread_beside(tmp_path: Path) -> None:
    def line(number: int, role: str, text: str) -> str:
        content = [{"type": "text", "text": {"value": text, "annotations": []}}]
        return json.dumps(
            {
                "thread_id": "t",
                "role": role,
                "content": content,
                "created_at": 1_700_000_000 + number,
            }
        )

    path = tmp_path / "messages.jsonl"
    path.write_text("\n".join([line(2, "assistant", "At nine."), line(1, "user", "When?"), "{"]))
    (tmp_path / "thread.json").write_text('{"id": "t", "title": "Trains"}')
    read = read_files([path])
    assert _lines(read.chats[0]) == [("", "When?"), ("When?", "At nine.")]
    assert (read.chats[0].title, read.num_left_out) == ("Trains", 1)
    with zipfile.ZipFile(tmp_path / "jan.zip", "w") as archive:
        for name in ("messages.jsonl", "thread.json"):
            archive.write(tmp_path / name, f"threads/t/{name}")
    assert read_files([tmp_path / "jan.zip"]).chats == read.chats


@pytest.mark.parametrize(
    "value",
    [
        *(None, 7, "text", [], {}, [1, "x", None], {"mapping": []}, {"mapping": {"a": 1}}),
        {"chat": None},
        {"messages": {"a": 1}},
        {"conversation": [], "messages": [{"id": "x"}]},
        {"mapping": {"a": _node("b", "user", "x"), "b": _node("a", "user", "y")}},
        {"title": {"a": 1}, "mapping": {"a": {"message": {"content": {"parts": [[]]}}}}},
    ],
)
def test_what_is_no_conversation_is_left_out(tmp_path: Path, value: object) -> None:
    read = _read(tmp_path / "bad.json", value)
    assert read.chats == []
    assert read.num_left_out or value == []


def test_one_of_ours_without_a_message_is_nothing_to_read(tmp_path: Path) -> None:
    ours = {"conversation": {"title": ""}, "messages": [], "shown": None}
    for value in (ours, {"format": 1, "conversations": [ours, ours]}, {"conversations": []}):
        read = _read(tmp_path / "ours.json", value)
        assert (read.chats, read.num_left_out) == ([], 0)


def test_a_bad_item_costs_no_other(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(f"[{json.dumps(CHATGPT)}, 7, {json.dumps(OPEN_WEBUI)}, {{broken")
    read = read_files([path])
    assert (len(read.chats), read.num_left_out) == (2, 2)


def test_hostile_files_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 200_000)
    assert read_files([path]).num_left_out == 1
    line = {str(n): _node(str(n - 1) if n else None, "user", "x") for n in range(30_000)}
    (chat,) = _read(path, {"mapping": line}).chats
    assert len(chat.messages) == 20_000
    odd = "a\ud800b\0"
    (chat,) = _read(
        path, {"title": f"{odd}\n{'t' * 9999}", "mapping": {"q": _node(None, "user", odd)}}
    ).chats
    chat.messages[0].text.encode()
    assert "\0" not in chat.messages[0].text
    assert len(chat.title) <= 300
    monkeypatch.setattr(read_chats, "MAX_BYTES", 5000)
    with pytest.raises(StorageError, match="larger"):
        read_files([path])
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", b"[" + b" " * 1_000_000)
    assert read_files([tmp_path / "bomb.zip"]).num_left_out == 1
    (tmp_path / "broken.zip").write_bytes((tmp_path / "bomb.zip").read_bytes()[:-40])
    assert read_files([tmp_path / "broken.zip"]).chats == []


def test_a_question_has_no_model(tmp_path: Path) -> None:
    (chat,) = _read(tmp_path / "x.json", CHATGPT).chats
    assert [message.author for message in chat.messages][:2] == [Author.USER, Author.ASSISTANT]
    assert chat.messages[0].model is None
