"""Reads the plans of a model as GeoJSON by GDAL's reader, which QGIS uses, and holds that they are what was written:
kinds and counts, areas on the ellipsoid, valid polygons, the reference system.

usage: geojson_check.py BIMSTREAM DATA"""

import json
import math
import sys

import pyogrio

from mcp_server import Server

LATITUDE, LONGITUDE = 52.0907, 5.1214
server = Server(sys.argv[1], sys.argv[2])


def metres(ring):
    """metres returns a ring in metres about its first point, by the radii of curvature of WGS 84."""
    a, e2 = 6378137.0, 0.00669437999014132
    w = 1 - e2 * math.sin(math.radians(LATITUDE)) ** 2
    m, n = a * (1 - e2) / w**1.5, a / math.sqrt(w)
    x0, y0 = ring[0][:2]
    return [(math.radians(x - x0) * n * math.cos(math.radians(LATITUDE)), math.radians(y - y0) * m) for x, y in ring]


def area(polygon):
    def of(ring):
        return sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(ring, ring[1:])) / 2

    return sum(of(metres(r)) for r in polygon)


def check(reply, authority):
    info = pyogrio.read_info(reply["path"])
    assert info["driver"] == "GeoJSON" and info["features"] == reply["features"], (info, reply["features"])
    assert info["crs"] == authority, info["crs"]
    fields = list(info["fields"])
    assert {"kind", "element_id", "area_m2"} <= set(fields), fields
    _, _, shapes, columns = pyogrio.raw.read(reply["path"])
    kinds = list(columns[fields.index("kind")])
    assert {k: kinds.count(k) for k in set(kinds)} == reply["kinds"], (kinds, reply["kinds"])
    assert all(shape is not None for shape in shapes)
    bounds = pyogrio.read_bounds(reply["path"])[1]
    box = [min(bounds[0]), min(bounds[1]), max(bounds[2]), max(bounds[3])]
    assert all(abs(a - b) < 1e-3 for a, b in zip(box, reply["bbox"])), (box, reply["bbox"])
    return len(kinds)


server.call("set_model_info", latitude=LATITUDE, longitude=LONGITUDE, crs="EPSG:28992", eastings=136000000,
            northings=456000000)
earth = server.call("export_geojson", file_name="earth.geojson", dry_run=False)
count = check(earth, "EPSG:4326")
areas = 0
for feature in json.load(open(earth["path"]))["features"]:
    g, said = feature["geometry"], feature["properties"].get("area_m2")
    if said is None or g["type"] not in ("Polygon", "MultiPolygon"):
        continue
    parts = g["coordinates"] if g["type"] == "MultiPolygon" else [g["coordinates"]]
    got = sum(area(p) for p in parts)
    assert abs(got - said) < max(1e-5 * said, 2e-3), (feature["id"], got, said)
    areas += 1
on_map = server.call("export_geojson", coordinates="map", tolerance=10, file_name="map.geojson", dry_run=False)
check(on_map, "EPSG:28992")
server.process.stdin.close()
server.process.wait()
assert areas > 10, areas
print(f"# {count} features read by GDAL {'.'.join(map(str, pyogrio.__gdal_version__))}, {areas} areas on the ellipsoid")
