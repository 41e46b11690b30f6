"""How many programs run at once on an H100 or H200."""

REGISTERS, MULTIPROCESSORS = 1 << 16, 132


def resident(registers: int, warps: int) -> int:
    """Programs of so many `warps`, whose threads have so many `registers`, that run at once."""
    return REGISTERS // (registers * 32 * warps) * MULTIPROCESSORS
