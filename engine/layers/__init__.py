"""Blocks that architectures are made of."""
