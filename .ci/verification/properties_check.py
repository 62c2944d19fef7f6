"""Compares the numeric property values of files with those of what an import and an export made of them.

Usage: properties_check.py PAIRS, where each line of PAIRS names a file and its export, separated by tabs.

For every product that is in both, by GlobalId, each number of a property set, its own or its type's, has to have the
same defined type and, in coherent SI units, the same value. The files are read by IfcOpenShell; the units are worked
out here."""

import math
import sys
from collections import Counter

import ifcopenshell
import ifcopenshell.util.unit

PREFIXES = {
    "EXA": 18,
    "PETA": 15,
    "TERA": 12,
    "GIGA": 9,
    "MEGA": 6,
    "KILO": 3,
    "HECTO": 2,
    "DECA": 1,
    "DECI": -1,
    "CENTI": -2,
    "MILLI": -3,
    "MICRO": -6,
    "NANO": -9,
    "PICO": -12,
    "FEMTO": -15,
    "ATTO": -18,
}
POWERS = {"SQUARE_METRE": 2, "CUBIC_METRE": 3}
OWN_SETS = {"ePSet_Bimstream", "ePSet_MapConversion", "ePSet_ProjectedCRS"}
# What the types of IFC exclude by a WHERE rule; the export leaves it out and says so.
POSITIVE = {
    "IfcPositiveLengthMeasure",
    "IfcPositivePlaneAngleMeasure",
    "IfcPositiveRatioMeasure",
    "IfcHeatingValueMeasure",
    "IfcPositiveInteger",
}
TOLERANCE = 1e-12  # relative: conversions keep 14 digits


def scale(unit):
    """Factor and offset from a unit to coherent SI."""
    if unit is None or unit.is_a("IfcMonetaryUnit"):
        return 1.0, 0.0
    if unit.is_a("IfcSIUnit"):
        f = 10.0 ** (PREFIXES.get(unit.Prefix, 0) * POWERS.get(unit.Name, 1))
        if unit.Name == "GRAM":
            f /= 1000
        return f, 273.15 if unit.Name == "DEGREE_CELSIUS" else 0.0
    if unit.is_a("IfcConversionBasedUnit"):
        f, offset = scale(unit.ConversionFactor.UnitComponent)
        more = getattr(unit, "ConversionOffset", None) or 0.0
        return unit.ConversionFactor.ValueComponent.wrappedValue * f, more * f + offset
    if unit.is_a("IfcDerivedUnit"):
        f = 1.0
        for e in unit.Elements:
            f *= scale(e.Unit)[0] ** e.Exponent
        return f, 0.0
    return 1.0, 0.0


