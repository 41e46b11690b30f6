"""The sidebar: rows by day and folder, export and import of conversations."""
