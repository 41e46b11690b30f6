"""Locks: what fits this interpreter, what is damaged, what is left out."""

from pathlib import Path

import pytest

from app.services.downloads.web_file import WebFile
from app.services.runtime.errors import RuntimeInstallError
from app.services.runtime.lock import LockError, find_locks, parse_lock
from app.services.runtime.wheels import at_mirror, mirror_address

SHA = "0" * 64
HEAD = """lock-version = "1.0"
created-by = "a test"
[tool.encore]
date = 2026-11-22
unpacked-bytes = 5000
"""


def wheel(name: str, host: str = "https://files.example.org/packages/a") -> str:
    return f'{{ url = "{host}/{name}", size = 10, hashes = {{ sha256 = "{SHA}" }} }}'


def package(name: str, version: str, *wheels: str, more: str = "") -> str:
    return f"""[[packages]]
name = "{name}"
version = "{version}"
{more}
wheels = [{", ".join(wheels)}]
"""


def test_the_wheel_of_this_interpreter_is_taken() -> None:
    torch = package(
        "torch",
        "2.13.0+cpu",
        wheel("torch-2.13.0%2Bcpu-cp27-cp27m-win32.whl"),
        wheel("torch-2.13.0%2Bcpu-py3-none-any.whl"),
    )
    windows = package(
        "colorama",
        "1.0",
        wheel("colorama-1.0-py3-none-any.whl"),
        more="""marker = "sys_platform == 'nothing'" """,
    )
    lock = parse_lock("linux-cpu", (HEAD + torch + windows).encode())
    (chosen,) = lock.wheels
    assert chosen.file.name == "torch-2.13.0+cpu-py3-none-any.whl"
    assert chosen.requirement == f"torch==2.13.0+cpu --hash=sha256:{SHA}"
    assert (lock.date, lock.unpacked_bytes, lock.download_bytes) == ("2026-11-22", 5000, 10)
    assert lock.version == "2.13.0+cpu"


@pytest.mark.parametrize(
    "content",
    [
        b"\xff",
        b"lock-version = ",
        b'lock-version = "1.0"',
        HEAD.replace("date", "day").encode()
        + package("one", "1.0", wheel("one-1.0-py3-none-any.whl")).encode(),
        HEAD.encode() + b'[[packages]]\nname = "one"\nversion = "1.0"\n',
        HEAD.encode()
        + package("one", "1.0", wheel("one-1.0-py3-none-any.whl", "file:///tmp")).encode(),
        HEAD.encode() + package("one", "1.0", wheel("one-1.0-cp27-cp27m-win32.whl")).encode(),
    ],
)
def test_what_cannot_be_used_is_told_in_a_sentence(content: bytes) -> None:
    with pytest.raises(LockError) as told:
        parse_lock("linux-cpu", content)
    assert "linux-cpu" in str(told.value)
    assert str(told.value).endswith(".")


def test_only_what_fits_is_offered(tmp_path: Path) -> None:
    for name, tag in (
        ("linux-cpu", "py3-none-any"),
        ("linux-cu130", "cp27-none-any"),
        ("macos-arm64", "py3-none-any"),
    ):
        content = HEAD + package("one", "1.0", wheel(f"one-1.0-{tag}.whl"))
        (tmp_path / f"pylock.{name}.toml").write_text(content)
    assert [lock.name for lock in find_locks(tmp_path, "linux")] == ["linux-cpu"]


@pytest.mark.parametrize(
    ("variable", "saved", "address"),
    [
        ("", "", ""),
        ("", "mirror.example/pypi/", "https://mirror.example/pypi"),
        ("http://intranet:8080", "mirror.example", "http://intranet:8080"),
    ],
)
def test_the_variable_goes_before_the_setting(variable: str, saved: str, address: str) -> None:
    assert mirror_address(saved, {"ENCORE_WHEEL_MIRROR": variable}) == address


def test_what_is_no_mirror_is_told() -> None:
    with pytest.raises(RuntimeInstallError, match="no address of a mirror"):
        mirror_address("file:///srv/wheels", {})


def test_the_path_stays_on_a_mirror() -> None:
    file = WebFile("one.whl", "https://files.pythonhosted.org/packages/a/b/one.whl", 10, SHA)
    assert (
        at_mirror(file, "https://mirror.example/pypi").url
        == "https://mirror.example/pypi/packages/a/b/one.whl"
    )
    assert at_mirror(file, "") == file
