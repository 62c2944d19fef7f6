"""Takes every figure of the standard house, as a pencil gives it, out of schedules and take-off, before its script
edits the house and after, and holds gross and net of any model to what IfcOpenShell makes of the export: volumes of the
shapes with openings and without them, and the quantity sets.

usage: figures_check.py BIMSTREAM DATA EXPORT.ifc [house]
"""

import collections
import sys

import ifcopenshell
import ifcopenshell.geom
import ifcopenshell.util.element
import ifcopenshell.util.shape
import ifcopenshell.util.unit
from mcp_server import Server
from meant import global_id

# Of the sum that a figure stands for: all printed decimals, and coordinates that are rounded to a micrometre.
RELATIVE = 2e-6
# Volumes of meshes of round shapes follow their chords, in IfcOpenShell as elsewhere.
ROUND = 5e-3

NET = {
    "W1": 7.806,
    "W2": 5.604,
    "W3": 7.704,
    "W4": 5.928,
    "P1": 2.2596,
    "W5": 8.208,
    "W6": 5.928,
    "W7": 8.748,
    "W8": 5.928,
    "P2": 2.0328,
    "P3": 2.23104,
}
GROSS = {
    "W1": 9.828,
    "W2": 6.468,
    "W3": 9.828,
    "W4": 6.468,
    "P1": 2.4864,
    "W5": 9.828,
    "W6": 6.468,
    "W7": 9.828,
    "W8": 6.468,
    "P2": 2.4864,
    "P3": 2.23104,
}
OPENINGS = {  # wall, offset, width, height, sill
    "D1": ("W1", 2000, 1100, 2200, 0),
    "F1": ("W1", 4500, 1500, 1200, 900),
    "F2": ("W1", 8200, 1800, 1400, 800),
    "F3": ("W2", 2000, 1200, 1200, 900),
    "F4": ("W2", 4600, 1200, 1200, 900),
    "D2": ("W3", 3000, 2400, 2200, 0),
    "F5": ("W3", 7500, 1500, 1200, 900),
    "F6": ("W4", 3100, 1500, 1200, 900),
    "D3": ("P1", 3000, 900, 2100, 0),
    "F7": ("W5", 1500, 1500, 1200, 900),
    "F8": ("W5", 4900, 1500, 1200, 900),
    "F9": ("W5", 8400, 1500, 1200, 900),
    "F10": ("W6", 3100, 1500, 1200, 900),
    "F11": ("W7", 2000, 1500, 1200, 900),
    "F12": ("W7", 7500, 1500, 1200, 900),
    "F13": ("W8", 3100, 1500, 1200, 900),
    "D4": ("P2", 1000, 900, 2100, 0),
    "D5": ("P2", 5200, 900, 2100, 0),
}
ROOMS = {
    "001": ("Living", 49.136),
    "002": ("Hall", 34.336),
    "101": ("Studio", 34.336),
    "102": ("Bedroom", 24.1696),
    "103": ("Landing", 24.1696),
}
WAYS = {"D3": {"001 Living", "002 Hall"}, "D4": {"101 Studio", "102 Bedroom"}, "D5": {"101 Studio", "103 Landing"}}
RING = 11.64  # m2 in plan of the outer walls of a storey

faults, held = [], 0


def near(what, got, want, relative=RELATIVE):
    global held
    held += 1
    if got is None or abs(got - want) > relative * max(1, abs(want)):
        faults.append(f"{what} is {got} and not {want}")


def same(what, got, want):
    global held
    held += 1
    if got != want:
        faults.append(f"{what} is {got!r} and not {want!r}")


def table(server, tool, **arguments):
    """Returns the rows of a table, all pages, by the keys of its columns, with the id of the element under "id"."""
    rows, cursor = [], {}
    while True:
        data = server.call(tool, **arguments, **cursor)
        keys = [c["key"] for c in data["columns"]]
        rows += [dict(zip(keys, line["cells"]), id=line.get("id")) for line in data["lines"] if line["kind"] == "row"]
        if not data.get("next_cursor"):
            return rows
        cursor = {"cursor": data["next_cursor"]}


def schedule(server, at, category, *parameters):
    return {
        row["mark"]: row
        for row in table(server, "generate_schedule", category=category, parameters=["mark", *parameters], **at)
    }


def before_edits(server):
    """Returns the revision before P1 moves."""
    for entry in server.pages("element_history", "entries", element_id="P1"):
        if entry["tool"] == "move_element":
            return entry["revision"] - 1
    sys.exit("P1 was never moved")


