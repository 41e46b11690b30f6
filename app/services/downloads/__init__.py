"""Model downloads: parallel, resumable, verified; a queue without Qt."""
