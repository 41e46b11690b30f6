"""`encore models`, with a Hub on this machine that has the starter model."""

import json
import shutil
import tempfile
import unittest
from pathlib import Path

from tests.support.hub_pages import PageRepo
from tests.support.pages_server import serve_pages
from tests.user_environment.commands import STARTER, encore, models, starter_model

REPO = "somebody/SmolLM2-135M-Instruct-GGUF"


class Models(unittest.TestCase):
    def test_the_starter_model_is_listed_and_sound(self) -> None:
        self.assertIn(
            "SmolLM2 135M Instruct · 98 MB · llama · Q4_1", encore("models", "list").stdout
        )
        self.assertIn("is the file that the catalogue names", encore("models", "verify").stdout)

    def test_a_model_is_found_downloaded_checked_used_and_removed(self) -> None:
        hub = self.enterContext(serve_pages())
        hub.put(PageRepo(REPO, {STARTER: starter_model().read_bytes()}, downloads=12_345))
        address = {"HF_ENDPOINT": hub.endpoint}
        found = encore("models", "search", "smollm2", variables=address).stdout
        self.assertIn(f"{REPO}\n    12,345 downloads", found)
        self.assertIn("Q4_1", encore("models", "search", REPO, variables=address).stdout)

        pulled = json.loads(
            encore("models", "pull", REPO, "Q4_1", "--json", variables=address).stdout
        )
        self.addCleanup(shutil.rmtree, starter_model().parent / "somebody", ignore_errors=True)
        name = next(model["name"] for model in models() if "somebody" in model["path"])
        self.assertIn(name, json.dumps(pulled))
        self.assertIn("is the file that the Hub has", encore("models", "verify", name).stdout)
        encore("models", "remove", name)
        self.assertNotIn(name, [model["name"] for model in models()])

    def test_files_are_imported_in_each_way_and_forgotten(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for how in ((), ("--copy",), ("--link",)):
            with self.subTest(how):
                path = folder / f"mine{'-'.join(how)}.gguf"
                shutil.copy(starter_model(), path)
                self.assertIn(path.stem, encore("models", "import", path, *how).stdout)
                self.assertIn(path.name, [model["name"] for model in models()])
                encore("models", "remove", path.name if how else path)
                self.assertNotIn(path.name, [model["name"] for model in models()])
                self.assertTrue(path.is_file())

    def test_a_damaged_file_is_told(self) -> None:
        path = Path(self.enterContext(tempfile.TemporaryDirectory())) / "damaged.gguf"
        path.write_bytes(starter_model().read_bytes()[:1_000_000])
        result = encore("models", "import", path, code=2)
        self.assertIn("damaged.gguf", result.stderr)
