"""New versions of Encore: found, verified, downloaded and installed. Without Qt."""
