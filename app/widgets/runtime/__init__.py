"""The page that installs the engine's libraries."""
