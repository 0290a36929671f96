"""Records that a person can read and type: `.hwr`, one table and its rounds."""
