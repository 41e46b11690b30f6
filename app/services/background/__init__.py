"""Work off the GUI thread: a thread pool, a child process for untrusted input."""
