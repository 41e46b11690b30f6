"""The directive that makes launches of a kernel launches of clusters."""

import triton.knobs

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
