"""Speculative decoding: drafting and verification."""
