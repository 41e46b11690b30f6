"""A drafter that reads the target's keys and values (gemma4-assistant)."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.commands import Configure
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles
from engine.errors import RequestError, UnsupportedModelError
from engine.session.inspect import inspect_model
from engine.session.session import Session
from engine.speculation.assistant_drafter import AssistantDrafter
from tests.support import block_checks
from tests.support.assistant_case import Array, make_assistant
from tests.support.block_checks import generate
from tests.support.drafter_checks import SAMPLINGS, speculate

TOLERANCE = 1e-4  # of the logits' standard deviation: float32 throughout
TARGETS = {"tiny-gemma4-dense": None, "tiny-gemma4-e4b": 9, "tiny-gemma4-moe": 2}


def load(path: Path, **changes: object) -> Session:
    config = {"device": "cpu", "context_len": 768, **changes}
    return Session.load(path, EngineConfig(**config))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def target(golden_dir: Path) -> Path:
    return golden_dir / "tiny-gemma4-dense.gguf"


@pytest.fixture(scope="module")
def session(target: Path) -> Iterator[Session]:
    session = load(target)
    yield session
    session.close()


@pytest.fixture(scope="module")
def drafter(target: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("assistant") / "assistant.gguf"
    return make_assistant(target).write(path)


def own_drafter(session: Session) -> AssistantDrafter:
    assert isinstance(session.drafter, AssistantDrafter)
    return session.drafter


def rows_before(session: Session, num_rows: int) -> tuple[Array, dict[bool, tuple[Array, Array]]]:
    """The target's last hidden row, and its keys and values of the layers that are read."""
    model = session.model
    layers = model.config.attention_layers
    last = {layer.window is not None: index for index, layer in enumerate(layers)}
    read = {}
    for slides, index in last.items():
        tensors = model.state.layers[index].kv.tensors
        keys, values = (tensor[0, :, :num_rows].double().numpy().copy() for tensor in tensors)
        read[slides] = keys, values
    assert model.model.taps is not None
    taps = model.model.taps[0]
    return taps[(num_rows - 1) % len(taps)].double().numpy().copy(), read


@pytest.mark.parametrize(("name", "window"), TARGETS.items())
def test_logits_and_drafts_are_what_float64_gives(
    golden_dir: Path, tmp_path: Path, name: str, window: int | None
) -> None:
    target = golden_dir / f"{name}.gguf"
    assistant, session = make_assistant(target, window), load(target)
    speculate(session, str(assistant.write(tmp_path / "assistant.gguf")), 5)
    ids = np.random.default_rng(2).integers(3, 200, 50).tolist()
    positions = [1, 9, 30, 49]
    logits = session.logits(ids, positions)
    for row, position in zip(logits, positions, strict=True):
        session.forget()
        session.logits(ids[: position + 1], [position])
        hidden, read = rows_before(session, position)
        expected, _ = assistant.logits(hidden, ids[position], read)
        assert np.abs(row - expected).max() < TOLERANCE * expected.std()
    session.forget()
    generate(session, ids, 1)
    own, last = own_drafter(session), len(ids) - 1
    hidden, read = rows_before(session, last)
    expected_drafts = [ids[-1]]
    for _ in range(5):
        row, hidden = assistant.logits(hidden, expected_drafts[-1], read)
        expected_drafts.append(int(row.argmax()))
    own.begin(SamplingParams(temperature=0), 0, session.model.sequences[0].counters)
    assert own.draft(ids, 5) == expected_drafts[1:]
    assert own.draft(ids, 2) == expected_drafts[1:3]  # drafts of before leave nothing behind
    session.close()


@pytest.mark.parametrize("sampling", SAMPLINGS.values(), ids=SAMPLINGS)
@pytest.mark.parametrize("draft_tokens", [4, None])
def test_a_drafter_changes_nothing_but_the_speed(
    session: Session, drafter: Path, sampling: SamplingParams, draft_tokens: int | None
) -> None:
    block_checks.check_text(session, drafter, sampling, draft_tokens)


@pytest.mark.parametrize("sampling", [SAMPLINGS["greedy"], SAMPLINGS["0.7"]], ids=["0", "0.7"])
@pytest.mark.parametrize("toggles", list(itertools.product([True, False], repeat=3)))
def test_the_text_is_the_same_with_every_toggle(
    session: Session, drafter: Path, toggles: tuple[bool, bool, bool], sampling: SamplingParams
) -> None:
    block_checks.check_toggles(session, drafter, Toggles(*toggles), sampling)


