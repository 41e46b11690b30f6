"""What a model file that takes over the process might try, each tried in a confined process: it fails."""

import errno
import json
import os
import platform
import socket
from pathlib import Path

import pytest

from tests.support.confined import CAN, VERSION, needs_confinement, run_confined

pytestmark = needs_confinement

_PROGRAM = """
import ctypes, fcntl, json, os, socket, subprocess, sys, threading

home, parent, cache = sys.argv[1], int(sys.argv[2]), os.environ["XDG_CACHE_HOME"] + "/Encore/compiled"
secret, service = home + "/conversations.sqlite3", home + "/service"
library = ctypes.CDLL(None, use_errno=True)

def call(number, *arguments):
    if library.syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), "")

def new_socket(family, kind=socket.SOCK_STREAM):
    socket.socket(family, kind).close()

def connect():
    with socket.socket(socket.AF_UNIX) as local:
        local.connect(service)

def send_to():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as local:
        local.sendto(b"x", service + ".datagrams")

def send_message():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as local:
        local.sendmsg([b"x"], [], 0, service + ".datagrams")

def bind():
    with socket.socket(socket.AF_UNIX) as local:
        local.bind(cache + "/listener")

def let_in():
    with socket.socket(socket.AF_UNIX) as local:
        local.bind(f"\\0encore-hostile-{os.getpid()}")
        local.listen()
        local.accept()

def read(path):
    with open(path, "rb") as file:
        file.read(1)

def write(path, mode):
    with open(path, mode) as file:
        file.write(b"x")

def in_thread():
    errors = []
    def work():
        try:
            socket.socket()
        except OSError as error:
            errors.append(error)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    for error in errors:
        raise error

def in_child(program):
    child = subprocess.run([sys.executable, "-c", program, secret], stderr=subprocess.PIPE, text=True)
    if "PermissionError" in child.stderr:
        raise PermissionError(13, "")

def parent_of(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return int(file.read().rpartition(")")[2].split()[1])
    except OSError:  # it has just ended
        return 0

# The process that opens models.
(helper,) = (
    pid for pid in os.listdir("/proc") if pid.isdigit() and parent_of(pid) == os.getpid()
)

actions = {
    "TCP": lambda: new_socket(socket.AF_INET),
    "TCP over IPv6": lambda: new_socket(socket.AF_INET6),
    "UDP": lambda: new_socket(socket.AF_INET, socket.SOCK_DGRAM),
    "raw packets": lambda: new_socket(socket.AF_PACKET, socket.SOCK_RAW),
    "the kernel's own sockets": lambda: new_socket(socket.AF_NETLINK, socket.SOCK_RAW),
    "the host of a virtual machine": lambda: new_socket(socket.AF_VSOCK),
    "a local service": connect,
    "a local service by datagram": send_to,
    "a local service by message": send_message,
    "listening": bind,
    "letting others in": let_in,
    "a socket in a thread": in_thread,
    "a socket in a child": lambda: in_child("import socket; socket.socket()"),
    "calls through a ring": lambda: call(425, 8, None),
    "reading a conversation": lambda: read(secret),
    "reading a conversation in a child": lambda: in_child("import sys; open(sys.argv[1])"),
    "reading a key": lambda: read(home + "/.ssh/id_ed25519"),
    "listing the home": lambda: os.listdir(home),
    "writing a conversation": lambda: write(secret, "r+b"),
    "appending to a conversation": lambda: write(secret, "ab"),
    "emptying a conversation": lambda: os.truncate(secret, 0),
    "emptying a conversation that is only opened to read": lambda: os.close(os.open(secret, os.O_TRUNC)),
    "making a conversation public": lambda: os.chmod(secret, 0o666),
    "giving a conversation away": lambda: os.chown(secret, 1, 1),
    "marking a conversation": lambda: os.setxattr(secret, "user.x", b"x"),
    "deleting a conversation": lambda: os.unlink(secret),
    "moving a conversation": lambda: os.rename(secret, cache + "/moved"),
    "linking a conversation": lambda: os.link(secret, cache + "/linked"),
    "replacing a conversation": lambda: os.rename(sys.argv[3], secret),
    "a new file in the home": lambda: write(home + "/.bashrc", "wb"),
    "a new folder in the home": lambda: os.mkdir(home + "/.config"),
    "a link in the home": lambda: os.symlink("/", home + "/link"),
    "a new file in /tmp": lambda: write("/tmp/encore-hostile", "wb"),
    "a new module among the libraries": lambda: write(json.__path__[0] + "/hostile.py", "wb"),
    "the window's environment": lambda: read(f"/proc/{parent}/environ"),
    "the window's memory": lambda: read(f"/proc/{parent}/mem"),
    "the memory of the process that opens models": lambda: read(f"/proc/{helper}/mem"),
    "what the process that opens models has open": lambda: os.listdir(f"/proc/{helper}/fd"),
    "naming the window's threads": lambda: write(f"/proc/{parent}/task/{parent}/comm", "r+b"),
    "debugging the window": lambda: call(PTRACE, 16, parent, 0, 0),
    "typing into a terminal": lambda: fcntl.ioctl(0, 0x5412, b"x"),
    "new name spaces": lambda: call(UNSHARE, 0x10000000),
}
if sys.argv[4] == "True":
    actions["signals to the window"] = lambda: os.kill(parent, 0)
    actions["signals to the process that opens models"] = lambda: os.kill(int(helper), 0)
if PTRACE == 101:
    actions["calls of the other dialect"] = lambda: call(0x40000000 + 41, 2, 1, 0)

outcomes = {}
for name, act in actions.items():
    try:
        act()
        outcomes[name] = None
    except OSError as error:
        outcomes[name] = error.errno
print(json.dumps(outcomes))
"""
_NUMBERS = {"x86_64": (101, 272), "aarch64": (117, 97)}.get(platform.machine(), (0, 0))
_HAS_SCOPES = VERSION >= 6
# What fails by saying that it is not there at all.
_ABSENT = {
    "a local service": errno.ECONNREFUSED,
    "calls through a ring": errno.ENOSYS,
    "calls of the other dialect": errno.ENOSYS,
}
_REFUSALS = {errno.EACCES, errno.EPERM, errno.EXDEV}
_NUM_ACTIONS = 42


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    (home / "conversations.sqlite3").write_text("a secret")
    (home / ".ssh").mkdir()
    (home / ".ssh/id_ed25519").write_text("a key")
    return home


