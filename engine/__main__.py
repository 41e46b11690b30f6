"""The engine's command line: runs one command and reports an error in one sentence.

Text is cleaned for terminals; JSON is exact, and so is a rendered prompt unless a terminal shows
it. Imports are late: only commands that run a model load torch.
"""

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from engine.arguments import (
    check_thinking,
    create_parser,
    engine_config,
    generate_command,
    read_ids,
    read_messages,
    thinking_wishes,
)
from engine.config import EngineConfig
from engine.errors import EngineError, RequestError
from engine.events import Finished, Notice, ReasoningDelta, Started, TextDelta
from engine.safe_text import TextCleaner, clean_line, clean_text, to_json

if TYPE_CHECKING:
    from engine.gguf.metadata import TokenizerMetadata
    from engine.session.session import Session

_USER_MISTAKE = 2
_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0, 2 for a user error, 130 for Ctrl-C."""
    parser = create_parser(
        {
            "serve-pipe": _serve_pipe,
            "inspect": _inspect,
            "tokenize": _tokenize,
            "render": _render,
            "logits": _logits,
            "generate": _generate,
            "bench": _bench,
        }
    )
    try:
        options = parser.parse_args(arguments)
        options.run(options)
        sys.stdout.flush()
    except EngineError as error:
        _say(str(error))
        return _USER_MISTAKE
    except MemoryError:
        _say("There is not enough memory; choose a smaller model or context.")
        return _USER_MISTAKE
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe; leave nothing to flush to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _serve_pipe(_options: argparse.Namespace) -> None:
    from engine.confinement.confine import confine

    # Before other imports: libraries start threads.
    confinement = confine()
    from engine.host import serve

    serve(confinement=confinement)


def _inspect(options: argparse.Namespace) -> None:
    from engine.session.inspect import format_report, inspect_model

    report = inspect_model(options.model, engine_config(options))
    _write_line(to_json(report) if options.json else clean_text(format_report(report)))


def _tokenize(options: argparse.Namespace) -> None:
    from engine.tokenizer.tokenizer import create_tokenizer

    tokenizer = create_tokenizer(_read_tokenizer_metadata(options.model))
    ids = tokenizer.encode(
        options.text, add_special=options.add_special, parse_special=options.parse_special
    )
    _write_line(to_json(ids))


def _render(options: argparse.Namespace) -> None:
    from engine.tokenizer.chat_template import ChatTemplate

    messages = read_messages(options.messages)
    metadata = _read_tokenizer_metadata(options.model)
    with contextlib.closing(ChatTemplate.from_metadata(metadata)) as template:
        check_thinking(template.thinking, **thinking_wishes(options))
        text = template.render(messages, **thinking_wishes(options))
    if template.notice:
        _say(template.notice)
    # Exact for a program, cleaned for a terminal.
    _write(clean_text(text) if sys.stdout.isatty() else text)


def _logits(options: argparse.Namespace) -> None:
    import numpy as np

    ids = read_ids(options.tokens)
    with _loaded(options.model, engine_config(options)) as session:
        logits = session.logits(ids, options.positions)
    positions = range(len(ids)) if options.positions is None else options.positions
    try:
        with options.out.open("wb") as file:
            np.savez(file, logits=logits, positions=np.array(positions, np.int64))
    except OSError as error:
        raise RequestError(f"{options.out} cannot be written: {error.strerror}.") from error


def _generate(options: argparse.Namespace) -> None:
    command = generate_command(options)
    seed = 0
    reasoning, cleaner = _ReasoningOnStderr(), TextCleaner()
    with _loaded(options.model, engine_config(options)) as session:
        check_thinking(session.info.thinking, **thinking_wishes(options))
        for event in session.generate(command):
            match event:
                case Started():
                    seed = event.seed
                case ReasoningDelta() if not options.json:
                    reasoning.write(event.text)
                case TextDelta() if not options.json:
                    reasoning.end()
                    _write(cleaner.clean(event.text))
                case Notice():
                    _say(event.message)
                case Finished():
                    reasoning.end()
                    _write_line(to_json(_answer(event, seed)) if options.json else "")


def _bench(options: argparse.Namespace) -> None:
    from engine.runtime.library_versions import library_versions
    from engine.session.benchmark import PROMPT_SOURCE, BenchmarkPlan, format_table, run_benchmark
    from engine.session.profile import format_profile, profile_step

    plan = BenchmarkPlan(
        prompt_tokens=options.prompt_tokens,
        new_tokens=options.new_tokens,
        depth=options.depth,
        repetitions=options.repetitions,
        compare=options.ab,
    )
    if options.context is None:
        options.context = plan.context_len
    config = engine_config(options)
    with _loaded(options.model, config) as session:
        rows = run_benchmark(session, plan, config.toggles, _show_run)
        profile = (
            profile_step(session, plan.depth + plan.prompt_tokens) if options.profile else None
        )
        info = session.info
    _show_progress("")
    result = {
        "rows": rows,
        "device": info.device,
        "versions": library_versions(),
        "model": info.name,
        "threads": info.threads,
        "context_len": info.context_len,
        "prompt": PROMPT_SOURCE,
    }
    if profile is not None:
        result["profile"] = profile
    if options.json:
        _write_line(to_json(result))
        return
    _write_line(format_table(rows))
    if profile is not None:
        _write_line("\n" + format_profile(profile))


def _read_tokenizer_metadata(path: Path) -> "TokenizerMetadata":
    from engine.gguf.file import GGUFFile
    from engine.gguf.metadata import ModelMetadata

    with GGUFFile.open(path) as file:
        return ModelMetadata(file.metadata).tokenizer


@contextlib.contextmanager
def _loaded(path: Path, config: EngineConfig) -> Iterator["Session"]:
    """A session of the model; shows the load progress on a terminal."""
    from engine.session.session import Session

    try:
        session = Session.load(
            path, config, lambda *stage: _show_progress("{}: {:.0%}".format(*stage))
        )
    finally:
        _show_progress("")
    with contextlib.closing(session):
        for notice in session.notices:
            _say(notice)
        yield session


class _ReasoningOnStderr:
    """Writes reasoning to stderr, faint on a terminal."""

    def __init__(self) -> None:
        # Old Windows consoles print the escape codes.
        can_be_faint = sys.stderr.isatty() and sys.platform != "win32"
        self._begin, self._end = ("\x1b[2m", "\x1b[0m\n\n") if can_be_faint else ("", "\n\n")
        self._is_open = False
        self._cleaner = TextCleaner()

    def write(self, text: str) -> None:
        text = self._cleaner.clean(text)
        sys.stderr.write(text if self._is_open else self._begin + text)
        sys.stderr.flush()
        self._is_open = True

    def end(self) -> None:
        if self._is_open:
            sys.stderr.write(self._end)
            sys.stderr.flush()
        self._is_open = False


def _answer(finished: Finished, seed: int) -> dict[str, Any]:
    return {
        "ids": finished.ids,
        "text": finished.text,
        "reasoning": finished.reasoning,
        "finish_reason": finished.reason,
        "fnv1a64": finished.fnv1a64,
        "seed": seed,
        "meter": {
            **msgspec.to_builtins(finished.meter),
            "recapture_reasons": finished.recapture_reasons,
        },
    }


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _write_line(text: str) -> None:
    _write(text + "\n")


def _say(sentence: str) -> None:
    sys.stderr.write(clean_line(sentence) + "\n")


def _show_run(run: int, num_runs: int) -> None:
    _show_progress(f"run {run + 1} of {num_runs}")


def _show_progress(text: str) -> None:
    """Replace the terminal's last line; writes nothing to a file."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text:<60}\r")
        sys.stderr.flush()


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        # The same bytes on every system; a broken character is escaped, not an error.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    sys.exit(main())
