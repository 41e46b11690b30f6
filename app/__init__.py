"""The window: what a person sees and does; the engine runs in a process of its own."""