def test_a_context_that_ends_is_filled(session: Session, drafter: Path) -> None:
    ids = np.random.default_rng(3).integers(3, 200, 750).tolist()
    speculate(session, "none")
    plain = generate(session, ids, 100)
    speculate(session, str(drafter), 7)
    assert generate(session, ids, 100).ids == plain.ids


def test_later_turns_and_edited_ones_draft_as_a_new_chat_does(
    session: Session, drafter: Path
) -> None:
    speculate(session, str(drafter), 5)
    random, ids = np.random.default_rng(7), list[int]()
    for _ in range(6):
        ids = ids[: int(random.integers(len(ids) + 1))]
        ids += random.integers(3, 200, int(random.integers(2, 90))).tolist()
        ids += generate(session, ids, int(random.integers(1, 40))).ids
    generate(session, ids, 1)
    own = own_drafter(session)
    drafts = own.draft(ids, 5)
    session.forget()
    generate(session, ids, 1)
    assert own.draft(ids, 5) == drafts


def test_it_drafts_for_whichever_sequence_answers(target: Path, drafter: Path) -> None:
    session = load(target, num_sequences=2)
    texts = [[7, 8, 9, *range(20, 50)], [11, 12, *range(90, 130)]]
    speculate(session, "none")
    plain = [generate(session, ids, 40).ids for ids in texts]
    speculate(session, str(drafter), 4)
    own = own_drafter(session)
    used = []
    for ids, expected in zip([*texts, *texts], [*plain, *plain], strict=True):
        finished = generate(session, ids, 40)
        assert finished.ids == expected
        assert finished.meter.drafted
        used.append(own.sequence.index)
    assert used == [0, 1, 0, 1]
    session.close()


@pytest.mark.parametrize("kv_type", ["f16", "bf16"])
def test_it_reads_keys_and_values_of_any_type(
    golden_dir: Path, drafter: Path, target: Path, kv_type: str
) -> None:
    exact, rounded = load(target), load(target, kv_type=kv_type)
    ids = np.random.default_rng(4).integers(3, 200, 40).tolist()
    rows = []
    for session in (exact, rounded):
        speculate(session, str(drafter), 5)
        rows.append(session.logits(ids, [39])[0])
        session.close()
    assert 0 < np.abs(rows[0] - rows[1]).max() < 0.3 * rows[0].std()


def test_its_memory_is_counted_without_a_cache(target: Path, drafter: Path) -> None:
    def needed(kind: str, context_len: int) -> int:
        speculation = SpeculationConfig(kind)
        config = EngineConfig(device="cpu", context_len=context_len, speculation=speculation)
        return inspect_model(target, config).memory.drafter_bytes

    assert needed("none", 512) == 0
    assert needed(str(drafter), 512) > 0
    growth = needed(str(drafter), 1024) - needed(str(drafter), 512)
    assert growth <= 512 * 4 * (16 + 32 + 1)  # tables of RoPE, ids: no keys, no values


def test_a_drafter_of_another_model_is_refused(
    session: Session, golden_dir: Path, drafter: Path, tmp_path: Path
) -> None:
    speculate(session, "none")
    other = make_assistant(golden_dir / "tiny-gemma4-e4b.gguf").write(tmp_path / "other.gguf")
    wide = make_assistant(golden_dir / "tiny-gemma4-dense.gguf", 14).write(tmp_path / "wide.gguf")
    for path in (other, wide):
        with pytest.raises(RequestError, match="was made for another model"):
            session.configure(Configure(speculation=SpeculationConfig(str(path))))
    llama = load(golden_dir / "tiny-llama.gguf")
    with pytest.raises(RequestError, match="was made for another model"):
        llama.configure(Configure(speculation=SpeculationConfig(str(drafter))))
    llama.close()


def test_clusters_of_tokens_are_not_needed(session: Session, target: Path, tmp_path: Path) -> None:
    assistant = make_assistant(target)
    speculate(session, str(assistant.write(tmp_path / "plain.gguf")), 4)
    expected = session.logits([7, 8, 9], [2])
    assistant.weights["masked_embd_centroids.weight"] = np.zeros((8, 48))
    assistant.weights["masked_embd_ordering"] = np.arange(400.0)
    speculate(session, str(assistant.write(tmp_path / "clusters.gguf")), 4)
    assert np.array_equal(session.logits([7, 8, 9], [2]), expected)


def test_another_layout_is_named(session: Session, target: Path, tmp_path: Path) -> None:
    foreign = {"general.architecture": "gemma4_assistant"}
    path = make_assistant(target).write(tmp_path / "foreign.gguf", **foreign)
    with pytest.raises(UnsupportedModelError, match="in the layout 'gemma4_assistant'"):
        session.configure(Configure(speculation=SpeculationConfig(str(path))))
