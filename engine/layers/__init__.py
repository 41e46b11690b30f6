"""The building blocks of architectures."""
