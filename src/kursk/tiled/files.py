"""Tiled's two file formats. A map is held as the JSON form has it; TMX is put into that form."""

import base64
import gzip
import json
import struct
import zlib
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

Json = dict[str, Any]
FLIPS = 0xF0000000  # a tile may be turned; that says nothing of the ground


def properties(values: dict[str, str | int | bool]) -> list[Json]:
    names = {str: "string", int: "int", bool: "bool"}
    return [
        {"name": name, "type": names[type(value)], "value": value} for name, value in values.items()
    ]


def values(thing: Json) -> Json:
    return {each["name"]: each["value"] for each in thing.get("properties", ())}


def layers(sheet: Json) -> list[Json]:
    """All layers, those inside groups as well."""
    found: list[Json] = []
    for layer in sheet.get("layers", ()):
        found += layers(layer) if layer["type"] == "group" else [layer]
    return found


def cells(layer: Json) -> list[int]:
    """The tile numbers of a layer, row by row; 0 is nothing."""
    data = layer.get("data")
    if isinstance(data, str):
        data = _unpacked(data, layer)
    if not isinstance(data, list):
        raise ValueError(f"layer {layer['name']!r}: the map must not be infinite")
    return [number & ~FLIPS for number in data]


def _unpacked(text: str, layer: Json) -> list[int]:
    raw = base64.b64decode(text)
    packing = layer.get("compression", "")
    if packing == "zlib":
        raw = zlib.decompress(raw)
    elif packing == "gzip":
        raw = gzip.decompress(raw)
    elif packing:
        raise ValueError(f"layer {layer['name']!r}: choose CSV as the map's tile layer format")
    return list(struct.unpack(f"<{len(raw) // 4}I", raw))


# -- writing -----------------------------------------------------------------------------------


def written(sheet: Json, suffix: str) -> str:
    """The text of a map file: .tmx, or else JSON."""
    if suffix != ".tmx":
        return json.dumps(sheet, ensure_ascii=False, indent=1) + "\n"
    root = _element(None, "map", sheet)
    for tileset in sheet["tilesets"]:
        element = _element(root, "tileset", tileset, without=("image", "imagewidth", "imageheight"))
        SubElement(
            element,
            "image",
            source=tileset["image"],
            width=str(tileset["imagewidth"]),
            height=str(tileset["imageheight"]),
        )
        for tile in tileset["tiles"]:
            _element(element, "tile", tile)
    for layer in sheet["layers"]:
        if layer["type"] == "tilelayer":
            element = _element(root, "layer", layer, without=("type", "x", "y"))
            rows = [
                layer["data"][n : n + layer["width"]]
                for n in range(0, len(layer["data"]), layer["width"])
            ]
            data = SubElement(element, "data", encoding="csv")
            data.text = "\n" + ",\n".join(",".join(map(str, row)) for row in rows) + "\n"
        else:
            element = _element(root, "objectgroup", layer, without=("type", "x", "y"))
            for thing in layer["objects"]:
                shape = _element(element, "object", thing, without=("point", "rotation"))
                if thing.get("point"):
                    SubElement(shape, "point")
                else:
                    points = " ".join(f"{p['x']:g},{p['y']:g}" for p in thing["polyline"])
                    SubElement(shape, "polyline", points=points)
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, "unicode", xml_declaration=True) + "\n"


def _element(
    parent: Element | None, tag: str, thing: Json, without: tuple[str, ...] = ()
) -> Element:
    """The plain values of a thing as attributes, and its properties below."""
    plain = {
        key: _plain(value)
        for key, value in thing.items()
        if not isinstance(value, list) and key not in without
    }
    if tag == "map":
        del plain["type"]
    element = Element(tag, plain) if parent is None else SubElement(parent, tag, plain)
    if thing.get("properties"):
        below = SubElement(element, "properties")
        for each in thing["properties"]:
            value = str(each["value"])
            written = value.lower() if each["type"] == "bool" else value
            SubElement(below, "property", {**each, "value": written})
    return element


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return f"{value:g}" if isinstance(value, float) else str(value)


# -- reading -----------------------------------------------------------------------------------


def read(text: str) -> Json:
    """A map in the JSON form, from either; ValueError if it is neither."""
    if not text.lstrip().startswith("<"):
        sheet = json.loads(text)
        if not isinstance(sheet, dict):
            raise ValueError("it is no Tiled map")
        return sheet
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ValueError(f"it is no XML: {error}") from None
    if root.tag != "map":
        raise ValueError(f"it is a Tiled {root.tag}, not a map")
    return {
        **_attributes(root),
        "tilesets": [
            {**_attributes(each), "tiles": [_attributes(tile) for tile in each.iter("tile")]}
            for each in root.iter("tileset")
        ],
        "layers": _layers(root),
    }


def _layers(parent: Element) -> list[Json]:
    found = []
    for element in parent:
        if element.tag == "group":
            found.append({"type": "group", "layers": _layers(element)})
        elif element.tag == "layer":
            layer = {**_attributes(element), "type": "tilelayer"}
            data = element.find("data")
            if data is not None and data.get("encoding") == "csv" and data.find("chunk") is None:
                layer["data"] = [int(number) for number in (data.text or "").split(",")]
            elif (
                data is not None and data.get("encoding") == "base64" and data.find("chunk") is None
            ):
                layer["data"] = (data.text or "").strip()
                layer["compression"] = data.get("compression", "")
            found.append(layer)
        elif element.tag == "objectgroup":
            things = [_thing(each) for each in element.iter("object")]
            found.append({**_attributes(element), "type": "objectgroup", "objects": things})
    return found


def _thing(element: Element) -> Json:
    thing = _attributes(element)
    for shape in ("polyline", "polygon"):
        drawn = element.find(shape)
        if drawn is not None:
            points = [point.split(",") for point in drawn.get("points", "").split()]
            thing[shape] = [{"x": float(x), "y": float(y)} for x, y in points]
    return thing


def _attributes(element: Element) -> Json:
    """Attributes, numbers as numbers, and properties; names and the like stay text."""
    thing: Json = dict(element.attrib)
    for key in thing:
        if key in ("x", "y", "rotation") or element.tag == "object" and key in ("width", "height"):
            thing[key] = float(thing[key])
        elif key in NUMBERS:
            thing[key] = int(thing[key])
    below = element.find("properties")
    if below is not None:
        thing["properties"] = [_property(each) for each in below.iter("property")]
    return thing


NUMBERS = {"id", "firstgid", "width", "height", "tilewidth", "tileheight", "hexsidelength"}


def _property(element: Element) -> Json:
    text = element.get("value", element.text or "")  # text of several lines stands inside
    kind = element.get("type", "string")
    value: object = text
    if kind == "int":
        value = int(text)
    elif kind == "bool":
        value = text == "true"
    return {"name": element.get("name", ""), "value": value}
