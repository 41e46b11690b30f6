"""Tools over MCP: servers that are listed, started when wanted, and asked in processes of their own."""
