"""Takes out of a text what is secret, or says whose machine it is from."""

import os
import re
import socket
from collections.abc import Iterable, Iterator, Mapping
from getpass import getuser
from pathlib import Path
from urllib.parse import quote

SECRET, USER, HOST, HOME = "[secret]", "[user]", "[host]", "~"

# Names that say nothing about anybody.
_NOBODYS = frozenset({"", "root", "user", "admin", "administrator", "encore", "localhost"})
_SECRET_NAME = re.compile("TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|(API|ACCESS|PRIVATE)_?KEY")
_MIN_SECRET_LEN = 6
# Lengths are bounded, so that a long line takes no more than its length.
_PATTERNS = (
    # Of an address: what stands before its host, and what signs it.
    (r"(?<=://)[^\s/?#\"'<>@]{0,500}@(?=[^\s@])", f"{SECRET}@"),
    (r"(?<=\w)\?[^\s\"'<>=]{1,200}=[^\s\"'<>]*", f"?{SECRET}"),
    (r"\b(?:bearer|basic)\s+[\w.~+/=-]{6,}", SECRET),
    (r"\b(?:hf_|sk-|gh[pousr]_|github_pat_|xox[abp]-)[\w-]{6,}", SECRET),
    (
        r"\b\w{0,60}(?:token(?!s)|secret|passw(?:or)?d|passphrase|credential|api_?key)\w{0,60}"
        r"[\"']?\s{0,3}[:=]\s{0,3}(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s,;]+)",
        SECRET,
    ),
    (r"\b[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,200}", USER),
    # Homes of others, such as those that a symbolic link or a shared folder names.
    (r"(?<=[\\/]home[\\/])[^\\/\s\"'<>:|]{1,64}", USER),
    (r"(?<=[\\/]users[\\/])[^\\/\s\"'<>:|]{1,64}", USER),
    (r"(?<=\\\\users\\\\)[^\\/\s\"'<>:|]{1,64}", USER),
)


class Redactor:
    """Replaces homes, the names of user and host, and secrets, in one pass over a text.

    `secrets` are known ones, such as a token. What looks like one is replaced, too.
    """

    def __init__(
        self,
        homes: Iterable[Path | str],
        users: Iterable[str],
        hosts: Iterable[str],
        secrets: Iterable[str] = (),
    ) -> None:
        alternatives = [
            *((pattern, SECRET) for pattern in _secret_patterns(secrets)),
            *_PATTERNS,
            *((pattern, HOME) for pattern in _home_patterns(homes)),
            *_name_patterns(users, hosts),
        ]
        self._words = [word for _, word in alternatives]
        expression = "|".join(f"({pattern})" for pattern, _ in alternatives)
        self._expression = re.compile(expression, re.IGNORECASE)

    def redact(self, text: str) -> str:
        """`text` without what must not leave this machine."""
        return self._expression.sub(self._replacement, text)

    def redact_all(self, value: object) -> object:
        """Every text within mappings and sequences, as `redact` leaves it."""
        if isinstance(value, str):
            return self.redact(value)
        if isinstance(value, Mapping):
            return {self.redact(str(key)): self.redact_all(one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.redact_all(one) for one in value]
        return value

    def _replacement(self, match: re.Match[str]) -> str:
        assert match.lastindex is not None
        return self._words[match.lastindex - 1]


def this_machine(
    secrets: Iterable[str] = (), environment: Mapping[str, str] = os.environ
) -> Redactor:
    """The redactor for this user on this machine."""
    home = Path.home()
    homes = {str(home), str(home.resolve()), environment.get("HOME", "")}
    host = socket.gethostname()
    users = {home.name, environment.get("USER", ""), environment.get("USERNAME", ""), _user()}
    named = {value for name, value in environment.items() if _SECRET_NAME.search(name.upper())}
    return Redactor(homes, users, {host, host.partition(".")[0]}, {*secrets, *named})


def _user() -> str:
    try:
        return getuser()
    except (OSError, KeyError):
        return ""


def _longest_first(names: Iterable[str]) -> list[str]:
    return sorted({name for name in names if name.strip()}, key=len, reverse=True)


def _secret_patterns(secrets: Iterable[str]) -> Iterator[str]:
    for secret in _longest_first(secrets):
        if len(secret) >= _MIN_SECRET_LEN:
            for form in dict.fromkeys((secret, quote(secret), quote(secret, safe=""))):
                yield re.escape(form)


def _home_patterns(homes: Iterable[Path | str]) -> Iterator[str]:
    """Patterns of folders, however their separators are written: /, \\, doubled, in a URL."""
    for home in _longest_first(str(home) for home in homes):
        parts = [part for part in re.split(r"[\\/]+", home) if part]
        start = r"[\\/]" if home[0] in "\\/" else ""
        forms = dict.fromkeys((tuple(parts), tuple(quote(part, safe=":") for part in parts)))
        for form in forms if parts else ():  # "/" is nobody's
            yield start + r"[\\/]{1,4}".join(map(re.escape, form)) + r"(?![\w-])"


def _name_patterns(users: Iterable[str], hosts: Iterable[str]) -> Iterator[tuple[str, str]]:
    words = dict.fromkeys(hosts, HOST) | dict.fromkeys(users, USER)
    for name in _longest_first(words):
        if name.lower() not in _NOBODYS:
            for form in dict.fromkeys((name, quote(name))):
                yield re.escape(form), words[name]
