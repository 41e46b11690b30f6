"""Parses the Hub's JSON, which is untrusted, into our types. Makes no requests.

Sizes are bounded; invalid items are left out, invalid fields are None.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from app.services.hub.address import fold_path, is_sound_path, is_sound_repo_id
from app.services.hub.files import FoundRepo, HubFile
from engine.safe_text import clean_line

MAX_REPLY_BYTES = 8 << 20
# Python takes up to 250 bytes for a value of three bytes in a reply.
_MAX_VALUES = 1 << 19
_MAX_COUNT = 1 << 53
_MAX_FILE_BYTES = 1 << 44
_MAX_NAME_LEN = 100
_MAX_DIGITS = 20
_FIRST_YEAR, _LAST_YEAR = 2000, 2200
_SHA256 = re.compile(r"[0-9a-f]{64}")
_REVISION = re.compile(r"[0-9A-Za-z][\w.-]{0,127}", re.ASCII)

_Json = Mapping[str, Any]


class ReplyError(ValueError):
    """The reply as a whole is not one of the Hub's."""


@dataclass(frozen=True, slots=True)
class RepoReply:
    """The Hub's data on one repository; `files` are the valid ones, in the Hub's order."""

    repo_id: str
    revision: str | None
    license: str | None
    is_gated: bool
    files: tuple[HubFile, ...]


def parse_json(body: bytes | bytearray) -> object:
    """Parse a reply of at most `MAX_REPLY_BYTES`. Raises `ReplyError`.

    Numbers that are too long or not finite become None.
    """
    if body.count(b",") + body.count(b"[") + body.count(b"{") > _MAX_VALUES:
        raise ReplyError("more values than any answer of the Hub has")
    try:
        return json.loads(
            body.decode("utf-8-sig", errors="replace"),
            parse_int=_parse_int,
            parse_float=_parse_float,
            parse_constant=lambda _: None,
        )
    except (ValueError, RecursionError) as error:
        raise ReplyError("no JSON, or nested too deep") from error


def parse_found_repos(reply: object) -> Iterator[FoundRepo]:
    """The repositories on a page of results. Raises `ReplyError` for anything else."""
    if not isinstance(reply, list):
        raise ReplyError("no list")
    for item in reply:
        repo_id = _repo_id(item)
        if repo_id is None:
            continue
        header = _mapping(item.get("gguf"))
        yield FoundRepo(
            repo_id=repo_id,
            downloads=_count(item.get("downloads")) or 0,
            likes=_count(item.get("likes")) or 0,
            updated=_time(item.get("lastModified")),
            is_gated=_is_gated(item),
            license=_license(item),
            architecture=_name(header.get("architecture")),
            num_parameters=_count(header.get("total")),
        )


def parse_repo(reply: object) -> RepoReply:
    """One repository with its files. Raises `ReplyError` for anything else."""
    repo_id = _repo_id(reply)
    if repo_id is None or not isinstance(reply, Mapping):
        raise ReplyError("no repository")
    sha = reply.get("sha")
    revision = sha if isinstance(sha, str) and _REVISION.fullmatch(sha) else None
    files = () if revision is None else tuple(_files(repo_id, revision, reply.get("siblings")))
    return RepoReply(repo_id, revision, _license(reply), _is_gated(reply), files)


def parse_count(text: str) -> int | None:
    """A number of bytes from a header; None if invalid or larger than any file."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS
    number = int(text) if is_number else None
    return number if number is not None and number <= _MAX_FILE_BYTES else None


def _files(repo_id: str, revision: str, siblings: object) -> Iterator[HubFile]:
    """The files, without duplicates; names that differ only by case are one file on some disks."""
    seen: set[str] = set()
    for item in siblings if isinstance(siblings, list) else ():
        sibling = _mapping(item)
        path = sibling.get("rfilename")
        if not isinstance(path, str) or not is_sound_path(path) or fold_path(path) in seen:
            continue
        lfs = sibling.get("lfs")
        size = _count((sibling if lfs is None else _mapping(lfs)).get("size"), _MAX_FILE_BYTES)
        sha256 = None if lfs is None else _mapping(lfs).get("sha256")
        is_digest = sha256 is None or (isinstance(sha256, str) and _SHA256.fullmatch(sha256))
        if size is not None and is_digest:
            seen.add(fold_path(path))
            yield HubFile(repo_id, revision, path, size, sha256)


def _repo_id(item: object) -> str | None:
    repo_id = _mapping(item).get("id")
    return repo_id if isinstance(repo_id, str) and is_sound_repo_id(repo_id) else None


def _license(item: _Json) -> str | None:
    """The license that a repository states: its own name if the Hub's list does not have it."""
    card, tags = _mapping(item.get("cardData")), item.get("tags")
    tagged = [
        tag.removeprefix("license:")
        for tag in (tags if isinstance(tags, list) else ())
        if isinstance(tag, str) and tag.startswith("license:")
    ]
    for stated in (card.get("license_name"), card.get("license"), *tagged):
        name = _name(stated)
        if name is not None and name != "other":
            return name
    return None


def _is_gated(item: _Json) -> bool:
    """Whether access is gated: the Hub sends false, "auto" or "manual"."""
    return bool(item.get("gated"))


def _mapping(value: object) -> _Json:
    return value if isinstance(value, dict) else {}


def _name(value: object) -> str | None:
    return clean_line(value, _MAX_NAME_LEN) or None if isinstance(value, str) else None


def _count(value: object, largest: int = _MAX_COUNT) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= largest
    return value if isinstance(value, int) and is_count else None


def _time(value: object) -> datetime | None:
    try:
        time = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    if time is None or not _FIRST_YEAR <= time.year < _LAST_YEAR:
        return None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def _parse_int(text: str) -> int | None:
    return int(text) if len(text) <= _MAX_DIGITS else None


def _parse_float(text: str) -> float | None:
    number = float(text) if len(text) <= 2 * _MAX_DIGITS else math.inf
    return number if math.isfinite(number) else None
