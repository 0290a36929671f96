"""Speed, as ratios beside peers in the same run; nothing here is a test."""
