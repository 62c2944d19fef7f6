"""Drives the extensions of the protocol by a client of our own, written from their specifications: Skills (SEP-2640)
and Tasks (SEP-2663).

usage: extensions.py COMMAND ARGS..."""

import hashlib
import json
import re
import subprocess
import sys
import time

server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
sent = 0


def request(method, params=None, extensions=None):
    global sent
    sent += 1
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "verification", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"extensions": {name: {} for name in extensions or []}},
    }
    message = {"jsonrpc": "2.0", "id": sent, "method": method, "params": {**(params or {}), "_meta": meta}}
    server.stdin.write((json.dumps(message) + "\n").encode())
    server.stdin.flush()
    for line in server.stdout:
        reply = json.loads(line)
        if reply.get("id") == sent:
            return reply
    sys.exit("the server ended")


def result(method, params=None, extensions=None):
    reply = request(method, params, extensions)
    assert "result" in reply, (method, reply)
    return reply["result"]


def check_skills():
    declared = result("server/discover")["capabilities"]
    assert "io.modelcontextprotocol/skills" in declared["extensions"] and "resources" in declared, declared
    listed = result("skills/list")
    assert listed["resultType"] == "complete" and listed["ttlMs"] >= 0, listed
    assert listed["cacheScope"] in ("public", "private") and listed["skills"], listed
    files = 0
    for skill in listed["skills"]:
        assert re.fullmatch(r"skill://[a-z][a-z0-9-]*/SKILL\.md", skill["uri"]), skill["uri"]
        assert skill["uri"].split("/")[-2] == skill["frontmatter"]["name"] and skill["frontmatter"]["description"]
        assert skill["uri"] in [f["uri"] for f in skill["resources"]]
        assert result("skills/get", {"uri": skill["uri"]})["skill"] == skill
        for file in skill["resources"]:
            content = result("resources/read", {"uri": file["uri"]})["contents"][0]
            text = content["text"].encode()
            assert "sha256:" + hashlib.sha256(text).hexdigest() == file["digest"] and len(text) == file["size"], file
            files += 1
    assert request("skills/get", {"uri": "skill://none/SKILL.md"})["error"]["code"] == -32602
    return len(listed["skills"]), files


def check_tasks():
    tasks = ["io.modelcontextprotocol/tasks"]
    assert tasks[0] in result("server/discover")["capabilities"]["extensions"]

    def call(name, extensions=None, /, **arguments):
        return result("tools/call", {"name": name, "arguments": arguments}, extensions)

    call("create_model", name="Tasks")
    call("create_level", name="Ground", elevation=0)
    call("create_wall", level_id="Ground", start=[0, 0], end=[4000, 0], height=2800, thickness=200)
    lasting = {"export_ifc": {"schema": "IFC4"}, "clash_detection": {}, "code_compliance": {
        "standard": "IBC", "severity_threshold": "info"}}
    for name, arguments in lasting.items():
        plain = call(name, **arguments)
        assert plain["resultType"] == "complete" and "taskId" not in plain, (name, plain)
        handle = call(name, tasks, **arguments)
        assert handle["resultType"] == "task" and handle["status"] == "working", (name, handle)
        assert handle["ttlMs"] is None and handle["createdAt"] and handle["lastUpdatedAt"], handle
        task = handle
        while task["status"] == "working":
            time.sleep(task.get("pollIntervalMs", 100) / 1000)
            task = result("tasks/get", {"taskId": handle["taskId"]}, tasks)
        assert task["resultType"] == "complete" and task["status"] == "completed", task
        assert task["result"]["resultType"] == "complete" and not task["result"]["isError"], task
        assert task["result"]["structuredContent"]["success"], task
        for method in ("tasks/update", "tasks/cancel"):
            result(method, {"taskId": handle["taskId"], "inputResponses": {"unknown": {}}}, tasks)
        assert result("tasks/get", {"taskId": handle["taskId"]}, tasks)["status"] == "completed"
    assert request("tasks/get", {"taskId": "none"}, tasks)["error"]["code"] == -32602
    return len(lasting)


skills, files = check_skills()
calls = check_tasks()
server.stdin.close()
server.wait()
print(f"# {skills} skills with {files} files, whose digests hold; {calls} calls as tasks")
