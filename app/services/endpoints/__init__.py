"""Engines elsewhere: OpenAI-compatible servers whose models answer like those of this computer."""
