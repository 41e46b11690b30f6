"""The parts that a file gives of its model's name."""

from dataclasses import dataclass


@dataclass(frozen=True)
class NameParts:
    """Such as "Llama-3.2", "3B", "Instruct"; "" where missing."""

    basename: str = ""
    size_label: str = ""
    finetune: str = ""
