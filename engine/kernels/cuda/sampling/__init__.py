"""Picking a token from logits."""
