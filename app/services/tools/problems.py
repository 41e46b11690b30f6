"""What a person is told when a tool server does not do what it should."""

from PySide6.QtCore import QCoreApplication

from app.services.tools.messages import ConnectFailed

CONNECT_SECONDS = 60.0
CALL_SECONDS = 300.0
SIGN_IN_SECONDS = 300.0


def connect_problem(name: str, failed: ConnectFailed) -> str:
    """Why the tools of a server cannot be used."""
    words = {
        "missing": _words("%1 could not be started: “%2” is not on this computer."),
        "ended": _words("%1 ended before it had told its tools. Its last words: %2"),
        "silent": _words("%1 did not tell its tools within %3 seconds. Its last words: %2"),
        "unreachable": _words("%1 cannot be reached: see whether the address is right. (%2)"),
        "key": _words("%1 wants a key, or another one: enter it in Settings."),
        "sign-in": _words(
            "%1 wants you to sign in: choose “Sign in…” in Settings, or enter a key."
        ),
        "refused": _words("You could not be signed in to %1: try it again in Settings. (%2)"),
        "foreign": _words("%1 does not answer as an MCP server should: %2"),
        "large": _words("%1 sent more than could be read and was ended."),
    }[failed.trouble]
    detail = failed.detail or _words("none.")
    words = words.replace("%3", f"{CONNECT_SECONDS:.0f}").replace("%2", detail)
    return words.replace("%1", name)


def signed_in_page() -> str:
    """What a browser shows once a person has signed in."""
    return _words("You may close this page and go on in Encore.")


def off_problem(name: str) -> str:
    """The server may not be started."""
    return _words("%1 is switched off in Settings.").replace("%1", name)


def _words(text: str) -> str:
    return QCoreApplication.translate("Tools", text)
