"""The kinds of builds, as the names of their locks end: "linux-cu130"."""

CPU = "cpu"


def kind_of(name: str) -> str:
    """What the build called `name` runs on: "cpu", "cu130", "arm64"."""
    return name.partition("-")[2]


def describe_system(system: str) -> str:
    """The system for people, of its name in locks: "Linux"."""
    return "macOS" if system == "macos" else system.capitalize()


def describe_kind(kind: str) -> str:
    """The kind for people: "CUDA 13.0"."""
    if kind.startswith("cu") and kind[2:].isdecimal():
        return f"CUDA {kind[2:-1]}.{kind[-1]}"
    return {CPU: "Processor", "arm64": "Apple silicon"}.get(kind, kind)
