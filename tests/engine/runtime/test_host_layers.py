"""A model whose first layers another device computes: the same bits and steps, whatever the cut."""

import gc
import random
import weakref
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.config import SamplingParams, SpeculationConfig, Toggles
from engine.errors import RequestError
from engine.models.model_file import open_model
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.row_upload import RowUpload
from engine.runtime.sequence import Rows, StepCounters
from engine.runtime.step_key import Role
from engine.runtime.tape import Tape
from tests.support import sequence_checks
from tests.support.cuda_session import answer, set_up, text_ids
from tests.support.divided_models import GpuStandIn, divided_model, divided_session
from tests.support.golden_names import ARCHITECTURES
from tests.support.prompt_steps import needs_with
from tests.support.sequence_checks import NUM_SEQUENCES

CONTEXT_LEN = 600
EVERY_CUT = ["gemma4-e4b", "llama", "qwen35"]
# Recurrent states, rings, shared keys and values, experts.
ANSWERING = ["qwen35", "gemma3", "gemma4-e4b", "lfm2moe"]
SETTINGS = [
    (toggles, kind)
    for toggles in (
        Toggles(),
        Toggles(graph=False),
        Toggles(kvpad=False),
        Toggles(fixed_verify=False),
        Toggles(graph=False, kvpad=False, fixed_verify=False),
    )
    for kind in ("none", "ngram")
]
SAMPLED = SamplingParams(temperature=0.9, seed=11, repeat_penalty=1.2)


def cuts_of(path: Path) -> list[int]:
    with open_model(path, with_data=False) as file:
        return [cut for cut in range(1, file.config.num_layers) if file.config.can_be_cut(cut)]


def all_bits(model: LoadedModel, seed: int) -> list[bytes]:
    """Hidden rows of a prompt's last chunk, logits of some verify steps and of a decode step."""
    draw = np.random.default_rng(seed)
    prompt = draw.integers(3, 300, int(draw.integers(65, 300))).tolist()
    sequence, done, num_rows = model.sequences[0], 0, 0
    while done < len(prompt):
        num_rows = model.prefill(sequence, prompt[done:], done)
        done += num_rows
    found, position = [model.prefilled_rows(num_rows).numpy().tobytes()], len(prompt)
    for width in (1, 3, 16):
        ids = draw.integers(3, 300, width).tolist()
        found.append(model.logits(ids, position).tobytes())
        position += width - width // 2  # some were rejected
    row = model.runner.run(Role.DECODE, [Rows(sequence, position)], [7]).logits[0]
    return [*found, row.numpy().tobytes()]


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_logits_have_the_bits_of_a_model_that_is_not_divided(name: str, golden_dir: Path) -> None:
    path, seed = golden_dir / f"tiny-{name}.gguf", random.randrange(1 << 16)
    cuts = cuts_of(path)
    assert cuts
    with divided_model(path, 0, context_len=CONTEXT_LEN) as model:
        expected = all_bits(model, seed)
    for cut in cuts if name in EVERY_CUT else [random.choice(cuts)]:
        with divided_model(path, cut, context_len=CONTEXT_LEN) as model:
            assert all_bits(model, seed) == expected, (cut, seed)


@pytest.mark.parametrize("kv_type", ["f32", "f16", "bf16", "q8_0", "q4_0", "tq3_0"])
def test_both_parts_keep_keys_and_values_in_the_wanted_type(kv_type: str, golden_dir: Path) -> None:
    path = golden_dir / "tiny-qwen3.gguf"
    with divided_model(path, 0, context_len=CONTEXT_LEN, kv_type=kv_type) as model:
        expected = all_bits(model, 5)
    with divided_model(path, 1, context_len=CONTEXT_LEN, kv_type=kv_type) as model:
        assert all_bits(model, 5) == expected


@pytest.mark.parametrize("name", ANSWERING)
def test_ids_are_the_same_with_all_toggles_drafts_and_a_chat_that_goes_back(
    name: str, golden_dir: Path
) -> None:
    path = golden_dir / f"tiny-{name}.gguf"
    cut = random.choice(cuts_of(path))
    with divided_session(path, 0, context_len=CONTEXT_LEN) as session:
        ids = text_ids(session, 70)
        expected = [answer(session, ids, 40, sampling).ids for sampling in (SAMPLED,)]
        longer = answer(session, [*ids, *expected[0], 5, 6], 20).ids
    with divided_session(path, cut, context_len=CONTEXT_LEN) as session:
        for toggles, kind in SETTINGS:
            set_up(session, toggles, SpeculationConfig(kind=kind))
            assert answer(session, ids, 40, SAMPLED).ids == expected[0], (toggles, kind, cut)
            assert answer(session, [*ids, *expected[0], 5, 6], 20).ids == longer
            # Both parts go back to before the answer.
            assert answer(session, ids, 40, SAMPLED).ids == expected[0]


def test_a_step_is_counted_once_and_only_what_changed_is_captured_again(golden_dir: Path) -> None:
    with divided_session(golden_dir / "tiny-llama.gguf", 2, context_len=CONTEXT_LEN) as session:
        ids = text_ids(session, 70)
        session.model.runner.capture_planned()
        meter = answer(session, ids, 40).meter
        # A chunk of 69 rows; the last token of the prompt is the first step's.
        assert (meter.replays, meter.recaptures, meter.eager) == (1 + 40, 0, 0)
        set_up(session, Toggles(graph=False))
        meter = answer(session, ids, 40).meter
        assert (meter.replays, meter.recaptures, meter.eager) == (0, 0, 1 + 40)
        set_up(session, Toggles(kvpad=False))
        finished = answer(session, ids, 40)
        assert finished.meter.recaptures + finished.meter.replays == 1 + 40
        assert finished.meter.recaptures >= 40
        assert "span 108 → 109: padded context (kvpad) is off" in finished.recapture_reasons


