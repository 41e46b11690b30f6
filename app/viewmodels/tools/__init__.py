"""The tool servers of the settings."""
