"""State and actions of each part of the window. Knows QtCore, never widgets."""
