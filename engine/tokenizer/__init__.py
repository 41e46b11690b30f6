"""Text ↔ token ids, and chat templates, from GGUF metadata."""
