"""Counts, facet by facet, what an import and an export keep of what other programs write into their files.

Usage: filefacets_check.py PAIRS [LARGEST], where each line of PAIRS names a file, its export and the report of its
import (JSON), separated by tabs. LARGEST bounds how many values may be lost without a word.

Of every facet it prints how many values the originals have, how many are in the export as they were, how many are
changed or missing but named by the report (by the element, or by the class with a count), and how many are changed or
lost without a word. Products are compared by GlobalId. The files are read by IfcOpenShell; what it cannot read is not
counted."""

import fnmatch
import json
import os
import sys
from collections import Counter, defaultdict

import ifcopenshell
import ifcopenshell.geom
import ifcopenshell.util.shape
import ifcopenshell.util.unit
from ifcopenshell.util.element import get_predefined_type

# The classes by which a report names values of a facet that belong to no element that it names.
CLASSES = {
    "quantities": ("IfcElementQuantity", "IfcPhysicalComplexQuantity", "IfcQuantity*"),
    "owner history": ("IfcOwnerHistory",),
    "presentation layers": ("IfcPresentationLayer*",),
    "colours": ("IfcSurfaceStyle", "IfcStyledItem", "IfcFillAreaStyle", "IfcCurveStyle"),
    "shapes": ("IfcShapeRepresentation",),
    "attributes of types": ("IfcType*", "IfcDoorStyle", "IfcWindowStyle"),
    "layer sets": ("IfcMaterialLayerSet", "IfcMaterialLayer"),
    "constituents": ("IfcMaterialConstituent",),
    "profiles": ("IfcMaterialProfile*", "IfcProfile*"),
    "classification": ("IfcClassification", "IfcRelAssociatesClassification"),
    "properties": ("IfcPropert*", "IfcComplexProperty", "IfcPreDefinedPropertySet"),
    "attributes": ("attributes", "*.PredefinedType"),
    "types": (),
    "groups": ("IfcGroup", "IfcInventory", "IfcStructural*", "IfcSystem", "IfcZone"),
    "volumes": (),
    "containers": ("IfcRelContainedInSpatialStructure", "IfcRelAggregates"),
    "georeference": ("IfcMapConversion", "IfcProjectedCRS", "IfcRigidOperation", "IfcGeographicCRS"),
    "project": ("IfcProject",),
}
# What the reason of a row about one element, or its class, says of a facet.
WORDS = {
    "layer sets": ("layers", "layer set"),
    "colours": ("and styles", "have no body that can be kept"),
    "presentation layers": ("presentation layers",),
    "attributes": ("PredefinedType",),
    "constituents": ("materials",),
    "profiles": ("of the profile",),
    "containers": ("contained in",),
    "types": ("its type is one of another category",),
    "volumes": ("has no body",),
    "attributes of types": ("IfcDoorStyle", "IfcDoorType", "IfcWindowStyle", "IfcWindowType", "has its name"),
}
# Sets that this project's exporter writes of its own accord.
OWN_SETS = {"bimstream", "IfcAttributes", "IfcTypeAttributes", "ePset_MapConversion", "ePset_ProjectedCRS"}
TOLERANCE = 1e-6  # relative, of numbers that came through the micrometre grid
VOLUME = 2e-2  # relative: IfcOpenShell draws round faces by chords, of small bodies by few, the export by more
SMALLEST = 1e-6  # m3, the volume from which a body counts as one
VALUES = {"groups": 4}  # of an instance that a report counts: its attributes


def kind_of(representation):
    """The type of a representation, or of the one that it maps. A geometric set of curves is a geometric curve set."""
    while representation.RepresentationType == "MappedRepresentation" and len(representation.Items) == 1:
        representation = representation.Items[0].MappingSource.MappedRepresentation
    sets = [item for item in representation.Items if item.is_a("IfcGeometricSet")]
    if representation.RepresentationType == "GeometricSet" and sets:
        if all(part.is_a("IfcCurve") for item in sets for part in item.Elements):
            return "GeometricCurveSet"
    return representation.RepresentationType


