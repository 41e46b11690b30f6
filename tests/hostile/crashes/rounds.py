"""Kills windows and engines at random moments, again and again over one home, beside a window that lives on."""

import contextlib
import multiprocessing
import random
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path

import psutil

from tests.hostile.crashes.journal import Entries, read_journal
from tests.hostile.crashes.judge import judge, judge_other
from tests.hostile.crashes.windows import stay, use

_STEP_SECONDS = 0.02
_PATIENCE_SECONDS = 90.0
_ENGINE_GRACE_SECONDS = 20.0


@dataclass
class Outcome:
    """What came of one home."""

    num_kills: int = 0
    num_answers: int = 0
    faults: list[str] = field(default_factory=list)


def crash_repeatedly(home: Path, seed: int, num_rounds: int, *, is_drawn: bool) -> Outcome:
    """`num_rounds` victims, one after the other; the same seed does the same things at much the same moments."""
    draw, outcome = random.Random(seed), Outcome()
    journals = home.with_name(f"{home.name}-journals")
    journals.mkdir()
    has_other = draw.random() < 0.7
    other_journal, end = journals / "other", journals / "end"
    other = _start(stay, home, seed, other_journal, end) if has_other else None
    if other is not None and not _await(lambda: read_journal(other_journal).is_ready, other):
        outcome.faults.append("the other window did not open")
    for number in range(num_rounds):
        path = journals / str(number)
        is_patient = draw.random() < 0.25
        options = {"is_drawn": is_drawn, "is_patient": is_patient}
        victim = _start(use, home, draw.getrandbits(32), path, **options)
        killed = _kill(victim, path, draw, outcome, is_patient=is_patient)
        entries = read_journal(path)
        outcome.num_answers += len(entries.shown)
        faults = [*judge(home, entries, killed, has_other=has_other), *_orphans(entries)]
        outcome.faults += [f"seed {seed} round {number}: {fault}" for fault in faults]
    if other is not None:
        end.touch()
        _await(lambda: read_journal(other_journal).is_done, other)
        other.join(_PATIENCE_SECONDS)
        other.kill()
        other.join()
        entries = read_journal(other_journal)
        outcome.faults += [f"seed {seed}: {fault}" for fault in judge_other(home, entries)]
    if not outcome.faults:
        shutil.rmtree(home)
        shutil.rmtree(journals)
    return outcome


def _kill(
    victim: multiprocessing.process.BaseProcess,
    path: Path,
    draw: random.Random,
    outcome: Outcome,
    *,
    is_patient: bool,
) -> float:
    """At a random moment; returns when."""
    is_early = not is_patient and draw.random() < 0.2
    if not is_early and not _await(lambda: read_journal(path).is_ready, victim):
        outcome.faults.append(f"a window did not open: {read_journal(path).problems}")
    wait([victim.sentinel], draw.uniform(2.0, 5.0) if is_patient else draw.uniform(0, 1.0))
    engines = read_journal(path).engine_pids
    if engines and draw.random() < 0.5:
        _kill_engine(engines[-1])
        outcome.num_kills += 1
        wait([victim.sentinel], draw.uniform(0, 1.5))
    if not victim.is_alive():
        outcome.faults.append(f"a window ended by itself with code {victim.exitcode}")
    killed = time.monotonic()
    victim.kill()
    victim.join()
    outcome.num_kills += 1
    return killed


def _kill_engine(pid: int) -> None:
    # Gone already: its window has just started another.
    with contextlib.suppress(psutil.NoSuchProcess):
        psutil.Process(pid).kill()


def _orphans(entries: Entries) -> list[str]:
    """Engines whose window is gone must end."""
    processes = []
    for pid in entries.engine_pids:
        try:
            process = psutil.Process(pid)
            if process.status() != psutil.STATUS_ZOMBIE:
                processes.append(process)
        except psutil.NoSuchProcess:
            continue
    _, alive = psutil.wait_procs(processes, _ENGINE_GRACE_SECONDS)
    return [f"engine {one.pid} lives on" for one in alive if _is_at_work(one)]


def _is_at_work(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def _start(
    target: Callable[..., None], *arguments: object, **options: object
) -> multiprocessing.process.BaseProcess:
    # A server that has everything imported makes a window in no time; Windows has none.
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    if "forkserver" in methods:
        context.set_forkserver_preload(["tests.hostile.crashes.windows"])
    process = context.Process(target=target, args=arguments, kwargs=options, daemon=True)
    process.start()
    return process


def _await(is_so: Callable[[], bool], process: multiprocessing.process.BaseProcess) -> bool:
    """Whether it came to be while `process` lived."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not is_so():
        if wait([process.sentinel], _STEP_SECONDS) or time.monotonic() > deadline:
            return is_so()
    return True
