"""What the console of the person who is in charge of tables shows and asks; nothing here judges."""
