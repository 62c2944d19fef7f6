"""Holds the volume that the space boundaries of each room enclose against the volume of the room's body.

Usage: boundaries_check.py BIMSTREAM FOLDER LEVEL FILE.ifc... [--import FILE.ifc...]: files with space boundaries, and
files of other programs that are imported and exported with those of the level (space-boundaries or second-level), in
FOLDER. By the divergence theorem a closed surface of planar faces encloses a third of the sum of their areas times the
distance of their planes from the origin; IfcOpenShell measures the body."""

import subprocess
import sys
from pathlib import Path

import ifcopenshell
import ifcopenshell.geom
import ifcopenshell.util.placement
import ifcopenshell.util.shape
import ifcopenshell.util.unit
import numpy as np

APART = 1e-3  # relative, of volumes
SMALLEST = 1e-12  # in the square of the file's unit, the area below which a boundary is none


def points(curve):
    if curve.is_a("IfcPolyline"):
        return np.array([p.Coordinates for p in curve.Points], float)
    return np.array(curve.Points.CoordList, float)


def plane_area(curve):
    """The area of a polygon in its plane, and its centre."""
    p = points(curve)[:, :2]
    x, y = p.T
    x2, y2 = np.roll(x, -1), np.roll(y, -1)
    cross = x * y2 - x2 * y
    area = cross.sum() / 2
    if abs(area) < SMALLEST:
        return 0, np.zeros(2)
    return abs(area), np.array([((x + x2) * cross).sum(), ((y + y2) * cross).sum()]) / (6 * area)


def enclosed(space, unit):
    """The volume in m3 that the boundaries of a space enclose, but for those that lie on others."""
    total = 0
    for boundary in space.BoundedBy:
        if getattr(boundary, "ParentBoundary", None):
            continue
        surface = boundary.ConnectionGeometry.SurfaceOnRelatingElement
        frame = ifcopenshell.util.placement.get_axis2placement(surface.BasisSurface.Position)
        for curve in (surface.OuterBoundary, *surface.InnerBoundaries):
            area, (x, y) = plane_area(curve)
            sign = 1 if curve == surface.OuterBoundary else -1
            total += sign * area * np.dot((frame @ (x, y, 0, 1))[:3], frame[:3, 2])
    return total / 3 * unit**3


def check(path):
    """Rooms with a body, and what is wrong with some."""
    file = ifcopenshell.open(str(path))
    unit = ifcopenshell.util.unit.calculate_unit_scale(file)
    rooms, wrong = 0, []
    for space in file.by_type("IfcSpace"):
        if not space.Representation:
            continue
        shape = ifcopenshell.geom.create_shape(ifcopenshell.geom.settings(), space)
        body, inside = ifcopenshell.util.shape.get_volume(shape.geometry), enclosed(space, unit)
        rooms += 1
        if abs(inside - body) > APART * body:
            wrong.append(f"{path}: {space.LongName} #{space.id()}: {inside:.4f} m3 instead of {body:.4f} m3")
    return rooms, wrong


def exported(program, folder, level, path, number):
    model, target = folder / f"{level}-{number}", folder / f"{level}-{number}.ifc"
    subprocess.run([program, "import", path, "--data", model], check=True, capture_output=True)
    subprocess.run([program, "export", "--data", model, f"--{level}", target], check=True, capture_output=True)
    return target


def main():
    program, folder, level, *given = sys.argv[1:]
    at = given.index("--import") if "--import" in given else len(given)
    files = given[:at] + [exported(program, Path(folder), level, path, i) for i, path in enumerate(given[at + 1 :])]
    rooms, wrong = 0, []
    for path in files:
        n, faults = check(path)
        rooms, wrong = rooms + n, wrong + faults
    for line in wrong:
        print(line)
    print(f"# {rooms} rooms in {len(files)} files, {len(wrong)} not enclosed by their boundaries within {APART:.1%}")
    sys.exit(bool(wrong) or not rooms)


main()
