"""Judges an exported file by IfcOpenShell: schema and EXPRESS rules, a shape of every product that has a
representation, volumes against the file's own quantities, every element against what the product itself says of it, and
figures worked out by hand.

The file may be IFC2X3, IFC4 or IFC4X3.

usage: ifcopenshell_check.py FILE.ifc MEANT.json [FIGURES.json]
"""

import json
import os
import sys

import ifcopenshell
import ifcopenshell.geom
import ifcopenshell.util.element
import ifcopenshell.validate
import numpy

import ifcopenshell_meant

TOLERANCE = 0.001
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
    """Of a closed mesh, from a point of its own, so that nothing is lost by large coordinates."""
    v = numpy.frombuffer(shape.geometry.verts_buffer, "d").reshape(-1, 3)
    a, b, c = numpy.moveaxis((v - v[:1])[numpy.frombuffer(shape.geometry.faces_buffer, "i").reshape(-1, 3)], 1, 0)
    return float(numpy.einsum("ij,ij->i", a, numpy.cross(b, c)).sum() / 6)


def volumes(model):
    settings = ifcopenshell.geom.settings()
    settings.set("use-world-coords", True)
    settings.set("weld-vertices", True)
    settings.set(
        "mesher-linear-deflection", 0.00005
    )  # of round shapes: with 0.05 mm the mesh of the thinnest pipe here, of 60 mm, loses half of the 0.1 % allowed
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
                near(
                    f"{product.is_a()} {product.Name} against its NetVolume",
                    found[product.GlobalId],
                    quantities["NetVolume"],
                    tolerance,
                )
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
        net = figures.get("rooms_net", {}).get(space.Name, want)
        near(f"area of room {space.Name}", quantities["NetFloorArea"], net, figures["tolerance"])
        volume = figures.get("room_volumes", {}).get(space.Name, want * figures["room_height"])
        near(f"room {space.Name}", found.get(space.GlobalId, 0.0), volume, figures["tolerance"])
        near(f"volume of room {space.Name}", quantities["NetVolume"], volume, figures["tolerance"])


def check_counts(model, figures):
    for name, want in figures["counts"].items():
        if len(model.by_type(name)) != want:
            fault(f"{len(model.by_type(name))} of {name}, expected {want}")


def main():
    path, meant = sys.argv[1:3]
    figures = json.load(open(sys.argv[3])) if len(sys.argv) > 3 else None
    validate(path)
    model = ifcopenshell.open(path)
    found = volumes(model)
    check_shapes(model, found)
    compared = check_quantities(model, found, TOLERANCE)
    told = ifcopenshell_meant.Meant(model, found, meant, TOLERANCE, fault).compare()
    print(
        f"# IfcOpenShell {ifcopenshell.version}, {model.schema}: {len(found)} shapes, {compared} volumes against "
        f"their quantities"
    )
    print(f"# as meant: {told}")
    if figures:
        check_figures(model, found, figures)
        print(
            f"# against hand figures: "
            f"{len(figures['volumes']) + len(figures.get('rooms', {})) + 1 * ('roof' in figures)} volumes"
        )
    sys.exit(1 if faults else 0)


main()
