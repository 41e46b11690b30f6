"""The open conversation: messages, the answer in progress, the draft."""
