"""The chat page: messages, the box to write in, what is shown before there are any."""
