"""Evaluates the boolean cases of a file with Manifold and with bimstream and compares.

usage: manifold_check.py BIMSTREAM [CASES.json]

Without a file the cases are made here: a wall less three openings as deep as the wall in ten poses, walls less 100 and
1,000 openings, and a sphere of 100,000 triangles less another. Both sides get operands that are ready made and answer
closed triangles; what is compared is the mean processor time of an evaluation, with whatever threads took part. Volumes
must be as expected, or those of Manifold where nothing is expected; otherwise the check fails. It does not fail for
speed."""

import json
import math
import subprocess
import sys
import tempfile
import time

import manifold3d as m3
import numpy as np

OPERATIONS = {"union": m3.OpType.Add, "subtract": m3.OpType.Subtract, "intersect": m3.OpType.Intersect}
LASTING = 0.3  # seconds for each case


def rotation(axis, degrees):
    """Rodrigues' formula."""
    u = np.array(axis, float) / np.linalg.norm(axis)
    s, c = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    cross = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    return c * np.eye(3) + s * cross + (1 - c) * np.outer(u, u)


def affine(step):
    m = np.eye(4)
    if "scale" in step:
        f = step["scale"]
        m[:3, :3] = np.diag(f if isinstance(f, list) else [f, f, f])
    elif "mirror" in step:
        n = np.array(step["mirror"], float)
        m[:3, :3] -= 2 * np.outer(n, n) / n.dot(n)
    elif "rotate_deg" in step:
        m[:3, :3] = rotation(step["rotate_deg"]["axis"], step["rotate_deg"]["angle"])
    else:
        m[:3, 3] = step["translate"]
    return m


def corners_of(vertices, face):
    """Triangles of a plane face, seen along the largest component of its normal."""
    if len(face) == 3:
        return [face]
    p = np.array([vertices[i] for i in face], float)
    n = sum(np.cross(p[i] - p[0], p[i + 1] - p[0]) for i in range(1, len(p) - 1))
    axis = int(np.argmax(abs(n)))
    flat = p[:, [(axis + 1) % 3, (axis + 2) % 3]]
    if n[axis] < 0:
        flat = flat[:, ::-1]
    return [[face[i] for i in t] for t in m3.triangulate([flat])]


def leaf(s):
    kind = s["type"]
    if kind == "box":
        lo, hi = np.array(s["min"], float), np.array(s["max"], float)
        return m3.Manifold.cube(hi - lo).translate(lo)
    if kind == "prism":
        rings = [s["outer"], *s.get("holes", [])]
        section = m3.CrossSection([np.array(r, float) for r in rings], m3.FillRule.EvenOdd)
        return m3.Manifold.extrude(section, s["z1"] - s["z0"]).translate([0, 0, s["z0"]])
    if kind == "cylinder":
        n, r = s["segments"], s["radius"]
        ring = [
            [s["center"][0] + r * math.cos(2 * math.pi * k / n), s["center"][1] + r * math.sin(2 * math.pi * k / n)]
            for k in range(n)
        ]
        return m3.Manifold.extrude(m3.CrossSection([np.array(ring)]), s["z1"] - s["z0"]).translate([0, 0, s["z0"]])
    triangles = [t for f in s["faces"] for t in corners_of(s["vertices"], f)]
    return m3.Manifold(m3.Mesh64(np.array(s["vertices"], float), np.array(triangles, np.uint64)))


def prepare(s, outer):
    """A function that answers the solid; everything but booleans is done beforehand."""
    for step in reversed(s.get("transform") or []):
        outer = outer @ affine(step)
    if s["type"] == "csg":
        return combine(s["op"], s["operands"], outer)
    solid = leaf(s).transform(outer[:3, :])
    solid.num_tri()  # moves the vertices now
    return lambda: solid


def combine(op, operands, outer):
    parts = [prepare(s, outer) for s in operands]
    return lambda: m3.Manifold.batch_boolean([p() for p in parts], OPERATIONS[op])


def measure(case):
    """The volume that Manifold finds, and the mean processor time in milliseconds."""
    evaluate = combine(case["op"], case["operands"], np.eye(4))
    evaluate().to_mesh64()  # once beforehand, as there
    rounds, began = 0, time.process_time()
    while rounds == 0 or time.process_time() - began < LASTING:
        solid = evaluate()
        solid.to_mesh64()
        rounds += 1
    return solid.volume(), 1000 * (time.process_time() - began) / rounds


