"""What the engine and the app's own services say, in the language of the window.

Both are English, as command lines print them. Each sentence of the engine stands in a table here,
each of the services in `app.services.own_sentences`.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from app.services import own_sentences
from app.services.languages import shown_path

CONTEXT = "EngineSentences"
OWN_CONTEXT = "Sentences"

SENTENCES = (
    "%1 cannot be read (%2); check the path and the disk.",
    "%1 cannot draft for this model, because only %2 of their %3 tokens agree; choose a smaller "
    "model of the same family.",
    "%1 claims to be a GGUF of version %2, which is not known; download it again, or update this app.",
    "%1 cannot be divided after %2 of its %3 layers; choose another number of layers for the "
    "processor, or auto.",
    "%1 cannot draft here: it reads what the GPU has of a model, but the processor computes the first "
    "layers of this one; choose ngram, or let the GPU read those layers from main memory.",
    "%1 does not fit the GPU's memory, so %2 GiB of it are read from main memory, more slowly.",
    "%1 does not fit the GPU's memory: %2 % of its experts are there, those used most; %3 GiB are "
    "read from main memory when they are needed.",
    "%1 does not fit the GPU's memory: %2 % of its experts are there, those used most; the processor "
    "computes the others, %3 GiB.",
    "%1 does not fit the GPU's memory: %2 % of its experts are there, those used most; the processor "
    "computes %3 GiB of the others, and the GPU reads %4 GiB from main memory when they are needed.",
    "%1 describes a model of impossible shape: %2; download it again or choose another file.",
    "%1 failed unexpectedly; %2.",
    "%1 has heads of %2 elements, of which %3 are rotated; that shape is not supported yet.",
    "%1 has keys and values of different sizes; that is not supported yet.",
    "%1 has no prediction head that can draft; choose ngram or a smaller model of the same family.",
    "%1 has no table of embeddings; the file is incomplete, download it again.",
    "%1 has no tensor %2; the file is incomplete, download it again.",
    "%1 has no tokenizer; choose a file that holds the complete model.",
    "%1 has recurrent heads of %2 elements; that shape is not supported yet.",
    "%1 has tensors that its architecture should not have, such as %2; this variant is not "
    "supported yet.",
    "%1 has a tokenizer of %2 words, but embeddings of only %3; download it again or choose "
    "another file.",
    "%1 holds no weights, only a vocabulary; choose a complete model file.",
    "%1 is a GGUF of version 1, which is out of use; choose a newer file of the model.",
    "%1 is a big-endian GGUF, which is not supported; choose a little-endian one.",
    "%1 is a folder; choose the .gguf file inside it.",
    "%1 is a granite model without rotary embedding, which is not supported yet.",
    "%1 is cut short or damaged: %2 reaches %3 bytes past the end of the file; download it again.",
    "%1 is cut short or damaged: it ends inside %2; download it again.",
    "%1 is damaged or incomplete: %2; download it again or choose another file.",
    "%1 is damaged: %2; download it again or choose another file.",
    "%1 is damaged: an earlier part has its tensor %2 too; download the model again.",
    "%1 is damaged: it claims to be part %2 of %3, counted from 0; download it again.",
    "%1 is damaged: its general.alignment (%2) is not a power of two; download it again or choose "
    "another file.",
    "%1 is damaged: tensor %2 is %3 where %4 is expected; download it again.",
    "%1 is empty; download it again.",
    "%1 is missing: this model has %2 parts, all in one folder; download that part.",
    "%1 is not a GGUF model file, whatever its name says; choose a model in GGUF format.",
    "%1 is not a regular file; choose a .gguf file.",
    "%1 is not part %2 of %3 of the model that its name says; download it again.",
    "%1 is one of %2 parts of a model, so its name must end in -00001-of-%3.gguf (with its own "
    "number); rename it as it was downloaded.",
    "%1 may not be read; change its permissions or copy it to your models folder.",
    "%1 needs %2 GiB of %3 with a context of %4 tokens (%5 GiB of it weights), but %6 GiB are "
    "free; %7.",
    "%1 needs more %2 than is free; %3.",
    "%1 needs more memory than there is. %2",
    "%1 runs on the CPU, more slowly: with a context of %2 tokens it needs %3 GiB of GPU memory, "
    "and %4 GiB are free.",
    "%1 says the model has %2 tensors, but its parts hold %3; download the model again.",
    "%1 stores %2 as tensor type %3, which is not known; choose a file with another quantization, "
    "or update this app.",
    "%1 stores the tensor %2 as %3, which is not supported yet; choose another quantization of "
    "this model, such as Q4_K_M or Q8_0.",
    "%1 stretches its context with %2 scaling, which is not supported yet; choose another model.",
    "%1 has %2 layers and reads %3 of its model, which is not supported yet; choose another drafter.",
    "%1 is a drafter in the layout %2, which is not supported; choose one that was converted with "
    "llama.cpp.",
    "%1 is a drafter of the kind %2, which is not supported yet; choose a DFlash drafter.",
    "%1 scales its values, which is not supported yet; choose another drafter.",
    "%1 stores %2 as %3, which is not supported.",
    "Models of architecture %1 only draft tokens for another model; load that one, and choose this "
    "file to draft from.",
    "The drafter %1 stretches its context, which is not supported yet; choose another.",
    "The drafter in %1 was made for a model with another vocabulary; choose the one that was made "
    "for this model.",
    "The drafter in %1 was made for another model; choose the one that was made for this model.",
    "The drafter in the folder %1 cannot be read (%2); download it again.",
    "There is no room for a draft after position %1; load the model with a larger context.",
    "It does not fit: %1; %2.",
    "It fits on the CPU: %1.",
    "It fits on the GPU: %1.",
    "It runs on the GPU with %1 of it in main memory, more slowly: %2.",
    "It runs on the GPU with %1 of it in main memory, at about %2 tok/s: %3.",
    "It runs with %1 % of its layers on the GPU and the others on the processor, at about %2 tok/s: "
    "%3.",
    "It runs with %1 % of its layers on the GPU and the others on the processor: %2.",
    "It runs with %1 % of its experts on the GPU and %2 in main memory, at about %3 tok/s: %4.",
    "It runs with %1 % of its experts on the GPU and %2 in main memory: %3.",
    "It has no chat template, so it continues text rather than answers.",
    "It is too large for the GPU, but fits on the CPU, more slowly: %1.",
    "It was made for a context of %1 tokens at most.",
    "Its context memory takes %1 bits a value, so that it fits.",
    "It keeps the first %1 tokens of its context in the GPU's memory; what follows is read from "
    "main memory, more slowly.",
    "%1 keeps the first %2 tokens of its context in the GPU's memory; what follows is read from "
    "main memory, more slowly.",
    "%1 keeps its context memory in %2 bits a value, so that it fits.",
    "That leaves little memory for other programs.",
    "The device chosen is not there; choose the device auto or cpu.",
    "Whether it fits is not known: %1",
    "%1 took far more memory than the %2 GiB that the model should need, so it was ended; the file "
    "may be damaged: download it again or choose another model.",
    "%1; drop the oldest turns, or load the model with a larger context.",
    "%1; shorten it, or load the model with a larger context.",
    "A context of %1 tokens is more than the %2 this model was made for; choose a smaller context.",
    "Kernels for %1 cannot be compiled here (%2); install a C compiler and Triton, or choose the "
    "device cpu.",
    "Keys and values cannot be %1 in this model: its heads have %2 elements, which are not whole "
    "blocks of %3; choose the type f16, bf16 or f32.",
    "Models of architecture %1 are not supported yet; supported are: %2.",
    "NVIDIA's driver does not start (%1), so the model cannot run on %2; restart the computer, or "
    "choose the device cpu.",
    "No model is loaded; choose one first.",
    "Only an answer to a question can be continued.",
    "Replaying steps failed, so they are launched one by one until the model is loaded again; the "
    "answer is the same, only slower.",
    "The GPU failed, so the engine has to start again; try once more, and run the model on the CPU "
    "if it happens again.",
    "The GPU is not used, because NVIDIA's driver does not start (%1); restart the computer.",
    "The GPU is not used, because its kernels cannot be compiled here: %1.",
    "The conversation is too long to be made into a prompt; start a new one or shorten it.",
    "The engine could not be started: %1: %2.",
    "The engine sent a message that cannot be read: %1.",
    "The engine stopped while it was starting; its log says why.",
    "The message is empty; write something first.",
    "The model produced numbers that are not finite, so no token can be chosen. The model file may "
    "be damaged: download it again or choose another one.",
    "The prediction head in %1 belongs to another model; choose the one that was made with this "
    "model.",
    "The prediction head in %1 only drafts tokens for another model; load that one, and choose this "
    "file to draft from.",
    "The answer cannot be given the form that was asked for (%1); change its schema.",
    "The form that was asked for is not a JSON schema; correct it.",
    "The form that was asked for is too complex to be followed; simplify its schema.",
    "The parameters of the tool %1 are not a JSON schema; correct them.",
    "The processor computes %1 of the %2 layers of %3, more slowly than the GPU would; %4 GiB are in "
    "main memory.",
    "The processor's part of the model has failed; load the model again.",
    "The prompt is empty; write something first.",
    "The request cannot be carried out: %1.",
    "The text holds a broken character; remove it and try again.",
    "The text is too long to be sent; the limit is %1 MiB.",
    "The text of %1 characters is far longer than the context of %2 tokens; shorten it.",
    "The tokenizer in this model file has no merges, so it cannot be used; get the file again or "
    "choose another one.",
    "There is no CUDA device here, so the model cannot run on %1; choose the device auto or cpu.",
    "There is no device %1 here: this computer's last one is cuda:%2.",
    "There is no file %1; check the path or download the model.",
    "This model has no chat template, %1.",
    "This model uses a tokenizer of the type %1, which Encore does not support yet; choose a model "
    "with a byte-level BPE or SentencePiece tokenizer.",
    "This model's chat template does not accept this conversation, so ChatML was used for it; "
    "answers may be worse for it.",
    "This model's chat template does not work, %1.",
    "This model's chat template leaves your last message out of the prompt, so the model does not "
    "see it; get another file of this model, or choose another one.",
    "This model's chat template takes more time or memory than any prompt needs, %1.",
    "This model's tokenizer %1; a general one is used, and answers may be worse for it.",
)

PARTS = (
    # What was done, and what helps.
    "Loading %1",
    "Inspecting %1",
    "Unloading the model",
    "Changing the settings",
    "The answer",
    "Choose a smaller model or context.",
    "Choose a smaller context.",
    "Close other programs.",
    "the engine's log says more",
    "see the log at %1",
    "a context of %1 tokens would fit",
    "close other programs or choose a smaller model",
    "choose a smaller context",
    "choose a smaller context or run it on the CPU",
    "load the model with a smaller context, and ask again",
    "load the model with a smaller context or run it on the CPU, and ask again",
    "GPU memory",
    "memory",
    "The prompt is %1 tokens long, but the context holds %2",
    "its compute capability is %1, and they need 8.0",
    "it needs %1 of memory with a context of %2 tokens, and %3 are free",
    "it needs %1 of GPU memory with a context of %2 tokens, and %3 are free",
    "choose a smaller quantization or a smaller model",
    "close other programs, or choose a smaller quantization or a smaller model",
    # Chat templates and tokenizers.
    "so ChatML is used; if answers are poor, get another file of this model",
    "asks for the pre-tokenizer %1, which is not known",
    "names none",
    # Stages of loading.
    "starting the device",
    "reading weights",
    "reading the tokenizer",
    "trying the chat template",
    "preparing kernels",
    "capturing steps",
    # Why the engine is not confined.
    "%1 is off",
    "only Linux has limits that a program can set itself",
    "this kernel has no Landlock, or was started without it",
    "Landlock of Linux 5.19 or newer is needed where kernels are compiled for a GPU",
    "Landlock cannot be used: %1",
    "system calls cannot be filtered: %1",
    "the kernel refuses: %1",
    # What is wrong with a file.
    "it has no %1",
    "it claims %1 bytes for %2, more than any model has",
    "it claims %1 %2, more than any model has",
    "it claims %1 entries in %2, more than any model has",
    "the key %1 is there twice",
    "the tensor %1 is there twice",
    "%1 overlaps another tensor",
    "%1 is not a list",
    "its vocabulary is empty",
    "its %1 is %2, not between %3 and %4",
    "the tensor %1",
    "the value of %1",
    # Recaptures.
    "%1: %2 is off",
    "%1: %2 and %3 are off",
    "verify %1",
    "prefill %1",
    "span %1",
    "width %1",
    "span %1, width %2",
    "span %1 → %2",
    "width %1 → %2",
    "span %1 → %2, width %3 → %4",
    "padded context (kvpad)",
    "fixed verify width (fixed_verify)",
)
"""What stands within sentences, and what is shown without being one."""

_PLACE = re.compile(r"%(\d)")
_ABSOLUTE_PATH = re.compile(r"/|\\\\|[A-Za-z]:[/\\]")
_SENTENCE_END = re.compile(r"(?<=\.) ")


@dataclass(frozen=True, slots=True)
class _Pattern:
    context: str
    source: str
    expression: re.Pattern[str]


def translated(text: str) -> str:
    """What the engine or a service says, in the window's language; other `text` as it is."""
    if not text or QCoreApplication.translate(CONTEXT, SENTENCES[0]) == SENTENCES[0]:
        return text  # the window speaks English
    sentences = _SENTENCE_END.split(text)
    whole = _in_language(text, spans_sentences=len(sentences) == 1)
    if whole is None and len(sentences) > 1:
        return " ".join(map(translated, sentences))
    if whole is None and text[0].isupper():
        clause = _in_language(text[0].lower() + text[1:])
        whole = None if clause is None else clause[0].upper() + clause[1:]
    if whole is None and "; " in text:
        return "; ".join(map(translated, text.split("; ")))
    return text if whole is None else whole


