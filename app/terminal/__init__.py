"""What a person sees in a terminal: the chat, the commands for models. Writes text; knows no window."""
