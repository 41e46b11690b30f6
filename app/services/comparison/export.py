"""A comparison as CSV and JSON, for other programs: numbers with a point, times in UTC."""

import csv
import io
from typing import Any

import msgspec

from app.storage.comparisons import KeptComparison
from engine.comparison.configuration import Configuration

_COUNTERS = ("recaptures", "replays", "eager", "drafted", "accepted", "new_tokens")


def to_json(kept: KeptComparison) -> str:
    """Everything, with the verdict on each configuration, compared with the first."""
    comparison = kept.comparison
    verdicts = [comparison.verdict(at) for at in range(len(comparison.measurements))]
    document = {
        "created": kept.created.isoformat(),
        "model": kept.model,
        "device": kept.device,
        **msgspec.to_builtins(comparison),
        "medians": [measured.tok_s for measured in comparison.measurements],
        "spreads": [measured.spread for measured in comparison.measurements],
        "verdicts": [None, *msgspec.to_builtins(verdicts[1:])],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def to_csv(kept: KeptComparison) -> str:
    """One line for each run."""
    out = io.StringIO()
    rows = [
        {
            "created": kept.created.isoformat(),
            "configuration": index + 1,
            **_settings(measured.configuration),
            "device": measured.device,
            "run": run + 1,
            "tok_s": meter.tok_s,
            "prompt_tok_s": meter.prompt_tok_s,
            "ttft_ms": meter.ttft_ms,
            **{name: getattr(meter, name) for name in _COUNTERS},
            "fnv1a64": " ".join(measured.hashes),
        }
        for index, measured in enumerate(kept.comparison.measurements)
        for run, meter in enumerate(measured.runs)
    ]
    writer = csv.DictWriter(out, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _settings(configuration: Configuration) -> dict[str, Any]:
    engine, sampling = configuration.engine, configuration.sampling
    return {
        "model": configuration.model,
        **msgspec.structs.asdict(engine.toggles),
        "speculate": engine.speculation.kind,
        "draft_tokens": engine.speculation.draft_tokens,
        "kv_type": engine.kv_type,
        "context_len": engine.context_len,
        "temperature": sampling.temperature,
        "seed": sampling.seed,
    }
