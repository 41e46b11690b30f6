"""Engines elsewhere: their list in the settings, and their models to choose from."""
