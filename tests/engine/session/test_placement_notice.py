"""What a person is told of weights that are elsewhere than in the GPU's memory."""

from engine.runtime.residency import ALL_RESIDENT, ExpertGroup, HeldExperts, Residency
from engine.session.placement_notice import placement_notice

GIB = 1 << 30
TABLES = Residency(frozenset({"token_embd.weight"}), moved_bytes=GIB, tables_bytes=GIB)
MATRICES = Residency(
    frozenset({"token_embd.weight", "blk.9.ffn_down.weight"}),
    moved_bytes=GIB + (20 << 20),
    tables_bytes=GIB,
)
EXPERTS = Residency(
    experts=(HeldExperts(ExpertGroup(0, 8, GIB), 2, 8),), moved_bytes=6 * GIB, host_bytes=8 * GIB
)
PARTED = Residency(
    experts=(HeldExperts(ExpertGroup(0, 8, GIB), 2, 3, num_host=4),),
    moved_bytes=6 * GIB,
    host_bytes=3 * GIB,
)
WITHOUT_BUS = Residency(
    frozenset({"token_embd.weight"}),
    (HeldExperts(ExpertGroup(0, 8, GIB), 2, 0, num_host=6),),
    moved_bytes=7 * GIB,
    tables_bytes=GIB,
    host_bytes=GIB,
)
LAYERS = Residency(host_layers=4, moved_bytes=GIB, host_bytes=2 * GIB)


def test_tables_of_which_a_few_rows_are_read_are_not_worth_a_word() -> None:
    assert placement_notice("a.gguf", ALL_RESIDENT, 10) is None
    assert placement_notice("a.gguf", TABLES, 10) is None


def test_what_is_read_is_said_without_them() -> None:
    assert placement_notice("a.gguf", MATRICES, 10) == (
        "a.gguf does not fit the GPU's memory, so 0.1 GiB of it are read from main memory, more "
        "slowly."
    )


def test_experts_and_layers_are_counted() -> None:
    experts, layers = (placement_notice("a.gguf", each, 10) for each in (EXPERTS, LAYERS))
    assert experts is not None
    assert "25 % of its experts are there" in experts
    assert layers is not None
    assert "4 of the 10 layers of a.gguf" in layers


def test_experts_of_the_processor_are_not_read_by_the_gpu() -> None:
    start = "a.gguf does not fit the GPU's memory: 25 % of its experts are there, those used most; "
    assert placement_notice("a.gguf", PARTED, 10) == (
        f"{start}the processor computes 4.0 GiB of the others, and the GPU reads 2.0 GiB from main "
        "memory when they are needed."
    )
    assert placement_notice("a.gguf", WITHOUT_BUS, 10) == (
        f"{start}the processor computes the others, 6.0 GiB."
    )
