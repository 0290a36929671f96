"""The pictures of `docs/tour.md`: what they show, how they are taken, which ones are stale."""
