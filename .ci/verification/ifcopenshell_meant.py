"""Compares what IfcOpenShell's utilities read of a file with what meant.py was told that every element is: class, name,
type, properties, quantities, materials, container, host, ports, systems, zones, the axis and the layers of walls, and
the volume of the body."""

import json
import math

import ifcopenshell.util.element as elements
import ifcopenshell.util.placement as placements
import ifcopenshell.util.pset
import ifcopenshell.util.system as systems
import ifcopenshell.util.unit

CLASSES = {  # by category; the last are those of components, whose class is that of their use
    "site": ["IfcSite"],
    "building": ["IfcBuilding"],
    "level": ["IfcBuildingStorey"],
    "grid": ["IfcGrid", "IfcAnnotation"],
    "zone": ["IfcZone"],
    "system": ["IfcSystem"],
    "wall": ["IfcWall"],
    "floor": ["IfcSlab"],
    "roof": ["IfcRoof"],
    "column": ["IfcColumn"],
    "beam": ["IfcBeam"],
    "stair": ["IfcStair"],
    "opening": ["IfcOpeningElement"],
    "door": ["IfcDoor"],
    "window": ["IfcWindow"],
    "room": ["IfcSpace"],
    "ceiling": ["IfcCovering"],
    "footing": ["IfcFooting"],
    "railing": ["IfcRailing"],
    "curtain_wall": ["IfcCurtainWall"],
    "duct": ["IfcFlowSegment"],
    "pipe": ["IfcFlowSegment"],
    "cable_tray": ["IfcFlowSegment"],
    "duct_fitting": ["IfcFlowFitting"],
    "pipe_fitting": ["IfcFlowFitting"],
    "cable_tray_fitting": ["IfcFlowFitting"],
    "proxy": ["IfcBuildingElementProxy"],
    "furniture": ["IfcFurnishingElement"],
    "equipment": ["IfcDistributionElement", "IfcBuildingElementProxy"],
    "terminal": ["IfcDistributionElement", "IfcBuildingElementProxy"],
    "sanitary": ["IfcDistributionElement", "IfcBuildingElementProxy"],
}
QUANTITY_SETS = {  # the official ones, by category; the others have none, or for their parts alone
    "wall": "Qto_WallBaseQuantities",
    "floor": "Qto_SlabBaseQuantities",
    "roof": "Qto_RoofBaseQuantities",
    "column": "Qto_ColumnBaseQuantities",
    "beam": "Qto_BeamBaseQuantities",
    "opening": "Qto_OpeningElementBaseQuantities",
    "door": "Qto_DoorBaseQuantities",
    "window": "Qto_WindowBaseQuantities",
    "room": "Qto_SpaceBaseQuantities",
    "ceiling": "Qto_CoveringBaseQuantities",
    "footing": "Qto_FootingBaseQuantities",
    "railing": "Qto_RailingBaseQuantities",
    "curtain_wall": "Qto_CurtainWallQuantities",
    "duct": "Qto_DuctSegmentBaseQuantities",
    "pipe": "Qto_PipeSegmentBaseQuantities",
    "cable_tray": "Qto_CableCarrierSegmentBaseQuantities",
    "proxy": "Qto_BuildingElementProxyQuantities",
    "duct_fitting": "Qto_DuctFittingBaseQuantities",
    "pipe_fitting": "Qto_PipeFittingBaseQuantities",
    "cable_tray_fitting": "Qto_CableCarrierFittingBaseQuantities",
}
# A set whose template takes a volume for a count, as that of proxies in IFC4 does, goes without it.
TEMPLATES = {"length_m": "Q_LENGTH", "area_m2": "Q_AREA", "volume_m3": "Q_VOLUME", "count": "Q_COUNT"}
ROUNDED = 2e-6  # answers have six decimals, files nine
PARTS = {"IfcSlab", "IfcStairFlight", "IfcMember", "IfcPlate"}


