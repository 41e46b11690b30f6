"""How far each type of keys and values moves what a model expects next: mean divergence from float16.

    python -m tests.support.kv_divergence MODEL [--device cuda] [--tokens 256]

Prints a table: nats over all positions of two texts of the checkout, and how many of the likeliest
tokens are others.
"""

import argparse
import sys
from pathlib import Path

import torch
from torch import Tensor

from engine.config import EngineConfig
from engine.runtime.loaded_model import MAX_LOGIT_ROWS
from engine.session.session import Session
from tests.support.kv_types import KV_TYPES

REPOSITORY = Path(__file__).resolve().parents[2]
TEXTS = ("README.md", "CONTRIBUTING.md")


def log_probabilities(path: Path, config: EngineConfig, num_tokens: int) -> Tensor:
    """What a model expects after each token of the texts: float64 [n, V]."""
    session = Session.load(path, config)
    rows = []
    try:
        for name in TEXTS:
            text = (REPOSITORY / name).read_text(encoding="utf-8")
            ids = session.tokenizer.encode(text, add_special=True, parse_special=False)[:num_tokens]
            for begin in range(0, len(ids), MAX_LOGIT_ROWS):
                logits = session.model.logits(ids[begin : begin + MAX_LOGIT_ROWS], begin)
                rows.append(torch.from_numpy(logits.copy()))
    finally:
        session.close()
    return torch.cat(rows).double().log_softmax(-1)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--tokens", type=int, default=256, help="of each text")
    options = parser.parse_args()
    context_len = max(256, options.tokens)

    def expected(kv_type: str) -> Tensor:
        config = EngineConfig(device=options.device, context_len=context_len, kv_type=kv_type)
        return log_probabilities(options.model, config, options.tokens)

    exact = expected("f16")
    sys.stdout.write("type   divergence   other tokens\n")
    for kv_type in KV_TYPES:
        if kv_type != "f16":
            found = expected(kv_type)
            divergence = (exact.exp() * (exact - found)).sum(-1).mean()
            others = (exact.argmax(-1) != found.argmax(-1)).sum()
            row = f"{kv_type:5}  {float(divergence):10.1e}  {int(others):4} of {len(exact)}\n"
            sys.stdout.write(row)
            sys.stdout.flush()


if __name__ == "__main__":
    main()
