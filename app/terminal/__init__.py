"""The terminal front end: chat and model commands."""
