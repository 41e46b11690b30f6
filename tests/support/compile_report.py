"""Compiles kernels of a model file, by name, for a capability and prints what came out, as JSON.

`MODEL CAPABILITY CONTEXT NAMES DISASSEMBLED`: names with commas between them. Those to be
disassembled are few, since that takes as long as compiling.
A process of its own: kernels defined in Triton's interpreter cannot be compiled.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import triton

from engine.gguf.file import GGUFFile
from installers.kernel_variants import Variant, compile_variant
from installers.model_variants import model_variants

MAX_SHARED_BYTES = 99 << 10  # of a program: the least that any GPU has
REGISTERS = 1 << 16  # of a multiprocessor


def report(variant: Variant, *, is_disassembled: bool) -> dict[str, Any]:
    """Facts about a compiled variant: resources, and its instructions in order if disassembled."""
    compiled = compile_variant(variant)
    dump = _dump(compiled.asm["cubin"], *(["-sass"] if is_disassembled else []))
    found = {name: re.search(rf"\b{name}:(\d+)", dump) for name in ("REG", "STACK", "LOCAL")}
    _, left, alone = compiled.asm["ptx"].rpartition("@other exit;")
    cluster = re.search(r"\.reqnctapercluster (\d+), 1, 1\n", compiled.asm["ptx"])
    lines = re.findall(r"/\*([0-9a-f]{4,})\*/ +([^;?]+?) *[;?]", dump)
    return {
        "name": variant.name,
        "width": variant.constexprs.get("WIDTH"),
        "num_warps": variant.options["num_warps"],
        "blocks": int(cluster[1]) if cluster else 1,
        "launch_pdl": variant.options["launch_pdl"],
        "shared_bytes": compiled.metadata.shared + _handed_bytes(compiled.asm["ptx"]),
        "tables": compiled.asm["ptx"].count(" entries["),
        "handed_bytes": _handed_bytes(compiled.asm["ptx"]),
        "waits": compiled.asm["ptx"].count("bar.sync"),
        "awaited": compiled.asm["ptx"].count("mbarrier.try_wait"),
        "read_alone": len(re.findall(r"ld\.shared(?!\.f32)", alone)) if left else None,
        "lane_layouts": _lane_layouts(compiled.asm["ttgir"]),
        **{name: int(match[1]) for name, match in found.items() if match},
        "instructions": [text for _, text in lines],
        "loops": _loops(lines),
    }


def misfits(found: dict[str, Any]) -> list[str]:
    """What a report's kernel takes more of than each GPU has."""
    threads = 32 * found["num_warps"]
    lacking = []
    if found["shared_bytes"] > MAX_SHARED_BYTES:
        lacking.append(f"{found['name']}: {found['shared_bytes']} bytes of shared memory")
    if found["REG"] * threads > REGISTERS:
        lacking.append(f"{found['name']}: {found['REG']} registers of {threads} threads")
    return lacking


def _handed_bytes(ptx: str) -> int:
    """Bytes of shared memory in which warps hand over values, which Triton does not count."""
    return sum(4 * int(number) for number in re.findall(r"\.b32 words_\d+\[(\d+)\]", ptx))


def _lane_layouts(ttgir: str) -> list[str]:
    """How tensors lie in lanes where inline assembly trades values between lanes."""
    named = dict(re.findall(r"^(#\w+) = (.*)$", ttgir, re.MULTILINE))
    trades = re.findall(r'elementwise_inline_asm "(?:shfl|mma).*?: (.*)$', ttgir, re.MULTILINE)
    found = {
        layout for types in trades for layout in re.findall(r"tensor<\w+, ([^>]+(?:>\})?)>", types)
    }
    return sorted(named.get(layout, layout) for layout in found)


def _dump(cubin: bytes, *options: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.cubin"
        path.write_bytes(cubin)
        command = [triton.knobs.nvidia.cuobjdump.path, "-res-usage", *options, str(path)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _loops(lines: list[tuple[str, str]]) -> list[tuple[int, int]]:
    """First and last instruction of everything that a branch backwards repeats."""
    indices = {int(address, 16): index for index, (address, _) in enumerate(lines)}
    loops = []
    for last, (_, text) in enumerate(lines):
        branch = re.search(r"\bBRA\b.*\b0x([0-9a-f]+)", text)
        if branch and indices[int(branch[1], 16)] < last:
            loops.append((indices[int(branch[1], 16)], last))
    return loops


if __name__ == "__main__":
    model_path, capability, context, names, disassembled = sys.argv[1:]
    with GGUFFile.open(model_path) as file:
        variants = model_variants(
            file, int(capability), context_len=int(context), verify_widths=[8]
        )
    reports = [
        report(variant, is_disassembled=variant.name in disassembled.split(","))
        for variant in variants
        if variant.name in names.split(",")
    ]
    sys.stdout.write(json.dumps(reports))
