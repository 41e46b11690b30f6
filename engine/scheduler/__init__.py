"""What the decode thread does next: its tasks, and the steps of an answer."""
