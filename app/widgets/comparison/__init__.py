"""The page Compare: configurations side by side, the race, the result."""
