"""The chat page: transcript, composer, welcome pages."""
