"""Deliveries of real files that IfcOpenShell's API edited at random: the difference is exactly the edits."""

import json
import os
import random
import sys
import tempfile
import uuid
from pathlib import Path

import ifcopenshell
import ifcopenshell.api.geometry
import ifcopenshell.api.material
import ifcopenshell.api.pset
import ifcopenshell.api.root
import ifcopenshell.api.type
import ifcopenshell.guid
import ifcopenshell.util.element
import ifcopenshell.util.placement
import ifcopenshell.util.unit
from mcp_server import Server

EDITS = 200


def element_id(product):
    return str(uuid.UUID(ifcopenshell.guid.expand(product.GlobalId)))


class Edits:
    """Random edits of a file, and what a delivery of them is to tell: by element one of new, gone, modified."""

    def __init__(self, file, seed):
        self.file, self.random = file, random.Random(seed)
        self.expected, self.kinds, self.renewed = {}, {}, {}
        self.unit = 1 / ifcopenshell.util.unit.calculate_unit_scale(file)
        hosts = {r.RelatingBuildingElement for r in file.by_type("IfcRelVoidsElement")}
        parts = {r.RelatingObject for r in file.by_type("IfcRelAggregates")}
        inside = {o for r in file.by_type("IfcRelAggregates") for o in r.RelatedObjects}
        joined = set()
        for r in file.by_type("IfcRelConnectsElements"):
            joined |= {r.RelatingElement, r.RelatedElement}
        bounds = {r.RelatedBuildingElement for r in file.by_type("IfcRelSpaceBoundary")}
        rooms = bool(file.by_type("IfcSpace"))

        def free(e):  # nothing else follows from it
            wall = e.is_a("IfcWall") and rooms
            return not (e in hosts or e in parts or e in inside or e in joined or e in bounds or wall)

        contained = [e for r in file.by_type("IfcRelContainedInSpatialStructure") for e in r.RelatedElements]
        self.all = [e for e in contained if e.is_a("IfcElement") and e.Representation and e not in parts]
        self.free = [e for e in self.all if free(e) and not e.is_a("IfcDoor") and not e.is_a("IfcWindow")]
        self.used = set()
        self.storeys = list(file.by_type("IfcBuildingStorey"))
        self.materials = 0

    def pick(self, among):
        left = [e for e in among if e.id() not in self.used]
        if not left:
            return None
        e = self.random.choice(left)
        self.used.add(e.id())
        return e

    def counted(self, kind, product, change="modified"):
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        key = self.renewed.get(product.id()) or element_id(product)
        self.expected.setdefault(key, change)

    def move(self):
        if not (e := self.pick(self.free)):
            return False
        matrix = ifcopenshell.util.placement.get_local_placement(e.ObjectPlacement)
        matrix[0][3] += 0.25 * self.unit
        ifcopenshell.api.geometry.edit_object_placement(self.file, product=e, matrix=matrix, is_si=False)
        self.counted("moved", e)
        return True

    def resize(self):
        def extruded(e):
            bodies = [r for r in e.Representation.Representations if r.RepresentationIdentifier == "Body"]
            if len(bodies) != 1 or len(bodies[0].Items) != 1 or not bodies[0].Items[0].is_a("IfcExtrudedAreaSolid"):
                return False
            return self.file.get_total_inverses(bodies[0].Items[0]) == 1

        if not (e := self.pick([e for e in self.free if extruded(e)])):
            return False
        body = [r for r in e.Representation.Representations if r.RepresentationIdentifier == "Body"][0].Items[0]
        body.Depth *= 1.25
        self.counted("resized", e)
        return True

    def retype(self):
        def others(e):
            type_ = ifcopenshell.util.element.get_type(e)
            if type_ is None or type_.RepresentationMaps or type_.HasPropertySets:
                return []
            if e.is_a("IfcWall") or e.is_a("IfcSlab"):
                return []  # of which the layers give the thickness
            return [
                t
                for t in self.file.by_type(type_.is_a(), include_subtypes=False)
                if t != type_ and not t.RepresentationMaps and not t.HasPropertySets and t.Name != type_.Name
            ]

        if not (e := self.pick([e for e in self.all if others(e)])):
            return False
        to = self.random.choice(others(e))
        for rel in self.file.by_type("IfcRelDefinesByType"):
            if e in rel.RelatedObjects:
                rel.RelatedObjects = [o for o in rel.RelatedObjects if o != e] or rel.RelatedObjects
        ifcopenshell.api.type.assign_type(
            self.file, related_objects=[e], relating_type=to, should_map_representations=False
        )
        self.counted("retyped", e)
        return True

    def delete(self):
        if not (e := self.pick(self.free)):
            return False
        self.counted("deleted", e, "deleted")
        ifcopenshell.api.root.remove_product(self.file, product=e)
        self.all = [o for o in self.all if o != e]
        self.free = [o for o in self.free if o != e]
        return True

    def add(self):
        sources = [e for e in self.free if e.id() not in self.used]
        if not sources:
            return False
        e = self.random.choice(sources)
        self.used.add(e.id())
        made = ifcopenshell.api.root.copy_class(self.file, product=e)
        made.Name = f"Added {self.kinds.get('added', 0)}"
        made.Representation = e.Representation
        if e.is_a("IfcElement") and hasattr(made, "Tag"):
            made.Tag = f"added {self.kinds.get('added', 0)}"
        storey = ifcopenshell.util.element.get_container(e)
        if ifcopenshell.util.element.get_container(made) != storey:
            rel = [r for r in self.file.by_type("IfcRelContainedInSpatialStructure") if e in r.RelatedElements][0]
            rel.RelatedElements = [*rel.RelatedElements, made]
        matrix = ifcopenshell.util.placement.get_local_placement(e.ObjectPlacement)
        matrix[0][3] += (3 + 0.5 * self.kinds.get("added", 0)) * self.unit
        ifcopenshell.api.geometry.edit_object_placement(self.file, product=made, matrix=matrix, is_si=False)
        self.counted("added", made, "added")
        return True

    def renew(self):
        if not (e := self.pick(self.all)):
            return False
        self.renewed[e.id()] = element_id(e)
        e.GlobalId = ifcopenshell.guid.new()
        self.kinds["new id"] = self.kinds.get("new id", 0) + 1
        return True

    def property(self):
        e = self.random.choice(self.all)
        pset = ifcopenshell.api.pset.add_pset(self.file, product=e, name=f"Check_{self.random.randrange(10**6)}")
        ifcopenshell.api.pset.edit_pset(self.file, pset=pset, properties={"Value": self.random.randrange(1000)})
        self.used.add(e.id())
        self.counted("property", e)
        return True

    def material(self):
        def plain(e):
            m = ifcopenshell.util.element.get_material(e, should_inherit=False)
            return m is not None and m.is_a("IfcMaterial")

        if not (e := self.pick([e for e in self.all if plain(e)])):
            return False
        self.materials += 1
        made = ifcopenshell.api.material.add_material(self.file, name=f"Check {self.materials}")
        ifcopenshell.api.material.assign_material(self.file, products=[e], type="IfcMaterial", material=made)
        self.counted("material", e)
        return True

    def storey(self):
        if not (e := self.pick(self.storeys)):
            return False
        e.Name = f"{e.Name} renamed"
        self.counted("storey", e)
        return True

    def run(self, count):
        kinds = [
            *[self.move, self.resize, self.retype, self.delete, self.add, self.renew, self.material] * 2,
            *[self.property] * 3,
            self.storey,
        ]
        done = 0
        while done < count:
            done += self.random.choice(kinds)()


