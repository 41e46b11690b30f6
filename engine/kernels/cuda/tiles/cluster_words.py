"""Values that the warps of a program hand to its first ones, from several multiprocessors.

The thread blocks of a cluster run at once and reach each other's shared memory (PTX ISA, `st.async`
and `mbarrier`; capability 9.0). Who takes the words waits until so many bytes have come; to wait
for all blocks at a barrier takes longer, as each first waits until all can see what it has stored.
A kernel with such words is compiled for clusters of this size: see launching/clusters.py.
"""

import triton
import triton.language as tl

from engine.kernels.cuda.launching.clusters import compile_clusters

compile_clusters()  # or a block would wait for others that are not there

_HEADER = tl.constexpr(16)  # bytes before the words, with the barrier that counts them


@triton.jit
def cluster_thread(THREADS: tl.constexpr, CLUSTER: tl.constexpr):
    """The numbers of a block's threads among those of its cluster: [THREADS]."""
    thread = tl.arange(0, THREADS)
    if CLUSTER > 1:
        thread += tl.program_id(0) % CLUSTER * THREADS
    return thread


@triton.jit
def cluster_words(NUMBER: tl.constexpr, put, CLUSTER: tl.constexpr):
    """The address of NUMBER words of a block's shared memory, of which `put` will be put.

    Also tells the other blocks that this one runs, which `words_of_first` and `once_blocks_run`
    wait for. Blocks that end before they have words are not waited for.
    """
    return tl.inline_asm_elementwise(
        _declaration(NUMBER, CLUSTER), "=r,r", [tl.full([], 4, tl.int32) * put],
        dtype=tl.int32, is_pure=False, pack=1,
    )  # fmt: skip


@triton.constexpr_function
def _declaration(number, size):
    return f"""// cluster: {size}
    .shared .align 16 .b32 words_${{:uid}}[{4 + number}];
    {{
    .reg .pred first; .reg .b32 thread, words;
    mov.u32 words, words_${{:uid}};
    mov.u32 thread, %tid.x;
    setp.eq.u32 first, thread, 0;
    @first mbarrier.init.shared::cta.b64 [words], 1;
    @first mbarrier.arrive.expect_tx.shared::cta.b64 _, [words], $1;
    @first fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive.relaxed.aligned;
    add.u32 $0, words, {_HEADER.value};
    }}"""


@triton.jit
def words_of_first(words):
    """The address of `words` of the cluster's first block, once all blocks run.

    Loads before it are on their way when it returns: the assembler puts none of them behind it.
    """
    return tl.inline_asm_elementwise(
        "barrier.cluster.wait.aligned; mapa.shared::cluster.u32 $0, $1, 0;",
        "=r,r", [words], dtype=tl.int32, is_pure=False, pack=1,
    )  # fmt: skip


@triton.jit
def put_in_cluster(words, place, value):
    """Store float32 `value` at `place` of `words_of_first`, both of one shape."""
    tl.inline_asm_elementwise(
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.f32 [$1], $2, [$3]; "
        "mov.u32 $0, 0;",
        "=r,r,f,r", [words + place * 4, value, words + place * 0 - _HEADER],
        dtype=tl.int32, is_pure=False, pack=1,
    )  # fmt: skip


@triton.jit
def once_blocks_run(words):
    """`words`, once all blocks of the cluster run."""
    return tl.inline_asm_elementwise(
        "barrier.cluster.wait.aligned; mov.u32 $0, $1;",
        "=r,r", [words], dtype=tl.int32, is_pure=False, pack=1,
    )  # fmt: skip


@triton.jit
def words_of_block(words, block):
    """The addresses of `words` of the cluster's blocks with the numbers `block`, a tensor."""
    return tl.inline_asm_elementwise(
        "mapa.shared::cluster.u32 $0, $1, $2;",
        "=r,r,r", [words + block * 0, block], dtype=tl.int32, is_pure=True, pack=1,
    )  # fmt: skip


@triton.jit
def put_if(words, place, value, real):
    """As `put_in_cluster`, at `place` of `words_of_block`, where it is `real`."""
    tl.inline_asm_elementwise(
        "{ .reg .pred real; setp.ne.s32 real, $4, 0; "
        "@real st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.f32 [$1], $2, [$3]; "
        "mov.u32 $0, 0; }",
        "=r,r,f,r,r", [words + place * 4, value, words + place * 0 - _HEADER, real.to(tl.int32)],
        dtype=tl.int32, is_pure=False, pack=1,
    )  # fmt: skip


@triton.constexpr_function
def _until_all_have_come(barrier):
    return f"""again:
        mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 there, [{barrier}], 0;
        @!there bra again;"""


@triton.jit
def once_all_have_come(words):
    """`words` of a block, once the blocks have put all of them there."""
    return tl.inline_asm_elementwise(
        "{ .reg .pred there; " + _until_all_have_come("$2") + " mov.u32 $0, $1; }",
        "=r,r,r", [words, words - _HEADER], dtype=tl.int32, is_pure=False, pack=1,
    )  # fmt: skip


@triton.jit
def once_first_warps_of_cluster_are_left(words, thread, WARPS: tl.constexpr):
    """As `once_first_warps_are_left`, of a block to which others put; `words` are its own."""
    return tl.inline_asm_elementwise(
        "{ .reg .pred other, there; setp.ge.u32 other, $2, $3; @other exit; "
        + _until_all_have_come("$4")
        + " mov.u32 $0, $1; }",
        "=r,r,r,r,r",
        [words + thread * 0, thread, thread * 0 + 32 * WARPS, words + thread * 0 - _HEADER],
        dtype=tl.int32, is_pure=False, pack=1,
    )  # fmt: skip
