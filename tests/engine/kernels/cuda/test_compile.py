"""A sample of the kernel variants compiles for every GPU, without one, to the code we mean."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.gguf.types import GGMLType
from engine.quants.tiles import TILE_FORMATS
from tests.support import golden_tools
from tests.support.compile_report import MAX_SHARED_BYTES, REGISTERS, misfits
from tests.support.compiler_process import printed
from tests.support.shaped_gguf import Shapes, write_shaped_gguf
from tests.support.synthetic_gguf import write_empty_model

REPOSITORY = Path(__file__).resolve().parents[4]
HOPPER, OTHER_CAPABILITIES = 90, (80, 89, 120)
SHARED_BYTES = 228 << 10  # of a multiprocessor of capability 9.0, which takes 1 KB of each program
# Of 1024 threads each has 64 registers; at 8 rows some compilers put a few values aside for it.
# By rows of a product. At 8 some are held to fewer registers than they would take, so that all
# programs run at once: measured faster on capability 9.0, for a few words that the loop keeps in
# memory.
MAX_SPILLED_BYTES = {1: 0, None: 0, 8: 64}

PRODUCTS = ("project_add_kernel", "project_gated_kernel")
OTHERS = ("attend_kernel", "combine_kernel", "dequantize_kernel", "_pick_kernel")
WAITING = "_scan_kernel"
PROMPTS = "prompt_product_kernel"

# A warp with 64 rows of down puts a few words aside: measured faster on 9.0 than 32 rows without.
SPILLING = {"project_tiles_kernel"}

# What other models add to that, by golden case; of small sizes.
OTHER_MODELS = {
    "tinyq-moe-Q4_K": (
        "route_kernel",
        "gate_experts_kernel",
        "mix_experts_kernel",
        "choose_scored_kernel",
        "gate_several_kernel",
        "mix_several_kernel",
        "ask_kernel",
        "take_kernel",
        "gather_rows_kernel",
        "gate_tiles_kernel",
        "project_tiles_kernel",
    ),
    "tiny-qwen35moe": (
        "mix_delta_kernel",
        "prepare_delta_kernel",
        "solve_chunks_kernel",
        "scan_delta_kernel",
    ),
    "tiny-gemma4-e4b": ("add_branch_kernel", "mix_layer_inputs_kernel", "softcap_kernel"),
    "tiny-gemma4-moe": ("add_branches_kernel",),
    "tiny-lfm2": ("convolve_kernel",),
}

LLAMA_8B = Shapes(
    hidden_size=4096,
    intermediate_size=14336,
    num_heads=32,
    num_kv_heads=8,
    head_dim=128,
    vocab_size=4096,
    default_type=GGMLType.Q4_K,
    types={},
    tied=True,
)

# A type with a grid in every product, beside one without or another.
GRIDS = Shapes(
    hidden_size=1024,
    intermediate_size=1024,
    num_heads=8,
    num_kv_heads=8,
    head_dim=128,
    vocab_size=1024,
    default_type=GGMLType.NVFP4,
    types={
        "token_embd": GGMLType.IQ1_S,
        "attn_q": GGMLType.IQ1_M,
        "attn_k": GGMLType.TQ1_0,
        "attn_v": GGMLType.IQ2_XXS,
        "attn_output": GGMLType.IQ2_XS,
        "ffn_gate": GGMLType.IQ3_S,
        "ffn_up": GGMLType.IQ2_S,
    },
    tied=True,
)

Reports = list[dict[str, Any]]


def compile_kernels(
    path: Path,
    capability: int,
    names: Sequence[str],
    cache_folder: Path,
    disassembled: Sequence[str] = (),
) -> Reports:
    """Reports of the kernels `names` of a model, for a capability; with instructions of some."""
    arguments = capability, 4096, ",".join(names), ",".join(disassembled)
    cache = str(cache_folder)
    found: Reports = printed("compile_report", path, *arguments, TRITON_CACHE_DIR=cache)
    return found


@pytest.fixture
def capability() -> int:
    """One a run: those of the GPUs that people have, Hopper as often as all others together."""
    return random.choice([HOPPER, random.choice(OTHER_CAPABILITIES)])


def assert_lanes_have_one_element(reports: Reports) -> None:
    """What inline assembly trades between lanes is where it thinks: element i in lane i % 32."""
    trading = [report for report in reports if report["lane_layouts"]]
    assert trading
    for report in trading:
        one_each = (
            "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], "
            f"warpsPerCTA = [{report['num_warps']}], order = [0]}}>"
        )
        assert report["lane_layouts"] == [one_each], report["name"]


@pytest.mark.slow
@pytest.mark.timeout(300)  # a compiler for many kernels
def test_the_sample_becomes_the_code_we_mean(tmp_path: Path, capability: int) -> None:
    path = write_shaped_gguf(tmp_path / "llama-8b.gguf", LLAMA_8B)
    # Four warps multiply 64 rows at once on capability 9.0 only.
    prompts = [PROMPTS] if capability == HOPPER else []
    names = (*PRODUCTS, *OTHERS, WAITING, *prompts)
    reports = compile_kernels(path, capability, names, tmp_path, (*PRODUCTS, WAITING, *prompts))
    assert {report["name"] for report in reports} == set(names)
    assert_lanes_have_one_element(reports)
    assert_it_fits(reports, capability)
    products = [report for report in reports if report["name"] in PRODUCTS]
    assert {report["width"] for report in products} == {1, 8}
    assert_codes_are_read_sixteen_bytes_at_a_time(products)
    assert_warps_wait_for_each_other_only_after_the_loop(products)
    assert_the_last_warps_read_nothing_of_others(reports)
    assert not any(report["waits"] for report in reports if report["name"] == "combine_kernel")
    assert_activations_are_on_their_way_at_once(products)
    of_prompts = [report for report in reports if report["name"] == PROMPTS]
    assert_operands_stay_until_products_end(of_prompts)
    assert_programs_run_side_by_side(of_prompts)
    assert_the_flag_is_asked_again_and_again(r for r in reports if r["name"] == WAITING)
    # There is such a thing as dependent launch from Hopper on.
    assert {report["launch_pdl"] for report in products} == {capability >= HOPPER}


def assert_it_fits(reports: Reports, capability: int) -> None:
    """Into the registers and the shared memory that there are.

    For others than 9.0 the assembler may put one value aside before a loop and take it back behind
    it, where it means to run two programs at once.
    """
    for report in reports:
        spilled = report["STACK"] + report["LOCAL"]
        if capability == HOPPER or not puts_one_value_aside(report):
            assert spilled <= MAX_SPILLED_BYTES[report["width"]], report["name"]
        assert misfits(report) == []


def puts_one_value_aside(report: dict[str, Any]) -> bool:
    """Whether there is one store to memory of the thread's own, and one load, neither in a loop."""
    found = [
        (match[1], place)
        for place, text in enumerate(report["instructions"])
        if (match := re.search(r"\b(STL|LDL)\b", text))
    ]
    in_loop = any(first <= place <= last for _, place in found for first, last in report["loops"])
    return sorted(name for name, _ in found) == ["LDL", "STL"] and not in_loop


