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
    benchmark_prompt,
    check_thinking,
    compared_configurations,
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
from engine.late_modules import run_when_used, unused_by_engine
from engine.safe_text import TextCleaner, clean_line, clean_text, to_json
from engine.terminal_text import ReasoningWriter, show_progress

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
            "start": _start,
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
    reasoning, cleaner = ReasoningWriter(sys.stderr), TextCleaner()
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
    from engine.session.benchmark import (
        PROMPT_SOURCE,
        BenchmarkPlan,
        format_table,
        run_benchmark,
        toggle_product,
    )
    from engine.session.comparison import LoadedSession
    from engine.session.profile import format_profile, profile_step

    prompt = benchmark_prompt(options)
    if options.context is None and prompt is None:
        options.context = options.depth + options.prompt_tokens + options.new_tokens
    configurations = compared_configurations(options)
    if options.ab:
        configurations = toggle_product(configurations[0], options.ab)
    plan = BenchmarkPlan(
        configurations=configurations,
        prompt_tokens=options.prompt_tokens,
        new_tokens=options.new_tokens,
        depth=options.depth,
        repetitions=options.repetitions,
        prompt=prompt,
    )

    def on_run(run: int, num_runs: int) -> None:
        show_progress(sys.stderr, f"run {run + 1} of {num_runs}")

    loaded = LoadedSession(lambda wanted: _load(Path(wanted.model), wanted.engine))
    with contextlib.closing(loaded):
        info = loaded.at(configurations[0]).info
        rows = run_benchmark(loaded, plan, on_run)
        session = loaded.at(configurations[0])
        profile = (
            profile_step(session, plan.depth + plan.prompt_tokens) if options.profile else None
        )
    show_progress(sys.stderr, "")
    result = {
        "rows": rows,
        "device": info.device,
        "versions": library_versions(),
        "model": info.name,
        "threads": info.threads,
        "context_len": info.context_len,
        "prompt": PROMPT_SOURCE if prompt is None else options.set or options.prompt,
    }
    if profile is not None:
        result["profile"] = profile
    if options.json:
        _write_line(to_json(result))
        return
    _write_line(format_table(rows))
    if profile is not None:
        _write_line("\n" + format_profile(profile))


def _start(options: argparse.Namespace) -> None:
    from engine.start_time import format_starts, measure_start

    config = engine_config(options)
    starts = [measure_start(options.model, config) for _ in range(options.repetitions)]
    _write_line(to_json(starts) if options.json else format_starts(starts))


def _read_tokenizer_metadata(path: Path) -> "TokenizerMetadata":
    from engine.gguf.file import GGUFFile
    from engine.gguf.metadata import ModelMetadata

    with GGUFFile.open(path) as file:
        return ModelMetadata(file.metadata).tokenizer


@contextlib.contextmanager
def _loaded(path: Path, config: EngineConfig) -> Iterator["Session"]:
    """A session of the model, closed at the end."""
    with contextlib.closing(_load(path, config)) as session:
        yield session


def _load(path: Path, config: EngineConfig) -> "Session":
    """Load the model; shows the progress on a terminal."""
    from engine.session_loader import import_session

    try:
        session = import_session().load(
            path, config, lambda *stage: show_progress(sys.stderr, "{}: {:.0%}".format(*stage))
        )
    finally:
        show_progress(sys.stderr, "")
    for notice in session.notices:
        _say(notice)
    return session


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


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        # The same bytes on every system; a broken character is escaped, not an error.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    run_when_used(unused_by_engine())
    sys.exit(main())
