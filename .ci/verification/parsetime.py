"""Says how long IfcOpenShell takes to open a file, the best of three in seconds. usage: parse_ratio.py FILE.ifc"""

import sys
import time

import ifcopenshell

best = 1e9
for _ in range(3):
    began = time.perf_counter()
    model = ifcopenshell.open(sys.argv[1])
    best = min(best, time.perf_counter() - began)
    del model
print(f"{best:.6f}")
