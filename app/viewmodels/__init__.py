"""State and actions of each part of the window. Uses QtCore, never widgets."""
