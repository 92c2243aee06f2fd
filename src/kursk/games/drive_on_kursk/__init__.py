"""Drive on Kursk."""
