"""Kursk: play, referee and study wargames of the Battle of Kursk."""
