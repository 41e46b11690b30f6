"""Fixed-shape steps: capture, replay, padding, counters; a device and an executor for each kind."""