def house(server):
    moved = before_edits(server)
    at = {"at": str(moved)}
    for mark, row in schedule(server, at, "level", "elevation").items():
        same(f"the level {mark}", row["elevation"], {"Ground": 0, "First": 3000, "Roof": 6000}[mark])
    walls = schedule(server, at, "wall", "type", "level", "Height", "Width", "GrossVolume", "NetVolume")
    same("the walls", sorted(walls), sorted(NET))
    for mark, row in walls.items():
        near(f"{mark} net", row["NetVolume"], NET[mark])
        near(f"{mark} gross", row["GrossVolume"], GROSS[mark])
        near(f"{mark} thickness", row["Width"], 0.3 if mark[0] == "W" else 0.12)
        near(f"{mark} height", row["Height"], 2.8)
    for level in ["Ground", "First"]:
        ring = sum(
            r["GrossVolume"] / r["Height"] for r in walls.values() if r["level"] == level and r["type"] == "EXT-300"
        )
        near(f"the ring of {level}", ring, RING)
    openings = schedule(server, at, "door", "host", "offset", "width", "height") | schedule(
        server, at, "window", "host", "offset", "width", "height", "sill_height"
    )
    for mark, (wall, *figures) in OPENINGS.items():
        row = openings.pop(mark)
        same(
            mark,
            (row["host"], row["offset"], row["width"], row["height"], row.get("sill_height") or 0),
            (wall, *figures),
        )
    same("openings of no wall", list(openings), [])
    parts(server, at)
    doors = schedule(server, at, "door", "from_room", "to_room")
    for mark, ways in WAYS.items():
        same(f"the rooms at {mark}", {doors[mark]["from_room"], doors[mark]["to_room"]}, ways)
    rooms(server, at, {})
    totals(server, at)
    edits(server, moved)


def parts(server, at):
    floors = schedule(server, at, "floor", "NetVolume", "GrossVolume", "NetArea")
    near("S0", floors["S0"]["NetVolume"], 28.8)
    near("S1", floors["S1"]["NetVolume"], 18.45)
    near("S1 without its hole", floors["S1"]["GrossVolume"], 19.2)
    near("R1", schedule(server, at, "roof", "NetVolume")["R1"]["NetVolume"], 35.7077)
    columns = schedule(server, at, "column", "NetVolume")
    near("C1", columns["C1"]["NetVolume"], 0.252)
    near("C2", columns["C2"]["NetVolume"], 0.252)
    near("B1", schedule(server, at, "beam", "NetVolume")["B1"]["NetVolume"], 0.216)
    stair = schedule(server, at, "stair", "NumberOfRiser", "NumberOfTreads", "RiserHeight", "TreadLength", "width")[
        "T1"
    ]
    same("T1", (stair["NumberOfRiser"], stair["NumberOfTreads"], stair["width"]), (16, 15, 1000))
    near("T1 riser", stair["RiserHeight"], 0.1875)
    near("T1 tread", stair["TreadLength"], 0.25)


def rooms(server, at, changed):
    rows = schedule(server, at, "room", "name", "NetFloorArea", "NetVolume")
    same("the rooms", sorted(rows), sorted(ROOMS))
    for number, (name, area) in ROOMS.items():
        area = changed.get(number, area)
        same(f"the name of {number}", rows[number]["name"], name)
        near(f"the area of {number}", rows[number]["NetFloorArea"], area)
        near(f"the volume of {number}", rows[number]["NetVolume"], area * 2.8)


def totals(server, at):
    by_type = {(r["category"], r["type"]): r for r in table(server, "quantity_takeoff", grouping="type", **at)}
    near("EXT-300 gross", by_type["wall", "EXT-300"]["gross_volume"], 65.184)
    near("EXT-300 net", by_type["wall", "EXT-300"]["net_volume"], 55.854)
    near("INT-120 gross", by_type["wall", "INT-120"]["gross_volume"], 7.20384)
    near("INT-120 net", by_type["wall", "INT-120"]["net_volume"], 6.52344)
    by_level = {(r["category"], r["level"]): r for r in table(server, "quantity_takeoff", grouping="level", **at)}
    near("walls of the ground floor net", by_level["wall", "Ground"]["net_volume"], 29.3016)
    near("walls of the first floor net", by_level["wall", "First"]["net_volume"], 33.07584)
    layers = collections.defaultdict(float)
    for row in table(server, "quantity_takeoff", categories=["wall"], grouping="material", **at):
        layers[row["material"]] += row["net_volume"]
    near("brick", layers["Brick"], 55.854 * 175 / 300)
    near("render", layers["Render"], 55.854 * 10 / 300)
    near("insulation", layers["Insulation"], 55.854 * 100 / 300)
    near("stud", layers["Stud"], 6.52344 * 95 / 120)
    near("gypsum", layers["Gypsum"], 55.854 * 15 / 300 + 6.52344 * 25 / 120)


