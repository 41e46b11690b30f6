"""What can be wrong with a file: functions that change a `Document`, each in its own way."""

from collections.abc import Callable, Sequence
from random import Random

from engine.models.registry import SUPPORTED
from tests.hostile.files import numbers
from tests.hostile.files.document import ARRAY, BOOL, F32, TEXT, U32, Document, Entry, Row

_HYPERPARAMETERS = {
    U32: (
        *("block_count", "context_length", "embedding_length", "feed_forward_length", "vocab_size"),
        *("attention.head_count", "attention.head_count_kv", "attention.key_length"),
        *("attention.value_length", "attention.key_length_swa", "attention.sliding_window"),
        *("attention.sliding_window_pattern", "attention.shared_kv_layers", "rope.dimension_count"),
        *("rope.dimension_count_swa", "rope.scaling.original_context_length", "expert_count"),
        *("expert_used_count", "expert_feed_forward_length", "expert_shared_feed_forward_length"),
        *("leading_dense_block_count", "embedding_length_per_layer_input", "nextn_predict_layers"),
        *("full_attention_interval", "ssm.group_count", "ssm.time_step_rank", "ssm.state_size"),
        *("ssm.conv_kernel", "shortconv.l_cache"),
    ),
    F32: (
        *("attention.layer_norm_rms_epsilon", "attention.scale", "attention.temperature_scale"),
        *("final_logit_softcapping", "rope.freq_base", "rope.freq_base_swa", "rope.scaling.factor"),
        *("rope.scaling.attn_factor", "rope.scaling.yarn_beta_fast", "rope.scaling.yarn_beta_slow"),
        *("rope.scaling.yarn_log_multiplier", "embedding_scale", "residual_scale", "logit_scale"),
        "expert_weights_scale",
    ),
    TEXT: ("rope.scaling.type",),
    BOOL: ("rope.scaling.finetuned", "expert_weights_norm"),
}
_GENERAL = {
    U32: (
        "general.alignment",
        "general.file_type",
        "split.no",
        "split.count",
        "split.tensors.count",
    ),
    TEXT: ("general.name", "general.license", "tokenizer.ggml.pre", "tokenizer.ggml.model"),
    BOOL: ("tokenizer.ggml.add_bos_token", "tokenizer.ggml.add_eos_token"),
}
_SCALINGS = (b"none", b"linear", b"yarn", b"longrope")


def _set(document: Document, entry: Entry) -> None:
    """Put `entry` in the place of the one with its key, or behind all others."""
    old = document.entry(entry.key)
    if old is None:
        document.entries.append(entry)
    else:
        document.entries[document.entries.index(old)] = entry


def _change_value(entry: Entry, random: Random) -> str:
    if entry.kind != ARRAY:
        assert not isinstance(entry.value, list)
        entry.value = numbers.scalar(random, entry.kind, entry.value)
        return f"{entry.key!r} = {str(entry.value)[:40]}"
    items = entry.items
    for _ in range(random.choice((1, 1, 1, 5, 50))):
        if items:
            place = random.randrange(len(items))
            items[place] = numbers.scalar(random, entry.item_kind, items[place])
    return f"{entry.key!r}: some items"


def hyperparameter(document: Document, random: Random) -> str:
    """Another value of a hyperparameter."""
    return _change_value(random.choice(document.hyperparameters()), random)


def new_hyperparameter(document: Document, random: Random) -> str:
    """A hyperparameter that its architecture may know or not."""
    kind = random.choices((U32, F32, TEXT, BOOL), (8, 5, 2, 1))[0]
    key = document.architecture + b"." + random.choice(_HYPERPARAMETERS[kind]).encode()
    old = document.entry(key)
    near = old.value if old and not isinstance(old.value, list) else 1
    value = random.choice(_SCALINGS) if kind == TEXT else numbers.scalar(random, kind, near)
    entry = Entry(key, kind, value)
    if random.random() < 0.15:
        count = random.choice((0, 1, 2, 7, 64))
        entry = Entry(key, ARRAY, [numbers.scalar(random, kind, near) for _ in range(count)], kind)
    _set(document, entry)
    return f"{key!r} = {str(entry.value)[:40]}"


def general_key(document: Document, random: Random) -> str:
    """A key that is no hyperparameter."""
    kind = random.choice(tuple(_GENERAL))
    key = random.choice(_GENERAL[kind]).encode()
    _set(document, Entry(key, kind, numbers.scalar(random, kind, 1)))
    return f"{key!r}"