lines = {}  # of the last comparison, to say what is wrong


def told(server, model, source):
    """What a comparison tells of elements: by id new, gone or modified."""
    out = {}
    for line in server.pages("diff_branches", "changes", model_id=model, source=source, limit=200):
        # what a site says of its file is the file's library, such as its owner histories
        library = line["category"] == "site" and {c["facet"] for c in line["changes"]} == {"origin"}
        element = line["category"] not in {"type", "material"} and not library
        if line.get("side") == "source" and line["change"] != "derived" and element:
            out[line["element_id"]] = line["change"]
            lines[line["element_id"]] = json.dumps(line)[:600]
    return out


def state(server, model, branch="main"):
    return server.call("model_overview", model_id=model, branch=branch, include_state_hash=True)["state_hash"]


def refused(server, tool, **arguments):
    answer = server.ask("tools/call", {"name": tool, "arguments": arguments})["result"]["structuredContent"]
    return answer["data"], answer.get("error")


def check(program, path, seed, work):
    out = work / "out"
    out.mkdir(parents=True)
    file = ifcopenshell.open(path)
    file.write(str(out / "first.ifc"))
    edits = Edits(file, seed)
    edits.run(EDITS)
    file.write(str(out / "second.ifc"))
    server = Server(program, str(work / "data"), "--out", str(out))
    model = server.call("import_ifc", file="first.ifc", name="taken")["model_id"]
    first = state(server, model)
    wrong = []
    # here, in between: elements that the delivery leaves alone, and some that it changes
    alone = [e for e in edits.all if e.id() not in edits.used and e.Name]
    touched = [e for e in edits.all if edits.expected.get(element_id(e)) == "modified"][:5]
    local = {element_id(e): f"here {i}" for i, e in enumerate([*alone[:10], *touched])}
    for e, name in list(local.items()):
        _, error = refused(
            server, "modify_parameter", model_id=model, element_id=e, parameter_name="name", value=name
        )
        if error:
            del local[e]
    server.call("import_ifc", model_id=model, file="second.ifc", delivery="2")
    got = told(server, model, "delivery/2")
    for key in {**got, **edits.expected}:
        if got.get(key) != edits.expected.get(key):
            wrong.append(f"{key}: told {got.get(key)}, edited {edits.expected.get(key)} {lines.get(key)}")
    data, error = refused(server, "merge_branch", model_id=model, source="delivery/2", dry_run=True)
    conflicts = data["conflicts"] if data else error["data"].get("conflicts", [])
    server.call("merge_branch", model_id=model, source="delivery/2", policy="ours")
    lost = 0
    for e, name in local.items():
        answer, error = refused(server, "get_element", model_id=model, element_id=e)
        if error or answer["name"] != name:
            lost += 1
            wrong.append(f"{e}: the name given here is gone")
    server.call("import_ifc", model_id=model, file="first.ifc", delivery="3")
    if state(server, model, "delivery/3") != first:
        wrong.append("back again is another state than the first")
    server.process.kill()
    kinds = ", ".join(f"{n} {k}" for k, n in sorted(edits.kinds.items()))
    return wrong, f"{kinds}; {len(edits.expected)} elements told; {len(local)} edited here, {len(conflicts)} conflicts"


def main():
    program, corpora = sys.argv[1:3]
    root = Path(corpora)
    files = [
        *sorted(root.glob("andrewisen+bim-whale-ifc-samples/*/IFC/*.ifc")),
        *root.glob("stijngoedertier+georeference-ifc/*.ifc"),
        *root.glob("buildingSMART+BCF-XML/Test Cases/IFCs/Architectural.ifc"),
    ]
    files = [f for f in files if f.stem != "SimpleWall" and (len(sys.argv) < 4 or f.stem in sys.argv[3:])]
    failed = 0
    more = int(os.environ.get("DELIVERY_SEED", "0"))  # another number gives other edits
    for seed, path in enumerate(files, more):
        with tempfile.TemporaryDirectory() as work:
            wrong, said = check(program, str(path), seed, Path(work))
        print(f"# {path.stem}: {EDITS} edits: {said}", flush=True)
        for line in wrong[:20]:
            print("differs", line)
        failed += bool(wrong)
    sys.exit(failed)


if __name__ == "__main__":
    main()
