"""Maps for the Tiled editor, and back.

Ground is painted in tile layers, one for each group of kinds that exclude each other.
Hexsides, lines and places are objects, one layer a kind. What an entry of the map file says is
kept beside it, in properties. A map that comes back keeps every entry that looks as it did;
what was painted or drawn anew becomes an entry of its own, reconstructed, "edited in Tiled".
"""

from kursk.tiled.maptext import map_text, settled
from kursk.tiled.reading import EDITED, load
from kursk.tiled.writing import SUFFIXES, export

__all__ = ["EDITED", "SUFFIXES", "export", "load", "map_text", "settled"]
