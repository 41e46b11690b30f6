"""Fixed-shape steps: capture, replay, padding, counters; a backend per device."""