class File:
    def __init__(self, path):
        self.file = ifcopenshell.open(path)
        self.length = ifcopenshell.util.unit.calculate_unit_scale(self.file)
        self.area = ifcopenshell.util.unit.calculate_unit_scale(self.file, "AREAUNIT")
        self.volume = ifcopenshell.util.unit.calculate_unit_scale(self.file, "VOLUMEUNIT")
        self.mass = ifcopenshell.util.unit.calculate_unit_scale(self.file, "MASSUNIT")
        self.time = ifcopenshell.util.unit.calculate_unit_scale(self.file, "TIMEUNIT")
        self.layers = defaultdict(set)
        for layer in self.file.by_type("IfcPresentationLayerAssignment"):
            for item in layer.AssignedItems or ():
                self.layers[item.id()].add(layer.Name)

    def facets(self, slabs=False):
        """Facet to key to value; a key begins with the GlobalId that the value belongs to, or with an empty text. With
        slabs, a roof has the properties of its slabs too: an export writes there those that are not meant for roofs."""
        out = {facet: {} for facet in CLASSES}
        seen = Counter(r.GlobalId for r in self.file.by_type("IfcRoot"))
        for e in self.file.by_type("IfcProduct"):
            if seen[e.GlobalId] > 1 or e.is_a("IfcPort") or e.is_a("IfcAnnotation") or e.is_a("IfcGrid"):
                continue
            self.element(e, out)
        for rel in self.file.by_type("IfcRelAggregates") if slabs else ():
            if rel.RelatingObject.is_a("IfcRoof"):
                for (g, *key), value in list(out["properties"].items()):
                    if g in {part.GlobalId for part in rel.RelatedObjects}:
                        out["properties"].setdefault((rel.RelatingObject.GlobalId, *key), value)
        for t in self.file.by_type("IfcTypeObject"):
            if seen[t.GlobalId] == 1:
                self.type_object(t, out["attributes of types"])
        self.library(out)
        for g in self.file.by_type("IfcGroup"):
            for name in ("Name", "Description", "ObjectType", "LongName"):
                if seen[g.GlobalId] == 1 and (value := getattr(g, name, None)):
                    out["groups"][g.GlobalId, name] = value
        for g, volume in self.volumes():
            if seen[g] == 1:
                out["volumes"][g, ""] = volume
        return out

    def volumes(self):
        """The volumes in m3 of the closed bodies of elements, less their openings."""
        solid = [e for e in self.file.by_type("IfcElement") if not e.is_a("IfcFeatureElement") and e.Representation]
        if not solid:
            return
        settings, threads = ifcopenshell.geom.settings(), os.cpu_count() or 1
        bodies = ifcopenshell.geom.iterator(settings, self.file, threads, include=solid)
        if not bodies.initialize():
            return
        while True:
            shape = bodies.get()
            volume = ifcopenshell.util.shape.get_volume(shape.geometry)
            if volume > SMALLEST and closed(shape.geometry):
                yield shape.guid, volume
            if not bodies.next():
                return

    def element(self, e, out):
        g = e.GlobalId
        if (h := getattr(e, "OwnerHistory", None)) and h.is_a("IfcOwnerHistory"):
            out["owner history"][g, ""] = tuple(self.history(h))
        for name in ("Name", "Description", "ObjectType", "Tag", "LongName"):
            if (value := getattr(e, name, None)) and value.strip():
                out["attributes"][g, name] = value
        if (p := get_predefined_type(e)) and p != "NOTDEFINED":
            out["attributes"][g, "PredefinedType"] = p
        for rel in getattr(e, "ContainedInStructure", ()) or ():
            out["containers"][g, ""] = rel.RelatingStructure.GlobalId
        for rel in getattr(e, "IsDefinedBy", ()) or ():
            if rel.is_a("IfcRelDefinesByType"):  # IFC2X3
                out["types"][g, ""] = rel.RelatingType.GlobalId
            if not rel.is_a("IfcRelDefinesByProperties"):
                continue
            d = rel.RelatingPropertyDefinition
            if d.is_a("IfcElementQuantity"):
                for q in d.Quantities or ():
                    self.quantity((g, d.Name, q.Name), q, out["quantities"])
            elif d.is_a("IfcPropertySet") and d.Name == "IfcAttributes":  # what has no place in the class
                for p in d.HasProperties or ():
                    out["attributes"][g, p.Name] = p.NominalValue.wrappedValue if p.NominalValue else None
            elif d.is_a("IfcPropertySet") and d.Name not in OWN_SETS:
                for p in d.HasProperties or ():
                    self.property((g, d.Name, p.Name), p, out["properties"])
        for rel in getattr(e, "IsTypedBy", ()) or ():
            out["types"][g, ""] = rel.RelatingType.GlobalId
        for rel in getattr(e, "HasAssociations", ()) or ():
            self.associated(g, rel, out)
        shape = getattr(e, "Representation", None)
        for r in shape.Representations if shape else ():
            identifier = r.RepresentationIdentifier or ""
            if identifier in ("Axis", "Box", "FootPrint", "Plan", "Annotation", "Profile", "Reference", "Clearance"):
                out["shapes"][g, identifier] = kind_of(r)
            for name in self.layers_of(r):
                out["presentation layers"][g, name] = True
            if identifier in ("Body", "Facetation", "") and len(r.Items or ()) > 0:
                for style in self.styles_of(r):
                    out["colours"][g, style] = True

    def history(self, h):
        user, app = h.OwningUser, h.OwningApplication
        if user and user.is_a("IfcPersonAndOrganization") and user.ThePerson:
            p = user.ThePerson
            yield "person", (p.GivenName or "", p.FamilyName or "")
            yield "organisation", user.TheOrganization.Name
        if app:
            yield "application", (app.ApplicationFullName, app.Version)
        yield "created", h.CreationDate
        if h.LastModifiedDate:
            yield "changed", h.LastModifiedDate

    def quantity(self, key, q, out):
        if q.is_a("IfcPhysicalComplexQuantity"):
            for inner in q.HasQuantities:
                self.quantity(key + (inner.Name,), inner, out)
            return
        value = q[3]
        if q.Unit is None and isinstance(value, (int, float)):
            value *= {
                "IfcQuantityLength": self.length,
                "IfcQuantityArea": self.area,
                "IfcQuantityVolume": self.volume,
                "IfcQuantityWeight": self.mass,
                "IfcQuantityTime": self.time,
            }.get(q.is_a(), 1)
        out[key] = value

    def property(self, key, p, out):
        """The kind of a property and its texts; numbers are compared by properties_check.py."""
        text = lambda v: v.wrappedValue if isinstance(v.wrappedValue, (str, bool)) else v.is_a()
        if p.is_a("IfcPropertySingleValue"):
            if p.NominalValue is not None:
                out[key] = ("single", text(p.NominalValue))
        elif p.is_a("IfcPropertyEnumeratedValue"):
            if p.EnumerationValues:
                out[key] = ("enumerated", tuple(text(v) for v in p.EnumerationValues))
        elif p.is_a("IfcPropertyListValue"):
            if p.ListValues:
                out[key] = ("list", tuple(text(v) for v in p.ListValues))
        elif p.is_a("IfcPropertyBoundedValue"):
            out[key] = ("bounded", p.LowerBoundValue is not None, p.UpperBoundValue is not None)
        elif p.is_a("IfcPropertyTableValue"):
            out[key] = ("table", len(p.DefiningValues or ()))
        elif p.is_a("IfcPropertyReferenceValue"):
            out[key] = ("reference", p.PropertyReference.is_a() if p.PropertyReference else None)
        elif p.is_a("IfcComplexProperty"):
            for inner in p.HasProperties:
                self.property(key + (inner.Name,), inner, out)

    def associated(self, g, rel, out):
        if rel.is_a("IfcRelAssociatesClassification"):
            c = rel.RelatingClassification
            if c and c.is_a("IfcClassificationReference"):
                code = c[1] if len(c) > 1 else None
                out["classification"][g, code, c.Name] = True
        elif rel.is_a("IfcRelAssociatesMaterial"):
            m = rel.RelatingMaterial
            if m and m.is_a() in ("IfcMaterialConstituentSet",):
                for c in m.MaterialConstituents or ():
                    out["constituents"][g, c.Name, c.Material.Name] = c.Fraction
            if m and m.is_a() in ("IfcMaterialLayerSetUsage", "IfcMaterialLayerSet"):
                s = m.ForLayerSet if m.is_a("IfcMaterialLayerSetUsage") else m
                self.layer_set(g, s, out["layer sets"])
            if m and m.is_a() in ("IfcMaterialProfileSetUsage", "IfcMaterialProfileSet"):
                s = m.ForProfileSet if m.is_a("IfcMaterialProfileSetUsage") else m
                for p in s.MaterialProfiles or ():
                    out["profiles"][g, p.Profile.ProfileName] = p.Profile.is_a()

    def layer_set(self, g, s, out):
        """A layer set; in the order of one of its two directions, since a usage may name either."""
        for name in ("LayerSetName", "Description"):
            if value := getattr(s, name, None):
                out[g, name] = value
        layers = [(l.Material.Name if l.Material else "", round(l.LayerThickness * self.length, 6))
                  for l in s.MaterialLayers]  # fmt: skip
        inwards = layers <= layers[::-1]
        for i, l in enumerate(s.MaterialLayers if inwards else s.MaterialLayers[::-1]):
            out[g, i, l.Material.Name if l.Material else "unspecified"] = l.LayerThickness * self.length
            for name in ("Name", "Description", "Category", "Priority", "IsVentilated"):
                if (value := getattr(l, name, None)) is not None and value != "":
                    out[g, i, name] = value

    def styles_of(self, representation):
        for item in representation.Items:
            if item.is_a("IfcMappedItem") and item.MappingSource:
                yield from self.styles_of(item.MappingSource.MappedRepresentation)
            for styled in item.StyledByItem or ():
                for style in styled.Styles or ():
                    for s in style.Styles if style.is_a("IfcPresentationStyleAssignment") else (style,):
                        if s.is_a("IfcSurfaceStyle"):
                            yield self.style(s)

    def style(self, s):
        for part in s.Styles:
            if part.is_a("IfcSurfaceStyleShading"):
                c = part.SurfaceColour
                transparency = getattr(part, "Transparency", None) or 0
                return tuple(round(255 * v) for v in (c.Red, c.Green, c.Blue)) + (round(100 * transparency), s.Side)
        return s.Name

    def layers_of(self, representation):
        yield from self.layers[representation.id()]
        for item in representation.Items:
            yield from self.layers[item.id()]
            if item.is_a("IfcMappedItem") and item.MappingSource:
                yield from self.layers_of(item.MappingSource.MappedRepresentation)

    def type_object(self, t, out):
        for name in ("Name", "Description", "ElementType", "Tag", "PredefinedType", "OperationType",
                     "ConstructionType", "PartitioningType", "ParameterTakesPrecedence"):  # fmt: skip
            value = getattr(t, name, None)
            if value and value != "NOTDEFINED":
                out[t.GlobalId, name] = value
        out[t.GlobalId, "class"] = t.is_a()

    def library(self, out):
        for c in self.file.by_type("IfcClassification"):
            for name in ("Source", "Edition", "EditionDate", "Name"):
                if value := getattr(c, name, None):
                    out["classification"]["", c.Name, name] = str(value).split("=")[-1]
        for p in self.file.by_type("IfcProject"):
            for name in ("GlobalId", "Name", "LongName", "Phase", "Description", "ObjectType"):
                if value := getattr(p, name, None):
                    out["project"]["", name] = value
        for crs in self.file.by_type("IfcCoordinateReferenceSystem") if self.file.schema != "IFC2X3" else ():
            for name in ("Name", "Description", "GeodeticDatum", "VerticalDatum", "MapProjection", "MapZone"):
                if value := getattr(crs, name, None):
                    out["georeference"]["", name] = value


