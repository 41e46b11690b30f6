"""The Hub's JSON where it is not as the Hub writes it."""

from typing import Any

import pytest

from app.services.hub.files import FoundRepo
from app.services.hub.replies import (
    ReplyError,
    parse_count,
    parse_found_repos,
    parse_json,
    parse_repo,
)

SHA, DIGEST = "c0de", "0" * 64
UNKNOWN = FoundRepo("a/b", 0, 0, None, False, None, None, None)


def test_items_that_cannot_be_right_are_left_out() -> None:
    ids: list[Any] = [
        None,
        5,
        "",
        "a",
        "a/b/c",
        "../..",
        "a/\ud800",
        "a/\x1b[2J",
        ["a/b"],
        {"a": 1},
        "a/b",
    ]
    page = [None, 5, [], {}, *({"id": repo_id} for repo_id in ids)]
    assert list(parse_found_repos(page)) == [UNKNOWN]


@pytest.mark.parametrize(
    "value", [None, [], {}, "many", -1, 12.5, 1 << 60, True, "\x00", "9999-99-99", "0001-01-01"]
)
def test_a_field_that_cannot_be_right_is_not_known(value: Any) -> None:
    item = {
        "id": "a/b", "downloads": value, "likes": value, "lastModified": value, "tags": value, "cardData": value,
        "gguf": {"total": value, "architecture": None},
    }  # fmt: skip
    assert list(parse_found_repos([item, {**item, "gguf": value}])) == [UNKNOWN] * 2


def test_words_are_one_short_line_without_controls() -> None:
    item = {
        "id": "a/b",
        "tags": ["license:\x1b]0;x\x07mit\nTotal: 0"],
        "gguf": {"architecture": "l" * 500},
    }
    (repo,) = parse_found_repos([item])
    assert repo.license == "\\x1b]0;x\\x07mit Total: 0"
    assert repo.architecture == "l" * 99 + "…"


def test_of_files_those_stay_that_can_be_kept() -> None:
    good = {"rfilename": "Tiny.gguf", "size": 5}
    bad: list[Any] = [
        None, 7, {}, {"rfilename": 5, "size": 5}, {"rfilename": "../x.gguf", "size": 5}, {"rfilename": "CON.gguf", "size": 5},
        {"rfilename": "TINY.GGUF", "size": 9}, {"rfilename": "a.gguf"}, {"rfilename": "b.gguf", "size": 1.5},
        {"rfilename": "c.gguf", "size": -1}, {"rfilename": "d.gguf", "size": 1 << 60}, {"rfilename": "e.gguf", "lfs": 5},
        {"rfilename": "f.gguf", "lfs": {"size": 5, "sha256": 12345}}, {"rfilename": "g.gguf", "lfs": {"size": 5, "sha256": "x"}},
    ]  # fmt: skip
    large = {"rfilename": "large.gguf", "size": 1, "lfs": {"size": 7, "sha256": DIGEST}}
    repo = parse_repo({"id": "a/b", "sha": SHA, "siblings": [good, *bad, large]})
    assert [(file.path, file.size, file.sha256) for file in repo.files] == [
        ("Tiny.gguf", 5, None),
        ("large.gguf", 7, DIGEST),
    ]


@pytest.mark.parametrize("sha", [None, 5, "", "../..", "a/b", "\u0663", "x" * 200])
def test_a_version_that_is_none_has_no_files(sha: Any) -> None:
    repo = parse_repo({"id": "a/b", "sha": sha, "siblings": [{"rfilename": "a.gguf", "size": 1}]})
    assert (repo.revision, repo.files) == (None, ())


@pytest.mark.parametrize(
    "body",
    [
        b"", b"<html>", b"[" * 100_000, b'{"a":' * 100_000, b"[1,", b"\xff" * 10, b"[" + b"0," * 600_000 + b"0]",
        b"[" + b"{}," * 300_000 + b"{}]",
    ],
)  # fmt: skip
def test_what_is_no_json_or_too_much_of_it_is_said(body: bytes) -> None:
    with pytest.raises(ReplyError):
        parse_json(body)


def test_numbers_that_are_no_use_cost_nothing_else() -> None:
    body = b'\xef\xbb\xbf[{"id":"a/b","downloads":%s,"likes":-1e999,"x":NaN,"y":"\\ud800"}]' % (
        b"9" * 5000
    )
    assert list(parse_found_repos(parse_json(body))) == [UNKNOWN]


@pytest.mark.parametrize("reply", [None, 5, "x", {}, [], {"id": None}, {"error": "x"}])
def test_another_reply_than_that_to_the_question_is_said(reply: Any) -> None:
    with pytest.raises(ReplyError):
        parse_repo(reply)
    if not isinstance(reply, list):
        with pytest.raises(ReplyError):
            list(parse_found_repos(reply))


def test_numbers_of_headers_are_plain_and_bounded() -> None:
    assert parse_count("12") == 12
    assert {
        parse_count(text) for text in ("", "-1", "1e3", "\u0663", "9" * 5000, str(1 << 50))
    } == {None}
