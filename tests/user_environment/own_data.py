"""The commands about what Encore keeps: the version, a report, an export, and removing it."""

import json
import tempfile
import unittest
import zipfile
from pathlib import Path

from tests.user_environment.commands import encore


class OwnData(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.home = {"ENCORE_HOME": str(self.folder / "home"), "ENCORE_MODELS": str(self.folder)}

    def test_the_version_is_said(self) -> None:
        self.assertRegex(encore("--version").stdout, r"^encore \d+\.\d+")

    def test_a_report_is_saved_once_agreed_to(self) -> None:
        target = self.folder / "report.zip"
        encore("diagnose", "--out", target, variables=self.home, code=2)
        self.assertFalse(target.exists())
        encore("diagnose", "--out", target, "--yes", variables=self.home)
        with zipfile.ZipFile(target) as archive:
            self.assertIn("encore-report/versions.json", archive.namelist())

    def test_everything_is_exported(self) -> None:
        target = self.folder / "export.zip"
        encore("export", "--out", target, variables=self.home)
        self.assertTrue(zipfile.is_zipfile(target))

    def test_the_chats_of_another_program_are_added(self) -> None:
        target, chats = self.folder / "export.zip", self.folder / "chats.json"
        asked = {"role": "user", "content": "Why is the sky blue?"}
        chats.write_text(json.dumps([{"chat": {"title": "Sky", "messages": [asked]}}]))
        encore("import", chats, variables=self.home)
        encore("export", "--out", target, variables=self.home)
        with zipfile.ZipFile(target) as archive:
            kept = b"".join(map(archive.read, archive.namelist()))
        self.assertIn(b"Why is the sky blue?", kept)

    def test_what_is_kept_is_removed(self) -> None:
        (self.folder / "home/cache").mkdir(parents=True)
        encore("uninstall-data", "--all", "--yes", variables=self.home)
        self.assertFalse((self.folder / "home/cache").exists())
