"""Exports the findings of checks of a model as BCF 2.1 and 3.0 over MCP, and has them judged: the official XSDs (lxml),
an independent reader (bcf-client), and IfcOpenShell on the IFC export of the same revision, which must have every
component. The same call must give the same bytes.

usage: bcf_check.py BIMSTREAM DATA OUT XSD21 XSD30
"""

import io
import pathlib
import sys
import zipfile

import ifcopenshell
from bcf.bcfxml import load
from lxml import etree
from mcp_server import Server

SCHEMAS = {
    "markup.bcf": "markup.xsd",
    ".bcfv": "visinfo.xsd",
    "bcf.version": "version.xsd",
    "project.bcfp": "project.xsd",
    "extensions.xml": "extensions.xsd",
    "documents.xml": "documents.xsd",
}


def judge(path, schemas, known, topics):
    """Returns the number of viewpoints of an archive."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            for ending, schema in SCHEMAS.items():
                if name.endswith(ending):
                    xsd = etree.XMLSchema(etree.parse(str(schemas / schema)))
                    if not xsd.validate(etree.parse(io.BytesIO(archive.read(name)))):
                        sys.exit(f"{path}: {name}: {xsd.error_log}")
    read = load(path)
    if len(read.topics) != topics:
        sys.exit(f"{path}: bcf-client reads {len(read.topics)} topics, not {topics}")
    seen = 0
    for guid, topic in read.topics.items():
        if not topic.comments:
            sys.exit(f"{path}: bcf-client finds no comment in topic {guid}")
        for view in topic.viewpoints.values():
            info = view.visualization_info
            if info.perspective_camera is None or not view.snapshot:
                sys.exit(f"{path}: a viewpoint of topic {guid} has no camera or no snapshot")
            for component in info.components.selection.component:
                if component.ifc_guid not in known:
                    sys.exit(f"{path}: {component.ifc_guid} is not in the IFC export")
            seen += 1
    return seen


def main():
    program, data, out, xsd21, xsd30 = sys.argv[1:]
    schemas = {"2.1": pathlib.Path(xsd21), "3.0": pathlib.Path(xsd30)}
    server = Server(program, data, "--out", out)
    ifc = server.call("export_ifc", schema="IFC4")
    known = {e.GlobalId for e in ifcopenshell.open(ifc["path"]).by_type("IfcProduct")}
    runs = [
        server.call("code_compliance", standard="IBC", severity_threshold="info", occupancy="B"),
        server.call("accessibility_check", standard="ADA"),
        server.call("data_completeness", required_params=["Pset_WallCommon.FireRating"]),
        server.call("clash_detection", mode="all", clearance=20),
    ]
    files = topics = views = 0
    for run in runs:
        for version, folder in schemas.items():
            for grouping in ("none", "rule"):
                ask = {
                    "validation_run_id": run["validation_run_id"],
                    "version": version,
                    "group_by": grouping,
                    "max_topics": 6,
                }
                one = server.call("export_bcf", **ask)
                if one["ifc_file"] != pathlib.Path(ifc["path"]).name:
                    sys.exit(f"the topics speak of {one['ifc_file']}, the export is {ifc['path']}")
                views += judge(one["path"], folder, known, one["topics_total"])
                if server.call("export_bcf", **ask)["sha256"] != one["sha256"]:
                    sys.exit(f"{ask}: the same call gave other bytes")
                files, topics = files + 1, topics + one["topics_total"]
    if topics == 0 or views == 0:
        sys.exit("no topic was judged")
    print(f"# {files} archives, {topics} topics, {views} viewpoints")


if __name__ == "__main__":
    main()
