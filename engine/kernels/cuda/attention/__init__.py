"""Attention and the KV cache."""
