"""The server for other programs, switched on and off in the window."""
