"""Break the rules on purpose, and see that a test notices. See docs/reliability.md."""
