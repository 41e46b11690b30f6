"""The inference engine: GGUF files, tokenizers, replayed fixed-shape steps. Knows no GUI."""