class Meant:
    def __init__(self, model, found, path, tolerance, fault):
        meant = json.load(open(path))
        self.model, self.found, self.tolerance, self.fault = model, found, tolerance, fault
        self.materials, self.elements = meant["materials"], meant["elements"]
        self.scales = {
            "length_m": ifcopenshell.util.unit.calculate_unit_scale(model),
            "area_m2": ifcopenshell.util.unit.calculate_unit_scale(model, "AREAUNIT"),
            "volume_m3": ifcopenshell.util.unit.calculate_unit_scale(model, "VOLUMEUNIT"),
        }
        self.by_id = {element["element_id"]: element for element in self.elements}
        self.products = {root.GlobalId: root for root in model.by_type("IfcRoot")}
        # No quantity sets were published for IFC2X3: there they have the names of IFC4.
        self.templates = ifcopenshell.util.pset.PsetQto(
            "IFC4" if model.schema == "IFC2X3" else model.schema_identifier.split("_")[0]
        )
        self.counts = {}

    def compare(self):
        for element in self.elements:
            product = self.product(element["element_id"])
            if product is None:
                if element["category"] == "system" and not element.get("members"):
                    continue  # IFC2X3 has no place for a system without members, and the export says so
                self.fault(f"{element['category']} {element['name']} is not in the file")
                continue
            for aspect in ASPECTS:
                aspect(self, f"{element['category']} {element['name']}", element, product)
        self.strangers()
        return ", ".join(f"{count} {name}" for name, count in sorted(self.counts.items()))

    def product(self, id):
        return self.products.get(self.by_id[id]["global_id"])

    def same(self, kind, name, got, want):
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if got != want:
            self.fault(f"{kind} of {name}: {got!r}, meant {want!r}")

    def near(self, kind, name, got, want, tolerance):
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if got is None or abs(got - want) > tolerance:
            self.fault(f"{kind} of {name}: {got!r}, meant {want!r}")

    def own_parts(self, product):
        """A product and its parts that are no elements of the model, as the doors in a curtain wall are."""
        known = {element["global_id"] for element in self.elements}
        return [product] + [p for p in elements.get_parts(product) if p.GlobalId not in known]

    def quantity_set(self, category):
        """The name of the official set of a category; in IFC2X3 all have one name."""
        return "BaseQuantities" if self.model.schema == "IFC2X3" else QUANTITY_SETS.get(category)

    def official(self, category):
        template = self.templates.get_by_name(QUANTITY_SETS.get(category, ""))
        return template.HasPropertyTemplates if template else []

    def strangers(self):
        """Nothing is in the file that was not meant, but the parts of what was, and what bounds a room that nothing
        bounds."""
        meant = {element["global_id"] for element in self.elements}
        for product in self.model.by_type("IfcElement") + self.model.by_type("IfcSpatialStructureElement"):
            if product.GlobalId in meant or product.is_a("IfcVirtualElement") and product.ProvidesBoundaries:
                continue
            whole = elements.get_aggregate(product)
            if whole is None or whole.GlobalId not in meant or product.is_a() not in PARTS:
                self.fault(f"nothing of the model is {product}")


def classes(meant, name, element, product):
    meant.same("classes", name, any(product.is_a(c) for c in CLASSES[element["category"]]), True)
    if element["category"] != "room":  # a room's number is its Name, its name the LongName
        meant.same("names", name, product.Name, element["name"])


def types(meant, name, element, product):
    if "type_name" not in element:
        return
    got = elements.get_type(product)
    if element["category"] in ("door", "window"):  # theirs are of one kind and size
        meant.same("types", name, got is not None and got.Name.startswith(element["type_name"] + " "), True)
    else:
        meant.same("types", name, got and got.Name, element["type_name"])


def properties(meant, name, element, product):
    got = elements.get_psets(product, psets_only=True)
    for pset in element.get("psets", []):
        for want in pset["properties"]:
            value = got.get(pset["name"], {}).get(want["name"])
            if isinstance(value, float):
                meant.near(
                    "properties",
                    f"{name} {pset['name']}.{want['name']}",
                    value,
                    want["value"],
                    1e-6 * max(1, abs(value)),
                )
            else:
                meant.same("properties", f"{name} {pset['name']}.{want['name']}", value, want["value"])


def quantities(meant, name, element, product):
    """What is meant and has a place in the official set of the class is there, and nothing else."""
    sets = elements.get_psets(product, qtos_only=True)
    want = {
        quantity["name"].lower(): quantity for quantity in element["quantities"]
    }  # schemas differ in their capitals
    if "clearfloorarea" in want:  # what IFC names net is without columns and voids, ours between the walls
        want["netfloorarea"] = want["clearfloorarea"]
    official = {
        q.Name: want[q.Name.lower()]
        for q in meant.official(element["category"])
        if q.Name.lower() in want and q.TemplateType == TEMPLATES[want[q.Name.lower()]["kind"]]
    }
    found = {}
    for key, got in sets.items():
        if key != meant.quantity_set(element["category"]):
            meant.fault(f"{name} has a set of quantities {key}")
        found.update({quantity: value for quantity, value in got.items() if quantity != "id"})
    meant.same("sets of quantities", name, sorted(found), sorted(official))
    for quantity in sorted(found.keys() & official.keys()):
        value = found[quantity] * meant.scales.get(official[quantity]["kind"], 1.0)
        meant.near(
            "quantities", f"{name} {quantity}", value, official[quantity]["value"], max(ROUNDED, ROUNDED * abs(value))
        )


def materials(meant, name, element, product):
    if "material_id" in element:
        names = {
            m.Name for whole in meant.own_parts(product) for m in elements.get_materials(whole)
        }
        meant.same("materials", name, sorted(names), [meant.materials[element["material_id"]]])


def place(meant, name, element, product):
    if (
        element["category"] in ("level", "site", "building", "grid", "zone", "system", "opening")
        or "level_name" not in element
    ):
        return
    container = elements.get_aggregate(product) if element["category"] == "room" else elements.get_container(product)
    if "storey_id" in element:  # a door that opens on a storey above that of its wall
        meant.same("containers", name, container and container.GlobalId, meant.by_id[element["storey_id"]]["global_id"])
    else:
        meant.same("containers", name, container and container.Name, element["level_name"])


