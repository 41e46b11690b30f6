"""What an address for HTTP must be, whoever it is of."""

from urllib.parse import SplitResult, urlsplit


def split_http_address(text: str, longest: int) -> SplitResult | None:
    """The parts of an address of at most `longest` characters; None if it is none."""
    if not text.isascii() or not text.isprintable() or " " in text or len(text) > longest:
        return None
    try:
        parts = urlsplit(text)
        _ = parts.port  # raises ValueError for what is no number
    except ValueError:
        return None
    return parts if parts.scheme in ("http", "https") and parts.hostname else None
