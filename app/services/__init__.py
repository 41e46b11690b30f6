"""Background services for the view-models: engine, model folder, downloads, Hub, notices."""
