"""Drafting tokens ahead."""