def value_kind(document: Document, random: Random) -> str:
    """The value of a key as another kind of scalar, as a list, or as none."""
    entry = random.choice(document.entries)
    first = entry.items[0] if isinstance(entry.value, list) and entry.value else entry.value
    scalar = 0 if isinstance(first, list) else first
    kind = numbers.kind_of_value(random)
    if random.random() < 0.5:
        _set(document, Entry(entry.key, kind, scalar))
    else:
        count = random.choice((0, 1, 2, 5, 9, 64))
        _set(document, Entry(entry.key, ARRAY, [scalar] * count, kind))
    return f"{entry.key!r} as kind {kind}"


def coupled(document: Document, random: Random) -> str:
    """Two hyperparameters, one multiplied, one divided: products stay, so that shapes fit."""
    whole = [e for e in document.hyperparameters() if type(e.value) is int and e.value > 1]
    if len(whole) < 2:
        return hyperparameter(document, random)
    up, down = random.sample(whole, 2)
    assert isinstance(up.value, int)
    assert isinstance(down.value, int)
    factor = random.choice((2, 3, 4, 8, 16, 32))
    up.value, down.value = up.value * factor, down.value // factor
    return f"{up.key!r} * {factor}, {down.key!r} / {factor}"


def dimension(document: Document, random: Random) -> str:
    """Another size wherever one occurs, in hyperparameters and shapes: a sound model of another shape."""
    sizes = sorted({size for row in document.rows for size in row.dims if size > 1})
    old = random.choice(sizes)
    new = random.choice((1, 2, 3, old // 2, old // 2 + 2, old - 1, old // 4, old + 1, 2 * old)) or 1
    for row in document.rows:
        row.dims = [new if size == old else size for size in row.dims]
    for entry in document.hyperparameters():
        if entry.value == old and type(entry.value) is int:
            entry.value = new
    if document.architecture and random.random() < 0.5:
        for entry in document.tokenizer():
            if isinstance(entry.value, list) and len(entry.value) == old:
                del entry.value[new:]
    return f"{old} becomes {new}"


def drop_key(document: Document, random: Random) -> str:
    """A key less."""
    entry = random.choice(document.entries)
    document.entries.remove(entry)
    return f"no {entry.key!r}"


def repeat_key(document: Document, random: Random) -> str:
    """A key twice."""
    entry = random.choice(document.entries)
    document.entries.append(entry)
    return f"{entry.key!r} twice"


def architecture(document: Document, random: Random) -> str:
    """Another architecture's name, with its hyperparameters or without."""
    old, new = document.architecture, random.choice((*SUPPORTED, "dflash", "")).encode()
    if random.random() < 0.8:
        for entry in document.hyperparameters():
            entry.key = new + entry.key.removeprefix(old)
    _set(document, Entry(b"general.architecture", TEXT, new))
    return f"{old!r} as {new!r}"


def array_length(document: Document, random: Random) -> str:
    """A list that is shorter, longer, or claims to be."""
    arrays = [entry for entry in document.entries if entry.kind == ARRAY and entry.value]
    if not arrays:
        return hyperparameter(document, random)
    entry = random.choice(arrays)
    items = entry.items
    match random.randrange(4):
        case 0:
            del items[random.randrange(len(items)) :]
        case 1:
            items += items[: random.randint(1, len(items))]
        case 2:
            items += items * random.choice((2, 50))
        case _:
            entry.count = abs(numbers.whole_number(random, len(items)))
    return f"length of {entry.key!r}: {len(items)}, {entry.count}"


def tensor_dims(document: Document, random: Random) -> str:
    """Another shape of a tensor: turned, flattened, split, or wrong."""
    row = random.choice(document.rows)
    match random.randrange(5):
        case 0:
            row.dims = row.dims[::-1]
        case 1:
            product = 1
            for size in row.dims:
                product *= size
            row.dims = [product]
        case 2:
            row.dims = [*row.dims, *random.choice(([1], [1, 1], [2], [1] * 7))]
        case 3:
            row.dims = [*row.dims[1:], row.dims[0] // 2, 2] if len(row.dims) < 3 else row.dims[:2]
        case _:
            place = random.randrange(len(row.dims))
            row.dims[place] = abs(numbers.whole_number(random, row.dims[place]))
    return f"{row.name!r} is {row.dims}"


def tensor_kind(document: Document, random: Random) -> str:
    """Other types of one tensor, or of all that are alike."""
    kind, row = numbers.kind_of_tensor(random), random.choice(document.rows)
    ending = row.name.rpartition(b".")[0].rpartition(b".")[2]
    rows = [r for r in document.rows if ending in r.name] if random.random() < 0.5 else [row]
    for each in rows:
        each.kind = kind
    return f"{ending!r} as type {kind}"


def tensor_place(document: Document, random: Random) -> str:
    """Another place, or another's place."""
    row = random.choice(document.rows)
    if random.random() < 0.3:
        row.offset = random.choice(document.rows).offset
    else:
        row.offset = (
            abs(numbers.whole_number(random, row.offset)) // 32 * random.choice((1, 32, 32))
        )
    return f"{row.name!r} at {row.offset}"


def tensor_name(document: Document, random: Random) -> str:
    """Another name: another's, of another layer, or nonsense."""
    row = random.choice(document.rows)
    old = row.name
    match random.randrange(4):
        case 0:
            row.name = random.choice(document.rows).name
        case 1:
            layer = str(random.choice((0, 1, 99, 10**6, 2**31, 2**64))).encode()
            row.name = b"blk." + layer + b"." + old.rpartition(b"blk.")[2].partition(b".")[2]
        case 2:
            other = random.choice(document.rows)
            row.name, other.name = other.name, row.name
        case _:
            row.name = numbers.piece(random)
    return f"{old!r} named {row.name[:40]!r}"


def drop_tensor(document: Document, random: Random) -> str:
    """Tensors less: one, all of a kind, or all of a layer."""
    row = random.choice(document.rows)
    part = random.choice((row.name, row.name.rpartition(b".")[0].rpartition(b".")[2], row.name[:6]))
    document.rows = [each for each in document.rows if part not in each.name]
    return f"no {part!r}"


def add_tensor(document: Document, random: Random) -> str:
    """A tensor more, in the place of another or behind all."""
    row = random.choice(document.rows)
    names = (b"attn_qkv.weight", b"attn_gate.weight", b"ffn_gate_inp.weight", b"attn_q.bias")
    names += (
        b"attn_q_norm.weight",
        b"ffn_gate_up_exps.weight",
        b"exp_probs_b.bias",
        b"attn_q.scale",
    )
    name = b"blk.0." + random.choice(names)
    if random.random() < 0.4:
        name = random.choice((b"rope_freqs.weight", b"output.weight", b"rope_factors_long.weight"))
    offset = len(document.data) + -len(document.data) % 32
    document.data += bytes(offset - len(document.data))
    dims = list(row.dims)
    if random.random() < 0.5:
        dims = [random.choice((1, 8, 16, 32, 64))]
    size = 4
    for each in dims:
        size *= each
    document.data += numbers.pattern(random, size)
    document.rows.append(Row(name, dims, 0, offset))
    return f"{name!r} {dims} more"


def contents(document: Document, random: Random) -> str:
    """The bytes of tensors: all of one, or a part."""
    changed = []
    for row in random.sample(document.rows, min(len(document.rows), random.choice((1, 1, 2, 6)))):
        begin = min(row.offset, len(document.data))
        later = [r.offset for r in document.rows if r.offset > row.offset]
        end = min(later, default=len(document.data))
        if random.random() < 0.5:
            begin = random.randint(begin, max(begin, end))
            end = min(end, begin + random.choice((1, 2, 4, 16, 200)))
        document.data[begin:end] = numbers.pattern(random, max(0, end - begin))
        changed.append(row.name)
    return f"bytes of {changed[:3]}"


def bit_flips(document: Document, random: Random) -> str:
    """Bits of the data, wherever they are."""
    count = random.choice((1, 10, 1000))
    for _ in range(count if document.data else 0):
        document.data[random.randrange(len(document.data))] ^= 1 << random.randrange(8)
    return f"{count} bits flipped"


def header_counts(document: Document, random: Random) -> str:
    """The numbers at the beginning of the file."""
    match random.randrange(4):
        case 0:
            document.num_rows = abs(numbers.whole_number(random, len(document.rows))) % 2**64
        case 1:
            document.num_entries = abs(numbers.whole_number(random, len(document.entries))) % 2**64
        case 2:
            document.version = abs(numbers.whole_number(random, 3)) % 2**32
        case _:
            document.padding = random.choice((1, 31, 32, 4096))
    return "counts"


Mutation = Callable[[Document, Random], str]

OF_MODELS: Sequence[tuple[Mutation, int]] = (
    (hyperparameter, 24),
    (new_hyperparameter, 14),
    (coupled, 6),
    (dimension, 8),
    (value_kind, 4),
    (general_key, 3),
    (drop_key, 3),
    (repeat_key, 1),
    (architecture, 4),
    (array_length, 3),
    (tensor_dims, 4),
    (tensor_kind, 6),
    (tensor_place, 2),
    (tensor_name, 3),
    (drop_tensor, 3),
    (add_tensor, 4),
    (contents, 8),
    (bit_flips, 2),
    (header_counts, 1),
)
"""With how often each is taken."""
