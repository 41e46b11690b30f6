"""Declares and parses the command line's options. Runs nothing.

Every error, argparse's included, is a `RequestError` of one sentence.
"""

import argparse
import copy
from collections.abc import Callable, Mapping
from functools import reduce
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.commands import ChatMessage, ChatPrompt, Generate, IdsPrompt, Prompt, TextPrompt
from engine.comparison.configuration import GREEDY, Configuration
from engine.comparison.prompts import PROMPT_SETS, question_prompt
from engine.config import EngineConfig, SamplingParams, SpeculationConfig, Toggles, validated
from engine.errors import RequestError
from engine.events import Thinking
from engine.setting import SettingField, command_line_fields, setting_fields

T = TypeVar("T")
S = TypeVar("S", bound=Struct)

Run = Callable[[argparse.Namespace], None]
TokenId = Annotated[int, Meta(ge=0, lt=1 << 31)]

_TOGGLE_NAMES = Toggles.__struct_fields__


class Parser(argparse.ArgumentParser):
    """An argument parser that raises `RequestError`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:].rstrip(".")
        raise RequestError(f"{sentence}; see {self.prog} --help.")


def create_parser(runs: Mapping[str, Run]) -> Parser:
    """Create the parser; its result's `run` is the entry of `runs` for the command."""
    parser = Parser(prog="python -m engine", description="Encore's engine, without the window.")
    subparsers = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def add(name: str, summary: str, declare: Callable[[Parser], None]) -> None:
        command = subparsers.add_parser(name, help=summary, description=summary)
        command.set_defaults(run=runs[name])
        declare(command)

    add("serve-pipe", "serve the window over stdin and stdout", lambda _: None)
    add("inspect", "what a model file holds and what it needs", _declare_inspect)
    add("tokenize", "text to token ids, as JSON", _declare_tokenize)
    add("render", "a conversation to the prompt that the model sees", _declare_render)
    add("logits", "token ids to float32 logits, as .npz", _declare_logits)
    add("generate", "continue a prompt, or answer a question", _declare_generate)
    add("bench", "measure decoding, setting by setting", _declare_bench)
    add("start", "measure a start, from the process to the first token", _declare_start)
    return parser


def engine_config(options: argparse.Namespace, base: EngineConfig | None = None) -> EngineConfig:
    """The engine configuration, `base` where an option was left out and has no default.

    Raises RequestError for an invalid value.
    """
    base = base or EngineConfig()
    config = replace(
        base,
        **_values(EngineConfig, options),
        toggles=replace(base.toggles, **_values(Toggles, options)),
        speculation=replace(base.speculation, **_values(SpeculationConfig, options)),
    )
    return _checked(config)


def sampling_params(options: argparse.Namespace) -> SamplingParams:
    """The sampling parameters. Raises RequestError for a value out of range."""
    return _checked(SamplingParams(**_values(SamplingParams, options)))


def generate_command(options: argparse.Namespace) -> Generate:
    """The generate command. Raises RequestError for a value out of range or an unusable file."""
    return Generate(
        request_id="command-line",
        prompt=_prompt(options),
        sampling=sampling_params(options),
        max_tokens=options.max_tokens,
        stop=tuple(options.stop),
    )


def thinking_wishes(options: argparse.Namespace) -> dict[str, Any]:
    """The `thinking` and `effort` of `ChatPrompt`."""
    return {"thinking": options.think, "effort": options.effort}


def check_thinking(
    known: Thinking | None, *, thinking: bool | None = None, effort: str | None = None
) -> None:
    """Raise RequestError for an option that a model with the reasoning `known` lacks."""
    known = known or Thinking(is_on=False)
    if thinking is not None and not known.is_switchable and thinking != known.is_on:
        how = "always thinks" if known.is_on else "does not think"
        option = "--think" if thinking else "--no-think"
        raise RequestError(f"This model {how} before it answers; leave out {option}.")
    if effort is not None and effort not in known.efforts:
        choices = " or ".join(known.efforts) or "no --effort: this model has no choice of it"
        raise RequestError(f"--effort {effort} is not available; use {choices}.")


def compared_configurations(options: argparse.Namespace) -> tuple[Configuration, ...]:
    """The configuration of a benchmark's options, and one for each `--compare`.

    Raises RequestError for a name or a value that there is not.
    """
    base = Configuration(str(options.model), engine_config(options), GREEDY)
    return (base, *(_changed(options, changes) for changes in options.compare))


def benchmark_prompt(options: argparse.Namespace) -> Prompt | None:
    """The prompt of a benchmark; None for the prose of `--prompt-tokens`."""
    if options.set is not None:
        return PROMPT_SETS[options.set].prompt
    return None if options.prompt is None else question_prompt(options.prompt)


def read_ids(path: Path) -> list[int]:
    """Read token ids from a JSON file. Raises RequestError."""
    return _read_json(path, list[TokenId], "a list of token ids")


