"""The command that runs every check."""

from installers.preparation import ROOT
from installers.test import _PACKAGES_FOLDER, _is_test


def test_packages_are_tested_in_one_folder() -> None:
    mark = ".".join(("pytest", "mark", "packages"))
    marked = [path for path in (ROOT / "tests").rglob("*.py") if mark in path.read_text("utf-8")]
    assert marked
    assert all(path.is_relative_to(ROOT / _PACKAGES_FOLDER) for path in marked)


def test_tests_that_are_named_are_told_from_options() -> None:
    assert _is_test("tests/installers/test_test.py::test_nothing")
    assert _is_test("tests")
    assert not any(map(_is_test, ("-k", "packages", "--durations=40")))
