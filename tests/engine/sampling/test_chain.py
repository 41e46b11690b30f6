"""Each step of the chain on four tokens, with answers worked out by hand."""

import numpy as np
import pytest

from engine.sampling import chain

HALF_QUARTER_EIGHTHS = np.log(np.array([0.5, 0.25, 0.125, 0.125], dtype=np.float32))


def candidates(logits: object) -> chain.Candidates:
    return chain.all_candidates(np.asarray(logits, dtype=np.float32))


def kept(result: chain.Candidates) -> list[int]:
    return result.ids.tolist()


def test_repetition_penalty_divides_positive_and_multiplies_negative_logits():
    logits = np.array([4, -4, 0, 4], dtype=np.float32)
    assert chain.penalize(logits, [2, 0, 1, 1], repetition=2.0).tolist() == [2, -8, 0, 4]
    assert logits.tolist() == [4, -4, 0, 4]


def test_frequency_penalty_grows_with_each_occurrence():
    logits = np.array([1, 1, 1, 1], dtype=np.float32)
    assert chain.penalize(logits, [3, 1, 3, 3], frequency=0.5).tolist() == [1, 0.5, 1, -0.5]
    assert logits.tolist() == [1, 1, 1, 1]


def test_presence_penalty_is_the_same_for_every_seen_token():
    logits = np.array([1, 1, 1, 1], dtype=np.float32)
    assert chain.penalize(logits, [3, 1, 3, 3], presence=0.5).tolist() == [1, 0.5, 1, 0.5]
    assert logits.tolist() == [1, 1, 1, 1]


def test_penalties_add_up_in_their_order():
    logits = np.array([4, 1], dtype=np.float32)
    penalties = {"repetition": 2.0, "frequency": 0.5, "presence": 0.25}
    assert chain.penalize(logits, [0, 0], **penalties).tolist() == [0.75, 1]
    assert chain.penalize(logits, [], **penalties).tolist() == [4, 1]


@pytest.mark.parametrize(
    "penalty", [{"repetition": 1.5}, {"frequency": -1.0}, {"presence": -1.0}], ids=str
)
def test_a_masked_token_stays_masked_under_every_penalty(penalty: dict[str, float]):
    logits = np.array([-np.inf, 1], dtype=np.float32)
    assert chain.penalize(logits, [0, 0], **penalty)[0] == -np.inf


def test_top_k_keeps_the_largest_in_order_of_id():
    result = chain.keep_top_k(candidates([1, 4, 2, 3]), 2)
    assert kept(result) == [1, 3]
    assert result.logits.tolist() == [4, 3]


def test_top_k_keeps_the_lowest_ids_among_equals():
    assert kept(chain.keep_top_k(candidates([1, 2, 1, 1]), 2)) == [0, 1]
    assert kept(chain.keep_top_k(candidates([7, 7, 7, 7]), 3)) == [0, 1, 2]


@pytest.mark.parametrize("k", [4, 1000])
def test_top_k_of_the_whole_vocabulary_changes_nothing(k: int):
    assert kept(chain.keep_top_k(candidates([1, 4, 2, 3]), k)) == [0, 1, 2, 3]


@pytest.mark.parametrize("seed", range(40))
def test_top_k_is_that_of_a_stable_sort(seed: int):
    random = np.random.default_rng(seed)
    size, k = int(random.integers(1, 40_000)), int(random.integers(1, 100))
    logits = random.normal(0, 3, size).astype(np.float32)
    if seed % 2:  # many ties, at the edge, too
        logits = np.round(logits)
    if seed % 3:
        logits[random.random(size) < random.random()] = -np.inf
    best = np.argsort(-logits, kind="stable")[:k]
    result = chain.keep_top_k(candidates(logits), k)
    assert kept(result) == sorted(best.tolist())
    assert result.logits.tolist() == logits[result.ids].tolist()


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        pytest.param(0.1, [0], id="always one"),
        pytest.param(0.49, [0], id="below the likeliest"),
        pytest.param(0.51, [0, 1], id="crossing takes the next"),
        pytest.param(0.8, [0, 1, 2], id="lowest id among equals"),
        pytest.param(0.9, [0, 1, 2, 3], id="all needed"),
    ],
)
def test_top_p_keeps_the_smallest_set_that_reaches_p(p: float, expected: list[int]):
    assert kept(chain.keep_top_p(candidates(HALF_QUARTER_EIGHTHS), p)) == expected


def test_top_p_counts_probabilities_among_the_candidates():
    # Of 0.5 and 0.25 alone the first has two thirds.
    two = chain.keep_top_k(candidates(HALF_QUARTER_EIGHTHS), 2)
    assert kept(chain.keep_top_p(two, 0.6)) == [0]
    assert kept(chain.keep_top_p(two, 0.7)) == [0, 1]


@pytest.mark.parametrize(
    ("min_p", "expected"),
    [
        pytest.param(0.2, [0, 1, 2, 3], id="0.2 x 0.5 = 0.1 keeps all"),
        pytest.param(0.3, [0, 1], id="0.3 x 0.5 = 0.15 drops the eighths"),
        pytest.param(0.6, [0], id="0.6 x 0.5 = 0.3 keeps the half"),
        pytest.param(1.0, [0], id="only as likely as the likeliest"),
    ],
)
def test_min_p_is_relative_to_the_likeliest(min_p: float, expected: list[int]):
    assert kept(chain.keep_min_p(candidates(HALF_QUARTER_EIGHTHS), min_p)) == expected


def test_temperature_divides_the_distance_from_the_top():
    assert chain.scale_by_temperature(candidates([1, 3, 2, -np.inf]), 0.5).tolist() == [
        -4,
        0,
        -2,
        -np.inf,
    ]


@pytest.mark.parametrize("temperature", [1e-300, 5e-324])
def test_a_vanishing_temperature_leaves_only_the_likeliest(temperature: float):
    scores = chain.scale_by_temperature(candidates([1, 3e30, 2, -1]), temperature)
    assert scores[1] == 0
    assert np.all(np.delete(scores, 1) < -1e300)
