"""Live updates: the hub, server-sent events, and fragments of pages rendered for one viewer."""
