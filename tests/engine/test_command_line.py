"""The command line: shapes of what it writes, and one plain sentence with exit code 2 for every mistake."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.__main__ import main
from engine.arguments import create_parser, engine_config
from engine.config import EngineConfig
from engine.session.token_hash import fnv1a64

ROOT = Path(__file__).parents[2]
GREEDY = ("--temperature", "0", "--max-tokens", "12")

Run = Callable[..., str]


@pytest.fixture
def model(golden_dir: Path) -> Path:
    """A model of a megabyte, with random weights."""
    return golden_dir / "tiny-llama.gguf"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command that must succeed; returns what it wrote to stdout."""

    def run(*arguments: object) -> str:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        written = capsys.readouterr()
        assert (code, written.err) == (0, "")
        return written.out

    return run


@pytest.fixture
def complaint(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command that must fail; returns its one sentence."""

    def run(*arguments: object) -> str:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        written = capsys.readouterr()
        assert (code, written.out) == (2, "")
        assert written.err.endswith(".\n")
        assert written.err.count("\n") == 1
        assert "Traceback" not in written.err
        return written.err

    return run


def write_json(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value))
    return path


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "COMMAND"),
        (["sing"], "sing"),
        (["generate", "m.gguf"], "--prompt"),
        (["generate", "m.gguf", "--prompt", "a", "--chat", "b"], "--chat"),
        (["generate", "m.gguf", "--prompt", "a", "--system", "b"], "--system"),
        (["generate", "m.gguf", "--prompt", "a", "--no-think"], "--think"),
        (["generate", "m.gguf", "--prompt", "a", "--loud"], "--loud"),
        (["generate", "m.gguf", "--prompt", "a\udcff"], "UTF-8"),
        (["generate", "m.gguf", "--prompt", "a", "--stop", "\udcff"], "UTF-8"),
        (["tokenize", "m.gguf", "--text", "\udcff"], "UTF-8"),
        (["logits", "m.gguf", "--tokens", "t", "--out", "o", "--positions", "3,x"], "--positions"),
        (["logits", "m.gguf", "--tokens", "t", "--out", "o", "--positions=-1"], "--positions"),
        (["bench", "m.gguf", "--ab", "graph,speed"], "speed"),
        (["bench", "m.gguf", "--compare", "graph"], "NAME=VALUE"),
        (["bench", "m.gguf", "--compare", "speed=on"], "--speed"),
        (["bench", "m.gguf", "--compare", "temperature=-1"], "--temperature"),
        (["bench", "m.gguf", "--ab", "graph", "--compare", "graph=off"], "--ab"),
        (["bench", "m.gguf", "--new-tokens", "1"], "--new-tokens"),
        (["bench", "m.gguf", "--depth", "-1"], "--depth"),
        (["bench", "m.gguf", "--repetitions", "0"], "--repetitions"),
    ],
)
def test_wrong_usage(complaint: Run, arguments: list[str], named: str) -> None:
    assert named in complaint(*arguments)


@pytest.mark.parametrize(
    ("option", "value", "hint"),
    [
        ("--max-tokens", "-1", "at least 1"),
        ("--max-tokens", "0", "at least 1"),
        ("--max-tokens", "many", "whole number"),
        ("--temperature", "-0.1", ">= 0"),
        ("--temperature", "nan", ">= 0"),
        ("--temperature", "inf", "<= 10"),
        ("--top-k", "-1", ">= 0"),
        ("--top-p", "1.1", "<= 1"),
        ("--min-p", "-1", ">= 0"),
        ("--repeat-penalty", "0", "> 0"),
        ("--seed", "-1", ">= 0"),
        ("--context", "1", ">= 16"),
        ("--threads", "0", ">= 1"),
        ("--draft-tokens", "0", ">= 1"),
        ("--draft-tokens", "16", "<= 15"),
        ("--device", "gpu", "auto, cpu, cuda"),
        ("--kv-type", "q4_1", "auto, f32, f16, bf16, q8_0, q4_0 or tq3_0"),
        ("--speculate", "fast", "none, auto (the model's own head"),
    ],
)
def test_a_value_out_of_range_is_named(
    complaint: Run, model: Path, option: str, value: str, hint: str
) -> None:
    sentence = complaint("generate", model, "--prompt", "a", f"{option}={value}")
    assert option in sentence
    assert hint in sentence


@pytest.mark.parametrize(
    "command", ["inspect", "tokenize --text=a", "generate --prompt=a", "bench"]
)
def test_what_is_no_model_is_told(complaint: Run, tmp_path: Path, command: str) -> None:
    empty, picture = tmp_path / "empty.gguf", tmp_path / "picture.gguf"
    empty.touch()
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    name, *options = command.split()
    for path in (empty, picture, tmp_path, tmp_path / "missing.gguf"):
        assert path.name in complaint(name, path, *options)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[1, 2",
        b'{"ids": [1]}',
        b"[1.5]",
        b"[-1]",
        b"[99999999999]",
        b"\xff\xfe",
        b"[" * 10_000,
    ],
)
def test_a_file_that_holds_no_ids_is_told(
    complaint: Run, model: Path, tmp_path: Path, content: bytes
) -> None:
    tokens = tmp_path / "tokens.json"
    tokens.write_bytes(content)
    assert "tokens.json" in complaint("generate", model, "--tokens", tokens)


@pytest.mark.parametrize(
    "messages", [{}, ["a"], [{"role": "pope", "content": "a"}], [{"role": "user"}]]
)
def test_a_file_that_holds_no_conversation_is_told(
    complaint: Run, model: Path, tmp_path: Path, messages: object
) -> None:
    path = write_json(tmp_path / "messages.json", messages)
    assert "messages.json" in complaint("render", model, "--messages", path)


def test_ids_that_cannot_be_served_are_told(complaint: Run, model: Path, tmp_path: Path) -> None:
    too_many = write_json(tmp_path / "many.json", [1] * 400)
    assert "400" in complaint("generate", model, "--tokens", too_many, "--context", 256)
    unknown = write_json(tmp_path / "unknown.json", [2_000_000])
    assert "2000000" in complaint("generate", model, "--tokens", unknown)
    empty = write_json(tmp_path / "none.json", [])
    complaint("generate", model, "--tokens", empty)
    assert "context" in complaint("bench", model, "--new-tokens", 100, "--context", 64)


def test_inspect_describes_a_model(run: Run, starter_model: Path) -> None:
    options = ("--context", 1024, "--device", "cpu")
    report = json.loads(run("inspect", starter_model, "--json", *options))
    assert report["architecture"] == "llama"
    assert report["num_parameters"] == 134_515_008
    assert report["vocab_size"] == 49152
    assert report["context_len"] == 8192
    assert report["file_bytes"] == starter_model.stat().st_size
    assert sum(usage["bytes"] for usage in report["types"].values()) == report["weights_bytes"]
    memory = report["memory"]
    assert memory["context_len"] == 1024
    # keys and values, 30 layers of 3 heads of 64 elements, float32
    assert memory["kv_bytes"] == 2 * 30 * 3 * 64 * 1024 * 4
    parts = ("weights_bytes", "kv_bytes", "scratch_bytes")
    assert sum(memory[part] for part in parts) == memory["total_bytes"]
    assert memory["device"] == "cpu"
    assert memory["free_bytes"] > 0
    assert 0 < memory["largest_context_len"] <= 8192

    text = run("inspect", starter_model)
    assert "134,515,008" in text
    assert "Q4_1" in text


def test_inspect_says_what_a_gpu_would_need_where_there_is_none(
    run: Run, starter_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.nvidia_driver._DRIVER", "no-such-driver")
    options = (starter_model, "--device", "cuda", "--context", 1024)
    memory = json.loads(run("inspect", *options, "--json"))["memory"]
    assert memory["kv_bytes"] == 2 * 30 * 3 * 64 * 1024 * 2
    assert memory["weights_bytes"] < 1.1 * starter_model.stat().st_size
    assert (memory["free_bytes"], memory["largest_context_len"]) == (None, None)
    assert "there is no device cuda here" in run("inspect", *options)


@pytest.mark.parametrize(
    ("kv_type", "row_bytes"),
    [("bf16", 64 * 2), ("q8_0", 2 * 34), ("q4_0", 2 * 18), ("tq3_0", 2 * 14)],
)
def test_inspect_counts_the_bytes_of_the_kv_type(
    run: Run, starter_model: Path, kv_type: str, row_bytes: float
) -> None:
    options = ("--context", 1024, "--device", "cpu", "--kv-type", kv_type)
    memory = json.loads(run("inspect", starter_model, "--json", *options))["memory"]
    assert memory["kv_type"] == kv_type
    assert memory["kv_bytes"] == 2 * 30 * 3 * 1024 * row_bytes


def test_heads_that_are_no_whole_blocks_are_told(complaint: Run, golden_dir: Path) -> None:
    options = (golden_dir / "tiny-llama.gguf", "--device", "cpu", "--kv-type", "q8_0")
    for command in (("inspect",), ("generate", "--prompt", "a")):
        sentence = complaint(command[0], *options, *command[1:])
        assert "16 elements, which are not whole blocks of 32" in sentence
        assert "choose the type f16, bf16 or f32" in sentence


def test_tokenize_writes_the_ids(run: Run, starter_model: Path) -> None:
    text = "<|im_start|>user"
    plain = json.loads(run("tokenize", starter_model, "--text", text))
    special = json.loads(run("tokenize", starter_model, "--text", text, "--parse-special"))
    assert special == [1, 4093]
    assert len(plain) > len(special)


def test_render_writes_the_prompt_and_nothing_else(
    run: Run, starter_model: Path, tmp_path: Path
) -> None:
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Grüße 👋"}]
    path = write_json(tmp_path / "messages.json", messages)
    assert run("render", starter_model, "--messages", path) == (
        "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nGrüße 👋<|im_end|>\n"
        "<|im_start|>assistant\n"
    )


def test_thinking_that_the_model_has_no_choice_of_is_told(
    run: Run, complaint: Run, starter_model: Path, tmp_path: Path
) -> None:
    path = write_json(tmp_path / "messages.json", [{"role": "user", "content": "Hi"}])
    arguments = ("render", starter_model, "--messages", path)
    assert "does not think" in complaint(*arguments, "--think")
    assert "--effort high" in complaint(*arguments, "--effort", "high")
    assert run(*arguments, "--no-think") == run(*arguments)


def test_logits_of_chosen_positions(run: Run, model: Path, tmp_path: Path) -> None:
    tokens = write_json(tmp_path / "tokens.json", list(range(1, 21)))
    out = tmp_path / "logits.out"
    assert run("logits", model, "--tokens", tokens, "--out", out) == ""
    with np.load(out) as everything:
        logits, positions = everything["logits"], everything["positions"]
    assert logits.dtype == np.float32
    assert positions.tolist() == list(range(20))
    assert len(logits) == 20
    run("logits", model, "--tokens", tokens, "--out", out, "--positions", "17,3")
    with np.load(out) as some:
        assert some["positions"].tolist() == [17, 3]
        np.testing.assert_array_equal(some["logits"], logits[[17, 3]])


def test_logits_that_cannot_be_written_are_told(
    complaint: Run, model: Path, tmp_path: Path
) -> None:
    tokens = write_json(tmp_path / "tokens.json", [1, 2])
    out = tmp_path / "no folder" / "logits.npz"
    assert "no folder" in complaint("logits", model, "--tokens", tokens, "--out", out)
    assert "position" in complaint(
        "logits", model, "--tokens", tokens, "--out", out, "--positions", "2"
    )


def test_generate_as_json_and_as_text_agree(run: Run, model: Path, tmp_path: Path) -> None:
    prompt = ("--tokens", write_json(tmp_path / "tokens.json", [1, 5, 9, 5, 9, 5]))
    answer = json.loads(run("generate", model, *prompt, *GREEDY, "--json"))
    assert answer["finish_reason"] in ("length", "stop")
    assert answer["fnv1a64"] == fnv1a64(answer["ids"])
    assert {"tok_s", "prompt_tok_s", "ttft_ms", "captures", "recaptures", "recapture_reasons"} <= (
        answer["meter"].keys()
    )
    assert answer["meter"]["recaptures"] == 0
    assert run("generate", model, *prompt, *GREEDY) == answer["text"] + "\n"


def test_generate_takes_every_option(run: Run, model: Path) -> None:
    arguments = (
        *("generate", model, "--prompt", "a b a b a b", "--max-tokens", 24, "--json"),
        *("--temperature", 0.9, "--top-k", 50, "--top-p", 0.9, "--min-p", 0.01, "--seed", 2**70),
        *("--repeat-penalty", 1.1, "--frequency-penalty", 0.1, "--presence-penalty", 0.1),
        *("--stop", "never said", "--context", 128, "--threads", 1, "--device", "cpu"),
    )
    plain = json.loads(run(*arguments))
    other = json.loads(
        run(*arguments, "--no-graph", "--no-kvpad", "--no-fixed-verify", "--speculate", "ngram")
    )
    assert plain["seed"] == 2**70
    assert plain["fnv1a64"] == other["fnv1a64"]
    assert other["meter"]["replays"] == 0


def test_a_question_is_asked_in_the_model_s_own_template(run: Run, starter_model: Path) -> None:
    arguments = ("generate", starter_model, *GREEDY, "--json", "--context", 256)
    asked = json.loads(run(*arguments, "--system", "Be brief.", "--chat", "Hi"))
    prompt = (
        "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
        "<|im_start|>assistant\n"
    )
    written = json.loads(run(*arguments, "--prompt", prompt, "--parse-special"))
    assert asked["ids"] == written["ids"]


def test_bench_compares_settings(run: Run, model: Path) -> None:
    arguments = ("bench", model, "--prompt-tokens", 40, "--new-tokens", 8, "--depth", 30)
    arguments = (*arguments, "--repetitions", 2, "--ab", "graph,fixed-verify")
    result = json.loads(run(*arguments, "--json", "--no-kvpad"))
    rows = result["rows"]
    assert [(row["graph"], row["kvpad"], row["fixed_verify"]) for row in rows] == [
        (True, False, True),
        (True, False, False),
        (False, False, True),
        (False, False, False),
    ]
    assert len({row["fnv1a64"] for row in rows}) == 1
    assert all(len(row["tok_s_runs"]) == 2 and row["depth"] == 30 for row in rows)
    assert result["device"] == "cpu"
    assert "numpy" in result["versions"]

    header, first, *_ = run(*arguments).splitlines()
    assert header.split()[:3] == ["graph", "kvpad", "fixed_verify"]
    assert first.split()[:6] == ["on", "on", "on", "none", "30", first.split()[5]]
    assert first.endswith("yes")


def test_bench_compares_with_changes(run: Run, model: Path) -> None:
    changes = ("kvpad=off", "kv-type=f16,speculate=ngram", "seed=5,temperature=5,top-k=0,top-p=1")
    options = [part for change in changes for part in ("--compare", change)]
    arguments = ("bench", model, "--device", "cpu", "--context", 128, "--prompt", "Count to ten.")
    arguments = (*arguments, "--new-tokens", 12, "--repetitions", 2, *options)
    first, padless, small, sampled = json.loads(run(*arguments, "--json"))["rows"]
    assert first["verdict"] is None
    assert not padless["kvpad"]
    assert padless["verdict"]["difference"] is None
    assert padless["verdict"]["num_tokens"] == 12
    assert padless["recaptures"] > first["recaptures"] == 0
    assert (small["kv_type"], small["speculate"]) == ("f16", "ngram")
    assert sampled["verdict"]["difference"] is not None
    assert sampled["seed"] == 5


def test_bench_shows_where_the_time_goes(run: Run, model: Path) -> None:
    arguments = ("bench", model, "--device", "cpu", "--prompt-tokens", 40, "--new-tokens", 4)
    arguments = (*arguments, "--repetitions", 1, "--profile")
    profile = json.loads(run(*arguments, "--json", "--no-graph"))["profile"]
    kernels = {kernel["name"]: kernel for kernel in profile["kernels"]}
    assert profile["position"] == 40
    assert profile["num_nodes"] == sum(kernel["launches"] for kernel in kernels.values())
    assert kernels["read_rows"]["launches"] == 1
    assert kernels["read_rows"]["bytes_per_step"] is None
    assert sum(kernel["share"] for kernel in kernels.values()) == pytest.approx(1)
    assert "Weights and KV cache read" in run(*arguments)


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys, model: Path) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.session.session.Session.load", interrupt)
    assert main(["generate", str(model), "--prompt", "a"]) == 130
    assert capsys.readouterr() == ("", "")


def test_commands_about_text_alone_do_without_torch(starter_model: Path, tmp_path: Path) -> None:
    messages = write_json(tmp_path / "messages.json", [{"role": "user", "content": "Hi"}])
    program = f"""
import sys
from engine.__main__ import main
for arguments in (["tokenize", "--text", "a"], ["render", "--messages", {str(messages)!r}]):
    assert main([arguments[0], {str(starter_model)!r}, *arguments[1:]]) == 0
assert not {{"torch", "numba"}} & sys.modules.keys(), "imported"
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, stdout=subprocess.PIPE)


