"""What the engine's process may do, kept by the system: no network, model files to read, its caches to write. Knows no model."""
