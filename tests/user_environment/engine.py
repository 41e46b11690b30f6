"""The engine's own command line, with the starter model."""

import json
import tempfile
import unittest
from pathlib import Path

import numpy as np

from tests.user_environment.commands import engine, starter_model

QUESTION = "What is the capital of France?"
GREEDY = ("--temperature", "0", "--max-tokens", "16", "--json")


class Engine(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.model = starter_model()

    def _file(self, value: object) -> Path:
        path = self.folder / "input.json"
        path.write_text(json.dumps(value), encoding="utf-8")
        return path

    def test_inspect_says_what_a_model_needs(self) -> None:
        text = engine("inspect", self.model).stdout
        self.assertIn("Vocabulary:    49,152 tokens", text)
        self.assertIn("Memory needed:", text)

    def test_inspect_knows_what_a_gpu_would_need(self) -> None:
        report = json.loads(engine("inspect", self.model, "--device", "cuda", "--json").stdout)
        memory = report["memory"]
        self.assertEqual(memory["device"], "cuda")
        self.assertGreater(memory["weights_bytes"], 90_000_000)
        parts = (memory[f"{name}_bytes"] for name in ("weights", "kv", "scratch"))
        self.assertEqual(memory["total_bytes"], sum(parts))

    def test_what_is_rendered_and_tokenized_is_what_a_question_becomes(self) -> None:
        messages = self._file([{"role": "user", "content": QUESTION}])
        prompt = engine("render", self.model, "--messages", messages).stdout
        self.assertIn(f"<|im_start|>user\n{QUESTION}<|im_end|>", prompt)
        tokenized = engine("tokenize", self.model, "--text", prompt, "--parse-special").stdout
        tokens = self._file(json.loads(tokenized))
        of_question, of_tokens = (
            json.loads(engine("generate", self.model, *asked, *GREEDY).stdout)
            for asked in (("--chat", QUESTION), ("--tokens", tokens))
        )
        self.assertIn("Paris", of_question["text"])
        self.assertEqual(of_question["fnv1a64"], of_tokens["fnv1a64"])

    def test_logits_are_written(self) -> None:
        out = self.folder / "logits.npz"
        tokens = self._file([504, 3575, 282, 4649])
        engine("logits", self.model, "--tokens", tokens, "--out", out, "--positions", "1,3")
        with np.load(out) as arrays:
            self.assertEqual(arrays["logits"].shape, (2, 49152))
            self.assertTrue(np.isfinite(arrays["logits"]).all())

    def test_bench_measures(self) -> None:
        result = engine(
            "bench", self.model, "--prompt-tokens", "32", "--new-tokens", "8", "--repetitions", "1",
            "--ab", "graph", "--profile", "--json",
        ).stdout  # fmt: skip
        measured = json.loads(result)
        self.assertEqual([row["graph"] for row in measured["rows"]], [True, False])
        self.assertEqual(len({row["fnv1a64"] for row in measured["rows"]}), 1)
        self.assertGreater(measured["rows"][0]["tok_s"], 0)
        self.assertIn("profile", measured)

    def test_a_start_is_timed(self) -> None:
        result = engine("start", self.model, "--device", "cpu", "--repetitions", "1", "--json")
        (start,) = json.loads(result.stdout)
        stages = [stage["name"] for stage in start["stages"]]
        self.assertEqual(stages[0], "starting the process")
        self.assertEqual(stages[-1], "computing a token")
