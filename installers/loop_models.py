"""Computes a few tokens with each of some models, so that their loops are compiled into a folder.

python -m installers.loop_models FOLDER MODEL.gguf ...
"""

import sys
from pathlib import Path

from engine.config import EngineConfig, KVType, SamplingParams
from engine.quants import loop_cache

_KV_TYPES: tuple[KVType, ...] = ("f32", "f16", "q8_0")  # what "auto" takes
_CONTEXT_LEN = 512
_PROMPT = list(range(1, 41))  # more than a chunk, and a rest


def main(arguments: list[str]) -> int:
    """Compile what the models named need."""
    folder, *models = arguments
    loop_cache.use_source_keyed_cache(Path(folder))
    for number, path in enumerate(models):
        for kv_type in _KV_TYPES if number == 0 else _KV_TYPES[:1]:
            _compute(Path(path), kv_type)
    return 0


def _compute(path: Path, kv_type: KVType) -> None:
    # Imported here: loops are looked up where the cache is when they are decorated.
    from engine.models.model_file import open_model
    from engine.runtime.cpu_device import CpuDevice
    from engine.runtime.loaded_model import LoadedModel
    from engine.runtime.sequence import Rows

    config = EngineConfig(device="cpu", context_len=_CONTEXT_LEN, kv_type=kv_type)
    with open_model(path) as file:
        model = LoadedModel(file, config, CpuDevice())
    model.runner.verify_width = 2
    model.warm_up()
    (sequence,) = model.sequences
    for sampling in (SamplingParams(temperature=0.0), SamplingParams(repeat_penalty=1.1)):
        sequence.prefix.clear()
        model.begin_answer(sequence, sampling, seed=0)
        position = 0
        while position < len(_PROMPT):
            position += model.prefill(sequence, _PROMPT[position:], position)
        ids = model.decode([Rows(sequence, position)], [1])
        list(model.verify(Rows(sequence, position + 1, 2), [*ids, 2]))
    model.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
