"""Tools over MCP: servers are listed, started when wanted, and asked in processes of their own."""
