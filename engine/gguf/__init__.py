"""GGUF files: header, metadata, tensor table; memory-mapped, validated before use. No torch."""
