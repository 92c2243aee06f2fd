"""How fast the engine is, and how long it plays without a fault."""
