"""Groups a repository's files into models, one per quantization, and explains its label."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from app.services.hub.files import HubFile, RepoModel

_PART = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf", re.IGNORECASE)
_LABEL = re.compile(
    r"(?<![a-z0-9])(?P<label>(?:UD-|i1-)?(?:"
    r"I?Q\d_(?:K_(?:XXS|XS|S|M|L|XL|P)|K|0_\d_\d|[01]|XXS|XS|NL|S|M|L)(?:_L|_XL)?"
    r"|TQ[12]_0|MXFP4(?:_MOE)?|NVFP4|BF16|FP?16|FP?32))(?![a-z0-9])",
    re.IGNORECASE,
)
_BITS = re.compile(r"I?Q(\d)")

_FULL = {
    "F32": "32 bits a weight: twice the size of BF16, and no better in practice.",
    "F16": "16 bits a weight, not quantized: "
    "as good as the original, the largest that makes sense.",
    "BF16": "16 bits a weight, as the model was trained: "
    "the original, the largest that makes sense.",
    "MXFP4": "4-bit floating point, in which models like gpt-oss were trained: "
    "the original of those.",
    "NVFP4": "4-bit floating point in NVIDIA's format: small, with little lost.",
    "TQ": "Under 2 bits a weight, for models that were trained with three values a weight.",
}
_QUALITY = {
    8: "all but the same as the original",
    6: "very close to the original",
    5: "close to the original",
    4: "the usual balance of size and quality",
    3: "a noticeable loss, for when 4 bits do not fit",
    2: "a large loss, for when nothing larger fits",
    1: "a very large loss, an experiment",
}
_MIX = {
    "S": ", the smaller mix",
    "M": ", with more where they count",
    "L": ", with more where they count and in the first and last layer",
    "XL": ", with many more where they count",
}


def group_models(files: Iterable[HubFile]) -> tuple[RepoModel, ...]:
    """The models among `files`, from the smallest to the largest.

    The parts of a model count as one. Vision projectors, importance matrices and models with a
    missing part are left out.
    """
    groups: dict[tuple[str, int], dict[int, HubFile]] = {}
    for file in files:
        if _is_model(file):
            stem, number, count = _position(file)
            groups.setdefault((stem, count), {})[number] = file
    whole = [
        (stem, tuple(parts[number] for number in range(1, count + 1)))
        for (stem, count), parts in groups.items()
        if len(parts) == count and min(parts) == 1 and max(parts) == count
    ]
    labels = [quantization_label(stem) for stem, _ in whole]
    num_same = Counter(labels)
    models = [
        RepoModel(
            # Models of the same quantization are told apart by their names.
            label if label and num_same[label] == 1 else PurePosixPath(stem).name,
            explain(label),
            parts,
        )
        for label, (stem, parts) in zip(labels, whole, strict=True)
    ]
    return tuple(sorted(models, key=lambda model: (model.size, model.label)))


def quantization_label(path: str) -> str | None:
    """The label in the name of file or folder ("Q4_K_M", "UD-Q4_K_XL"); None without one."""
    for name in reversed(PurePosixPath(path).parts):
        if found := _LABEL.findall(name):
            label: str = found[-1].upper()
            return label.replace("I1-", "i1-").replace("FP16", "F16").replace("FP32", "F32")
    return None


def without_quantization(name: str) -> str:
    """The name of a file without the quantization's label."""
    return _LABEL.sub("", name)


def explain(label: str | None) -> str:
    """Explains a quantization to the user; `label` as `quantization_label` returns it."""
    if label is None:
        return "Its name does not say how it was quantized."
    maker, base = _split_maker(label)
    for name, sentence in _FULL.items():
        if base.startswith(name):
            return sentence
    bits = _BITS.match(base)
    if bits is None or int(bits[1]) not in _QUALITY:
        return f"A rare format.{maker}"
    num_bits = int(bits[1])
    count = "1 bit" if num_bits == 1 else f"{num_bits} bits"
    return f"About {count} a weight{_kind(base)}: {_QUALITY[num_bits]}.{maker}"


def choose_model(models: Sequence[RepoModel], wanted: str | None) -> RepoModel | None:
    """The model that `wanted` names by label, file name or path; None if there is none.

    Without `wanted`: the usual balance of size and quality, or the only model.
    """
    if wanted is not None:
        name = wanted.casefold()
        return next((model for model in models if name in _names(model)), None)
    for label in ("Q4_K_M", "MXFP4", "Q4_K_S", "UD-Q4_K_XL", "Q4_0", "Q5_K_M", "Q8_0"):
        for model in models:
            if quantization_label(model.files[0].path) == label:
                return model
    return models[0] if len(models) == 1 else None


def _names(model: RepoModel) -> set[str]:
    path = model.files[0].path
    stem, _, _ = _position(model.files[0])
    names = {model.label, model.file_name, path, stem, PurePosixPath(stem).name}
    return {name.casefold() for name in names}


def _is_model(file: HubFile) -> bool:
    path = PurePosixPath(file.path)
    name = path.name.casefold()
    if not name.endswith(".gguf") or "mmproj" in name:
        return False
    return "imatrix" not in name or quantization_label(path.name) is not None


def _position(file: HubFile) -> tuple[str, int, int]:
    """The path without .gguf and part number; the part's number, from 1; the number of parts."""
    if part := _PART.fullmatch(file.path):
        return part["stem"], int(part["number"]), int(part["count"])
    return file.path[: -len(".gguf")], 1, 1


def _split_maker(label: str) -> tuple[str, str]:
    """The meaning of the label's prefix, as a sentence, and the label without it."""
    if label.startswith("UD-"):
        return " Unsloth's dynamic kind: the bits are chosen layer by layer.", label[3:]
    if label.startswith("i1-"):
        return " Made with an importance matrix, which keeps more of the quality.", label[3:]
    return "", label


def _kind(base: str) -> str:
    if base.startswith("IQ"):
        return ", packed tighter than in plain formats"
    if "_K" not in base:
        return ", in an older, simple format"
    return _MIX.get(base.rpartition("_")[2], "")