class File:
    def __init__(self, path):
        self.file = ifcopenshell.open(path)
        self.schema = ifcopenshell.schema_by_name(self.file.schema_identifier)
        self.units = {}
        for project in self.file.by_type("IfcProject"):
            for unit in project.UnitsInContext.Units if project.UnitsInContext else ():
                self.units.setdefault(getattr(unit, "UnitType", "MONEY"), unit)

    def kind(self, measure):
        """The kind of unit of a defined type: that of the type that it specialises, at the end."""
        for name in (measure, measure.replace("Positive", "").replace("NonNegative", "")):
            kind = ifcopenshell.util.unit.get_measure_unit_type(name)
            if kind in self.units:
                return kind
        return kind

    def number(self, value, unit):
        """Defined type and SI value of a number, None for what is none."""
        if (
            value is None
            or isinstance(value.wrappedValue, (bool, str))
            or not isinstance(value.wrappedValue, (int, float))
        ):
            return None
        measure = value.is_a()
        if unit is None or getattr(unit, "UnitType", None) != self.kind(measure):
            unit = self.units.get(self.kind(measure))
        factor, offset = scale(unit)
        return measure, value.wrappedValue * factor + offset, value.wrappedValue

    def of_property(self, p):
        if p.is_a("IfcPropertySingleValue"):
            return self.number(p.NominalValue, p.Unit)
        if p.is_a("IfcPropertyBoundedValue"):
            point = getattr(p, "SetPointValue", None)
            if point is None and p.LowerBoundValue is not None and p.LowerBoundValue == p.UpperBoundValue:
                point = p.LowerBoundValue
            return self.number(point, p.Unit)
        if p.is_a("IfcPropertyListValue") and p.ListValues and len(p.ListValues) == 1:
            return self.number(p.ListValues[0], p.Unit)
        return None

    def sets(self, element):
        types = []
        for rel in element.IsDefinedBy:
            if rel.is_a("IfcRelDefinesByProperties"):
                definition = rel.RelatingPropertyDefinition
                if definition.is_a("IfcPropertySet"):
                    yield definition
            elif rel.is_a("IfcRelDefinesByType"):  # IFC2X3
                types.append(rel.RelatingType)
        for rel in getattr(element, "IsTypedBy", ()) or ():
            types.append(rel.RelatingType)
        for t in types:
            for definition in t.HasPropertySets or ():
                if definition.is_a("IfcPropertySet"):
                    yield definition

    def values(self):
        """All numbers of the file: GlobalId, set, property to what the file says first."""
        out, seen = {}, Counter(e.GlobalId for e in self.file.by_type("IfcObject"))
        for element in self.file.by_type("IfcObject"):
            if element.is_a("IfcProject") or seen[element.GlobalId] > 1:
                continue
            numbers = out.setdefault(element.GlobalId, {})
            for definition in self.sets(element):
                name = (definition.Name or "").strip().replace(".", "_")
                if not name or name in OWN_SETS:
                    continue
                for p in definition.HasProperties or ():
                    key = (name, p.Name.strip())
                    if key not in numbers:
                        numbers[key] = self.of_property(p)
        return out


def excluded(measure, value):
    return (
        measure in POSITIVE
        and value <= 0
        or measure == "IfcNormalisedRatioMeasure"
        and not 0 <= value <= 1
        or measure == "IfcNonNegativeLengthMeasure"
        and value < 0
    )


def compare(before, after, counts, faults):
    exported = File(after)
    a, b = File(before).values(), exported.values()
    # Sets that are not meant for roofs are written at the slabs of the roof.
    for rel in exported.file.by_type("IfcRelAggregates"):
        if rel.RelatingObject.is_a("IfcRoof"):
            for part in rel.RelatedObjects:
                for key, value in b.get(part.GlobalId, {}).items():
                    b.setdefault(rel.RelatingObject.GlobalId, {}).setdefault(key, value)
    # A whole without a body is kept as what its parts name: what a file says of it is not.
    wholes = {e.GlobalId for e in exported.file.by_type("IfcElementAssembly") if e.Representation is None}
    for element, numbers in a.items():
        if element in wholes:
            counts["of wholes that are nothing but their parts"] += sum(v is not None for v in numbers.values())
            continue
        if element not in b:
            counts["of elements that are not in the export"] += sum(v is not None for v in numbers.values())
            continue
        for key, value in numbers.items():
            if value is None or not math.isfinite(value[1]):
                continue
            got = b[element].get(key)
            if excluded(value[0], value[2]):
                counts["excluded by their type, left out"] += 1
                if got is not None:
                    faults.append(f"{before}: {element} {key}: {value} is excluded by its type, but is {got}")
                continue
            counts["compared"] += 1
            if got is None or got[0] != value[0] or abs(got[1] - value[1]) > TOLERANCE * max(1e-300, abs(value[1])):
                counts["differ"] += 1
                faults.append(f"{before}: {element} {key}: {value} became {got}")


def main():
    counts, faults = Counter(), []
    for line in open(sys.argv[1], encoding="utf-8"):
        before, after = line.rstrip("\n").split("\t")[:2]
        try:
            source = ifcopenshell.open(before)
        except Exception:  # a file that IfcOpenShell does not read has nothing to compare
            counts["files not read"] += 1
            continue
        del source
        try:
            compare(before, after, counts, faults)
            counts["files"] += 1
        except Exception as fault:
            faults.append(f"{before}: {type(fault).__name__}: {fault}")
    for fault in faults[:40]:
        print(fault)
    print("# numeric properties: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    sys.exit(bool(faults) or not counts["compared"])


main()
