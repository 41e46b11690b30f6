"""What is kept on disk: conversations, drafts and settings. Knows no Qt."""
