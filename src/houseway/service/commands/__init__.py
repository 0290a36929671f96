"""Commands from outside: decoding, rate limits, previews, and handing them to the runner."""
