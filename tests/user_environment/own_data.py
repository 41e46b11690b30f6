"""The commands about what Encore keeps: the version, a report, an export, and removing it."""

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

    def test_what_is_kept_is_removed(self) -> None:
        (self.folder / "home/cache").mkdir(parents=True)
        encore("uninstall-data", "--all", "--yes", variables=self.home)
        self.assertFalse((self.folder / "home/cache").exists())
