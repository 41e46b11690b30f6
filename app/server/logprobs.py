"""Log probabilities of tokens as the two endpoints write them. Knows no reply.

https://platform.openai.com/docs/api-reference/chat/object and /completions/object
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from engine.events import TokenLogprob

_LEAST = -9999.0  # JSON has no infinity


def chat_logprobs(tokens: Sequence[TokenLogprob]) -> dict[str, Any]:
    """Each token with its bytes, and the likeliest in its place."""
    return {
        "content": [
            {
                **_token(each.token, each.logprob),
                "top_logprobs": [_token(token, logprob) for token, logprob in each.top],
            }
            for each in tokens
        ],
        "refusal": None,
    }


def text_logprobs(tokens: Sequence[TokenLogprob], begin: int) -> dict[str, Any]:
    """Lists as long as `tokens`; the first of them begins at the character `begin`."""
    texts = [_text(each.token) for each in tokens]
    return {
        "tokens": texts,
        "token_logprobs": [_finite(each.logprob) for each in tokens],
        "top_logprobs": [
            {_text(token): _finite(logprob) for token, logprob in each.top} for each in tokens
        ],
        "text_offset": list(accumulate(map(len, texts[:-1]), initial=begin)),
    }


def text_len(tokens: Sequence[TokenLogprob]) -> int:
    """The characters of `tokens`, as `text_logprobs` counts them."""
    return sum(len(_text(each.token)) for each in tokens)


def _token(token: bytes, logprob: float) -> dict[str, Any]:
    return {"token": _text(token), "logprob": _finite(logprob), "bytes": list(token)}


def _text(token: bytes) -> str:
    return token.decode(errors="replace")


def _finite(logprob: float) -> float:
    return max(logprob, _LEAST)