def hosts(meant, name, element, product):
    if element["category"] == "opening" and "host_id" in element:
        meant.same("voids", name, elements.get_voided_element(product), meant.product(element["host_id"]))
    if "fills_id" in element:
        void = elements.get_filled_void(product)
        meant.same("fillings", name, void, meant.product(element["fills_id"]))
        meant.same("hosts", name, void and elements.get_voided_element(void), meant.product(element["host_id"]))
    elif element["category"] in ("door", "window") and "host_id" in element:  # in a curtain wall it fills nothing
        meant.same("hosts", name, elements.get_aggregate(product), meant.product(element["host_id"]))


def services(meant, name, element, product):
    if "system_name" in element:
        meant.same("systems", name, [s.Name for s in systems.get_element_systems(product)], [element["system_name"]])
    if "ports" not in element:
        return
    ports = systems.get_ports(product)
    meant.same("ports", name, len(ports), len(element["ports"]))
    got = sorted(
        systems.get_port_element(other).GlobalId
        for other in (systems.get_connected_port(port) for port in ports)
        if other
    )
    want = sorted(
        meant.product(port["connected_to"]["element_id"]).GlobalId
        for port in element["ports"]
        if "connected_to" in port
    )
    meant.same("connections", name, got, want)


def zones(meant, name, element, product):
    if element["category"] == "zone":
        got = sorted(member.GlobalId for member in elements.get_grouped_by(product))
        meant.same("zones", name, got, sorted(meant.product(id).GlobalId for id in element["params"]["rooms"]))


def axis_of(curve):
    """The points of an axis and, of an arc, its centre."""
    if curve.is_a("IfcPolyline"):
        return [p.Coordinates[:2] for p in curve.Points], None
    if curve.is_a("IfcTrimmedCurve"):
        trims = [*curve.Trim1, *curve.Trim2]
        ends = [end.Coordinates[:2] for end in trims if end.is_a("IfcCartesianPoint")]
        return ends, curve.BasisCurve.Position.Location.Coordinates[:2]
    points = curve.Points.CoordList
    (x0, y0), (x1, y1), (x2, y2) = points
    bx, by, cx, cy = x2 - x0, y2 - y0, x1 - x0, y1 - y0
    cross, b, c = 2 * (bx * cy - by * cx), bx * bx + by * by, cx * cx + cy * cy
    return points, (x0 + (cy * b - by * c) / cross, y0 + (bx * c - cx * b) / cross)


def walls(meant, name, element, product):
    """The axis runs where the wall was drawn, at its base, and the layers are as thick as the wall."""
    if element["category"] != "wall" or "start" not in element.get("params", {}):
        return
    axis = [r for r in product.Representation.Representations if r.RepresentationIdentifier == "Axis"]
    if len(axis) != 1:
        return meant.fault(f"{name} has {len(axis)} axes")
    place, scale = placements.get_local_placement(product.ObjectPlacement), meant.scales["length_m"] * 1000
    line, centre = axis_of(axis[0].Items[0])
    points = [place @ [x, y, 0, 1] for x, y in line]
    for end, point in (("start", points[0]), ("end", points[-1])):
        meant.near(
            "axes",
            f"{name}, distance of its {end}",
            math.dist([float(c) * scale for c in point[:2]], element["params"][end][:2]),
            0,
            1e-3,
        )
    mid = element["params"].get("mid")
    meant.same("arcs", name, centre is not None, mid is not None)
    if mid and centre:
        middle = [float(c) * scale for c in (place @ [*centre, 0, 1])[:2]]
        radii = [math.dist(middle, element["params"][at][:2]) for at in ("start", "end", "mid")]
        meant.near("arcs", f"{name}, radius through its middle", max(radii) - min(radii), 0, 1e-2)
    usage = elements.get_material(product)
    if usage is None or not usage.is_a("IfcMaterialLayerSetUsage"):
        return meant.fault(f"the layers of {name} are {usage}")
    thick = sum(layer.LayerThickness for layer in usage.ForLayerSet.MaterialLayers) * meant.scales["length_m"]
    meant.near("layers", name, thick, element["measures"]["Width"], ROUNDED)
    if meant.model.schema == "IFC2X3":
        meant.same("standard cases", name, product.is_a("IfcWallStandardCase"), True)


def volumes(meant, name, element, product):
    """With the openings cut. What has its volume by a formula is held against that, the rest against the body that the
    model has of it."""
    want = element.get("measures", {}).get("NetVolume", element.get("body_m3"))
    if want is None or element["category"] == "opening":
        return  # an opening's body reaches beyond its wall on both sides; what it cuts is told by the wall
    shapes = [meant.found[part.GlobalId] for part in meant.own_parts(product) if part.GlobalId in meant.found]
    if not shapes:
        return meant.fault(f"no shape of {name}")
    meant.near("volumes", name, sum(shapes), want, max(ROUNDED, meant.tolerance * want))


ASPECTS = [classes, types, properties, quantities, materials, place, hosts, services, zones, walls, volumes]
