"""Downloads of our own: parallel, resumable, checked; a queue of them over the Hub, without Qt."""
