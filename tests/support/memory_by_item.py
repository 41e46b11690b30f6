"""Where each MiB of a GPU goes: what is planned for a model, and what is taken from stage to stage.

    python -m tests.support.memory_by_item FILE 6 8 12 [--context 1024] [--host-layers cpu]

A process of its own for each cap in GiB; 0 is none.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from engine.config import EngineConfig, SamplingParams
from engine.models.model_file import open_model
from engine.runtime.device import create_device
from engine.runtime.found_device import within_cap
from engine.runtime.loaded_model import LoadedModel
from engine.runtime.sequence import Rows
from engine.session.table import aligned
from tests.support.gpu_memory_use import MIB, read_use

_PROMPT_LEN, _NEW_TOKENS = 200, 64


class _Stages:
    """A row of the table for each stage."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, ...]] = [
            ("MiB", "allocated", "reserved", "unused in segments", "nvidia-smi"),
        ]

    def note(self, name: str) -> None:
        use = read_use()
        taken = "-" if use.taken is None else str(use.taken)
        numbers = (str(use.allocated), str(use.reserved), str(use.unused), taken)
        self.rows.append((name, *numbers))


def measure(path: Path, config: EngineConfig) -> str:
    """Load the model, capture its steps, and answer: the text of both tables."""
    stages = _Stages()
    stages.note("before")
    with open_model(path) as file:
        device, notice = create_device(config, file)
        stages.note("the device is open")
        model = LoadedModel(file, config, device)
    stages.note("loaded")
    model.warm_up()
    stages.note("steps of a short answer captured")
    _answer(model)
    stages.note("answered")
    planned = aligned(_planned(model, config))
    model.close()
    stages.note("closed")
    return "\n\n".join([*([notice] if notice else []), planned, aligned(stages.rows)])


def _planned(model: LoadedModel, config: EngineConfig) -> list[tuple[str, ...]]:
    arena, most = model._arena, config.device_memory_bytes
    items = {
        "weights": model.weights_bytes,
        "keys, values, states": model.kv_bytes,
        "scratch and graphs": model.scratch_bytes,
        "the block of all tensors": len(arena._block),
        "of it cut": arena.num_bytes_cut,
        "tensors that did not fit it": arena.num_bytes_beside,
        "CUDA's context, planned": 0 if most is None else most - within_cap(most),
        "the cap": most or 0,
    }
    where = model.residency
    counts = {
        "layers on the processor": str(where.host_layers),
        "experts on the GPU": f"{where.expert_share:.1%}",
        "tensors in main memory": str(len(where.tensors)),
        "context": str(model.context_len),
    }
    sizes = {name: f"{size / MIB:,.1f} MiB" for name, size in items.items()}
    return [("planned", ""), *sizes.items(), *counts.items()]


def _answer(model: LoadedModel) -> None:
    sequence, position = model.sequences[0], 0
    model.begin_answer(sequence, SamplingParams(temperature=0.0), 0)
    ids = [3 + number % 100 for number in range(min(_PROMPT_LEN, model.context_len // 2))]
    while position < len(ids):
        position += model.prefill(sequence, ids[position:], position)
    (token,) = model.decode([Rows(sequence, position)], [5])
    for _ in range(min(_NEW_TOKENS, model.context_len - position - 2)):
        position += 1
        (token,) = model.decode([Rows(sequence, position)], [token])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("caps", type=float, nargs="+", help="GiB; 0: none")
    parser.add_argument("--context", type=int, default=1024)
    parser.add_argument("--host-layers", default="auto")
    parser.add_argument("--device", default="cuda")
    options = parser.parse_args()
    if len(options.caps) > 1:
        changed = {"context": options.context, "host-layers": options.host_layers}
        flags = [f"--{name}={value}" for name, value in changed.items()]
        name = [sys.executable, "-m", "tests.support.memory_by_item", str(options.file)]
        for cap in options.caps:
            child = [*name, str(cap), *flags, f"--device={options.device}"]
            subprocess.run(child, check=False)
        return
    (cap,) = options.caps
    config = EngineConfig(
        device=options.device,
        context_len=options.context,
        host_layers=options.host_layers,
        device_memory=cap or None,
    )
    print(f"{options.file.name}, {cap or 'no cap'}\n{measure(options.file, config)}\n")  # noqa: T201


if __name__ == "__main__":
    main()