@pytest.fixture(scope="module", params=[False, True], ids=["without a GPU", "with a GPU"])
def outcomes(
    request: pytest.FixtureRequest, home: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, int | None]:
    """What each action ended with: the number of its error, None for success."""
    program = f"PTRACE, UNSHARE = {_NUMBERS}\n" + _PROGRAM
    cache = tmp_path_factory.mktemp("cache")
    (cache / "Encore/compiled").mkdir(parents=True)
    own = cache / "Encore/compiled/own"
    own.write_text("x")
    with (
        socket.socket(socket.AF_UNIX) as service,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagrams,
    ):
        for local, name in ((service, "service"), (datagrams, "service.datagrams")):
            (home / name).unlink(missing_ok=True)
            local.bind(str(home / name))
        service.listen()
        text = run_confined(
            program, home, os.getpid(), own, _HAS_SCOPES,
            has_gpu=request.param, HOME=str(home), XDG_CACHE_HOME=str(cache),
        )  # fmt: skip
    found: dict[str, int | None] = json.loads(text)
    return found


def test_nothing_hostile_succeeds(outcomes: dict[str, int | None]) -> None:
    assert len(outcomes) >= _NUM_ACTIONS
    unexpected = {
        name: number
        for name, number in outcomes.items()
        if number != _ABSENT.get(name) and (name in _ABSENT or number not in _REFUSALS)
    }
    assert unexpected == {}


@pytest.mark.usefixtures("outcomes")
def test_nothing_has_changed(home: Path) -> None:
    assert (home / "conversations.sqlite3").read_text() == "a secret"
    assert {each.name for each in home.iterdir()} == {
        "conversations.sqlite3", ".ssh", "service", "service.datagrams",
    }  # fmt: skip


def test_continuous_integration_can_confine() -> None:
    assert CAN