def assert_codes_are_read_sixteen_bytes_at_a_time(products: Reports) -> None:
    """What is used once and not kept in L1 is the codes."""
    for report in products:
        loads = [text for text in report["instructions"] if "LDG.E.NA" in text]
        assert loads, report["name"]
        assert all("LDG.E.NA.128" in text for text in loads), report["name"]


def assert_warps_wait_for_each_other_only_after_the_loop(products: Reports) -> None:
    """The loop over columns of a product has no barrier."""
    bodies = [
        report["instructions"][first : last + 1]
        for report in products
        for first, last in report["loops"]
    ]
    over_columns = [body for body in bodies if any("LDG.E.NA" in text for text in body)]
    assert over_columns
    assert not [text for body in over_columns for text in body if "BAR" in text]


def assert_the_last_warps_read_nothing_of_others(reports: Reports) -> None:
    """Once others have ended, they take what those have put, and nothing that Triton hands over.

    But for the counter of an expert's slots, which one warp has itself handed to its lanes; in
    clusters nobody counts.
    """
    ending = [report for report in reports if report["read_alone"] is not None]
    assert ending
    for report in ending:
        counts = report["name"] == "mix_experts_kernel" and report["blocks"] == 1
        assert report["read_alone"] == counts, report["name"]


def assert_activations_are_on_their_way_at_once(products: Reports) -> None:
    """Where no loop goes over columns, no product comes before the last load of activations."""
    found = 0
    for report in products:
        text = report["instructions"]
        at = [place for place, each in enumerate(text) if "IMMA" in each]
        in_loop = any(first <= place <= last for place in at for first, last in report["loops"])
        if report["width"] == 1 and not in_loop:
            found += 1
            assert not [each for each in text[at[0] :] if "LDG.E.64" in each], report["name"]
    assert found


