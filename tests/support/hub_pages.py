"""The Hub's web API over a few made-up repositories: search, repository, access and card. Knows no socket."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote, urlencode

Response = tuple[int, dict[str, str], bytes]

GOOD_TOKEN, OUTSIDER_TOKEN = "hf_good", "hf_outsider"


@dataclass
class PageRepo:
    """A repository. `files`: path → content, or only its size for one that nobody fetches.

    `gated`: only `GOOD_TOKEN` has accepted its terms. `gguf` is what the Hub read in a header.
    """

    repo_id: str
    files: Mapping[str, bytes | int] = field(default_factory=dict)
    card: str = ""
    sha: str = "c0ffee" * 6 + "c0de"
    tags: tuple[str, ...] = ("gguf",)
    card_data: Mapping[str, Any] = field(default_factory=dict)
    gguf: Mapping[str, Any] | None = None
    downloads: int = 0
    likes: int = 0
    last_modified: str = "2025-01-02T03:04:05.000Z"
    gated: str | bool = False
    is_private: bool = False

    def siblings(self) -> list[dict[str, Any]]:
        """Every file as the API lists it; GGUFs are in LFS, with their SHA-256."""
        return [_sibling(path, content) for path, content in self.files.items()]


@dataclass
class HubPages:
    """Answers as huggingface.co does. `page_len` repositories on one page of results.

    `renamed`: old name → new name. `failures` are the next answers' statuses, in order, each for one
    request. `asked` has every request's path, `tokens` its token.
    """

    repos: Sequence[PageRepo] = ()
    page_len: int = 100
    renamed: dict[str, str] = field(default_factory=dict)
    failures: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    tokens: list[str | None] = field(default_factory=list)

    def respond(
        self,
        method: str,
        path: str,
        query: Mapping[str, Sequence[str]],
        headers: Mapping[str, str],
    ) -> Response | None:
        """Status, headers and body for a page of the API or a card; None for any other path.

        `query` is as urllib.parse.parse_qs gives it.
        """
        path = unquote(path)
        is_card = "/resolve/" in path and path.endswith("/README.md")
        if method not in ("GET", "HEAD") or not (path.startswith("/api/") or is_card):
            return None
        lower = {name.lower(): value for name, value in headers.items()}
        token = lower.get("authorization", "").removeprefix("Bearer ") or None
        self.asked.append(path)
        self.tokens.append(token)
        if self.failures:
            status, extra = self.failures.pop(0)
            return status, extra, b"failed"
        if token not in (None, GOOD_TOKEN, OUTSIDER_TOKEN):
            return _refuse(401, "", "Invalid credentials in Authorization header")
        if is_card:
            return self._card(path, token)
        if path == "/api/models":
            return self._search(query, lower.get("host", ""))
        if path.startswith("/api/models/"):
            return self._about(path.removeprefix("/api/models/"), query, token)
        return _refuse(404, "", "Sorry, we can't find the page you are looking for.")

    def _search(self, query: Mapping[str, Sequence[str]], host: str) -> Response:
        words = "".join(query.get("search", [])).casefold()
        wanted = set(query.get("filter", []))
        key = {"likes": "likes", "lastModified": "last_modified"}.get(
            "".join(query.get("sort", [])), "downloads"
        )
        found = sorted(
            (
                repo
                for repo in self.repos
                if words in repo.repo_id.casefold() and wanted <= {*repo.tags}
                if not repo.is_private
            ),
            key=lambda repo: getattr(repo, key),
            reverse=True,
        )
        first = int("".join(query.get("cursor", ["0"])))
        page = found[first : first + self.page_len]
        expand = [*query.get("expand", [])]
        headers = {}
        if first + self.page_len < len(found):
            rest = {**query, "cursor": [str(first + self.page_len)]}
            headers["Link"] = (
                f'<http://{host}/api/models?{urlencode(rest, doseq=True)}>; rel="next"'
            )
        return _json([_listed(repo, expand) for repo in page], headers)

    def _about(self, rest: str, query: Mapping[str, Sequence[str]], token: str | None) -> Response:
        author, name, *tail = rest.split("/")
        repo_id = f"{author}/{name}"
        if repo_id in self.renamed:
            target = quote("/".join([self.renamed[repo_id], *tail]))
            location = f"/api/models/{target}?{urlencode(query, doseq=True)}"
            return 307, {"Location": location}, b""
        repo = self._find(repo_id, token)
        if repo is None:
            return _refuse(404 if token else 401, "RepoNotFound", "Repository not found")
        if tail == ["auth-check"]:
            if repo.gated and token != GOOD_TOKEN:
                return _refuse(403 if token else 401, "GatedRepo", "Access to model is restricted")
            return 200, {}, b"OK"
        if tail and (tail[0] != "revision" or "/".join(tail[1:]) not in ("main", repo.sha)):
            return _refuse(404, "RevisionNotFound", "Invalid rev id")
        return _json(_described(repo, has_sizes="blobs" in query))

    def _card(self, path: str, token: str | None) -> Response:
        repo = self._find(path[1:].partition("/resolve/")[0], token)
        if repo is None or not repo.card:
            return _refuse(404, "EntryNotFound", "Entry not found")
        return 200, {"Content-Type": "text/plain; charset=utf-8"}, repo.card.encode()

    def _find(self, repo_id: str, token: str | None) -> PageRepo | None:
        for repo in self.repos:
            if repo.repo_id == repo_id and (token == GOOD_TOKEN or not repo.is_private):
                return repo
        return None


def _listed(repo: PageRepo, expand: Sequence[str]) -> dict[str, Any]:
    every = _described(repo, has_sizes=False)
    return {name: every[name] for name in ("id", *expand) if every.get(name) is not None}


def _described(repo: PageRepo, *, has_sizes: bool) -> dict[str, Any]:
    siblings = repo.siblings()
    if not has_sizes:
        siblings = [{"rfilename": sibling["rfilename"]} for sibling in siblings]
    return {
        "id": repo.repo_id,
        "modelId": repo.repo_id,
        "author": repo.repo_id.partition("/")[0],
        "sha": repo.sha,
        "lastModified": repo.last_modified,
        "private": repo.is_private,
        "gated": repo.gated,
        "disabled": False,
        "downloads": repo.downloads,
        "likes": repo.likes,
        "tags": [*repo.tags],
        "cardData": dict(repo.card_data),
        "gguf": repo.gguf,
        "siblings": siblings,
    }


def _sibling(path: str, content: bytes | int) -> dict[str, Any]:
    size = content if isinstance(content, int) else len(content)
    data = b"%d" % content if isinstance(content, int) else content
    sibling: dict[str, Any] = {"rfilename": path, "size": size, "blobId": "0" * 40}
    if path.endswith(".gguf"):
        sha256 = hashlib.sha256(data).hexdigest()
        sibling["lfs"] = {"sha256": sha256, "size": size, "pointerSize": 135}
    return sibling


def _json(content: object, headers: Mapping[str, str] | None = None) -> Response:
    kind = {"Content-Type": "application/json; charset=utf-8"}
    return 200, {**kind, **(headers or {})}, json.dumps(content).encode()


def _refuse(status: int, code: str, message: str) -> Response:
    headers = {"X-Error-Message": message, "Content-Type": "application/json"}
    if code:
        headers["X-Error-Code"] = code
    return status, headers, json.dumps({"error": message}).encode()
