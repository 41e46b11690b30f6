"""The device's sampler takes settings as data, feeds its pick to the next step and tells the host."""

import msgspec
import numpy as np
import pytest
import torch

from engine.cache.arena import Arena
from engine.config import SamplingParams
from engine.kernels.cuda.sampling.buffers import NUM_SHARPNESSES, RING
from engine.kernels.cuda.sampling.sample import Advance
from engine.sampling.device_sampler import DeviceSampler
from engine.sampling.sampler import Sampler
from engine.sampling.sharpness import SHARPNESSES

pytestmark = pytest.mark.usefixtures("watched_kernels")

ON_CUDA = torch.cuda.is_available()
DEVICE = torch.device("cuda" if ON_CUDA else "cpu")
VOCAB_SIZE, CAPACITY, MAX_ROWS, SEQUENCES = 200, 40, 4, 3
LAST = SEQUENCES - 1


def ints(*values: int) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.int32, device=DEVICE)


class Step:
    """What a step of `width` rows shares with the sampler; all are of the last sequence at first."""

    def __init__(self, width: int, position: int) -> None:
        rng = np.random.default_rng(width)
        self.sampler = DeviceSampler(Arena(DEVICE), VOCAB_SIZE, CAPACITY, MAX_ROWS, SEQUENCES)
        self.rows = rng.normal(0, 3, (width, VOCAB_SIZE)).astype(np.float32)
        self.ids = rng.integers(0, VOCAB_SIZE, (SEQUENCES, CAPACITY)).astype(np.int32)
        self.logits = torch.from_numpy(self.rows).to(DEVICE)
        self.history = torch.from_numpy(self.ids).to(DEVICE)
        self.token_ids = ints(*[0] * width)
        self.positions = ints(*range(position, position + width))
        self.sequences = ints(*[LAST] * width)
        self.kv_rows = self.positions.clone()
        self.num_rows = ints(width)
        self.picked = ints(*[-7] * MAX_ROWS)
        self.ring = torch.full((RING, MAX_ROWS), -7, dtype=torch.int32, pin_memory=ON_CUDA)

    def launch(self, advance: bool = False) -> list[int]:
        """The picks of all rows, real or not."""
        following = Advance(self.token_ids, self.positions, self.kv_rows) if advance else None
        self.sampler.launch(
            self.logits,
            self.positions,
            self.sequences,
            self.num_rows,
            self.history,
            following,
            self.picked,
            self.ring,
        )
        if ON_CUDA:
            torch.cuda.synchronize()
        return self.picked.tolist()

    def expected(
        self, params: SamplingParams, seed: int, position: int, row: int = 0, sequence: int = -1
    ) -> int:
        history = self.ids[sequence, : position + 1].tolist()
        return Sampler(params, seed).pick(self.rows[row], position + 1, history)


def test_new_settings_hold_from_the_next_launch_on():
    step = Step(1, 9)
    for params, seed in [
        (SamplingParams(temperature=0), 1),
        (SamplingParams(temperature=2.0, top_k=0, min_p=0), 1),
        (SamplingParams(temperature=2.0, top_k=0, min_p=0), 2**64 - 3),
        (SamplingParams(temperature=2.0, repeat_penalty=1.5), 4),
    ]:
        step.sampler.set(LAST, params, seed)
        assert step.launch()[0] == step.expected(params, seed, 9)


def test_settings_out_of_range_are_refused():
    with pytest.raises(msgspec.ValidationError, match="top_p"):
        Step(1, 9).sampler.set(LAST, SamplingParams(top_p=0.0), 1)


def masks(rng: np.random.Generator, number: int) -> list[np.ndarray]:
    """Masks that allow a tenth of all ids, with bits beyond the last."""
    bits = np.packbits(rng.random((number, VOCAB_SIZE)) < 0.1, axis=1, bitorder="little")
    words = (VOCAB_SIZE + 31) // 32
    padded = np.full((number, 4 * words), 0xFF, np.uint8)
    padded[:, : bits.shape[1]] = bits
    return list(padded.view(np.int32))


