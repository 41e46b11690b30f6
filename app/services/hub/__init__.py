"""The Hugging Face Hub, asked: search, a repository's models, settings and token; transfers are not made here."""
