"""The OpenAI-compatible server: HTTP in, commands of the engine out. Knows no Qt and no widget."""
