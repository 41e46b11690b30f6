"""The libraries of the engine in an installed Encore: choice, download, switch. No Qt."""
