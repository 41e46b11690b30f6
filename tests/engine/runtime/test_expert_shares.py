"""How many experts of a layer the processor computes: as many as make the layer fastest."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.runtime.bandwidth import Bandwidth
from engine.runtime.expert_shares import best_num_host, layer_seconds, shares_read
from engine.runtime.expert_usage import ExpertUsage
from engine.runtime.residency import ExpertGroup, HeldExperts

FAST_PROCESSOR = Bandwidth(device=1e12, bus=2e10, processor=1e11)


def drawn_group() -> ExpertGroup:
    return ExpertGroup(0, 2 ** random.randint(2, 8), random.randint(10_000, 10_000_000))


def drawn_bandwidth() -> Bandwidth:
    bus, processor = (10 ** random.uniform(9, 11.5) for _ in range(2))
    return Bandwidth(device=1e12, bus=bus, processor=processor)


def drawn_usage(group: ExpertGroup, folder: Path) -> ExpertUsage:
    usage = ExpertUsage(folder / "none.npy", (HeldExperts(group, 0, 0),))
    if random.random() < 0.7:
        skew = random.uniform(0, 6)
        reads = 1e5 * np.exp(-skew * np.linspace(0, 1, group.num_experts))
        reads[random.randint(1, group.num_experts) :] = 0
        usage.add(np.random.permutation(reads).astype(np.int32)[None])
    return usage


def seconds(
    group: ExpertGroup, num_slots: int, num_host: int, usage: ExpertUsage, speeds: Bandwidth
) -> float:
    num_copies = group.num_experts - num_slots - num_host
    return layer_seconds(HeldExperts(group, num_slots, num_copies, num_host), 4, usage, speeds)


def test_no_other_number_is_faster_and_more_slots_never_slower(tmp_path: Path) -> None:
    for _ in range(100):
        group, speeds = drawn_group(), drawn_bandwidth()
        usage, best = drawn_usage(group, tmp_path), []
        for num_slots in sorted(random.sample(range(group.num_experts + 1), 4)):
            chosen = best_num_host(group, num_slots, 4, usage, speeds)
            times = [
                seconds(group, num_slots, num_host, usage, speeds)
                for num_host in range(group.num_experts - num_slots + 1)
            ]
            assert chosen == times.index(min(times))
            best.append(times[chosen])
        assert best == sorted(best, reverse=True)


def test_a_layer_waits_for_both_and_a_handover(tmp_path: Path) -> None:
    """Of 8 experts read alike, each 1 MB, a token reads 4."""
    group = ExpertGroup(0, 8, 1_000_000)
    usage = ExpertUsage(tmp_path / "none.npy", (HeldExperts(group, 0, 0),))
    usage.add(np.full((1, 8), 1000, np.int32))
    speeds = Bandwidth(device=1e12, bus=1e10 / 0.65, processor=1e10 / 0.5)
    assert seconds(group, 2, 0, usage, speeds) == pytest.approx(300e-6)
    assert seconds(group, 2, 6, usage, speeds) == pytest.approx(312e-6)
    for num_host in range(1, 6):  # some of what the processor does is done meanwhile
        computed, whole = num_host * 50e-6, 300e-6
        waited = seconds(group, 2, num_host, usage, speeds) - 12e-6
        assert max(computed, whole - computed) < waited < whole
    assert best_num_host(group, 2, 4, usage, speeds) in (3, 4)
    # A processor that is not worth a handover has none, nor has one that nobody measured.
    assert best_num_host(group, 2, 4, usage, replace(speeds, processor=1e8)) == 0
    assert best_num_host(group, 8, 4, usage, speeds) == 0
    assert best_num_host(group, 2, 0, usage, speeds) == 0  # a head that does not run
    assert seconds(group, 2, 0, usage, replace(speeds, processor=None)) == pytest.approx(300e-6)


def test_shares_begin_at_none_and_end_at_all(tmp_path: Path) -> None:
    for _ in range(50):
        group = drawn_group()
        shares = shares_read(group, drawn_usage(group, tmp_path))
        assert (shares[0], shares[-1]) == (0, 1)
        assert (np.diff(shares) >= 0).all()
        assert len(shares) == group.num_experts + 1
    unknown = shares_read(
        ExpertGroup(0, 10, 1),
        ExpertUsage(tmp_path / "none.npy", (HeldExperts(ExpertGroup(0, 10, 1), 0, 0),)),
    )
    assert unknown[6] == pytest.approx(0.936)
