"""What must hold, on any device, for a step over rows of several sequences."""

import numpy as np

from engine.config import SamplingParams
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows, StepCounters
from engine.runtime.step_key import Role

CONTEXT_LEN = 1200  # longer than the rings of windows
NUM_SEQUENCES = 5
NUM_STEPS = 24
# Full attention, rings, recurrent states, convolutions, experts.
MODELS = ["llama", "gemma3", "qwen35", "lfm2moe", "gpt-oss"]
GREEDY = SamplingParams(temperature=0.0)


class Text:
    """What one sequence computes: a prompt, then tokens that were drawn beforehand."""

    def __init__(self, model: LoadedModel, index: int, random: np.random.Generator) -> None:
        self._model = model
        self.sequence = model.sequences[index]
        self.prompt: list[int] = random.integers(3, 300, random.integers(1, 900)).tolist()
        self.drawn: list[int] = random.integers(3, 300, NUM_STEPS).tolist()
        self.rows: list[np.ndarray] = []

    def prefill(self) -> None:
        done = 0
        while done < len(self.prompt):
            done += self._model.prefill(self.sequence, self.prompt[done:], done)

    def row(self) -> Rows:
        return Rows(self.sequence, len(self.prompt) + len(self.rows))

    def token(self) -> int:
        return self.drawn[len(self.rows)]


def step(model: LoadedModel, texts: list[Text]) -> None:
    """One decode step over the next row of each of `texts`."""
    ids = [text.token() for text in texts]
    logits = model.runner.run(Role.DECODE, [text.row() for text in texts], ids).logits
    for text, row in zip(texts, logits, strict=False):
        text.rows.append(row.cpu().numpy().copy())


def check_rows_of_a_batch(model: LoadedModel) -> None:
    """Each row has the bits that its sequence alone gives it, in steps of any mixture."""
    model.runner.capture_planned()
    for sequence in model.sequences:
        sequence.counters = StepCounters()
    for seed in range(2):
        alone = [Text(model, i, np.random.default_rng([seed, i])) for i in range(NUM_SEQUENCES)]
        for text in alone:
            text.prefill()
            for _ in range(NUM_STEPS):
                step(model, [text])
        batch = [Text(model, i, np.random.default_rng([seed, i])) for i in range(NUM_SEQUENCES)]
        for text in batch:
            text.prefill()
        random = np.random.default_rng(seed)
        while unfinished := [text for text in batch if len(text.rows) < NUM_STEPS]:
            random.shuffle(unfinished)  # type: ignore[arg-type]
            step(model, unfinished[: random.integers(1, len(unfinished) + 1)])
        for one, other in zip(alone, batch, strict=True):
            assert np.array_equal(np.stack(one.rows), np.stack(other.rows))
        assert all(sequence.counters.recaptures == 0 for sequence in model.sequences)


def check_drafts_of_one(model: LoadedModel) -> None:
    """A verify step of one sequence leaves the others as they were."""
    random = np.random.default_rng(7)
    first, second = (Text(model, index, random) for index in (1, 3))
    for text in (first, second):
        text.prefill()
    step(model, [first, second])
    expected = second.rows.pop()
    rows = Rows(first.sequence, len(first.prompt) + 1, 3)
    model.begin_answer(first.sequence, GREEDY, 0)
    model.runner.verify_width = 4
    list(model.verify(rows, first.drawn[1:4]))
    step(model, [second])
    assert np.array_equal(second.rows[-1], expected)


def check_sampling(model: LoadedModel) -> None:
    """Each sequence is sampled with its own settings."""
    random = np.random.default_rng(3)
    texts = [Text(model, index, random) for index in (0, 2, 4)]
    settings = [
        (GREEDY, 0),
        (SamplingParams(temperature=1.5, top_k=0, top_p=1.0, min_p=0.0), 1),
        (SamplingParams(temperature=0.9, repeat_penalty=1.5, penalty_last_n=40), 2),
    ]
    for text, (sampling, seed) in zip(texts, settings, strict=True):
        text.prefill()
        model.begin_answer(text.sequence, sampling, seed)
    alone = [model.decode([text.row()], [text.token()])[0] for text in texts]
    together = model.decode([text.row() for text in texts], [text.token() for text in texts])
    assert together == alone
