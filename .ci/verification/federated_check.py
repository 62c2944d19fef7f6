"""Two files that are linked give what one model of both gives, and the pairs of ifcclash: for pairs of real files."""

import itertools
import logging
import re
import shutil
import sys
import tempfile
import uuid
from collections import Counter
from pathlib import Path

import ifcopenshell
import ifcopenshell.guid
import ifcopenshell.util.placement
import ifcopenshell.util.unit
from mcp_server import Server

SMALL = 2  # mm, the tolerance that ifcclash is asked with
SHIFTED = 700  # mm by which the second file is moved, so that bodies of both meet and none lies flush in another


def storeys(file):
    return {round(place(s)[2][3]): s for s in file.by_type("IfcBuildingStorey")}


def place(product):
    return ifcopenshell.util.placement.get_local_placement(product.ObjectPlacement)


def prepared(source, target, shift):
    """Writes a file in millimetres, its storeys moved in plan."""
    file = ifcopenshell.open(source)
    if abs(ifcopenshell.util.unit.calculate_unit_scale(file) - 0.001) > 1e-9:
        file = ifcopenshell.util.unit.convert_file_length_units(file, "MILLIMETERS")
    if shift:
        for storey in file.by_type("IfcBuildingStorey"):
            at = storey.ObjectPlacement.RelativePlacement.Location
            x, y, z = at.Coordinates
            storey.ObjectPlacement.RelativePlacement.Location = file.create_entity(
                "IfcCartesianPoint", (x + shift, y + shift, z)
            )
    file.write(target)
    return file


def fresh(file, taken):
    """Gives what has an id of the other file one of its own."""
    for root in file.by_type("IfcRoot"):
        if root.GlobalId in taken:
            root.GlobalId = ifcopenshell.guid.new()


def merged(first, second, target):
    """Writes one file of both: storeys of equal height are the first's, the rest is in its building."""
    file = ifcopenshell.open(first)
    other = ifcopenshell.open(second)
    ours = storeys(file)
    project, building = file.by_type("IfcProject")[0], file.by_type("IfcBuilding")[0]
    before = max(i.id() for i in file)
    for instance in other:
        file.add(instance)
    new = [i for i in file if i.id() > before]

    def of(name):
        return [i for i in new if i.is_a(name)]

    goes = {}
    for theirs in of("IfcBuildingStorey"):
        same = ours.get(round(place(theirs)[2][3]))
        goes[theirs.id()] = same or theirs
    gone = [*of("IfcProject"), *of("IfcSite"), *of("IfcBuilding")]
    for rel in of("IfcRelContainedInSpatialStructure"):
        to = goes.get(rel.RelatingStructure.id())
        if to is not None:
            rel.RelatingStructure = to
        elif rel.RelatingStructure in gone:
            rel.RelatingStructure = building
    for rel in of("IfcRelAggregates"):
        if rel.RelatingObject in gone:
            left = [o for o in rel.RelatedObjects if o not in gone and goes.get(o.id(), o) == o]
            if left:
                rel.RelatingObject, rel.RelatedObjects = building, left
            else:
                file.remove(rel)
        elif rel.RelatingObject.id() in goes:
            rel.RelatingObject = goes[rel.RelatingObject.id()]
    known = {a.ApplicationIdentifier: a for a in file.by_type("IfcApplication") if a.id() <= before}
    for theirs in of("IfcApplication"):  # which are unique by that
        if ours := known.get(theirs.ApplicationIdentifier):
            for user in list(file.get_inverse(theirs)):
                user.OwningApplication = ours
            file.remove(theirs)
    project.RepresentationContexts = [
        *project.RepresentationContexts,
        *[c for p in of("IfcProject") for c in p.RepresentationContexts],
    ]
    shared = [s for s in of("IfcBuildingStorey") if goes[s.id()] != s]
    for dead in [*gone, *shared]:
        for rel in list(file.get_inverse(dead)):
            if rel.is_a("IfcRelDefines") or rel.is_a("IfcRelAssociates"):
                left = [o for o in rel.RelatedObjects if o != dead]
                if left:
                    rel.RelatedObjects = left
                else:
                    file.remove(rel)
        file.remove(dead)
    file.write(target)


