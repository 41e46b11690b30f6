"""The wheels of a lock on this machine, and a server that has them under the addresses of the lock."""

import contextlib
import re
import subprocess
import sys
import tomllib
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit


def fetch_wheels(lock: Path, folder: Path) -> str | None:
    """Get every wheel of `lock` with pip, which looks where this machine is told to; None, or why not."""
    packages = tomllib.loads(lock.read_text(encoding="utf-8"))["packages"]
    lines = [
        f"{package['name']}=={package['version']}"
        f" --hash=sha256:{package['wheels'][0]['hashes']['sha256']}"
        for package in packages
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "wheels.txt").write_text("\n".join(lines), encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:"]
    command += ["--require-hashes", "--dest", str(folder), "-r", str(folder / "wheels.txt")]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if result.returncode == 0 else result.stderr.strip()[-300:]


class WheelHandler(SimpleHTTPRequestHandler):
    """Serves files by the last part of the address, and pieces of them."""

    protocol_version = "HTTP/1.1"
    folder: Path

    def do_GET(self) -> None:
        """Answer with a file, or with the piece of it that is asked for."""
        path = self.folder / unquote(urlsplit(self.path).path.rpartition("/")[2])
        if not path.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        size = path.stat().st_size
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        start = int(asked[1]) if asked else 0
        end = min(int(asked[2]) + 1 if asked and asked[2] else size, size)
        self.send_response(HTTPStatus.PARTIAL_CONTENT if asked else HTTPStatus.OK)
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(end - start))
        self.send_header("ETag", f'"{size}"')
        if asked:
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{size}")
        self.end_headers()
        if self.command == "GET":
            # A download that asks for pieces gives up a connection that it needs no longer.
            with contextlib.suppress(ConnectionError), path.open("rb") as file:
                file.seek(start)
                self.wfile.write(file.read(end - start))

    do_HEAD = do_GET  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing."""


def serve(folder: Path, port: int) -> None:
    """Serve the wheels in `folder` on the loopback interface until the process ends."""
    WheelHandler.folder = folder
    ThreadingHTTPServer(("127.0.0.1", port), WheelHandler).serve_forever()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]))
