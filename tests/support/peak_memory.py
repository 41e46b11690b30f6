"""The most memory that this process had at once, since it was last forgotten; known on Linux only."""

from pathlib import Path

_CLEAR_REFS, _STATUS = Path("/proc/self/clear_refs"), Path("/proc/self/status")


def forget_peak() -> None:
    """Begin anew from what is in use now."""
    if _CLEAR_REFS.exists():
        _CLEAR_REFS.write_text("5")


def peak_bytes() -> int:
    """Resident, at the worst moment since `forget_peak`; 0 where the system does not tell."""
    lines = _STATUS.read_text().splitlines() if _STATUS.exists() else []
    peaks = [line.split()[1] for line in lines if line.startswith("VmHWM:")]
    return int(peaks[0]) << 10 if peaks else 0