def assert_operands_stay_until_products_end(reports: Iterable[dict[str, Any]]) -> None:
    """Products that are on their way read weights from registers, which are not written meanwhile.

    Nothing else would wait for them: what is written too early is multiplied.
    """
    for report in reports:
        text = report["instructions"]
        loops = [text[first : last + 1] for first, last in report["loops"]]
        (body,) = [body for body in loops if any("HGMMA" in each for each in body)]
        products = [at for at, each in enumerate(body) if "HGMMA" in each]
        (wait,) = [at for at, each in enumerate(body) if "WARPGROUP.DEPBAR" in each]
        assert body[wait].endswith("gsb0, 0x0")
        assert products[-1] < wait
        for at in products:
            found = re.search(r"HGMMA\S+ R\d+, R(\d+),", body[at])
            assert found, body[at]  # from registers
            operand = range(int(found[1]), int(found[1]) + 4)
            later = [each for each in body[at + 1 : wait] if "HGMMA" not in each]
            written = {register for each in later for register in written_registers(each)}
            assert not written & {*operand}, report["name"]


def assert_programs_run_side_by_side(reports: Reports) -> None:
    """At least two on a multiprocessor: one multiplies while the other unpacks weights."""
    for report in reports:
        assert 2 * report["REG"] * 32 * report["num_warps"] <= REGISTERS
        assert 2 * (report["shared_bytes"] + 1024) <= SHARED_BYTES


def written_registers(instruction: str) -> range:
    """Registers that an instruction may write: the first it names, and those of wide results."""
    found = re.match(r"(?:@!?U?P\w+ )?(\S+) (?:P\w+, )?R(\d+)\b", instruction)
    if not found:
        return range(0)
    is_wide = re.search(r"\.(64|128|WIDE)", found[1])
    first = int(found[2])
    return range(first, first + (4 if is_wide else 1))


def assert_the_flag_is_asked_again_and_again(reports: Iterable[dict[str, Any]]) -> None:
    """A loop loads what the host has copied to the device, by one thread, and ends in time."""
    for report in reports:
        text = report["instructions"]
        loops = [text[first : last + 1] for first, last in report["loops"]]
        (body,) = [body for body in loops if any("STRONG.GPU" in each for each in body)]
        assert any("SR_GLOBALTIMERLO" in each for each in body)
        # Threads of one program go on together: they wait for the one that reads.
        assert any("BAR" in each for each in body)
        # The flag before the loop and in it.
        assert sum("LDG" in each and "STRONG.GPU" in each for each in text) == 2


@pytest.mark.slow
def test_attention_of_prompts_finds_maxima_without_words(tmp_path: Path) -> None:
    """To hand words over costs its warps further waits in each block: 22 in its code for 15."""
    path = write_shaped_gguf(tmp_path / "llama-8b.gguf", LLAMA_8B)
    reports = compile_kernels(path, HOPPER, ("prefill_attend_kernel",), tmp_path)
    assert reports
    assert not any(report["handed_bytes"] for report in reports)


@pytest.mark.slow
@pytest.mark.skipif(not golden_tools.are_there(), reason="the writer is not there")
def test_what_blocks_of_clusters_combine_is_compiled_for_them(tmp_path: Path) -> None:
    """Splits of a row, and slots of a row's experts, which nothing else would wait for."""
    blocks = set()
    for preset, names in (
        ("qwen3-0.6b", ("attend_kernel",)), ("qwen3-30b-a3b", ("mix_experts_kernel",)),
    ):  # fmt: skip
        path = write_empty_model(tmp_path / f"{preset}.gguf", preset, "Q8_0", 1)
        for report in compile_kernels(path, HOPPER, names, tmp_path):
            assert report["STACK"] + report["LOCAL"] == 0
            assert misfits(report) == []
            if report["blocks"] > 1:
                blocks.add((report["name"], report["blocks"]))
                assert report["awaited"] == 1  # or threads wait for each of several values
                ends = report["name"] == "mix_experts_kernel"
                assert report["read_alone"] == (0 if ends else None)
    assert blocks == {("attend_kernel", 4), ("attend_kernel", 8), ("mix_experts_kernel", 8)}


