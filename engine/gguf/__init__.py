"""GGUF files: header, metadata, tensor table; memory-mapped, checked before use. No torch."""
