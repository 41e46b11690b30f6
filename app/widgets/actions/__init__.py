"""What the window can do: declared once, shown by menu, command palette and list of shortcuts."""
