"""A bare Debian of its own: no Python, no compiler, and, once it is cut off, no network but the loopback."""

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

_RELEASE = "bookworm"
_MOUNTS = """\
mount --bind /dev "$1/dev"
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/dev/shm"
mount -t tmpfs tmpfs "$1/tmp"
mkdir -p -m 1777 /tmp/.X11-unix "$1/tmp/.X11-unix"
mount --bind /tmp/.X11-unix "$1/tmp/.X11-unix"
"""


class Chroot:
    """The system in `root`; commands run in namespaces that end with `close`, and so do its mounts.

    Its /tmp lies in memory, as that of many systems: an AppImage unpacks itself there at each start.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._online = self._hold("--mount")
        self._offline = self._hold("--mount", "--net")

    def _hold(self, *namespaces: str) -> subprocess.Popen[str]:
        up = "ip link set lo up" if "--net" in namespaces else ":"
        script = f"set -e; {_MOUNTS} {up}; echo ready; exec sleep infinity"
        process = subprocess.Popen(
            ["unshare", *namespaces, "sh", "-c", script, "sh", str(self.root)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        return process

    def command(
        self, words: Sequence[str], user: str = "root", variables: Mapping[str, str] | None = None
    ) -> list[str]:
        """The command line that runs `words` there, cut off from the network unless as root."""
        home = "/root" if user == "root" else f"/home/{user}"
        holder = self._online if user == "root" else self._offline
        enter = ["nsenter", f"--mount=/proc/{holder.pid}/ns/mnt"]
        if user != "root":
            enter.append(f"--net=/proc/{holder.pid}/ns/net")
        settings = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "LANG": "C.UTF-8"}
        settings |= {"DEBIAN_FRONTEND": "noninteractive", **(variables or {})}
        return [
            *enter,
            *(
                "chroot",
                f"--userspec={user}:{user}",
                str(self.root),
                "env",
                "-i",
                f"--chdir={home}",
            ),
            *(f"{name}={value}" for name, value in settings.items()),
            *words,
        ]

    def run(
        self, *words: str, user: str = "root", text: str = "", **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, `text` on its input."""
        return subprocess.run(
            self.command(words, user, variables),
            input=text,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=300,
        )

    def start_beside(self, words: Sequence[str]) -> subprocess.Popen[bytes]:
        """Start a program of this machine in the network of the cut-off one."""
        return subprocess.Popen(
            ["nsenter", f"--net=/proc/{self._offline.pid}/ns/net", *words], start_new_session=True
        )

    def close(self) -> None:
        """End what runs there, and remove the system."""
        for holder in (self._offline, self._online):
            holder.kill()
            holder.communicate()
        shutil.rmtree(self.root, ignore_errors=True)


def make_chroot(root: Path) -> Chroot:
    """A minimal Debian with a person in it."""
    subprocess.run(
        [
            *("mmdebstrap", "--mode=root", "--variant=minbase"),
            "--skip=cleanup/apt",  # the lists of packages stay
            "--dpkgopt=force-unsafe-io",  # what a failing disk leaves of it is of no interest
            *(_RELEASE, str(root)),
        ],
        check=True,
        capture_output=True,
        timeout=300,
    )
    chroot = Chroot(root)
    chroot.run("useradd", "--create-home", "person")
    return chroot


def end(process: subprocess.Popen[bytes]) -> None:
    """End a program and what it started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
