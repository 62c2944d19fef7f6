"""Asks the product's own server over MCP what every element of a model is meant to be, and writes it as JSON: the
answers of get_element, with the GlobalId that its id makes under "global_id", and the volume that measure gives of its
body under "body_m3".

usage: meant.py BIMSTREAM DATA OUT.json
"""

import json
import sys
import uuid

from mcp_server import Server

PAGE = 100
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"


def global_id(id):
    """The 128 bits of a UUID as 22 digits to the base of 64, as IfcGloballyUniqueId has them."""
    bits = uuid.UUID(id).int
    return "".join(DIGITS[bits >> 6 * place & 63] for place in range(21, -1, -1))


def main():
    program, data, out = sys.argv[1:]
    server = Server(program, data, "--read-only")
    model = server.call("model_overview")
    elements = {}
    for summary in server.pages("query_elements", "elements", limit=PAGE):
        if summary["category"] == "constraint":
            continue  # no entity stands for one: a file carries it in a property set of the project, for our own import
        elements[summary["element_id"]] = {
            "global_id": global_id(summary["element_id"]),
            **server.call("get_element", element_id=summary["element_id"]),
        }
    ids = sorted(elements)
    for i in range(0, len(ids), PAGE):
        solid = [id for id in ids[i : i + PAGE] if "box" in elements[id]]
        for measured in server.pages("measure", "elements", element_ids=solid, limit=PAGE) if solid else []:
            if "volume_m3" in measured:
                elements[measured["element_id"]]["body_m3"] = measured["volume_m3"]
    server.process.stdin.close()
    server.process.wait()
    json.dump(
        {"materials": {m["id"]: m["name"] for m in model["materials"]}, "elements": [elements[id] for id in ids]},
        open(out, "w"),
        indent=1,
    )


if __name__ == "__main__":
    main()
