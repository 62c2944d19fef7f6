"""Exchanges tasks as BCF over MCP with an independent program (bcf-client), and has what is written judged by the
official XSDs: a comment that it adds and a status that it changes must come back as exactly that. Then takes every
archive of the corpora in as tasks and out again; the topics must say the same (bcfcases).

usage: bcf_tasks_check.py BIMSTREAM BCFCASES CORPORA OUT XSD21 XSD30
"""

import io
import pathlib
import shutil
import subprocess
import sys
import uuid
import zipfile

from bcf.bcfxml import load
from bcf.v2 import model as v2
from bcf.v3 import model as v3
from lxml import etree
from xsdata.models.datatype import XmlDateTime

from bcf_check import SCHEMAS
from mcp_server import Server


def judge(path, schemas):
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            for ending, schema in SCHEMAS.items():
                if name.endswith(ending):
                    xsd = etree.XMLSchema(etree.parse(str(schemas / schema)))
                    if not xsd.validate(etree.parse(io.BytesIO(archive.read(name)))):
                        sys.exit(f"{path}: {name}: {xsd.error_log}")


def elsewhere(path, back, guid, version):
    """Adds a comment to a topic and closes it, as another program would."""
    read, model = load(path), {"2.1": v2, "3.0": v3}[version]
    if len(read.topics) != 3:
        sys.exit(f"{path}: bcf-client reads {len(read.topics)} topics")
    topic, now = read.topics[guid], XmlDateTime.from_string("2026-05-20T10:00:00Z")
    topic.topic.topic_status = "Closed"
    said = model.Comment(guid=str(uuid.uuid4()), date=now, author="eve@consult", comment="it holds")
    topic.comments = [*topic.comments, said]
    read.save(back)


def exchange(program, out, version, schemas):
    data = pathlib.Path(out) / f"tasks-{version}"
    server = Server(program, str(data), "--out", str(data / "out"))
    server.call("create_model", name="Exchange")
    server.call("create_level", name="Ground", elevation=0)
    wall = server.call(
        "create_wall", name="W1", level_id="Ground", start=[0, 0], end=[6000, 0], height=2800, thickness=200
    )
    first = server.call(
        "add_task",
        title="Check the load",
        element_ids=[wall["element_id"]],
        priority="high",
        labels=["a", "b"],
        due="2026-06-01",
        description="of W1",
        assignee="bo",
        links=[{"url": "https://example.org"}],
    )["task_id"]
    server.call("update_task", task_id=first, comment="I look at it", status="in_progress")
    server.call("add_task", title="Order the door", depends_on=[first], task_type="Request")
    server.call("add_task", title="A remark")
    path = server.call("export_bcf", all_tasks=True, version=version, file_name="out.bcf")["path"]
    judge(path, schemas)
    elsewhere(path, data / "out" / "back.bcf", first, version)
    came = server.call("import_bcf", file="back.bcf")
    one = came["topics"][0] if came["topics"] else {}
    if (
        came["updated"] != 1
        or came["same"] != 2
        or came["conflicts"]
        or one.get("fields") != ["status"]
        or one.get("comments") != 1
        or "viewpoints" in one
        or one["task_id"] != first
    ):
        sys.exit(f"{version}: what came back is not one comment and one status: {came}")
    detail = server.call("get_task", task_id=first)
    if detail["status"] != "completed" or detail["said"][-1]["text"] != "it holds" or len(detail["said"]) != 2:
        sys.exit(f"{version}: the task is {detail}")
    judge(server.call("export_bcf", all_tasks=True, version=version, file_name="again.bcf")["path"], schemas)


def main():
    program, cases, corpora, out, xsd21, xsd30 = sys.argv[1:]
    schemas = {"2.1": pathlib.Path(xsd21), "3.0": pathlib.Path(xsd30)}
    for version, folder in schemas.items():
        exchange(program, out, version, folder)
    files = sorted(
        p for p in pathlib.Path(corpora).rglob("*") if p.suffix.lower() in (".bcf", ".bcfzip") and p.is_file()
    )
    topics = 0
    for i, path in enumerate(files):
        data = pathlib.Path(out) / f"corpus-{i}"
        server = Server(program, str(data), "--out", str(data / "out"))
        server.call("create_model", name="Corpus")
        (data / "out").mkdir(parents=True, exist_ok=True)
        shutil.copy(path, data / "out" / "in.bcf")
        came = server.call("import_bcf", file="in.bcf")
        version = came["version"] if came["version"] in schemas else "2.1"
        back = server.call("export_bcf", all_tasks=True, version=version, file_name="again.bcf")["path"]
        judge(back, schemas[version])
        same = subprocess.run([cases, "same", str(path), back], capture_output=True, text=True)
        if same.returncode:
            sys.exit(f"{path}: {same.stderr[:4000]}")
        again = server.call("import_bcf", file="in.bcf")
        if again["updated"] or again["added"] or again["conflicts"]:
            sys.exit(f"{path}: a second time it brings {again}")
        topics += came["topics_total"]
    print(
        f"# exchanged with bcf-client in {len(schemas)} versions; {len(files)} archives with {topics} topics in and "
        f"out with equal content"
    )


main()
