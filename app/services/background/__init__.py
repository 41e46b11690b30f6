"""Work beside the GUI thread: a pool of threads, a child process for what may hang, garbage collection."""
