"""Models under caps of GPU memory beside llama.cpp, which gets as many layers as fit the same cap.

    python -m tests.support.caps_beside_llama FILE... --caps 6 8 12 16 --llama build/bin/llama-bench

llama.cpp keeps the experts of some layers (`--n-cpu-moe`), or some layers (`-ngl`), on the processor:
as few as fit, found with short runs. Memory is what nvidia-smi says, at the most.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.models.model_file import open_model
from engine.session.table import aligned
from tests.support.gpu_memory_use import PeakUse

_HEADER = (
    *("file", "GiB", "Encore MiB", "over the cap", "tok/s", "as inspect says before"),
    *("experts on the GPU", "hit rate"),
    *("MB over the bus", "hash", "recaptures", "llama.cpp", "MiB", "tok/s", "×"),
)
_SHORT = ("-n", "8", "-r", "1")
_PROMPT_TOKENS = 64


@dataclass(frozen=True)
class Options:
    """What is the same for all rows."""

    llama: Path
    threads: int
    context_len: int
    new_tokens: int
    repetitions: int
    device: str
    arguments: tuple[str, ...]  # further ones of Encore's


@dataclass(frozen=True)
class Outcome:
    """Of one run. `mib` are taken at the most, None without nvidia-smi; None for no speed: failed."""

    tok_s: float | None
    mib: int | None
    row: dict[str, Any]

    def fits(self, most_mib: float) -> bool:
        """Whether it ran within so much."""
        return self.tok_s is not None and (self.mib is None or self.mib <= most_mib)


def most_that_fits(run: Callable[[int], Outcome], most: int, most_mib: float) -> int | None:
    """The largest count up to `most` whose run fits; None if none does. More take more, evenly."""
    low, high = (0, run(0)), (most, run(most))
    if high[1].fits(most_mib) or not low[1].fits(most_mib):
        return most if high[1].fits(most_mib) else None
    while high[0] - low[0] > 1:
        count = _between(low, high, most_mib)
        outcome = run(count)
        if outcome.fits(most_mib):
            low = count, outcome
        else:
            high = count, outcome
    return low[0]


def _between(low: tuple[int, Outcome], high: tuple[int, Outcome], most_mib: float) -> int:
    """A count between two others, about the last that fits."""
    (begin, least), (end, largest) = low, high
    count = (begin + end) // 2
    if least.mib is not None and largest.mib is not None and largest.tok_s is not None:
        share = (most_mib - least.mib) / (largest.mib - least.mib)
        count = begin + int(share * (end - begin))
    return min(max(count, begin + 1), end - 1)


def run_encore(path: Path, cap: float, options: Options) -> Outcome:
    """`python -m engine inspect`, and then `bench` in a process of its own."""
    same = (
        *(str(path), "--json", "--device", options.device, "--device-memory", f"{cap:g}"),
        *("--context", str(options.context_len), *options.arguments),
    )
    command = [
        *(sys.executable, "-m", "engine", "bench", *same, "--prompt-tokens", str(_PROMPT_TOKENS)),
        *("--new-tokens", str(options.new_tokens), "--repetitions", str(options.repetitions)),
    ]
    verdict, _ = _run([sys.executable, "-m", "engine", "inspect", *same])
    found, mib = _run(command)
    row = found["rows"][0] if found else {}
    said = verdict["memory"]["tok_s"] if verdict else None
    return Outcome(row.get("tok_s"), mib, {**row, "said_tok_s": said})


@cache  # short runs tell of several caps
def run_llama(
    path: Path, flags: tuple[str, ...], options: Options, length: tuple[str, ...] = _SHORT
) -> Outcome:
    """`llama-bench` with these flags."""
    threads = ("-t", str(options.threads))
    command = [str(options.llama), "-m", str(path), "-p", "0", *length, *threads, *flags]
    found, mib = _run([*command, "-o", "json"])
    row = found[0] if found else {}
    return Outcome(row.get("avg_ts"), mib, row)


def compare(path: Path, cap: float, options: Options) -> tuple[str, ...]:
    """A row of the table."""
    ours = run_encore(path, cap, options)
    with open_model(path, with_data=False) as file:
        num_layers = file.config.num_layers
        has_experts = any(len(each.shape) == 3 for each in file.gguf.tensors.values())
    layers = num_layers if has_experts else num_layers + 1  # the output counts as one

    def flags(count: int) -> tuple[str, ...]:
        """With `count` layers, or the experts of so many, on the GPU."""
        if has_experts:
            return "-ngl", "99", "--n-cpu-moe", str(layers - count)
        return "-ngl", str(count)

    cap_mib = 1024 * cap
    count = most_that_fits(lambda each: run_llama(path, flags(each), options), layers, cap_mib)
    chosen, theirs = (), Outcome(None, None, {})
    if count is not None:
        chosen = flags(count)
        length = ("-n", str(options.new_tokens), "-r", str(options.repetitions))
        theirs = run_llama(path, chosen, options, length)
    return _cells(path, cap, ours, " ".join(chosen), theirs)


def _cells(path: Path, cap: float, ours: Outcome, flags: str, theirs: Outcome) -> tuple[str, ...]:
    row, ratio = ours.row, None
    if ours.tok_s and theirs.tok_s:
        ratio = ours.tok_s / theirs.tok_s
    over = None if ours.mib is None else ours.mib / (1024 * cap) - 1
    bus = row.get("bus_bytes")
    return (
        *(path.name, f"{cap:g}", _shown(ours.mib, ","), _shown(over, "+.2%")),
        *(_shown(ours.tok_s, ".1f"), _shown(row.get("said_tok_s"), ".1f")),
        *(
            _shown(row.get("expert_share"), ".1%"),
            _shown(row.get("expert_hit_rate"), ".2%"),
            _shown(bus and bus / 1e6, ",.0f"),
        ),
        *(row.get("fnv1a64", "failed"), _shown(row.get("recaptures"), "d")),
        *(flags or "-", _shown(theirs.mib, ","), _shown(theirs.tok_s, ".1f")),
        _shown(ratio, ".2f"),
    )


def _shown(number: float | None, form: str) -> str:
    return "-" if number is None else format(number, form)


def _run(command: Sequence[str]) -> tuple[Any, int | None]:
    """What the program says, None if it fails, and the memory that it took."""
    with PeakUse() as use:
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        print(f"{' '.join(command)}\n{ended.stderr[-2000:]}", file=sys.stderr)  # noqa: T201
        return None, use.mib
    return json.loads(ended.stdout), use.mib


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--caps", type=float, nargs="+", required=True, help="GiB")
    parser.add_argument("--llama", type=Path, required=True, help="llama-bench")
    parser.add_argument("--threads", type=int, default=16, help="llama.cpp's")
    parser.add_argument("--context", type=int, default=1024)
    parser.add_argument("--new-tokens", type=int, default=128)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--device", default="cuda")
    options, others = parser.parse_known_args()
    same = Options(
        options.llama, options.threads, options.context, options.new_tokens,
        options.repetitions, options.device, tuple(others),
    )  # fmt: skip
    rows: list[tuple[str, ...]] = [_HEADER]
    for path in options.files:
        for cap in options.caps:
            rows.append(compare(path, cap, same))
            print(" | ".join(rows[-1]), flush=True)  # noqa: T201 - a call may be cut short
    print(aligned(rows))  # noqa: T201


if __name__ == "__main__":
    main()
