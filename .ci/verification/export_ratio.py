"""Writes the entities of an exported file again through IfcOpenShell's API (file.create_entity, then file.write) and says
how many times longer that takes than the export. Speed fails nothing: it is stated.
usage: export_ratio.py FILE.ifc EXPORT_SECONDS PROCESSOR_SECONDS AIM"""
import gc
import sys
import tempfile
import time

import ifcopenshell

path, wall, processor, aim = sys.argv[1], *map(float, sys.argv[2:5])
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


gc.disable()
began, began_processor = time.perf_counter(), time.process_time()
for i in order:
    name, arguments = rows[i]
    made[i] = out.create_entity(name, *map(value, arguments))
with tempfile.NamedTemporaryFile(suffix=".ifc") as copy:
    out.write(copy.name)
took, took_processor = time.perf_counter() - began, time.process_time() - began_processor
print(f"# {len(order)} entities: IfcOpenShell {took:.1f} s ({took_processor:.1f} s of processor time), bimstream {wall:.1f} s ({processor:.1f} s)"
      f" with geometry and check: {took / wall:.1f} times faster, {took_processor / processor:.1f} times by processor time; aim {aim:g}")
