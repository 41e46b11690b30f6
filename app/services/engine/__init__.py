"""The engine as seen by the view-models: its process, and its stream of events made into one signal a frame."""
