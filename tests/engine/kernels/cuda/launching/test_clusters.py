"""The directive that makes launches of a kernel launches of clusters."""

import ctypes
from types import SimpleNamespace
from typing import Any

import pytest
import triton.knobs

from engine.kernels.cuda.launching import clusters
from engine.kernels.cuda.launching.clusters import compile_clusters

PTX = """
.visible .entry kernel(
	.param .u64 kernel_param_0
)
.reqntid 256
{
	%s
	ret;
}
"""


def directed(body: str) -> str:
    """What Triton assembles for a kernel of this body."""
    compile_clusters()
    stages = {"ptx": lambda _source, _metadata: PTX % body, "cubin": lambda code, _: code}
    triton.knobs.runtime.add_stages_inspection_hook(None, stages, None, None, 90)
    return stages["cubin"](stages["ptx"]("", {}), {})


def test_a_kernel_that_names_a_size_is_compiled_for_clusters() -> None:
    head, _, _ = directed("// cluster: 4").partition("{")
    assert ".explicitcluster\n.reqnctapercluster 4, 1, 1\n.reqntid 256" in head


def test_others_stay_as_they_are() -> None:
    assert directed("// nothing") == PTX % "// nothing"


def test_triton_gets_a_key_for_its_cache() -> None:
    compile_clusters()
    assert len(triton.knobs.runtime.add_stages_inspection_hook()) == 2


@pytest.mark.parametrize(("blocks", "asked"), [(0, []), (8, []), (9, [(5, 14, 1)])])
def test_more_than_eight_blocks_are_allowed_when_a_kernel_is_loaded(
    blocks: int, asked: list[tuple[int, int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []

    def get_attribute(value: Any, attribute: int, function: ctypes.c_void_p) -> int:
        assert (attribute, function.value) == (11, 5)
        ctypes.cast(value, ctypes.POINTER(ctypes.c_int))[0] = blocks
        return 0

    def set_attribute(function: ctypes.c_void_p, attribute: int, value: int) -> int:
        found.append((function.value, attribute, value))
        return 0

    driver = SimpleNamespace(cuFuncGetAttribute=get_attribute, cuFuncSetAttribute=set_attribute)
    monkeypatch.setattr(clusters, "load_driver", lambda: driver)
    compile_clusters()
    assert clusters._allow_more in triton.knobs.runtime.kernel_load_end_hook.calls
    clusters._allow_more(None, 5, "kernel", None, "")
    assert found == asked
