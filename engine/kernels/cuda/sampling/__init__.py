"""Sampling of tokens from logits."""
