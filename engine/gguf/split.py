"""Models split into several files: the index of a part and the paths of all."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import ModelFileError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.gguf.keyvalues import MetadataValue

_PART_NAME = re.compile(r"(.+)-(\d{5})-of-(\d{5})(\.gguf)", re.IGNORECASE)


def split_position(metadata: "Mapping[str, MetadataValue]", path: Path) -> tuple[int, int]:
    """The index of part `path`, from 0, and the number of parts: `split.no`, `split.count`.

    An unsplit file is part 0 of 1. Raises `ModelFileError` for invalid values.
    """
    number = metadata.get("split.no", 0)
    count = metadata.get("split.count", 0)
    if type(number) is not int or type(count) is not int or not 0 <= number < max(count, 1):
        raise ModelFileError(
            f"{path.name} is damaged: it claims to be part {number!s:.20} of {count!s:.20}, counted"
            " from 0; download it again."
        )
    return number, max(count, 1)


def part_paths(path: Path, count: int) -> list[Path]:
    """The paths of all `count` parts, named NAME-00001-of-00003.gguf and so on.

    Raises `ModelFileError` when `path` is not named so or a part is missing.
    """
    match = _PART_NAME.fullmatch(path.name)
    if match is None or int(match[3]) != count:
        raise ModelFileError(
            f"{path.name} is one of {count} parts of a model, so its name must end in"
            f" -00001-of-{count:05d}.gguf (with its own number); rename it as it was downloaded."
        )
    names = [f"{match[1]}-{number:05d}-of-{match[3]}{match[4]}" for number in range(1, count + 1)]
    paths = [path.with_name(name) for name in names]
    for each in paths:
        if not each.is_file():
            raise ModelFileError(
                f"{each.name} is missing: this model has {count} parts, all in one folder;"
                " download that part."
            )
    return paths


def model_stem(path: Path) -> str:
    """The file name without .gguf and part number."""
    match = _PART_NAME.fullmatch(path.name)
    return match[1] if match else path.stem
