"""Forms for commands: made of the declared fields, read back, previewed before they are given."""