def test_a_load_says_how_many_layers_the_processor_computes(golden_dir: Path) -> None:
    with divided_session(golden_dir / "tiny-llama.gguf", 2, context_len=CONTEXT_LEN) as session:
        (notice,) = session.notices
        assert notice.startswith(
            "The processor computes 2 of the 3 layers of tiny-llama.gguf, more"
        )
        assert session.info.host_bytes == session.model.residency.main_bytes > 0


def test_buffers_have_the_rows_of_the_widest_step(
    golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GpuStandIn, "memory_needs", needs_with(32, 128, 512))
    path, ids = golden_dir / "tiny-llama.gguf", [*range(3, 303), *range(3, 203)]
    for cut, width in ((0, 512), (1, 128)):
        with divided_model(path, cut, context_len=CONTEXT_LEN) as model:
            assert len(model._hidden) == width
            assert model.prefill(model.sequences[0], ids, 0) == min(len(ids), width)


def test_steps_do_not_run_ahead_of_the_ids(golden_dir: Path) -> None:
    with divided_model(golden_dir / "tiny-llama.gguf", 1, context_len=CONTEXT_LEN) as model:
        assert not model.runs_ahead
        steps: list[int] = []
        model.runner.on_launched = lambda: steps.append(1)
        model.decode([Rows(model.sequences[0], 0)], [5], ahead=20)
        assert len(steps) == 1


def test_rows_of_several_sequences(golden_dir: Path) -> None:
    path = golden_dir / "tiny-qwen35.gguf"
    with divided_model(path, 2, context_len=1200, num_sequences=NUM_SEQUENCES) as model:
        sequence_checks.check_rows_of_a_batch(model)
        sequence_checks.check_drafts_of_one(model)


@pytest.mark.parametrize("name", ["gemma3", "qwen35", "llama"])
def test_a_sequence_takes_over_what_another_one_has_in_both_parts(
    name: str, golden_dir: Path
) -> None:
    path, ids = golden_dir / f"tiny-{name}.gguf", list(range(3, 153))
    found = []
    for cut in (0, random.choice(cuts_of(path))):
        with divided_model(path, cut, context_len=CONTEXT_LEN, num_sequences=2) as model:
            first, second = model.sequences
            while len(first.prefix) < len(ids):
                left = ids[len(first.prefix) :]
                num_rows = model.prefill(first, left, len(first.prefix))
                first.prefix.append(left[:num_rows])
            model.extend_prefix(second, [*ids, 9])
            assert len(second.prefix) == len(ids)
            rows = [Rows(each, len(ids)) for each in (second, first)]
            logits = model.runner.run(Role.DECODE, rows, [9, 9]).logits[:2]
            assert torch.equal(logits[0], logits[1])
            found.append(logits.numpy().tobytes())
    assert found[0] == found[1]


# Of the first and of the second part, in a step of the prompt and in one of the answer.
@pytest.mark.parametrize("failing", [3, 4, 29, 30])
def test_a_failed_replay_leaves_the_answer_as_it_was(
    failing: int, golden_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = golden_dir / "tiny-qwen35.gguf"
    with divided_session(path, 0, context_len=CONTEXT_LEN) as session:
        expected = answer(session, text_ids(session, 70), 20).ids
    replay, left = Tape.replay, [failing]

    def fails(tape: Tape) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise RuntimeError("no")
        replay(tape)

    with divided_session(path, 2, context_len=CONTEXT_LEN) as session:
        session.model.sequences[0].counters = StepCounters()
        monkeypatch.setattr(Tape, "replay", fails)
        finished = answer(session, text_ids(session, 70), 20)
        assert finished.ids == expected
        assert finished.meter.fallbacks == 1
        assert finished.meter.eager > 0


def test_drafters_that_read_the_model_are_refused_and_others_draft(golden_dir: Path) -> None:
    path = golden_dir / "tiny-qwen35-mtp.gguf"
    with divided_session(path, 2, context_len=CONTEXT_LEN) as session:
        expected = answer(session, text_ids(session, 40), 20).ids
        with pytest.raises(RequestError, match="the processor computes the first layers"):
            set_up(session, Toggles(), SpeculationConfig(kind="mtp"))
        set_up(session, Toggles(), SpeculationConfig(kind=str(path)))
        assert answer(session, text_ids(session, 40), 20).ids == expected


@pytest.mark.parametrize(("name", "cut"), [("llama", 3), ("llama", 9), ("gemma4-e4b", 6)])
def test_a_cut_that_is_not_possible_is_refused(name: str, cut: int, golden_dir: Path) -> None:
    path = golden_dir / f"tiny-{name}.gguf"
    with (
        pytest.raises(RequestError, match=f"cannot be divided after {cut} of its"),
        divided_model(path, cut, context_len=CONTEXT_LEN),
    ):
        pass


def test_nothing_is_left_of_a_closed_model(golden_dir: Path) -> None:
    with divided_model(golden_dir / "tiny-gemma3.gguf", 3, context_len=CONTEXT_LEN) as model:
        before = model._before
        assert before is not None
        kept = [weakref.ref(before._buffers.hidden), weakref.ref(before._model)]
        kept += [weakref.ref(layer.kv.keys) for layer in before.state.layers]
        del before
    gc.collect()
    assert not any(each() is not None for each in kept)


def test_only_the_rows_in_use_are_handed_over() -> None:
    target = torch.full((4, 3), 7.0)
    upload = RowUpload(target)
    rows = torch.arange(6.0).view(2, 3)
    upload.copy(rows)
    rows.fill_(-1.0)
    assert target.tolist() == [[0, 1, 2], [3, 4, 5], [7, 7, 7], [7, 7, 7]]
