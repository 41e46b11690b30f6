"""Markdown that streams into a QTextDocument. Knows no view-model."""
