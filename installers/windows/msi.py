"""The package for administered Windows machines, made by wixl: for everybody, into Program Files."""

import hashlib
import uuid
from pathlib import Path
from xml.sax.saxutils import quoteattr

from installers.checkout import read_epoch, read_revision, read_version
from installers.icons.containers import build_ico
from installers.templates import fill
from installers.tools import find_tool, run_tool
from installers.windows.launcher import version_numbers
from installers.windows.summary import settle_summary

_HERE = Path(__file__).parent
# What Windows knows all versions of Encore by. Never to be changed.
_UPGRADE = uuid.UUID("6f1e0f0a-3f0b-5d6b-9a58-4f5f0c1c7f11")


def build(bundle: Path, out: Path, *, is_fast: bool) -> Path:  # noqa: ARG001
    """Make `out`/Encore-VERSION-x64.msi of an assembled folder. The format has one compression only."""
    result = out / f"Encore-{read_version()}-x64.msi"
    source, icon = out / "encore.wxs", out / "encore.ico"
    icon.write_bytes(build_ico())
    components: list[str] = []
    # wixl takes names relative to its own folder only.
    link = out / "bundle.link"
    link.symlink_to(bundle.resolve())
    files = "\n".join(_describe(link, link, components))
    text = fill(
        _HERE / "encore.wxs.in",
        NUMBERS=version_numbers(),
        PRODUCT=_identifier("product", read_version()),
        UPGRADE=str(_UPGRADE).upper(),
        REGISTRATION=_identifier("registration"),
        ICON=icon.name,
        FILES=files,
        COMPONENTS="\n".join(f'<ComponentRef Id="{name}"/>' for name in components),
    )
    source.write_text(text, encoding="utf-8")
    run_tool([find_tool("wixl"), "--arch", "x64", "--output", result, source], folder=out)
    code = _identifier("package", read_version(), read_revision())
    settle_summary(result, code, read_epoch())
    link.unlink()
    source.unlink()
    icon.unlink()
    return result


def _describe(folder: Path, bundle: Path, components: list[str]) -> list[str]:
    """The elements for a folder's files and folders; the names of their components go to `components`."""
    lines = []
    entries = sorted(folder.iterdir())
    files = [path for path in entries if path.is_file()]
    if files:
        component = f"c{_digest(folder, bundle)}"
        components.append(component)
        guid = _identifier("component", str(folder.relative_to(bundle)))
        lines.append(f'<Component Id="{component}" Guid="{guid}" Win64="yes">')
        for path in files:
            name, source = (
                quoteattr(path.name),
                quoteattr(f"{bundle.name}/{path.relative_to(bundle)}"),
            )
            key = ' KeyPath="yes"' if path == files[0] else ""
            lines.append(f'<File Id="f{_digest(path, bundle)}" Name={name} Source={source}{key}/>')
        lines.append("</Component>")
    for path in entries:
        if path.is_dir():
            lines.append(f'<Directory Id="d{_digest(path, bundle)}" Name={quoteattr(path.name)}>')
            lines += _describe(path, bundle, components)
            lines.append("</Directory>")
    return lines


def _digest(path: Path, bundle: Path) -> str:
    return hashlib.sha256(str(path.relative_to(bundle)).encode()).hexdigest()[:32]


def _identifier(*names: str) -> str:
    """A GUID that depends on `names` alone."""
    return str(uuid.uuid5(_UPGRADE, "/".join(names))).upper()
