"""Draws mutants: one seed, one file. The same seed and the same sound files give the same mutant."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

from tests.hostile.files.document import Document, read_document
from tests.hostile.files.layout import lay_out_again
from tests.hostile.files.mutations import OF_MODELS
from tests.hostile.files.vocabularies import OF_TOKENIZERS

_MUTATIONS = (*OF_MODELS, *OF_TOKENIZERS)


@dataclass(frozen=True)
class Mutant:
    """A file that no honest writer wrote: where it began, what was done to it, and its bytes."""

    seed: int
    base: str
    changes: tuple[str, ...]
    content: bytes


def sound_files(folder: Path) -> list[Path]:
    """The tiny models of the golden cases: every architecture, and types of weights."""
    return sorted(path for path in folder.glob("tiny*.gguf") if "dflash" not in path.name)


def draw_mutant(seed: int, bases: Sequence[Path]) -> Mutant:
    """The mutant number `seed`."""
    random = Random(seed)
    base = random.choice(bases)
    document = _fresh(base)
    weights = [weight for _, weight in _MUTATIONS]
    count = random.choices((1, 2, 3, 6), (50, 28, 15, 7))[0]
    changes = []
    for mutation, _ in random.choices(_MUTATIONS, weights, k=count):
        if document.entries and document.rows and document.hyperparameters():
            changes.append(f"{mutation.__name__}: {mutation(document, random)}")
    if random.random() < 0.5 and lay_out_again(document):
        changes.append("laid out again")
    content = document.to_bytes()
    if random.random() < 0.06:
        content, change = _damaged(content, random)
        changes.append(change)
    return Mutant(seed, base.name, tuple(changes), content)


def _damaged(content: bytes, random: Random) -> tuple[bytes, str]:
    """The file cut, or with bytes changed wherever they are, most of them in the header."""
    if random.random() < 0.3:
        size = random.randrange(len(content))
        return content[:size], f"cut to {size} bytes"
    damaged = bytearray(content)
    end = random.choice((200, 20_000, len(damaged)))
    count = random.choice((1, 2, 8))
    for _ in range(count):
        damaged[random.randrange(min(end, len(damaged)))] = random.randrange(256)
    return bytes(damaged), f"{count} bytes changed"


def _fresh(path: Path) -> Document:
    sound = _read(path)
    return Document(
        [
            type(e)(
                e.key, e.kind, list(e.value) if isinstance(e.value, list) else e.value, e.item_kind
            )
            for e in sound.entries
        ],
        [type(row)(row.name, list(row.dims), row.kind, row.offset) for row in sound.rows],
        bytearray(sound.data),
        sound.version,
    )


@lru_cache(maxsize=64)
def _read(path: Path) -> Document:
    return read_document(path)
