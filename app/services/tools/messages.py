"""What the window and the process of a tool server say to each other: a JSON line for each.

What comes from a server is bounded and cleaned before it is put into one of these.
"""

from typing import Literal

from msgspec import Struct

MAX_TOOLS = 100
MAX_RESULT_LEN = 32_000

Trouble = Literal[
    "missing", "ended", "silent", "unreachable", "key", "sign-in", "refused", "foreign", "large"
]  # fmt: skip
"""Why there are no tools.

The program is not there; it ended; no reply in time; no connection; the key is missing or wrong; a
person has to sign in, or has tried to in vain; no MCP server; it sent too much.
"""


class Tool(Struct, frozen=True):
    """A tool as its server describes it. `parameters` is a JSON schema, as text."""

    name: str
    description: str
    parameters: str


class Connect(Struct, frozen=True, tag=True):
    """The first message: the server to start or to reach. `seconds` is how long that may take.

    `sign_in` is the `kept` of the last `SignedIn`, "" for none. If `may_ask`, a person signs in
    anew with a browser, which is shown `page` at the end.
    """

    seconds: float
    command: str = ""
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = {}
    address: str = ""
    headers: dict[str, str] = {}
    sign_in: str = ""
    may_ask: bool = False
    page: str = ""


class SignOut(Struct, frozen=True, tag=True):
    """In place of `Connect`: have the server forget the tokens in `kept`; the process ends."""

    kept: str


class CallTool(Struct, frozen=True, tag=True):
    """Call a tool; `arguments` is a JSON object, as text."""

    call_id: str
    tool: str
    arguments: str
    seconds: float


class CancelCall(Struct, frozen=True, tag=True):
    """Give up a call: the server is told, and `CallEnded` does not follow."""

    call_id: str


class ToolsListed(Struct, frozen=True, tag=True):
    """The server answers. `num_left_out` tools are too many, or not usable."""

    tools: tuple[Tool, ...]
    num_left_out: int = 0


class ConnectFailed(Struct, frozen=True, tag=True):
    """There are no tools; the process ends. `detail` is what is known more exactly, "" if none."""

    trouble: Trouble
    detail: str = ""


class CallEnded(Struct, frozen=True, tag=True):
    """The result of a call, as the model and the person get it.

    `is_silent`: there was none in time. `is_lost`: the server is gone, and the process ends.
    """

    call_id: str
    text: str
    is_error: bool = False
    is_silent: bool = False
    is_lost: bool = False


class Said(Struct, frozen=True, tag=True):
    """A line that the server wrote for its log."""

    line: str


class BrowserWanted(Struct, frozen=True, tag=True):
    """A person has to sign in at `address`."""

    address: str


class SignedIn(Struct, frozen=True, tag=True):
    """There are new tokens: `kept` is to be kept as a secret, for the next `Connect`."""

    kept: str


Order = Connect | SignOut | CallTool | CancelCall
Report = ToolsListed | ConnectFailed | CallEnded | Said | BrowserWanted | SignedIn