def read_messages(path: Path) -> list[ChatMessage]:
    """Read a conversation from a JSON file. Raises RequestError."""
    return _read_json(path, list[ChatMessage], 'a list of {"role": …, "content": …}')


def add_engine_options(command: Parser, *, has_defaults: bool = True) -> None:
    """Declare the options of `engine_config`; without defaults those left out stay unset."""
    group = command.add_argument_group("engine")
    _add_settings(group, EngineConfig, "N", has_defaults=has_defaults)
    _add_settings(group, SpeculationConfig, "K", has_defaults=has_defaults)
    _add_settings(group, Toggles, has_defaults=has_defaults)


def add_sampling_options(command: Parser) -> None:
    """Declare the options of `sampling_params`."""
    _add_settings(command.add_argument_group("sampling"), SamplingParams, "X")


def add_thinking_options(command: Parser) -> None:
    """Declare the options of `thinking_wishes`."""
    command.add_argument(
        "--think", action=argparse.BooleanOptionalAction, help="think before answering, or do not"
    )
    command.add_argument(
        "--effort", metavar="WORD", help="how much to think, such as low, medium or high"
    )


def _declare_inspect(command: Parser) -> None:
    _add_model(command)
    add_engine_options(command)
    _add_json(command)


def _declare_tokenize(command: Parser) -> None:
    _add_model(command)
    command.add_argument("--text", required=True, type=_text)
    command.add_argument("--add-special", action="store_true", help="add the begin or end token")
    command.add_argument("--parse-special", action="store_true", help="special tokens are no text")


def _declare_render(command: Parser) -> None:
    _add_model(command)
    command.add_argument("--messages", required=True, type=Path, metavar="FILE.json")
    add_thinking_options(command)


def _declare_logits(command: Parser) -> None:
    _add_model(command)
    command.add_argument("--tokens", required=True, type=Path, metavar="FILE.json")
    command.add_argument("--out", required=True, type=Path, metavar="FILE.npz")
    command.add_argument("--positions", type=_positions, help="such as 3,17; all when left out")
    add_engine_options(command)


def _declare_generate(command: Parser) -> None:
    _add_model(command)
    prompt = command.add_mutually_exclusive_group(required=True)
    prompt.add_argument("--prompt", type=_text, help="text to continue as it stands")
    prompt.add_argument("--chat", type=_text, help="a question, put into the model's chat template")
    prompt.add_argument("--tokens", type=Path, metavar="FILE.json", help="token ids to continue")
    command.add_argument("--system", type=_text, help="a system message before --chat")
    command.add_argument("--parse-special", action="store_true", help="for --prompt")
    command.add_argument("--max-tokens", type=_at_least(1), default=256, metavar="N")
    command.add_argument("--stop", type=_text, action="append", default=[], help="may be repeated")
    add_thinking_options(command)
    add_sampling_options(command)
    add_engine_options(command)
    _add_json(command)


def _declare_bench(command: Parser) -> None:
    _add_model(command)
    command.add_argument("--prompt-tokens", type=_at_least(1), default=512, metavar="N")
    command.add_argument("--new-tokens", type=_at_least(2), default=128, metavar="N")
    command.add_argument(
        "--depth", type=_at_least(0), default=0, metavar="N", help="tokens before the prompt"
    )
    prompt = command.add_mutually_exclusive_group()
    prompt.add_argument("--set", choices=tuple(PROMPT_SETS), help="a built-in question instead")
    prompt.add_argument("--prompt", type=_text, help="a question of your own instead")
    command.add_argument("--repetitions", type=_at_least(1), default=3, metavar="N")
    others = command.add_mutually_exclusive_group()
    others.add_argument(
        "--ab", type=_toggle_names, default=(), metavar="NAMES", help="compare, such as graph,kvpad"
    )
    others.add_argument(
        "--compare",
        type=_changes,
        action="append",
        default=[],
        metavar="CHANGES",
        help="compare with other settings, such as kvpad=off,speculate=ngram; may be repeated",
    )
    command.add_argument(
        "--profile", action="store_true", help="also time the kernels of one decode step"
    )
    add_engine_options(command)
    _add_json(command)


def _declare_start(command: Parser) -> None:
    _add_model(command)
    command.add_argument("--repetitions", type=_at_least(1), default=3, metavar="N")
    add_engine_options(command)
    _add_json(command)


def _add_model(command: Parser) -> None:
    command.add_argument("model", metavar="MODEL", type=Path, help="a GGUF file")


def _add_json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="write JSON instead of text")


