"""Who someone is and what they may reach: accounts, sessions, sign-in, tokens of devices."""
