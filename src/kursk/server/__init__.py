"""Play over HTTP: orders by POST, what happens as an event stream, the log in a store."""