def _prompt(options: argparse.Namespace) -> Prompt:
    if options.system is not None and options.chat is None:
        raise RequestError("--system goes with --chat only.")
    if (options.think is not None or options.effort) and options.chat is None:
        raise RequestError("--think and --effort go with --chat only.")
    if options.tokens is not None:
        return IdsPrompt(tuple(read_ids(options.tokens)))
    if options.prompt is not None:
        return TextPrompt(options.prompt, parse_special=options.parse_special)
    question = ChatMessage("user", options.chat)
    system = () if options.system is None else (ChatMessage("system", options.system),)
    return ChatPrompt((*system, question), **thinking_wishes(options))


def _add_settings(
    group: argparse._ArgumentGroup,
    struct: type[Struct],
    number: str | None = None,
    *,
    has_defaults: bool = True,
) -> None:
    """Declare an option for each setting in `struct`; `number` stands for a number in its help."""
    for field in command_line_fields(struct):
        form: dict[str, Any] = {"action": argparse.BooleanOptionalAction}
        if field.kind is not bool:
            kind = _or_automatic(field.kind) if field.is_optional else field.kind
            form = {"type": kind, "metavar": None if field.setting.choices else number}
        default = field.default if has_defaults else argparse.SUPPRESS
        group.add_argument(field.option, default=default, help=field.usage, **form)


def _or_automatic(kind: Callable[[str], Any]) -> Callable[[str], Any]:
    """`kind`, or None for "auto"."""

    def read(value: str) -> Any:
        return None if value == "auto" else kind(value)

    read.__name__ = kind.__name__
    return read


def _values(struct: type[Struct], options: argparse.Namespace) -> dict[str, Any]:
    """What `options` say of the settings in `struct`, by field."""
    return {
        field.name: getattr(options, field.dest)
        for field in command_line_fields(struct)
        if hasattr(options, field.dest)
    }


def _text(value: str) -> str:
    """Refuse lone surrogates, which stand for command line bytes that are not UTF-8."""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise argparse.ArgumentTypeError("the text is not valid UTF-8") from error
    return value


def _at_least(least: int) -> Callable[[str], int]:
    def whole_number(value: str) -> int:
        try:
            number = int(value)
        except ValueError as error:
            raise argparse.ArgumentTypeError(f"{value!r} is not a whole number") from error
        if number < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}, not {number}")
        return number

    return whole_number


def _positions(value: str) -> list[int]:
    """`3,17` as a list."""
    return [_at_least(0)(part) for part in value.split(",")]


def _toggle_names(value: str) -> tuple[str, ...]:
    """`graph,kvpad` as a tuple, each name once."""
    names = tuple(dict.fromkeys(value.replace("-", "_").split(",")))
    for name in names:
        if name not in _TOGGLE_NAMES:
            known = ", ".join(_TOGGLE_NAMES)
            raise argparse.ArgumentTypeError(f"{name!r} is no toggle; there are {known}")
    return names


def _changes(value: str) -> list[str]:
    """`graph=off,kv-type=q8_0` as arguments: `--no-graph --kv-type q8_0`."""
    arguments: list[str] = []
    for part in value.split(","):
        name, sign, setting = part.strip().replace("_", "-").partition("=")
        if not sign or not name:
            raise argparse.ArgumentTypeError(f"{part!r} is not NAME=VALUE, such as kvpad=off")
        if setting in ("on", "off"):
            arguments.append(f"--{name}" if setting == "on" else f"--no-{name}")
        else:
            arguments.append(f"--{name}={part.partition('=')[2].strip()}")
    return arguments


def _changed(options: argparse.Namespace, changes: list[str]) -> Configuration:
    """The configuration of `options` with other values."""
    parser = Parser(prog="python -m engine bench --compare", add_help=False)
    parser.add_argument("--model", type=Path)
    add_engine_options(parser)
    add_sampling_options(parser)
    base = copy.copy(options)
    for field in command_line_fields(SamplingParams):
        setattr(base, field.dest, getattr(GREEDY, field.name))
    changed = parser.parse_args(changes, base)
    return Configuration(str(changed.model), engine_config(changed), sampling_params(changed))


def _checked(value: S) -> S:
    """Validate `value`; raises a RequestError that names the invalid option."""
    try:
        return validated(value)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$.")
        *parents, name = path.rstrip("`").split(".")
        struct = reduce(getattr, parents, value)
        (field,) = (field for field in setting_fields(type(struct)) if field.name == name)
        raise _unavailable_value(field, getattr(struct, name), reason) from error


def _unavailable_value(field: SettingField, value: object, reason: str) -> RequestError:
    if field.setting.choices:
        return RequestError(
            f"{field.option} {value} is not available in this version; use {field.usage}."
        )
    # "Expected `float` <= 1.0" and the like
    bound = reason.rpartition("`")[2].strip()
    return RequestError(f"{field.option} {value} is out of range; use a number {bound}.")


def _read_json(path: Path, kind: type[T], shape: str) -> T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise RequestError(f"{path} cannot be read: {error.strerror}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError(f"{path} does not hold {shape}: {error}.") from error