def edits(server, moved):
    """Holds what must follow from the edits, in the revision in which each of them is carried out."""
    rooms(server, {"at": str(moved + 1)}, {"001": 41.736, "002": 41.736})
    near(
        "P1 after it moved", schedule(server, {"at": str(moved + 1)}, "wall", "NetVolume")["P1"]["NetVolume"], NET["P1"]
    )
    near("W1 with the wider door", schedule(server, {}, "wall", "NetVolume")["W1"]["NetVolume"], 7.674)
    heights = [
        e["revision"]
        for e in server.pages("element_history", "entries", element_id="W2")
        if e["tool"] == "modify_parameter"
    ]
    higher, back = (schedule(server, {"at": str(n)}, "wall", "GrossVolume", "NetVolume")["W2"] for n in heights[-2:])
    near("W2 3000 high, gross", higher["GrossVolume"], 6.93)
    near("W2 3000 high, net", higher["NetVolume"], 6.066)
    near("W2 set back, net", back["NetVolume"], 5.604)


CLASSES = {
    "wall": "IfcWall",
    "floor": "IfcSlab",
    "roof": "IfcRoof",
    "column": "IfcColumn",
    "beam": "IfcBeam",
    "footing": "IfcFooting",
}


def against_ifcopenshell(server, path):
    """Holds gross and net volumes of schedules, and their sums in the take-off, to IfcOpenShell's shapes."""
    file = ifcopenshell.open(path)
    unit = ifcopenshell.util.unit.calculate_unit_scale(file, "VOLUMEUNIT")
    sums = collections.defaultdict(float)
    for category in CLASSES:
        for row in table(
            server, "generate_schedule", category=category, parameters=["mark", "GrossVolume", "NetVolume"]
        ):
            element = file.by_guid(global_id(row["id"]))
            quantities = {}
            for name, values in ifcopenshell.util.element.get_psets(element, qtos_only=True).items():
                quantities |= values
            for name, without in [("NetVolume", False), ("GrossVolume", True)]:
                if row[name] is None:
                    continue
                what = f"{category} {row['mark']}, {name}"
                if name in quantities:
                    near(what + " in the quantity set", quantities[name] * unit, row[name], 1e-5)
                volume = shape_volume(element, without)
                if volume is not None:
                    # Holes of floors are in their profiles; by the rule of the take-off, gross has them not taken off.
                    volume += holes(element) if without else 0
                    near(what + " of IfcOpenShell's shape", volume, row[name], ROUND if curved(element) else 1e-4)
                    sums[category, name] += volume
    taken = collections.defaultdict(float)
    for row in table(server, "quantity_takeoff", categories=list(CLASSES), grouping="type"):
        for key, name in [("net_volume", "NetVolume"), ("gross_volume", "GrossVolume")]:
            taken[row["category"], name] += row[key] or 0
    for (category, name), volume in sums.items():
        near(f"the take-off of {category}, {name}", taken[category, name], volume, ROUND)


def holes(element):
    """Returns the volume of the holes in the profiles of extrusions, in m3."""
    if not element.Representation:
        return 0.0
    scale = ifcopenshell.util.unit.calculate_unit_scale(element.file)
    volume = 0.0
    for solid in element.file.traverse(element.Representation):
        if solid.is_a("IfcExtrudedAreaSolid") and solid.SweptArea.is_a("IfcArbitraryProfileDefWithVoids"):
            for curve in solid.SweptArea.InnerCurves:
                points = (
                    curve.Points.CoordList
                    if curve.is_a("IfcIndexedPolyCurve")
                    else [p.Coordinates for p in curve.Points]
                )
                area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]])) / 2
                volume += abs(area) * solid.Depth * scale**3
    return volume


def curved(element):
    return (
        any(
            e.is_a("IfcCircle") or e.is_a("IfcCircleProfileDef") or e.is_a("IfcRevolvedAreaSolid")
            for e in element.file.traverse(element.Representation)
        )
        if element.Representation
        else False
    )


def shape_volume(element, without_openings):
    """Returns the volume of an element's shape, or those of its parts together; None where it has none."""
    settings = ifcopenshell.geom.settings()
    settings.set("disable-opening-subtractions", without_openings)
    volume, found = 0.0, False
    for part in [element, *ifcopenshell.util.element.get_parts(element)]:
        if part.Representation:
            volume += ifcopenshell.util.shape.get_volume(ifcopenshell.geom.create_shape(settings, part).geometry)
            found = True
    return volume if found else None


def main():
    program, data, path, *rest = sys.argv[1:]
    server = Server(program, data, "--read-only")
    if rest == ["house"]:
        house(server)
    by_hand = held
    against_ifcopenshell(server, path)
    print(f"# {by_hand} figures by hand, {held - by_hand} against IfcOpenShell")
    print("\n".join(faults[:40]))
    sys.exit(1 if faults or held == 0 else 0)


main()
