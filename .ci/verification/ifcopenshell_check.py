"""Judges an exported file by IfcOpenShell: schema and EXPRESS rules, a shape of every product that has a representation,
and volumes against the file's own quantities and against figures worked out by hand.

The file may be IFC2X3, IFC4 or IFC4X3.

usage: ifcopenshell_check.py FILE.ifc FIGURES.json
"""
import json
import os
import sys

import ifcopenshell
import ifcopenshell.geom
import ifcopenshell.util.element
import ifcopenshell.validate

faults = []


def fault(message):
    faults.append(message)
    print("fault:", message)


def validate(path):
    log = ifcopenshell.validate.json_logger()
    ifcopenshell.validate.validate(path, log, express_rules=True)
    for s in log.statements:
        fault(f"{s.get('level')}: {str(s.get('message'))[:300]} {str(s.get('instance'))[:120]}")


def volume(shape):
    v, t = shape.geometry.verts, shape.geometry.faces
    o, total = v[:3], 0.0
    for i in range(0, len(t), 3):
        a, b, c = ([v[3 * t[i + k] + d] - o[d] for d in range(3)] for k in range(3))
        total += (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
    return total


def volumes(model):
    settings = ifcopenshell.geom.settings()
    settings.set("use-world-coords", True)
    settings.set("weld-vertices", True)
    settings.set("mesher-linear-deflection", 0.0001)  # of round shapes: 0.1 mm, so that a mesh of one is true to 0.1 %
    found, iterator = {}, ifcopenshell.geom.iterator(settings, model, max(1, os.cpu_count() or 1))
    if iterator.initialize():
        while True:
            shape = iterator.get()
            found[model.by_id(shape.id).GlobalId] = volume(shape)
            if not iterator.next():
                break
    return found


def near(name, got, want, tolerance):
    if abs(got - want) > tolerance * abs(want):
        fault(f"{name}: {got:.6f}, expected {want:.6f}")


def check_shapes(model, found):
    for product in model.by_type("IfcProduct"):
        if product.Representation and not product.is_a("IfcGrid") and product.GlobalId not in found:
            fault(f"no shape of {product.is_a()} {product.Name}")


def check_quantities(model, found, tolerance):
    compared = 0
    for product in model.by_type("IfcProduct"):
        for quantities in ifcopenshell.util.element.get_psets(product, qtos_only=True).values():
            if "NetVolume" in quantities and product.GlobalId in found:
                near(f"{product.is_a()} {product.Name} against its NetVolume", found[product.GlobalId], quantities["NetVolume"], tolerance)
                compared += 1
    return compared


def check_figures(model, found, figures):
    by_name = {}
    for product in model.by_type("IfcProduct"):
        if product.is_a() not in ("IfcOpeningElement", "IfcSpace"):
            by_name[product.Name] = product
    for name, want in figures["volumes"].items():
        near(name, found.get(by_name[name].GlobalId, 0.0), want, figures["tolerance"])
    check_counts(model, figures)
    if "roof" not in figures:
        return
    roof = model.by_type("IfcRoof")[0]
    parts = [part for relation in roof.IsDecomposedBy for part in relation.RelatedObjects] or [roof]
    near("roof", sum(found.get(part.GlobalId, 0.0) for part in parts), figures["roof"], figures["tolerance"])
    for space in model.by_type("IfcSpace"):
        want = figures["rooms"][space.Name]
        name = "BaseQuantities" if model.schema == "IFC2X3" else "Qto_SpaceBaseQuantities"
        quantities = ifcopenshell.util.element.get_psets(space, qtos_only=True)[name]
        near(f"area of room {space.Name}", quantities["NetFloorArea"], want, figures["tolerance"])
        near(f"room {space.Name}", found.get(space.GlobalId, 0.0), want * figures["room_height"], figures["tolerance"])


def check_counts(model, figures):
    for name, want in figures["counts"].items():
        if len(model.by_type(name)) != want:
            fault(f"{len(model.by_type(name))} of {name}, expected {want}")


def check_walls(model):
    """Every wall has its own layer set usage and an axis that starts at its placement; in IFC2X3 it is a standard case."""
    for wall in model.by_type("IfcWall"):
        usage = ifcopenshell.util.element.get_material(wall)
        if usage is None or not usage.is_a("IfcMaterialLayerSetUsage"):
            fault(f"the layers of {wall.Name} are {usage}")
        axis = [r for r in wall.Representation.Representations if r.RepresentationIdentifier == "Axis"]
        if len(axis) != 1 or axis[0].Items[0].Points[0].Coordinates != (0.0, 0.0):
            fault(f"the axis of {wall.Name} cannot be read")
        if model.schema == "IFC2X3" and not wall.is_a("IfcWallStandardCase"):
            fault(f"{wall.Name} is an {wall.is_a()}")


def main():
    path, figures = sys.argv[1], json.load(open(sys.argv[2]))
    validate(path)
    model = ifcopenshell.open(path)
    found = volumes(model)
    check_shapes(model, found)
    compared = check_quantities(model, found, figures["tolerance"])
    check_figures(model, found, figures)
    check_walls(model)
    print(f"# IfcOpenShell {ifcopenshell.version}, {model.schema}: {len(found)} shapes, {compared} volumes against their quantities, {len(figures['volumes']) + len(figures.get('rooms', {})) + 1 * ('roof' in figures)} against hand figures")
    sys.exit(1 if faults else 0)


main()
