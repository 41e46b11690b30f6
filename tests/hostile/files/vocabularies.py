"""What can be wrong with a tokenizer: functions that change a `Document`, each in its own way."""

from collections.abc import Sequence
from random import Random

from tests.hostile.files import numbers
from tests.hostile.files.document import ARRAY, I32, TEXT, U32, Document, Entry
from tests.hostile.files.mutations import Mutation

_IDS = ("bos", "eos", "unknown", "padding", "eot", "eom")
_SPECIAL = (
    b"<|im_end|>",
    b"</s>",
    b"<|end|>",
    b"<|return|>",
    b"<think>",
    b"<|tool_response>",
    b"[PAD]",
)


def _list(document: Document, name: str) -> Entry | None:
    entry = document.entry(f"tokenizer.ggml.{name}".encode())
    return entry if entry and isinstance(entry.value, list) and entry.value else None


def token_texts(document: Document, random: Random) -> str:
    """Tokens that are empty, the same, no UTF-8, very long, special, or all one."""
    entry = _list(document, "tokens")
    if entry is None:
        return "no tokens"
    items, count = entry.items, random.choice((1, 3, 30, 300))
    style = random.randrange(5)
    for _ in range(count):
        place = random.randrange(len(items))
        match style:
            case 0:
                items[place] = items[random.randrange(len(items))]
            case 1:
                items[place] = numbers.piece(random)
            case 2:
                items[place] = random.choice(_SPECIAL)
            case 3:
                items[place] = b""
            case _:
                items[place] = bytes([random.randrange(256)])
    return f"{count} tokens, style {style}"


def long_token(document: Document, random: Random) -> str:
    """One token of many characters, and perhaps many of them."""
    entry = _list(document, "tokens")
    if entry is None:
        return "no tokens"
    unit = random.choice((b"a", b" ", b"\n", b"ab", b"\xe2\x96\x81", b"\xff"))
    size, count = random.choice(((2_000_000, 1), (20_000, 40), (1000, 300)))
    for number in range(count):
        entry.items[-1 - number % len(entry.items)] = unit * (size // len(unit) + number)
    return f"{count} tokens of {size} bytes"


def merges(document: Document, random: Random) -> str:
    """Merges that name nothing, have no space, are doubled, turned, or very many."""
    entry = _list(document, "merges")
    if entry is None:
        entry = Entry(b"tokenizer.ggml.merges", ARRAY, [b"a b"] * 3, TEXT)
        document.entries.append(entry)
    items, style = entry.items, random.randrange(6)
    match style:
        case 0:
            items += [numbers.piece(random) for _ in range(20)]
        case 1:
            items[:] = [
                b"".join(bytes(item).split(b" ")) for item in items if isinstance(item, bytes)
            ]
        case 2:
            random.shuffle(items)
        case 3:
            items *= random.choice((2, 500))
        case 4:
            items[:] = [b" ", b"  ", b"   ", b"\xff \xfe", b"a", b"a "]
        case _:
            tokens = _list(document, "tokens")
            words = [t for t in (tokens.items if tokens else []) if isinstance(t, bytes)]
            items += [b" ".join(random.choices(words, k=2)) for _ in range(300)] if words else []
    return f"merges, style {style}"


def token_types(document: Document, random: Random) -> str:
    """Types of tokens: all one, any, or numbers that are no type."""
    entry = _list(document, "token_type")
    if entry is None:
        return "no types"
    one = random.choice((0, 1, 2, 3, 4, 5, 6, 7, -1, 2**31 - 1))
    items = entry.items
    for place in range(len(items)):
        if random.random() < 0.7:
            items[place] = one if random.random() < 0.8 else random.randint(-2, 8)
    return f"types {one}"


def scores(document: Document, random: Random) -> str:
    """Scores that are the same, not finite, or of nothing."""
    entry = _list(document, "scores")
    tokens = _list(document, "tokens")
    if entry is None:
        count = len(tokens.items) if tokens else 3
        entry = Entry(b"tokenizer.ggml.scores", ARRAY, [0.0] * count, 6)
        document.entries.append(entry)
    number = numbers.real_number(random, 1.0)
    entry.value = [number if random.random() < 0.8 else 0.0 for _ in entry.items]
    return f"scores {number}"


def token_id(document: Document, random: Random) -> str:
    """An id out of range, or another token's."""
    key = f"tokenizer.ggml.{random.choice(_IDS)}_token_id".encode()
    kind = random.choice((U32, I32))
    entry = document.entry(key)
    value = numbers.whole_number(random, 319)
    if entry is not None:
        document.entries.remove(entry)
    document.entries.append(Entry(key, kind, value))
    return f"{key!r} = {value}"


def kind_of_tokenizer(document: Document, random: Random) -> str:
    """Another way of encoding, or of cutting text first."""
    key = random.choice((b"tokenizer.ggml.model", b"tokenizer.ggml.pre"))
    names = (
        b"gpt2",
        b"llama",
        b"gemma4",
        b"bert",
        b"default",
        b"qwen2",
        b"llama-bpe",
        b"",
        b"\xff",
    )
    entry = document.entry(key)
    value = random.choice(names)
    if entry is None:
        document.entries.append(Entry(key, TEXT, value))
    else:
        entry.value = value
    return f"{key!r} = {value!r}"


def template(document: Document, random: Random) -> str:
    """A chat template that is cut, broken, or of another kind."""
    key = b"tokenizer.chat_template"
    entry = document.entry(key)
    if entry is None or not isinstance(entry.value, bytes):
        return "no template"
    old = entry.value
    cut = random.randrange(len(old) + 1)
    entry.value = random.choice(
        (old[:cut], old[cut:], old[:cut] + numbers.piece(random) + old[cut:], b"", b"{{ 1 / 0 }}")
    )
    return "template"


OF_TOKENIZERS: Sequence[tuple[Mutation, int]] = (
    (token_texts, 7),
    (long_token, 2),
    (merges, 4),
    (token_types, 3),
    (scores, 2),
    (token_id, 3),
    (kind_of_tokenizer, 2),
    (template, 2),
)
"""With how often each is taken."""
