"""`python -m tests.differential`: many drawn cases, by hand; a crash costs one case and is counted."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from tests.differential.files import draw_case, write_case
from tests.differential.shapes import DRAWS, Scale

_ONE = "--one"
INTERPRETER = "interpreter"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--architectures", default=",".join(DRAWS))
    parser.add_argument("--seeds", default="0:20", help="FIRST:END")
    parser.add_argument("--device", default="cpu", help=f"cpu, cuda[:N] or {INTERPRETER}")
    parser.add_argument("--scale", type=Scale, choices=Scale, default=Scale.FULL)
    parser.add_argument("--jobs", type=int, default=1, help="architectures at a time")
    parser.add_argument("--threads", type=int, help="of the engine, on the CPU")
    parser.add_argument(
        "--verbose", action="store_true", help="a line for each case that is right, too"
    )
    parser.add_argument(_ONE, action="store_true", help="in this process, one line for each case")
    arguments = parser.parse_args()
    first, end = (int(part) for part in arguments.seeds.split(":"))
    architectures = arguments.architectures.split(",")
    if arguments.one:
        for architecture in architectures:
            _run_here(arguments, architecture, first, end)
        return 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        counts = list(pool.map(partial(_run_all, arguments, first, end), architectures))
    _say(f"{sum(counts)} of {(end - first) * len(architectures)} right")
    return 0 if sum(counts) == (end - first) * len(architectures) else 1


def _run_all(arguments: argparse.Namespace, first: int, end: int, architecture: str) -> int:
    """How many of an architecture's cases are right."""
    begin, num_right = time.monotonic(), 0
    for line in _lines(arguments, architecture, first, end):
        is_right = line.startswith("right")
        num_right += is_right
        if arguments.verbose or not is_right:
            _say(f"  {line}")
    seconds = time.monotonic() - begin
    _say(f"{architecture}: {num_right} of {end - first} right in {seconds:.0f} s")
    return num_right


def _lines(arguments: argparse.Namespace, architecture: str, first: int, end: int) -> Iterator[str]:
    """One for each case; after a crash another process goes on with the next."""
    while first < end:
        command = [sys.executable, "-m", "tests.differential", _ONE, "--device", arguments.device]
        command += ["--architectures", architecture, "--seeds", f"{first}:{end}"]
        command += ["--scale", arguments.scale]
        if arguments.threads is not None:
            command += ["--threads", str(arguments.threads)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for line in child.stdout:
                first += 1
                yield line.rstrip()
        if first < end:
            yield f"CRASHED {architecture}:{first} (exit code {child.returncode})"
            first += 1


def _run_here(arguments: argparse.Namespace, architecture: str, first: int, end: int) -> None:
    if arguments.device == INTERPRETER:
        os.environ["TRITON_INTERPRET"] = "1"  # read when a kernel is defined
    from tests.differential.judge import judge, judge_interpreted

    for seed in range(first, end):
        case = draw_case(architecture, seed, arguments.scale)
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "case.gguf"
            try:
                write_case(case, path)
                verdict = (
                    judge_interpreted(case, path)
                    if arguments.device == INTERPRETER
                    else judge(case, path, arguments.device, arguments.threads)
                )
                line = (
                    f"{'right' if verdict.is_right else 'WRONG'} {case.name} {case.style} {verdict}"
                )
            except Exception as error:  # noqa: BLE001 - whatever it is, it is counted
                line = f"FAILED {case.name} {case.style} {type(error).__name__}: {error}"
        _say(f"{line} ({time.monotonic() - begin:.0f} s)".replace("\n", " "))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
