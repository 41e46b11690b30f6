"""Needs of the CPU as those of a device with other prompt steps."""

from dataclasses import replace
from typing import Any

from engine.runtime.memory import MemoryNeeds, cpu_memory_needs


def needs_with(*widths: int) -> Any:
    """For `CpuDevice.memory_needs`: prompts come in steps of up to `widths` rows, ascending."""

    def memory_needs(*of: Any) -> MemoryNeeds:
        return replace(cpu_memory_needs(*of), prefill_widths=widths)

    return staticmethod(memory_needs)