def guid(element_id):
    return ifcopenshell.guid.compress(uuid.UUID(element_id).hex)


def answers(server, model, models, ids):
    """What is compared: elements, clash pairs, take-off, schedules and verdicts."""
    ask = {"model_id": model, **({"models": models} if models else {})}
    elements = list(server.pages("query_elements", "elements", limit=500, **ask))
    skip = {"level", "site", "building", "project"}
    names = {e["element_id"]: (e["category"], e["name"]) for e in elements if e["category"] not in skip}
    pairs = {
        frozenset(e["element_id"] for e in c["elements"])
        for c in server.pages("clash_detection", "clashes", limit=500, **ask)
    }
    takeoff = server.pages("quantity_takeoff", "lines", grouping="type", limit=500, **ask)
    tables = {
        category: sorted(map(str, rows(server, category, ask)))
        for category in sorted({c for c, _ in names.values()} & {"wall", "door", "window", "slab", "floor", "column"})
    }
    verdicts = {
        s["name"]: sorted((k, v) for k, v in s.items() if isinstance(v, (int, str)))
        for s in server.call("check_ids", ids=ids, **ask)["specifications"]
    }
    return {"elements": names, "clashes": pairs, "takeoff": figures(takeoff), "tables": tables, "verdicts": verdicts}


def bare(name):
    """A name without the number that an import gives the second type of a name in one model."""
    return re.sub(r" \(\d+\)$", "", name) if isinstance(name, str) else name


def rows(server, category, ask):
    lines = server.pages(
        "generate_schedule", "lines", category=category, parameters=["name", "type", "level"], limit=500, **ask
    )
    return [[line.get("id"), *map(bare, line["cells"])] for line in lines if line["kind"] == "row"]


def same(one, linked):
    """Whether two answers are alike: sums of rounded figures may be off by what each was rounded by."""
    if one is None or linked is None or not isinstance(one, list):
        return one == linked
    return len(one) == len(linked) and all(
        abs(x - y) < 1e-3 if isinstance(x, float) else x == y for x, y in zip(one, linked)
    )


def figures(takeoff):
    """The sums of a take-off by category and name of the type."""
    sums = {}
    for line in takeoff:
        # A room is drawn anew where walls of the other file cross it.
        if line["kind"] == "row" and line["cells"][0] != "room":
            category, name, *values = line["cells"]
            row = sums.setdefault((category, bare(name)), [0] * len(values))
            for i, v in enumerate(values):
                row[i] = round(row[i] + (v or 0), 6)
    return sums


def foreign(first, second, tolerance):
    """The pairs of elements of two files that ifcclash finds."""
    from ifcclash.ifcclash import Clasher, ClashSettings

    settings = ClashSettings()
    settings.logger = logging.getLogger("ifcclash")
    clasher = Clasher(settings)
    clasher.clash_sets = [
        {
            "name": "pair",
            "a": [{"file": first}],
            "b": [{"file": second}],
            "mode": "intersection",
            "tolerance": tolerance,
            "check_all": False,
        }
    ]
    clasher.clash()
    return {
        frozenset((c["a_global_id"], c["b_global_id"])): c["distance"]
        for c in clasher.clash_sets[0]["clashes"].values()
    }


def is_surface(file, global_id):
    shape = file.by_guid(global_id).Representation
    return any(i.is_a("IfcFaceBasedSurfaceModel") or i.is_a("IfcShellBasedSurfaceModel") for i in file.traverse(shape))


