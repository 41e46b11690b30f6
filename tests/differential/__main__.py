"""`python -m tests.differential`: many drawn cases, by hand; a crash costs one case and is counted."""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.differential.files import draw_case, write_case
from tests.differential.shapes import DRAWS

_ONE = "--one"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--architectures", default=",".join(DRAWS))
    parser.add_argument("--seeds", default="0:20", help="FIRST:END")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--slim", action="store_true", help="few different layers: quick to compile")
    parser.add_argument(_ONE, action="store_true", help="in this process, one line for each case")
    arguments = parser.parse_args()
    first, end = (int(part) for part in arguments.seeds.split(":"))
    if arguments.one:
        return _run_here(arguments, first, end)
    failures = 0
    for architecture in arguments.architectures.split(","):
        begin = time.monotonic()
        wrong = list(_run_apart(arguments, architecture, first, end))
        failures += len(wrong)
        sys.stdout.write(
            f"{architecture}: {end - first - len(wrong)} of {end - first} right "
            f"in {time.monotonic() - begin:.0f} s\n"
        )
        sys.stdout.writelines(f"  {line}\n" for line in wrong)
        sys.stdout.flush()
    return 1 if failures else 0


def _run_apart(
    arguments: argparse.Namespace, architecture: str, first: int, end: int
) -> Iterator[str]:
    """The lines of the cases that went wrong; after a crash another process goes on with the next."""
    while first < end:
        command = [sys.executable, "-m", "tests.differential", _ONE, "--device", arguments.device]
        command += ["--architectures", architecture, "--seeds", f"{first}:{end}"]
        command += ["--slim"] if arguments.slim else []
        child = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        lines = child.stdout.splitlines()
        yield from (line for line in lines if not line.startswith("right"))
        first += len(lines)
        if first < end:
            yield f"CRASHED {architecture}:{first} (exit code {child.returncode})"
            first += 1


def _run_here(arguments: argparse.Namespace, first: int, end: int) -> int:
    from tests.differential.judge import judge

    for architecture in arguments.architectures.split(","):
        for seed in range(first, end):
            case = draw_case(architecture, seed, is_slim=arguments.slim)
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "case.gguf"
                try:
                    write_case(case, path)
                    verdict = judge(case, path, arguments.device)
                    word = "right" if verdict.is_right else "WRONG"
                    line = f"{word} {case.name} {case.style} {verdict}"
                except Exception as error:  # noqa: BLE001 - whatever it is, it is counted
                    line = f"FAILED {case.name} {case.style} {type(error).__name__}: {error}"
            sys.stdout.write(line.replace("\n", " ") + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
