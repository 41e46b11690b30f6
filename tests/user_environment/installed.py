"""What is in the environment: the program, and nothing that only its developers have."""

import ctypes
import re
import unittest
from importlib.util import find_spec
from pathlib import Path

from tests.user_environment.commands import encore, engine, starter_model

ROOT = Path(__file__).parents[2]
# What the checks beside this one run.
COMMANDS = {
    "encore",
    "encore chat",
    "encore FILE.gguf",
    *(f"encore models {verb}" for verb in ("search", "pull", "list", "import", "verify", "remove")),
    *(
        f"encore {command}"
        for command in ("serve", "diagnose", "export", "import", "uninstall-data", "--version")
    ),
    "python -m engine",
}
ENGINE_COMMANDS = {
    "serve-pipe", "inspect", "tokenize", "render", "logits", "generate", "bench", "start",
}  # fmt: skip


class Installed(unittest.TestCase):
    def test_nothing_for_developers_is_here(self) -> None:
        for name in ("pytest", "hypothesis", "ruff", "mypy", "importlinter"):
            self.assertIsNone(find_spec(name), name)

    def test_triton_is_here_only_where_there_is_a_gpu(self) -> None:
        if not _has_driver():
            self.assertIsNone(find_spec("triton"))

    def test_every_command_of_the_readme_is_tried(self) -> None:
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        section = readme.partition("## Command line")[2].partition("\n## ")[0]
        pattern = re.compile(
            r"^    (encore models \w+|encore FILE\.gguf|encore [a-z-]+|encore|python -m \w+)"
        )
        named = {match[1] for line in section.splitlines() if (match := pattern.match(line))}
        self.assertEqual(named, COMMANDS)

    def test_every_command_of_the_engine_is_tried(self) -> None:
        help_text = engine("--help").stdout.partition("COMMAND\n")[2]
        named = set(re.findall(r"^    ([a-z][\w-]*)", help_text, re.MULTILINE))
        self.assertEqual(named, ENGINE_COMMANDS)

    def test_a_mistake_ends_in_one_sentence(self) -> None:
        for result in (
            engine("inspect", "missing.gguf", code=2),
            encore("chat", "missing", code=2),
            encore("models", "verify", "missing", code=2),
        ):
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)

    def test_the_starter_model_is_here(self) -> None:
        self.assertTrue(starter_model().is_file())


def _has_driver() -> bool:
    for name in ("libcuda.so.1", "nvcuda.dll"):
        try:
            ctypes.CDLL(name)
        except OSError:
            continue
        return True
    return False
