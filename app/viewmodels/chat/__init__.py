"""The open conversation: its messages, the answer on its way, what is being written."""
