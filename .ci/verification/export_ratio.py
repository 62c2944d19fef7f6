"""Writes the entities of an exported file again through IfcOpenShell's API (file.create_entity, then file.write) and
says how many times longer that takes than the export. Speed fails nothing: it is stated.

The export is made here too, so that both are measured in one run: of a made-up building of so many elements, or of a
history that `bimstream generate` has made before (--data).

usage: export_ratio.py BIMSTREAM [--elements N] [--storeys N] [--data FOLDER] [--keep FILE.ifc] [--aim TIMES]"""

import argparse
import gc
import os
import re
import subprocess
import tempfile
import time

import ifcopenshell

parser = argparse.ArgumentParser()
parser.add_argument("bimstream")
parser.add_argument("--elements", type=int, default=5000)
parser.add_argument("--storeys", type=int, default=5)
parser.add_argument("--data", help="folder of an event store with one model, instead of making one up")
parser.add_argument("--keep", help="where to leave the exported file")
parser.add_argument("--aim", type=float, default=10)
options = parser.parse_args()

work = tempfile.TemporaryDirectory()
data, path = options.data or os.path.join(work.name, "data"), options.keep or os.path.join(work.name, "export.ifc")
if not options.data:
    subprocess.run(
        [
            options.bimstream,
            "generate",
            "--data",
            data,
            "--storeys",
            str(options.storeys),
            "--elements",
            str(options.elements),
        ],
        check=True,
        capture_output=True,
    )
load = os.getloadavg()[0]
with open(os.path.join(work.name, "told"), "w+") as told:
    export = subprocess.Popen([options.bimstream, "export", "--data", data, path], stdout=told, stderr=told)
    _, status, usage = os.wait4(export.pid, 0)  # what this process alone took
    told.seek(0)
    said = told.read()
found = re.search(r" in ([0-9.]+) s, ([0-9.]+) s of processor time", said)
if status != 0 or not found:
    raise SystemExit("the export failed or does not say what it took: " + said)
wall, processor = float(found[1]), float(found[2])
memory = usage.ru_maxrss / 1024  # kB on Linux
source = ifcopenshell.open(path)


def plan(value):
    """What an argument is: read from the source before the clock runs."""
    if isinstance(value, ifcopenshell.entity_instance):
        return ("typed", value.is_a(), value.wrappedValue) if value.id() == 0 else ("reference", value.id())
    if isinstance(value, tuple):
        return ("list", [plan(v) for v in value])
    return ("plain", value)


def references(p):
    if p[0] == "reference":
        yield p[1]
    elif p[0] == "list":
        for q in p[1]:
            yield from references(q)


gc.disable()
rows = {e.id(): (e.is_a(), [plan(v) for v in e]) for e in source}
order, seen = [], set()
for first in rows:  # an entity after those that it refers to
    stack = [(first, False)]
    while stack:
        i, ready = stack.pop()
        if ready:
            order.append(i)
        elif i not in seen:
            seen.add(i)
            stack.append((i, True))
            stack.extend((r, False) for p in rows[i][1] for r in references(p) if r not in seen)

out = ifcopenshell.file(schema=source.schema)
made = {}


def value(p):
    if p[0] == "plain":
        return p[1]
    if p[0] == "reference":
        return made[p[1]]
    if p[0] == "typed":
        return out.create_entity(p[1], p[2])
    return [value(q) for q in p[1]]


began, began_processor = time.perf_counter(), time.process_time()
for i in order:
    name, arguments = rows[i]
    made[i] = out.create_entity(name, *map(value, arguments))
with tempfile.NamedTemporaryFile(suffix=".ifc") as copy:
    out.write(copy.name)
took, took_processor = time.perf_counter() - began, time.process_time() - began_processor
print(
    f"# {len(order)} entities: IfcOpenShell {took:.1f} s ({took_processor:.1f} s of processor time), bimstream "
    f"{wall:.1f} s ({processor:.1f} s)"
    f" with geometry and check: {took / wall:.1f} times faster, {took_processor / processor:.1f} times by processor "
    f"time; aim {options.aim:g};"
    f" at most {memory:.0f} MB; load {load:.1f} at the export, {os.getloadavg()[0]:.1f} in the end"
)
