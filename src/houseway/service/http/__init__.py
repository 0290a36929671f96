"""HTTP around the application: connections, request limits, headers and errors."""
