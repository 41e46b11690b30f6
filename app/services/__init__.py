"""What works in the background for the view-models: the engine, the model folder, notices."""