def _in_language(text: str, *, spans_sentences: bool = True) -> str | None:
    """The translation of one entry of the tables with its values; None of other text.

    Unless it `spans_sentences`, no value goes on beyond the end of one.
    """
    for pattern in _patterns():
        match = pattern.expression.fullmatch(text)
        if match is None:
            continue
        if not spans_sentences and any(map(_SENTENCE_END.search, match.groups())):
            return None
        values = [_value(value) for value in match.groups()]
        words = QCoreApplication.translate(pattern.context, pattern.source)
        return _PLACE.sub(lambda place: values[int(place[1]) - 1], words)  # noqa: B023 - at once
    return None


def _value(text: str) -> str:
    words = translated(text)
    return shown_path(text) if words == text and _ABSOLUTE_PATH.match(text) else words


@lru_cache(maxsize=1)
def _patterns() -> tuple[_Pattern, ...]:
    """Those with the most words of their own first: they say more than the others."""
    said = [(CONTEXT, one) for one in (*SENTENCES, *PARTS)]
    said += [(OWN_CONTEXT, one) for one in (*own_sentences.SENTENCES, *own_sentences.PARTS)]
    said.sort(key=lambda one: -len(_PLACE.sub("", one[1])))
    return tuple(_Pattern(context, source, _expression(source)) for context, source in said)


def _expression(source: str) -> re.Pattern[str]:
    # Each place is matched by as little as possible, so that the words between them decide.
    literal, *rest = re.split(r"%\d", source)
    parts = "".join(f"(.+?){re.escape(piece)}" for piece in rest)
    return re.compile(re.escape(literal) + parts, re.DOTALL)