def closed(geometry):
    """Whether every edge belongs to two triangles, one in each direction."""
    points = ifcopenshell.util.shape.get_vertices(geometry).round(6).tolist()
    edges = Counter()
    for face in ifcopenshell.util.shape.get_faces(geometry):
        corners = [tuple(points[i]) for i in face]
        for a, b in zip(corners, corners[1:] + corners[:1]):
            edges[a, b] += 1
    return all(edges[b, a] == n for (a, b), n in edges.items())


def same(a, b, tolerance):
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return abs(a - b) <= tolerance * max(abs(a), abs(b), 1e-3)
    return a == b


def compare(before, after, report, table, examples):
    a, b = File(before).facets(), File(after).facets(slabs=True)
    read = json.load(open(report, encoding="utf-8"))
    rows = list(read["left"] or ())
    for w in read["warnings"] or ():  # of the export
        if w["code"] == "NOT_IN_SCHEMA":
            rows.append({"kind": "not_taken", "class": w["data"]["lost"], "reason": w["message"],
                         "count": w["data"]["count"]})  # fmt: skip
    # nothing of it is kept, or under another GlobalId
    told = ("is said of", "has another id", "a model has one")
    gone = {r.get("global_id") for r in rows if r["kind"] == "not_taken" or any(t in r["reason"] for t in told)}
    named = {(facet, r.get("global_id")) for r in rows for facet, words in WORDS.items() if r.get("global_id")
             and any(word in r["reason"] or r["class"].startswith(word) for word in words)}  # fmt: skip
    named |= {("volumes", r.get("global_id")) for r in rows if r["kind"] == "simplified"}
    retyped = {r.get("global_id") for r in rows if r["class"].endswith(("Type", "Style"))}
    for facet, values in a.items():
        budget = VALUES.get(facet, 1) * sum(max(1, r.get("count", 0)) for r in rows if not r.get("global_id")
                     and any(fnmatch.fnmatchcase(r["class"], c) for c in CLASSES[facet]))  # fmt: skip
        for key, value in values.items():
            count = table[facet]
            count["originals"] += 1
            if key in b[facet] and same(value, b[facet][key], VOLUME if facet == "volumes" else TOLERANCE):
                count["kept"] += 1
            elif key[0] and (key[0] in gone or (facet, key[0]) in named or facet == "types" and value in retyped):
                count["named"] += 1
            elif budget > 0:
                budget -= 1
                count["named"] += 1
            else:
                what = "changed" if key in b[facet] else "lost"
                count[what] += 1
                examples[facet, what].append(f"{before}: {key}: {value} became {b[facet].get(key)}")


def main():
    table, examples, files, unread = defaultdict(Counter), defaultdict(list), 0, 0
    for line in open(sys.argv[1], encoding="utf-8"):
        before, after, report = line.rstrip("\n").split("\t")
        try:
            ifcopenshell.open(before)
        except Exception:  # a file that IfcOpenShell does not read has nothing to compare
            unread += 1
            continue
        try:
            compare(before, after, report, table, examples)
            files += 1
        except Exception as fault:
            unread += 1
            print(f"{before}: {type(fault).__name__}: {fault}")
    for (facet, what), lines in sorted(examples.items()):
        print(f"{facet}, {what}: {len(lines)}, such as")
        for line in lines[:: max(1, len(lines) // 4)][:4]:
            print("   ", line[:400])
    print(f"# {files} files, {unread} not read")
    silent = 0
    for facet in CLASSES:
        c = table[facet]
        silent += c["lost"] + c["changed"]
        print(f"# {facet}: {c['originals']} in the originals, {c['kept']} kept, {c['named']} named in the report, "
              f"{c['lost']} lost, {c['changed']} changed")  # fmt: skip
    largest = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    if silent > largest:
        print(f"{silent} values are lost or changed without a word, at most {largest} may be")
    sys.exit(silent > largest or not files)


main()