@pytest.mark.parametrize("vocab_size", [1, 31, 200, 70_001])
def test_a_chunk_finds_its_words_of_a_mask(vocab_size: int):
    sampler = DeviceSampler(Arena(DEVICE), vocab_size, CAPACITY, 1, 1)
    sampler.set(0, SamplingParams(temperature=0), 1)
    sampler.await_masks([0])
    logits = torch.arange(vocab_size, dtype=torch.float32, device=DEVICE)[None]
    history = torch.zeros((1, CAPACITY), dtype=torch.int32, device=DEVICE)
    ring = torch.full((RING, 1), -7, dtype=torch.int32, pin_memory=ON_CUDA)
    picked = ints(0)
    for allowed in sorted({0, vocab_size // 3, vocab_size // 2, vocab_size - 1}):
        mask = np.zeros((vocab_size + 31) // 32, np.uint32)
        mask[allowed // 32] = 1 << allowed % 32
        sampler.publish(0, 5, mask.view(np.int32))
        sampler.launch(logits, ints(5), ints(0), ints(1), history, None, picked, ring)
        assert picked.tolist() == [allowed]


@pytest.mark.parametrize("penalties", [{}, {"repeat_penalty": 1.5, "penalty_last_n": 7}])
@pytest.mark.parametrize("temperature", [0.0, 2.0])
def test_biases_and_a_mask_come_before_the_chain(temperature: float, penalties: dict[str, float]):
    step = Step(3, 9)
    step.sequences.copy_(ints(0, 1, 2))
    settings = SamplingParams(temperature=temperature, top_k=20, top_p=0.9, **penalties)
    biases = {int(step.rows[0].argmin()): 30.0, 7: 2.5, 8: -100.0, 150: 0.0}
    some, nothing = masks(np.random.default_rng(3), 3), np.zeros((VOCAB_SIZE + 31) // 32, np.int32)

    def picks(masks: dict[int, np.ndarray]) -> list[int]:
        sampler = Sampler(settings, 4, biases=biases)
        return [
            sampler.pick(row, 10 + n, step.ids[n, : 10 + n].tolist(), masks.get(n))
            for n, row in enumerate(step.rows)
        ]

    def launch(masks: dict[int, np.ndarray]) -> list[int]:
        step.sampler.await_masks(masks.keys())
        for sequence, mask in masks.items():
            step.sampler.publish(sequence, 9 + sequence, mask)
        return step.launch()[:3]

    for sequence in range(SEQUENCES):
        step.sampler.set(sequence, settings, 4, biases=biases)
    assert launch({}) == picks({})
    each = dict(enumerate(some))
    assert launch(each) == picks(each)
    assert all(some[n][pick // 32] >> pick % 32 & 1 for n, pick in enumerate(picks(each)))
    assert launch({1: some[1]}) == picks({1: some[1]})  # the others do without
    assert launch({0: np.full_like(nothing, -1)}) == picks({})
    assert launch({2: nothing}) == [*picks({})[:2], -1]
    step.sampler.await_masks([LAST])
    step.sampler.set(LAST, settings, 4, biases=biases)
    assert step.launch()[:3] == picks({})


def test_a_row_whose_mask_does_not_come_has_no_token_and_the_others_have_theirs():
    step, params = Step(2, 9), SamplingParams(temperature=0.8)
    step.sequences.copy_(ints(0, 1))
    for sequence in (0, 1):
        step.sampler.set(sequence, params, 3)
    step.sampler.await_masks([0])
    unmasked = step.expected(params, 3, 10, row=1, sequence=1)
    assert step.launch()[:2] == [-1, unmasked]
    (mask,) = masks(np.random.default_rng(1), 1)
    step.sampler.publish(0, 8, mask)  # that of another row
    assert step.launch()[:2] == [-1, unmasked]
    step.sampler.publish(0, 9, mask)
    (pick, other) = step.launch()[:2]
    assert other == unmasked
    assert mask[pick // 32] >> pick % 32 & 1


def test_a_released_row_leaves_that_before_it_its_mask():
    step = Step(1, 9)
    step.sampler.set(LAST, SamplingParams(temperature=0), 3)
    step.sampler.await_masks([LAST])
    (mask,) = masks(np.random.default_rng(1), 1)
    step.sampler.publish(LAST, 9, mask)
    step.sampler.publish(LAST, 10, None)  # the row at 9 is sampled after this only
    picks = [step.launch(advance=True)[0] for _ in range(2)]
    assert mask[picks[0] // 32] >> picks[0] % 32 & 1
    assert picks[1] >= 0


def test_decode_goes_on_by_itself_and_leaves_picks_in_the_ring():
    begin = RING - 2
    step, params = Step(1, begin), SamplingParams(temperature=1.5)
    step.sampler.set(LAST, params, 3)
    picks = [step.launch(advance=True)[0] for _ in range(3)]
    assert picks == [step.expected(params, 3, begin + later) for later in range(3)]
    assert (step.token_ids.tolist(), step.positions.tolist()) == ([picks[-1]], [begin + 3])
    assert step.kv_rows.tolist() == [begin + 3]
    assert [step.ring[slot, 0].item() for slot in (RING - 1, 0, 1)] == picks


@pytest.mark.parametrize("offset", [0, 2])
def test_a_drafters_token_has_the_noise_and_the_slot_of_its_own_place(offset: int):
    step, params = Step(3, 14), SamplingParams(temperature=1.5)
    step.sampler.token_offset = offset
    step.sampler.set(LAST, params, 3, sharpness=0)
    picks = step.launch()[:3]
    sampler = Sampler(params, 3)
    assert picks == [sampler.pick(step.rows[row], 14 + row + offset, ()) for row in range(3)]
    assert [step.ring[(14 + row + offset) % RING, row].item() for row in range(3)] == picks
    assert [step.sampler.rivals(LAST, 14 + row + offset)[0] for row in range(3)] == picks


def test_the_last_position_is_never_passed():
    step = Step(1, CAPACITY - 1)
    step.sampler.set(LAST, SamplingParams(temperature=0), 1)
    step.launch(advance=True)
    assert step.positions.tolist() == step.kv_rows.tolist() == [CAPACITY - 1]


def test_a_failed_row_feeds_a_token_that_exists():
    step = Step(1, 3)
    step.logits[0, 7] = float("nan")
    step.sampler.set(LAST, SamplingParams(), 1)
    assert step.launch(advance=True)[0] == -1
    assert step.token_ids.tolist() == [0]


def test_rows_that_are_not_real_are_left_alone():
    step, params = Step(4, 20), SamplingParams(temperature=1.5)
    step.num_rows.fill_(2)
    step.logits[2:] = float("nan")
    step.sampler.set(LAST, params, 3)
    expected = [step.expected(params, 3, 20 + row, row) for row in range(2)]
    step.positions[2:] = step.sequences[2:] = -(2**31)
    assert step.launch(advance=True) == [*expected, -7, -7]
    assert step.token_ids.tolist() == [*expected, 0, 0]
    assert step.positions.tolist() == [21, 22, -(2**31), -(2**31)]
    assert step.kv_rows.tolist() == [21, 22, 22, 23]
    assert [step.ring[(21 + row) % RING, row].item() for row in range(2)] == expected
    assert (step.ring == -7).sum() == RING * MAX_ROWS - 2


def test_each_sequence_goes_on_by_itself():
    """Rows in another order than sequences, at positions of their own; one is at its last."""
    step = Step(3, 0)
    step.positions.copy_(ints(20, CAPACITY - 1, 3))
    step.kv_rows.copy_(step.positions)
    step.sequences.copy_(ints(2, 0, 1))
    chains = [
        (SamplingParams(temperature=0, repeat_penalty=1.5), 1),
        (SamplingParams(temperature=2.0, top_k=0, min_p=0), 2),
        (SamplingParams(temperature=1.5, top_p=0.9, penalty_last_n=2, presence_penalty=1.0), 3),
    ]
    for sequence, chain in enumerate(chains):
        step.sampler.set(sequence, *chain)
    for positions in ((20, CAPACITY - 1, 3), (21, CAPACITY - 1, 4)):
        assert step.positions.tolist() == step.kv_rows.tolist() == [*positions]
        expected = [
            step.expected(*chains[sequence], position, row, sequence)
            for row, (position, sequence) in enumerate(zip(positions, (2, 0, 1), strict=True))
        ]
        assert step.launch(advance=True)[:3] == step.token_ids.tolist() == expected
        slots = [(position + 1) % RING for position in positions]
        assert [step.ring[slot, row].item() for row, slot in enumerate(slots)] == expected


def test_inputs_are_left_as_they_are():
    step = Step(2, 5)
    step.sampler.set(LAST, SamplingParams(repeat_penalty=1.5), 3)
    step.launch()
    assert step.positions.tolist() == [5, 6]
    np.testing.assert_array_equal(step.logits.cpu().numpy(), step.rows)
    np.testing.assert_array_equal(step.history.cpu().numpy(), step.ids)


@pytest.mark.parametrize("temperature", [0.0, 2.0])
@pytest.mark.parametrize("top_k", [0, 20])
def test_a_drafter_picks_with_its_sharpness_and_tells_the_rivals(temperature: float, top_k: int):
    settings = SamplingParams(temperature=temperature, top_k=top_k, top_p=0.95, min_p=0)
    step = Step(3, 20)
    host = Sampler(settings, 9, 1)
    expected = [
        host.rivals(row, 21 + i, step.ids[LAST, : 21 + i].tolist())
        for i, row in enumerate(step.rows)
    ]
    for sharpness in range(len(SHARPNESSES)):
        step.sampler.set(LAST, settings, 9, sharpness)
        assert step.launch()[:3] == [rivals[sharpness] for rivals in expected]
        assert [step.sampler.rivals(LAST, position) for position in (21, 22, 23)] == expected
    step.sampler.set(LAST, settings, 10)
    step.launch()
    assert step.sampler.rivals(LAST, 21) == expected[0]  # a target has none


def test_there_is_room_for_every_sharpness():
    assert len(SHARPNESSES) == NUM_SHARPNESSES
