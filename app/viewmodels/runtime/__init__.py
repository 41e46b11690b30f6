"""The page that installs the engine's libraries, and their section of the settings."""
