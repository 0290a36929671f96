"""The floor on screen: consoles, an API and live streams over one runner."""