def test_kernels_are_compiled_without_a_compiler_on_the_path(
    golden_dir: Path, tmp_path: Path
) -> None:
    arguments = ["generate", golden_dir / "tinyq-llama-Q4_K.gguf", "--prompt", "a"]
    subprocess.run(
        [sys.executable, "-m", "engine", *arguments, "--device", "cpu", "--max-tokens", "2"],
        cwd=ROOT,
        env=os.environ | {"PATH": "", "XDG_CACHE_HOME": str(tmp_path)},
        check=True,
        stdout=subprocess.PIPE,
    )
    assert list(tmp_path.glob("Encore/compiled/*")) or not sys.platform.startswith("linux")


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are Unicode there")
def test_the_program_itself_complains_plainly(model: Path) -> None:
    arguments = [b"generate", os.fsencode(model), b"--prompt", b"caf\xe9"]
    result = subprocess.run(
        [sys.executable, "-m", "engine", *arguments], cwd=ROOT, capture_output=True, check=False
    )
    assert result.returncode == 2
    assert result.stderr == (
        b"Argument --prompt: the text is not valid UTF-8; see python -m engine generate --help.\n"
    )


def test_auto_is_what_an_option_left_out_means() -> None:
    options = create_parser(defaultdict(lambda: print)).parse_args(
        ["generate", "model.gguf", "--prompt", "a", "--draft-tokens", "auto", "--context", "auto"]
    )
    assert engine_config(options) == EngineConfig()
    assert engine_config(options, EngineConfig(context_len=512)).context_len is None
