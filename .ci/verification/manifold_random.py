"""Evaluates random booleans of polyhedra with bimstream and compares volume, area and topology with Manifold's.

usage: manifold_random.py BIMSTREAM N SEED [CASES.json]

N pairs of boxes, drums, spheres and stars, each with union, difference both ways and intersection: half of them in
general position, half along the axes on a grid of quarters of a metre, where planes are shared. Each pair is evaluated
where it is, at coordinates of a national grid, and a thousand times smaller, by turns; every eighth pair is turned
askew as a whole, every fourth are boxes on the grid. With CASES.json the pairs are those of that file ({"cases": [{"a":
{"positions", "triangles"}, "b": ...}]}) instead. Prints the worst differences and exits with 1 when a boolean is
refused or wrong.

The reference is Manifold's answer on the corners as they are written, in double precision. Where operands come nearer
to each other than bimstream's weld, a sheet that thin is one surface to bimstream and two to Manifold, with another
area and topology: there the answer has to be Manifold's on operands of which one is moved, grown or shrunk by no more
than that, and is counted as such. Boxes on the grid of
quarters are held to a count of its cells instead: where they touch in a face Manifold leaves surfaces without volume.
Their topology is held by the tests of geometry/csg, which count cells too."""

import json
import subprocess
import sys
import tempfile
from math import cos, pi, sin

import manifold3d as m3
import numpy as np

# Corners are rounded to single precision before both kernels get them (2**-24 of 4 m is 0.24 um), so that what lies in
# one plane does so to some tenths of a micrometre only; bimstream welds within 1 um, and far coordinates are written in
# double precision with steps of 1e-9 m. A surface moved by 2 um changes a volume by its area times that.
MOVED = 2e-6
WELD = 1e-6  # what is nearer than that is one point to bimstream
OPERATIONS = {
    "union": lambda a, b: a + b,
    "intersect": lambda a, b: a ^ b,
    "subtract": lambda a, b: a - b,
    "reverse": lambda a, b: b - a,
}
PLACES = {"near": (1.0, (0, 0, 0)), "far": (1.0, (412345.678, 5312345.9, 321.4)), "tiny": (1e-3, (0, 0, 0))}


def body(r):
    """A random solid: half of them along the axes, on quarters of a metre."""
    kind, s = r.integers(4), 0.5 + r.random() * 2
    if kind == 0:
        m = m3.Manifold.cube([s, 0.5 + r.random() * 2, 0.5 + r.random() * 2], True)
    elif kind == 1:
        m = m3.Manifold.cylinder(0.5 + r.random() * 3, s / 2, s / 2, 8 + int(r.integers(40)), True)
    elif kind == 2:
        m = m3.Manifold.sphere(s / 2, 8 + 4 * int(r.integers(8)))
    else:
        q = 3 + int(r.integers(8))
        outline = [[s * (0.5 if i % 2 else 1) * f(2 * pi * i / q) for f in (cos, sin)] for i in range(q)]
        m = m3.Manifold.extrude(m3.CrossSection([outline]), 0.5 + r.random() * 2)
    along = r.random() < 0.5
    at = [(round(v * 4) / 4 if along else v) for v in (r.random(3) * 2 - 1)]
    return (m if along else m.rotate((r.random(3) * 360).tolist())).translate(at)


def mesh_of(m):
    g = m.to_mesh()
    return np.array(g.vert_properties, np.float32)[:, :3].astype(float), np.array(g.tri_verts).tolist()


def quarters(r):
    """Two boxes whose sizes and places are whole quarters of a metre, and the cells of each."""

    def one():
        lo = r.integers(-4, 3, 3)
        hi = lo + r.integers(1, 6, 3)
        cells = np.zeros((16, 16, 16), bool)
        cells[tuple(slice(l + 6, h + 6) for l, h in zip(lo, hi))] = True
        return m3.Manifold.cube(((hi - lo) / 4).tolist()).translate((lo / 4).tolist()), cells

    return one(), one()


def counted(cells):
    """Volume and area of cells of a quarter of a metre."""
    sides = sum(np.count_nonzero(cells != np.roll(cells, 1, axis)) for axis in range(3))
    return np.count_nonzero(cells) / 64, sides / 16


CELLS = {
    "union": np.logical_or,
    "intersect": np.logical_and,
    "subtract": lambda a, b: a & ~b,
    "reverse": lambda a, b: b & ~a,
}


def pairs(n, seed):
    """Name, the two meshes, and what is counted of each operation, if it is."""
    r = np.random.default_rng(seed)
    for i in range(n):
        known = None
        if i % 4 == 1:
            (a, ca), (b, cb) = quarters(r)
            known = {op: counted(f(ca, cb)) for op, f in CELLS.items()}
        else:
            a, b = body(r), body(r)
        (pa, ta), (pb, tb) = mesh_of(a), mesh_of(b)
        if i % 8 == 5:
            turn = rotation(r)
            pa, pb = pa @ turn.T, pb @ turn.T
        yield f"{seed}-{i}", (pa, ta), (pb, tb), known