def box(x0, y0, z0, x1, y1, z1, transform=()):
    return {"type": "box", "min": [x0, y0, z0], "max": [x1, y1, z1], "transform": list(transform)}


def wall(name, length, openings, transform=()):
    operands = [box(0, 0, 0, length, 0.2, 3, transform)] + [
        box(x0, 0, z0, x1, 0.2, z1, transform) for x0, z0, x1, z1 in openings
    ]
    volume = 0.2 * (3 * length - sum((x1 - x0) * (z1 - z0) for x0, z0, x1, z1 in openings))
    return {
        "name": name,
        "op": "subtract",
        "operands": operands,
        "expect": {"volume": volume, "euler": 2 - 2 * sum(z0 > 0 for _, z0, _, _ in openings)},
    }


def sphere(n, transform=()):
    rows = n // 2
    v = [[0, 0, 1], [0, 0, -1]]
    for i in range(1, rows):
        t = math.pi * i / rows
        v += [
            [math.sin(t) * math.cos(2 * math.pi * j / n), math.sin(t) * math.sin(2 * math.pi * j / n), math.cos(t)]
            for j in range(n)
        ]
    at = lambda i, j: 2 + (i - 1) * n + j % n
    f = []
    for j in range(n):
        f += [[0, at(1, j), at(1, j + 1)], [1, at(rows - 1, j + 1), at(rows - 1, j)]]
        for i in range(1, rows - 1):
            f += [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
    return {"type": "polyhedron", "vertices": v, "faces": f, "transform": list(transform)}


def made():
    cases = []
    for k in range(10):
        pose = [
            {"rotate_deg": {"axis": [1, k - 4.5, 0.3 * k], "angle": 37 * k + 5}},
            {"translate": [10 * k, -7 * k, k]},
        ]
        cases.append(
            wall(
                f"wall less 3 openings, pose {k}", 8, [(1, 0, 1.9, 2.1), (3, 0.9, 4.2, 2.3), (5.5, 0.9, 6.7, 2.3)], pose
            )
        )
    for n in (100, 1000):
        cases.append(wall(f"wall less {n} openings", 2 * n + 1, [(2 * i + 1, 1, 2 * i + 2, 2) for i in range(n)]))
    shift = [{"rotate_deg": {"axis": [1, 1, 0.3], "angle": 33}}, {"translate": [0.4, 0.123, 0.077]}]
    cases.append(
        {
            "name": "sphere less shifted sphere",
            "op": "subtract",
            "operands": [sphere(318), sphere(318, shift)],
            "expect": {"volume": None, "euler": 2},
        }
    )
    return {"cases": cases}


def run(program, file, *flags):
    out = subprocess.run([program, "cases", *flags, file], check=True, capture_output=True, text=True).stdout
    return {r["name"]: r for r in map(json.loads, out.splitlines())}


def main(program, file=None):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as own:
        if file is None:
            json.dump(made(), own)
            own.flush()
        name = file or own.name
        cases = [c for c in json.load(open(name))["cases"] if c["op"] != "clash"]
        results, times = run(program, name), run(program, name, "--time", f"{int(LASTING * 1000)}ms")
    wrong, groups = 0, {}
    for c in cases:
        try:
            volume, theirs = measure(c)
        except Exception as e:  # a shape that Manifold does not take says nothing of ours
            print(f"{c['name']}: Manifold: {e}")
            continue
        r, t = results[c["name"]], times[c["name"]]
        expected = c["expect"].get("volume")
        if expected is None and abs(t["volume"] - volume) > 1e-6 * abs(volume) or not r["ok"] or t.get("error"):
            wrong += 1
            print(
                f"WRONG {c['name']}: {r.get('error') or t.get('error')}, volume {t['volume']}, expected {expected}, "
                f"Manifold {volume}"
            )
        group = groups.setdefault("all cases of the file" if file else c["name"].split(",")[0], [0, 0.0, 0.0])
        group[0], group[1], group[2] = group[0] + 1, group[1] + t["cpu_ms"], group[2] + theirs
    for name, (n, ours, theirs) in groups.items():
        print(
            f"# {name}: {ours / n:.3f} ms of processor time, Manifold {m3_version()} {theirs / n:.3f} ms (mean of "
            f"{n}): {ours / theirs:.2f} of its time, {theirs / ours:.2f} of its rate"
        )
    sys.exit(1 if wrong else 0)


def m3_version():
    from importlib.metadata import version

    return version("manifold3d")


if __name__ == "__main__":
    main(*sys.argv[1:])
