"""The desktop app; the engine runs in its own process."""
