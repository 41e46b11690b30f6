"""The setup for one person on Windows, made by NSIS."""

from pathlib import Path

from installers.checkout import read_epoch, read_version
from installers.icons.containers import build_ico
from installers.tools import find_tool, run_tool
from installers.windows.launcher import version_numbers

_HERE = Path(__file__).parent


def build(bundle: Path, out: Path, *, is_fast: bool) -> Path:
    """Make `out`/Encore-VERSION-setup.exe of an assembled folder; `is_fast` compresses nothing."""
    result = out / f"Encore-{read_version()}-setup.exe"
    files, icon = out / "files.nsh", out / "encore.ico"
    files.write_text(_list_files(bundle), encoding="utf-8-sig")
    icon.write_bytes(build_ico())
    kib = sum(path.stat().st_size for path in bundle.rglob("*") if path.is_file()) // 1024
    values = {
        "VERSION": read_version(),
        "NUMBERS": version_numbers(),
        "FILES": files,
        "ICON": icon,
        "KIB": kib,
        "OUT": result,
    }
    defines = [f"-D{name}={value}" for name, value in values.items()]
    if is_fast:
        defines.append("-DFAST")
    command: list[str | Path] = [
        find_tool("makensis"),
        "-V2",
        "-WX",
        *defines,
        _HERE / "encore.nsi",
    ]
    run_tool(["env", f"SOURCE_DATE_EPOCH={read_epoch()}", *command])
    files.unlink()
    icon.unlink()
    return result


def _list_files(bundle: Path) -> str:
    """The commands that unpack every file, in one order on every machine."""
    lines = []
    for folder in [bundle, *sorted(path for path in bundle.rglob("*") if path.is_dir())]:
        files = sorted(path for path in folder.iterdir() if path.is_file())
        place = str(folder.relative_to(bundle)).replace("/", "\\")
        if files:
            lines.append(
                'SetOutPath "$INSTDIR"' if folder == bundle else f'SetOutPath "$INSTDIR\\{place}"'
            )
            lines += [f'File "{str(path).replace("$", "$$")}"' for path in files]
    return "\n".join([*lines, ""])
