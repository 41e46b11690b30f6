"""Draws legal shapes of every architecture: sizes that divide by nothing where formats allow."""

from collections.abc import Callable, Sequence
from enum import StrEnum, auto
from random import Random
from typing import Any

Preset = dict[str, Any]
"""What a builder of `synth_gguf` takes; `presets.py` beside it lists the keys."""

SMALLEST_VOCAB = 330  # bytes, letters and special tokens of both kinds of tokenizer
LARGEST_HIDDEN = 1536  # d of models whose heads divide it


class Scale(StrEnum):
    """How large drawn models are.

    SLIM: with few different layers, so that few kernels are compiled for one. TINY: also with small
    layers, for what takes milliseconds for each block of numbers.
    """

    FULL = auto()
    SLIM = auto()
    TINY = auto()


class Shapes:
    """Sizes of one model of a scale, drawn from `random`."""

    def __init__(self, random: Random, scale: Scale) -> None:
        self.random = random
        self.is_slim = scale is not Scale.FULL
        self.is_tiny = scale is Scale.TINY
        # Rows of whole blocks of 256, of 32, of 8 values, or of any number.
        self.step = random.choices((256, 32, 8, 1), (1 if self.is_tiny else 3, 5, 2, 2))[0]

    def cols(self, low: int = 32, high: int = 200) -> int:
        """A number of columns."""
        if self.is_tiny:
            high = min(high, 64)
        if self.step == 256:
            return self.random.choice((256, 256, 256 if self.is_tiny else 512))
        return self.multiple(self.step, low, high)

    def multiple(self, of: int, low: int, high: int) -> int:
        """A multiple of `of` between `low` and `high`."""
        return of * self.random.randint(-(-low // of), max(-(-low // of), high // of))

    def heads(self, head_dims: Sequence[int] = ()) -> Preset:
        """Query heads, key/value heads, and the size of one."""
        groups, each = self.random.choice((1, 1, 2, 3)), self.random.choice((1, 2, 3, 4, 5, 7, 9))
        if self.is_tiny:
            each = min(each, 3)
        return {"h": groups * each, "hkv": groups, "hd": self.head_dim(head_dims)}

    def head_dim(self, of: Sequence[int] = ()) -> int:
        """Elements of a head."""
        sizes = of or (8, 16, 24, 32, 40, 48, 64, 72, 80, 96, 112, 128, 160)
        drawn = self.random.choice([size for size in sizes if size <= 48 or not self.is_tiny])
        return drawn - self.random.choice((0, 0, 0, 2, 4, 6))

    def rot(self, head_dim: int) -> int:
        """How many elements of a head rotate: an even number, often all."""
        return self.random.choice((head_dim, 2 * self.random.randint(1, head_dim // 2)))

    def layers(self, low: int = 1, high: int = 5) -> int:
        """A number of layers."""
        return low if self.is_slim else self.random.randint(low, high)

    def experts(self) -> Preset:
        """How many experts, how many of them a token uses, and the size of one.

        Where all are used no rounding can turn the choice, and errors show as they are.
        """
        if self.random.random() < 0.4:
            count = used = self.random.randint(1, 5)
        else:
            count = self.random.choice((2, 3, 4, 5, 8, 12, 17, 33))
            used = self.random.randint(1, min(count, 6))
        return {"E": count, "topk": used, "ffe": self.cols(8, 120)}

    def window(self) -> int:
        """Positions that a layer with a window sees."""
        return self.random.choice((1, 2, 3, 7, 13, 16, 31, 33, 200, 256, 257, 300, 600))

    def taps(self) -> int:
        """How many positions a convolution looks at."""
        return self.random.choices((self.random.randint(2, 6), 17, 70), (12, 1, 1))[0]

    def base(self) -> Preset:
        """What every architecture has."""
        return {
            "d": self.cols(8, 200),
            "ff": self.cols(8, 300),
            "V": self.random.randint(SMALLEST_VOCAB, SMALLEST_VOCAB + 20 if self.is_tiny else 600),
            "L": self.layers(),
            "theta": self.random.choice((10000, 500000, 1000000)),
            "eps": self.random.choice((1e-5, 1e-6)),
            "tied": self.random.random() < 0.4,
            "ctx": 4096,
            **self.heads(),
        }

    def split_heads(self) -> Preset:
        """Where the size of a head follows from the hidden size: d = h · hd."""
        heads = self.heads()
        d = heads["h"] * heads["hd"]
        if self.step >= 32:  # whole blocks in a row of d
            heads["hd"] = {256: 256, 32: 32}[self.step] * self.random.choice((1, 1, 2))
            heads["hd"] = min(heads["hd"], 256)
            most = max(1, LARGEST_HIDDEN // (heads["hkv"] * heads["hd"]))  # query heads of a group
            heads["h"] = min(heads["h"], heads["hkv"] * most)
            d = heads["h"] * heads["hd"]
        return {"d": d, **heads}

    def yarn(self) -> tuple[float, ...]:
        """Factor, original context, and sometimes the betas."""
        scaling = (self.random.choice((4.0, 8.0, 32.0)), self.random.choice((32, 64, 128)))
        return scaling if self.random.random() < 0.5 else (*scaling, 32.0, 1.0)


def _llama(s: Shapes) -> Preset:
    p = s.base()
    p["bias"] = s.random.random() < 0.3
    if s.random.random() < 0.4:
        p["l3"] = (8.0, 1.0, 4.0, 64)
    elif s.random.random() < 0.3:
        p["rope_scale_linear"] = s.random.choice((2.0, 4.0))
    if s.random.random() < 0.4:
        p |= s.experts()
    return p


def _qwen2(s: Shapes) -> Preset:
    return s.base() | s.split_heads()


def _qwen3(s: Shapes) -> Preset:
    return s.base()


def _qwen3moe(s: Shapes) -> Preset:
    return s.base() | s.experts()


def _gemma3(s: Shapes) -> Preset:
    p = s.base() | {"L": s.layers(2, 7), "tied": True, "win": s.window(), "theta_swa": 10000}
    p["pattern"] = s.random.randint(2, 4) if s.is_slim else s.random.randint(2, 6)
    if s.random.random() < 0.5:
        p["rope_scale"] = 8.0
    if s.random.random() < 0.3:
        p["softcap"] = 30.0
    return p


def _gemma4(s: Shapes) -> Preset:
    period = s.random.choice((2, 3, 6)) if not s.is_slim else 2
    rounds = s.random.randint(1, 2)
    p = s.base() | {
        "L": period * rounds,
        "tied": True,
        "win": s.window(),
        "theta_swa": 10000,
        "pattern": period,
        "softcap": s.random.choice((10.0, 30.0)),
        "hd_full": s.head_dim((16, 32, 48, 64, 128, 256)),
        "k_eq_v": s.random.random() < 0.5,
        "wide": s.random.random() < 0.3,
    }
    p["hkv_full"] = s.random.choice([n for n in range(1, p["h"] + 1) if p["h"] % n == 0])
    if s.random.random() < 0.4:
        p["shared"] = s.random.choice((period, 1)) if rounds > 1 else 0
        if p["shared"] == 1:  # behind a round that is whole
            p["L"] += 1
        p["hkv_full"] = p["hkv"]  # the writer's layers share whatever their heads are
    if s.random.random() < 0.4:
        p["ple"] = s.cols(8, 64) if s.step < 256 else 256
    if s.random.random() < 0.4:
        p |= s.experts() | {"fused_exps": s.random.random() < 0.7}
    return p


def _qwen35(s: Shapes) -> Preset:
    p = s.base()
    interval = 2 if s.is_slim else s.random.randint(2, 4)
    p |= {"interval": interval, "L": interval if s.is_slim else s.random.randint(interval, 6)}
    p["rot"] = s.rot(p["hd"])
    p["sections"] = [p["rot"] // 2, 0, 0, 0]
    keys = s.random.choice((1, 2, 3))
    p |= {"nk": keys, "nv": keys * s.random.choice((1, 2, 3)), "conv": s.taps()}
    p["dk"] = s.random.choice((8, 16, 24, 32, 40, 64, 128))
    if s.step >= 32:
        p["dk"] = {256: 128, 32: 32}[s.step]
    if s.step == 256:
        p["nv"] = keys * 2
    return p


def _qwen35moe(s: Shapes) -> Preset:
    return _qwen35(s) | s.experts() | {"ffs": s.cols(8, 120), "fused_exps": s.random.random() < 0.4}


def _laguna(s: Shapes) -> Preset:
    p = s.base() | {"L": s.layers(3, 6)} | s.experts() | {"ffs": s.cols(8, 120)}
    p |= {"h_swa": p["hkv"] * s.random.choice((1, 2, 3, 5)), "dense": s.random.randint(0, 2)}
    p |= {"rot": s.rot(p["hd"]), "rot_swa": p["hd"], "theta_swa": 10000}
    p |= {"rscale": s.random.choice((1.0, 2.5)), "elem_gate": s.random.random() < 0.5}
    if s.random.random() < 0.8:
        p |= {"win": s.window(), "pattern": s.random.randint(2, 4), "write_pattern": True}
    if s.random.random() < 0.6:
        p["yarn"] = s.yarn()
    return p


def _gpt_oss(s: Shapes) -> Preset:
    p = s.base() | {"L": s.layers(2, 4), "win": s.window(), "yarn": s.yarn()[:2]} | s.experts()
    return p


def _phi3(s: Shapes) -> Preset:
    p = s.base() | s.split_heads()
    p["rot"] = s.rot(p["hd"])
    if s.random.random() < 0.6:
        p |= {"orig": s.random.choice((64, 4096)), "attn_factor": 1.19}
    return p


def _mistral3(s: Shapes) -> Preset:
    p = s.base() | {"yarn": (*s.yarn()[:2], 32.0, 1.0)}
    p |= {"logmul": s.random.choice((0.0, 1.0)), "temp": s.random.choice((0.0, 0.1))}
    return p


def _smollm3(s: Shapes) -> Preset:
    return s.base() | {"L": s.layers(1, 5)}


def _olmo2(s: Shapes) -> Preset:
    p = s.base() | s.split_heads() | {"L": s.layers(1, 5)}
    if s.random.random() < 0.5:
        p |= {"win": s.window(), "yarn": s.yarn()[:2]}
    return p


def _granite(s: Shapes) -> Preset:
    p = s.base() | {"emb_gain": 0.4, "logit_scale": 0.7, "residual_scale": 0.6}
    return p | {"embedding_scale": 4.0, "attn_scale": s.random.choice((0.15, 0.08))}


def _lfm2(s: Shapes) -> Preset:
    p = s.base() | s.split_heads() | {"tied": True, "conv": s.taps()}
    p["L"] = 2 if s.is_slim else s.random.randint(2, 5)
    kinds = [s.random.choice("ca") for _ in range(p["L"])]
    kinds[s.random.randrange(p["L"])] = "a"
    return p | {"types": "".join(kinds)}


def _lfm2moe(s: Shapes) -> Preset:
    return _lfm2(s) | s.experts() | {"dense": s.random.randint(0, 1)}


def _glm4(s: Shapes) -> Preset:
    p = s.base()
    return p | {"rot": s.rot(p["hd"]), "bias": s.random.random() < 0.5}


DRAWS: dict[str, Callable[[Shapes], Preset]] = {
    "gemma3": _gemma3,
    "gemma4": _gemma4,
    "glm4": _glm4,
    "gpt-oss": _gpt_oss,
    "granite": _granite,
    "laguna": _laguna,
    "lfm2": _lfm2,
    "lfm2moe": _lfm2moe,
    "llama": _llama,
    "mistral3": _mistral3,
    "olmo2": _olmo2,
    "phi3": _phi3,
    "qwen2": _qwen2,
    "qwen3": _qwen3,
    "qwen35": _qwen35,
    "qwen35moe": _qwen35moe,
    "qwen3moe": _qwen3moe,
    "qwen3next": _qwen35moe,
    "smollm3": _smollm3,
}
"""By `general.architecture`: all that the engine runs."""