@pytest.mark.slow
@pytest.mark.timeout(300)  # a compiler for many kernels
def test_every_width_sums_over_warps_in_one_order() -> None:
    """Warps hand over what they have, and those furthest apart are added first.

    Else the order, and the bits, are others.
    """
    kinds = [GGMLType.Q4_K, *random.sample(sorted(TILE_FORMATS.keys() - {GGMLType.Q4_K}), 3)]
    random.shuffle(kinds)
    # In steps of one row, one product of each of the first two has clusters. In some widths, the
    # latter two have fewer warps with two sets of sums, or twice as many warps.
    sizes = ("4608:4096", "2048:8192", "4096:14336", "3072:1024")
    cases = [f"{kind.name}:{size}" for kind, size in zip(kinds, sizes, strict=True)]
    reports = printed("warp_sums", 90, *cases)
    assert {(each["type"], each["width"], each["kernel"]) for each in reports} == {
        (kind.name, width, kernel)
        for kind in kinds
        for width in (1, 2, 4, 8, 16)
        for kernel in ("project_kernel", *PRODUCTS)
    }
    assert {each["width"] for each in reports if each["apart"]} == {8, 16}
    assert {each["blocks"] for each in reports if each["width"] == 1} == {1, 2, 4}
    for each in reports:
        assert each["compiled"] == each["blocks"]
        weights = 2 if each["kernel"] == "project_gated_kernel" else 1
        assert each["put"] == each["width"] * weights // (2 if each["apart"] else 1), each
        assert {*each["sums"]} == {halved_sum(range(each["warps"]))}, each
        num_warps = each["warps"] * (2 if each["apart"] else 1)
        if each["width"] <= 8:  # a warp has a row, or several, and other warps end
            assert len(each["sums"]) == weights * max(1, each["width"] // num_warps), each
            assert each["waits"] == (0 if each["width"] < num_warps else None), each
            assert each["ends"] == (1 if each["width"] < num_warps else 0), each


def halved_sum(words: Sequence[int]) -> str:
    """The sum of words, the second half of which is added to the first, and so on."""
    if len(words) == 1:
        return str(words[0])
    return f"({halved_sum(words[::2])}+{halved_sum(words[1::2])})"


@pytest.mark.slow
def test_products_with_grids_compile(tmp_path: Path) -> None:
    path = write_shaped_gguf(tmp_path / "grids.gguf", GRIDS)
    names = ("project_kernel", *PRODUCTS)
    every = compile_kernels(path, HOPPER, (*names, "embed_kernel"), tmp_path)
    assert {report["name"] for report in every} == {*names, "embed_kernel"}
    assert_lanes_have_one_element(every)
    for report in [report for report in every if report["name"] in names]:
        spilled = report["STACK"] + report["LOCAL"]
        assert spilled <= (96 if report["width"] == 8 else 0), report["name"]
        assert report["tables"] <= 2, report["name"]  # one for each type, however often it is used
    assert max(report["tables"] for report in every) == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHER_MODELS)
def test_what_other_models_add_compiles(golden_dir: Path, tmp_path: Path, name: str) -> None:
    capability = random.choice([HOPPER, *OTHER_CAPABILITIES])
    reports = compile_kernels(golden_dir / f"{name}.gguf", capability, OTHER_MODELS[name], tmp_path)
    assert {report["name"] for report in reports} == {*OTHER_MODELS[name]}
    if name == "tinyq-moe-Q4_K":
        assert_the_last_warps_read_nothing_of_others(reports)
    for report in reports:
        spilled = report["STACK"] + report["LOCAL"]
        assert spilled <= (144 if report["name"] in SPILLING else 0), report["name"]
        assert report["shared_bytes"] <= MAX_SHARED_BYTES, report["name"]


@pytest.mark.slow
@pytest.mark.skipif(not golden_tools.are_there(), reason="the writer is not there")
@pytest.mark.parametrize(
    ("preset", "registers", "spilled"), [("qwen3.5-0.8b", 255, 0), ("qwen3.6-27b", 168, 384)]
)
def test_a_scan_of_full_heads_keeps_to_registers(
    tmp_path: Path, preset: str, registers: int, spilled: int
) -> None:
    """Were a chunk loaded before the one ahead of it is done, they would not suffice.

    Of 48 heads three programs are resident at once, for which they put a few values aside.
    """
    path = write_empty_model(tmp_path / "delta.gguf", preset, "Q8_0", 4)
    names = ("solve_chunks_kernel", "scan_delta_kernel")
    solve, scan = sorted(
        compile_kernels(path, HOPPER, names, tmp_path), key=lambda each: names.index(each["name"])
    )
    assert solve["STACK"] == solve["LOCAL"] == 0
    assert scan["REG"] <= registers
    assert scan["STACK"] + scan["LOCAL"] <= spilled
    assert scan["shared_bytes"] <= 48 << 10


@pytest.mark.timeout(600)  # a compiler for many kernels
def test_kernels_of_drawn_sizes_and_types_can_be_lowered() -> None:
    """What only the compiler sees: a name that is an index on one path and a pointer on another."""
    seed = random.randrange(1000)
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.lowered_cases", f"{seed}:{seed + 1}", "3"],
        cwd=REPOSITORY,
        env=os.environ | {"TRITON_INTERPRET": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
