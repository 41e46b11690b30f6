"""Fixed-shape steps: capture, replay, ladder, counters."""