def compare(program, first, second, ids, work, said):
    out = work / "out"
    out.mkdir(parents=True)
    prepared(first, str(out / "a.ifc"), 0)
    prepared(second, str(out / "b.ifc"), SHIFTED)
    taken = {r.GlobalId for r in ifcopenshell.open(str(out / "a.ifc")).by_type("IfcRoot")}
    b = ifcopenshell.open(str(out / "b.ifc"))
    fresh(b, taken)
    b.write(str(out / "b.ifc"))
    merged(str(out / "a.ifc"), str(out / "b.ifc"), str(out / "both.ifc"))
    shutil.copy(ids, out / "asked.ids")
    server = Server(program, str(work / "data"), "--out", str(out))
    made = {n: server.call("import_ifc", file=f"{n}.ifc", name=n)["model_id"] for n in ("a", "b", "both")}
    server.call("link_model", model_id=made["a"], linked_model=made["b"], name="B", discipline="other")
    linked = answers(server, made["a"], ["all"], "asked.ids")
    one = answers(server, made["both"], None, "asked.ids")
    wrong = []
    for key in one:
        if linked[key] == one[key]:
            continue
        if isinstance(one[key], dict):
            keys = [k for k in {**one[key], **linked[key]} if not same(one[key].get(k), linked[key].get(k))]
            if not keys:
                continue
            wrong.append(f"{key}: {[(k, linked[key].get(k), one[key].get(k)) for k in keys[:4]]} of {len(keys)}")
        else:
            mine, theirs = Counter(linked[key]), Counter(one[key])
            wrong.append(f"{key}: linked {list((mine - theirs))[:4]}, one model {list((theirs - mine))[:4]}")
    across = server.call(
        "clash_detection", model_id=made["a"], models=["all"], source={"models": ["own"]}, target={"models": ["B"]}
    )
    mine = {
        frozenset(guid(e["element_id"]) for e in c["elements"]): c
        for c in server.pages(
            "clash_detection",
            "clashes",
            model_id=made["a"],
            models=["all"],
            source={"models": ["own"]},
            target={"models": ["B"]},
            limit=500,
        )
    }
    theirs = foreign(str(out / "a.ifc"), str(out / "b.ifc"), 0.002)
    unsure = str(across["undecided"])
    server.process.kill()
    only = [k for k in mine if k not in theirs], [k for k in theirs if k not in mine]
    both = ifcopenshell.open(str(out / "both.ifc"))
    surfaces = 0  # pairs of a body that is no closed solid, which an import says it keeps nothing of
    for pair in only[1]:
        if any(is_surface(both, g) for g in pair):
            surfaces += 1
        elif not any(str(uuid.UUID(ifcopenshell.guid.expand(g))) in unsure for g in pair):
            wrong.append(f"ifcclash finds {sorted(pair)}, {theirs[pair]} m, which is neither found nor undecided here")
    for pair in only[0]:
        if mine[pair]["depth"] > SMALL:
            wrong.append(f"ifcclash finds nothing of {sorted(pair)}, {mine[pair]['depth']} mm")
    said(
        f"{len(one['elements'])} elements, {len(one['clashes'])} clash pairs, {len(one['verdicts'])} verdicts, "
        f"{sum(map(len, one['tables'].values()))} rows alike; ifcclash {len(theirs)} pairs, here {len(mine)} "
        f"({across['undecided_total']} undecided), {surfaces} there of open surfaces, "
        f"both {len(set(mine) & set(theirs))}"
    )
    return wrong


def main():
    program, corpora, ids = sys.argv[1:4]
    root = Path(corpora)
    samples = {
        p.stem: str(p)
        for p in itertools.chain(
            root.glob("andrewisen+bim-whale-ifc-samples/*/IFC/*.ifc"),
            root.glob("stijngoedertier+georeference-ifc/*.ifc"),
            root.glob("buildingSMART+BCF-XML/Test Cases/IFCs/*.ifc"),
        )
    }
    failed = 0
    asked = sys.argv[4:]  # first files of the pairs, default all
    for first, second in [
        ("Architectural", "MEP"),
        ("LargeBuilding", "TallBuilding"),
        ("LargeBuilding", "ManySimpleWalls"),
        ("TallBuilding", "ManySimpleWalls"),
        ("Duplex_A_20110907_georeferenced", "ManySimpleWalls"),
    ]:
        if asked and first not in asked:
            continue
        with tempfile.TemporaryDirectory() as work:
            said = []
            wrong = compare(program, samples[first], samples[second], ids, Path(work), said.append)
        print(f"# {first} + {second}: {said[0]}")
        for line in wrong:
            print("differs", line[:1500])
        if wrong:
            failed += 1
    sys.exit(failed)


if __name__ == "__main__":
    main()
