"""Files whose text goes along with a question: read, decoded, extracted."""
