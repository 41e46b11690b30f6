"""The engine for the view-models: its process, and its events merged into one signal per frame."""