def rotation(r):
    q = r.normal(size=4)
    q /= np.linalg.norm(q)
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def given(path):
    with open(path) as f:
        doc = json.load(f)
    for c in doc["cases"]:
        side = lambda s: (
            np.array(s["positions"], float).reshape(-1, 3),
            np.array(s["triangles"]).reshape(-1, 3).tolist(),
        )
        yield f"{doc['seed']}-{c['id']}", side(c["a"]), side(c["b"]), None


def solid(points, triangles):
    mesh = m3.Mesh64(np.array(points, float), np.array(triangles, np.uint64))
    mesh.merge()
    return m3.Manifold(mesh)


def euler(m):
    return sum(2 - 2 * p.genus() for p in m.decompose()) if not m.is_empty() else 0


def polyhedron(points, triangles, place):
    scale, at = PLACES[place]
    moved = points * scale + np.array(at)
    return {"type": "polyhedron", "vertices": moved.tolist(), "faces": triangles}


def run(binary, rows):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as f:
        json.dump({"cases": rows}, f)
        f.flush()
        out = subprocess.run([binary, "cases", f.name], capture_output=True, text=True)
    if out.returncode:
        raise SystemExit(out.stderr)
    return {r["name"]: r for r in map(json.loads, out.stdout.splitlines())}


def judge(binary, batch, total):
    rows, want = [], {}
    for name, place, a, b, known in batch:
        ma, mb = solid(*a), solid(*b)
        sides = polyhedron(*a, place), polyhedron(*b, place)
        for op, f in OPERATIONS.items():
            m = f(ma, mb)
            key = f"{name}/{place}/{op}"
            rows.append(
                {
                    "name": key,
                    "op": "subtract" if op == "reverse" else op,
                    "operands": sides[::-1] if op == "reverse" else sides,
                }
            )
            want[key] = (*known[op], None) if known else measures(m)
        want[name] = ma.surface_area() + mb.surface_area(), (ma, mb)
    got = run(binary, rows)
    for name, place, *_ in batch:
        scale = PLACES[place][0]
        for op in OPERATIONS:
            key = f"{name}/{place}/{op}"
            surface, sides = want[name]
            compare(key, got[key], want[key], surface, scale, total, OPERATIONS[op], sides)


def measures(m):
    return m.volume(), m.surface_area(), euler(m)


def nearby(m, by):
    """The body moved by a length along each axis, back and forth, and grown and shrunk by it on every side."""
    for axis in range(3):
        for sign in (by, -by):
            yield m.translate([sign if i == axis else 0 for i in range(3)])
    box = np.array(m.bounding_box()).reshape(2, 3)
    middle, size = box.mean(0), box[1] - box[0]
    for sign in (by, -by):
        yield m.translate((-middle).tolist()).scale((1 + 2 * sign / size).tolist()).translate(middle.tolist())


def compare(key, r, want, surface, scale, total, operation, sides):
    """Compares one answer, scaled back, with volume, area and Euler number; surface is that of the operands."""
    total["booleans"] += 1
    if r.get("volume") is None:
        total["refused"] += 1
        total["lines"].append(f"{key}: refused: {r['error']}")
        return
    if scale == 1:
        total["volume"] = max(total["volume"], abs(r["volume"] - want[0]))
    kind, why = fault(r, want, surface, scale)
    again = (measures(operation(sides[0], b)) for b in nearby(sides[1], WELD / scale))
    if kind and want[2] is not None and any(not fault(r, w, surface, scale)[0] for w in again):
        total["within"] += 1
        total["lines"].append(f"{key}: {why}; as Manifold has it with one operand moved by the weld")
    elif kind:
        total[kind] += 1
        total["lines"].append(f"{key}: {why}")


def fault(r, want, surface, scale):
    """What is not as expected, None where all is, and the words for it."""
    volume, area, chi = want
    moved = MOVED / scale
    if abs(r["volume"] / scale**3 - volume) > surface * moved or not r["closed"]:
        return "wrong", f"volume {r['volume'] / scale**3}, expected {volume}, closed {r['closed']}"
    if abs(r["area"] / scale**2 - area) > 200 * surface**0.5 * moved:
        return "wrong", f"area {r['area'] / scale**2}, expected {area}"
    if chi is not None and r["euler"] != chi:
        return "unlike", f"Euler number {r['euler']}, of Manifold {chi}"
    return None, ""


def main():
    binary, n, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    source = given(sys.argv[4]) if len(sys.argv) > 4 else pairs(n, seed)
    total = {"booleans": 0, "refused": 0, "wrong": 0, "unlike": 0, "within": 0, "volume": 0.0, "lines": []}
    batch = []
    for i, (name, a, b, known) in enumerate(source):
        if i >= n:
            break
        batch.append((name, list(PLACES)[i % 3], a, b, known))
        if len(batch) == 100:
            judge(binary, batch, total)
            batch = []
    if batch:
        judge(binary, batch, total)
    for line in total["lines"][:60]:
        print(line)
    print(
        f"# seed {seed}: {total['booleans']} booleans, {total['refused']} refused, {total['wrong']} wrong in volume "
        f"or area, "
        f"{total['unlike']} of another topology, {total['within']} as with an operand moved by the weld; volume off by "
        f"{total['volume']:.1e} m3 at most"
    )
    sys.exit(1 if total["refused"] + total["wrong"] + total["unlike"] else 0)


if __name__ == "__main__":
    main()
