"""The inference engine: GGUF files, tokenizers and replayed fixed-shape steps. Knows no GUI."""
