"""No kernel touches more than it says, at odd sizes; all say it, to the last element.

What would not fit is refused.
"""

import ast
import pkgutil
import secrets
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import engine.kernels.cuda
from engine.kernels.cuda.launching.checked_kernel import CheckedKernel
from tests.support.watched_cases import GROUPS, run_group
from tests.support.watched_kernels import only_interpreted

# Rows that are not real are NaN, of which numpy warns in the interpreter.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

# One case of so many of each group: with the first seed, and with one that is drawn.
FIXED = {"products": 5, "look-ups": 9, "experts": 9}
DRAWN_SHARES = {
    "products": 11,
    "look-ups": 13,
    "experts": 13,
    "branches": 2,
    "rows": 2,
    "attentions": 3,
    "recurrences": 3,
}
PRODUCTS = ("project_kernel", "project_add_kernel", "project_gated_kernel")
KERNELS = {
    "products": {
        *PRODUCTS,
        *(f"float_{name}" for name in PRODUCTS),
        *("project_gate_kernel", "dequantize_kernel"),
        *("order_rows_kernel", "prompt_product_kernel"),
    },
    "look-ups": {
        "embed_kernel",
        "read_rows_kernel",
        "note_tokens_kernel",
        "inverse_norms_kernel",
        "mix_layer_inputs_kernel",
    },
    "rows": {
        *("add_branch_kernel", "add_branches_kernel", "normalize_kernel", "scale_kernel"),
        *("softcap_kernel", "gate_kernel"),
        *("keep_rows_kernel", "join_rows_kernel", "take_rows_kernel"),
        "spread_kernel",
        *("add_norm_kernel", "add_bias_kernel", "gate_rows_kernel"),
    },
    "attentions": {
        *("attend_kernel", "combine_kernel", "quantize_rows_kernel"),
        *("append_rotated_kernel", "prefill_attend_kernel"),
    },
    "experts": {
        *("route_kernel", "choose_kernel", "gate_experts_kernel", "mix_experts_kernel"),
        *("choose_scored_kernel", "gate_several_kernel", "mix_several_kernel"),
        *("count_slots_kernel", "place_slots_kernel", "gather_rows_kernel", "gate_tiles_kernel"),
        *("project_tiles_kernel", "sum_slots_kernel"),
    },
    "branches": {
        *("route_kernel", "gate_experts_kernel", "mix_experts_kernel"),
        *("choose_scored_kernel", "gate_several_kernel", "mix_several_kernel"),
    },
    "handovers": {"ask_kernel", "take_kernel"},
    "recurrences": {
        "solve_chunks_kernel",
        *("mix_delta_kernel", "prepare_delta_kernel", "scan_delta_kernel", "finish_delta_kernel"),
        *("convolve_kernel", "keep_inputs_kernel"),
    },
    "picks": {
        *("_scan_kernel", "_collect_kernel", "_pick_kernel"),
        *("accept_kernel", "drafts_kernel"),
        *("begin_chain_kernel", "add_logits_kernel", "next_id_kernel", "rate_drafts_kernel"),
        *("largest_keys_kernel", "choose_candidates_kernel", "walk_candidates_kernel"),
        *("keep_candidates_kernel", "convolve_block_kernel"),
    },
}
# Whose end only some draws reach: an expert that nobody may choose, tiles that slots may not need.
DRAWN = {
    *(
        (kernel, name)
        for kernel in ("gate_experts_kernel", "gate_several_kernel")
        for name in ("gates_ptr", "ups_ptr", "gate_bias_ptr", "up_bias_ptr")
    ),
    *(
        (kernel, name)
        for kernel in ("mix_experts_kernel", "mix_several_kernel")
        for name in ("downs_ptr", "down_bias_ptr")
    ),
    ("choose_scored_kernel", "expert_scale_ptr"),
    ("take_kernel", "words_ptr"),  # whether the other side has stopped is asked after a while
    ("place_slots_kernel", "tile_slots_ptr"),
    ("choose_kernel", "expert_scale_ptr"),
    ("mix_experts_kernel", "expert_scale_ptr"),
    # A type of keys and values that has scales, in a cache that is filled to its last row.
    *(
        (kernel, name)
        for kernel in ("attend_kernel", "append_rotated_kernel", "prefill_attend_kernel")
        for name in ("key_scales", "value_scales")
    ),
}
OF_TILES = {"gather_rows_kernel", "gate_tiles_kernel", "project_tiles_kernel"}


def modules(package: ModuleType) -> list[ModuleType]:
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return [import_module(module.name) for module in found]


@only_interpreted
@pytest.mark.timeout(900)
@pytest.mark.parametrize("group", GROUPS)
def test_kernels_touch_what_they_say_to_the_last_element(group: str) -> None:
    watch = run_group(group, 0, FIXED.get(group, 1))
    assert watch.kernels >= KERNELS[group]
    assert {each for each in watch.loose if each[0] not in OF_TILES} <= DRAWN


@only_interpreted
@pytest.mark.timeout(900)
@pytest.mark.parametrize("group", GROUPS)
def test_kernels_touch_nothing_else(group: str) -> None:
    run_group(group, secrets.randbits(32), DRAWN_SHARES.get(group, 1))


def test_there_is_a_group_for_every_kernel() -> None:
    found = {
        kernel.name
        for module in modules(engine.kernels.cuda)
        for kernel in vars(module).values()
        if isinstance(kernel, CheckedKernel)
    }
    assert set().union(*KERNELS.values()) == found


def test_every_kernel_that_is_launched_says_what_it_touches() -> None:
    num_launches = 0
    for module in modules(engine.kernels.cuda):
        assert module.__file__ is not None
        for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript):
                named = ast.unparse(node.func.value)
                if named.endswith("_kernel"):
                    kernel = eval(named, vars(module))
                    assert isinstance(kernel, CheckedKernel), named
                    num_launches += 1
    assert num_launches >= len(set().union(*KERNELS.values()))
