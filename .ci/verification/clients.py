"""Drives the server through the official Python SDK: builds the house, reads all lists, cancels a call, loses its
connection and goes on with a new one.

usage: clients.py HOUSE.jsonl TOWER-FOLDER COMMAND ARGS..."""

import asyncio
import json
import os
import re
import signal
import sys

from mcp import ClientSession, StdioServerParameters, stdio_client

script, tower, command, *args = sys.argv[1:]
steps = [s for s in (json.loads(line) for line in open(script) if line.strip()) if "call" in s]


def server(*more):
    return StdioServerParameters(command=command, args=[*args, *more], env=dict(os.environ))


def at(value, path):
    for key in path.split("."):
        value = len(value) if key == "length" else value[int(key)] if isinstance(value, list) else value[key]
    return value


def filled(value, saved):
    if isinstance(value, str):
        whole = re.fullmatch(r"\$\{(\w+)\}", value)
        return saved[whole[1]] if whole else re.sub(r"\$\{(\w+)\}", lambda m: str(saved[m[1]]), value)
    if isinstance(value, list):
        return [filled(v, saved) for v in value]
    if isinstance(value, dict):
        return {k: filled(v, saved) for k, v in value.items()}
    return value


def refused(step):
    return bool(step.get("expect", {}).get("isError"))


def envelope(result):
    text = json.loads(result.content[0].text)
    structured = getattr(result, "structured_content", None) or getattr(result, "structuredContent", None)
    assert structured == text, "text and structured content are the same"
    return text


async def lists(session):
    tools = (await session.list_tools()).tools
    assert len(tools) > 10
    resources = (await session.list_resources()).resources
    for r in resources:
        assert (await session.read_resource(r.uri)).contents, r.uri
    prompts = (await session.list_prompts()).prompts
    for p in prompts:
        assert (await session.get_prompt(p.name, {a.name: "a house" for a in p.arguments or []})).messages, p.name
    return len(tools), len(resources), len(prompts)


async def house(session):
    saved = {}
    for step in steps:
        given = filled(step.get("args", {}), saved)
        if step["call"] == "create_model":
            given["name"] = "house of the Python SDK"
        elif "model" in saved:
            given["model_id"] = saved["model"]
        reply = envelope(await session.call_tool(step["call"], given))
        assert reply["success"] != refused(step), (step["call"], reply["error"] if not reply["success"] else "admitted")
        for name, path in step.get("save", {}).items():
            saved[name] = at(reply, path)
    return saved["model"]


async def cancels():
    async with stdio_client(server("--data", tower)) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        model = envelope(await session.call_tool("list_models", {}))["data"]["models"][0]["model_id"]
        call = asyncio.ensure_future(
            session.call_tool("export_ifc", {"model_id": model, "schema": "IFC4", "file_name": "cancelled.ifc"})
        )
        await asyncio.sleep(0.06)
        call.cancel()
        try:
            await call
            raise AssertionError("a cancelled call is answered")
        except asyncio.CancelledError:
            pass
        assert envelope(await session.call_tool("server_ping", {}))["success"]


async def loses_connection(model):
    """The server is killed under a client; a new one finds the model."""
    pids = set(children())
    try:
        async with stdio_client(server()) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            for pid in set(children()) - pids:
                os.kill(pid, signal.SIGKILL)
            await asyncio.wait_for(session.call_tool("model_overview", {"model_id": model}), 10)
            raise AssertionError("a killed server answers")
    except AssertionError:
        raise
    except BaseException:  # the SDK tells it by errors of its own, in groups
        pass
    async with stdio_client(server()) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        assert envelope(await session.call_tool("model_overview", {"model_id": model}))["success"]


def children():
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
            if int(fields[1]) == os.getpid():
                yield int(pid)
        except OSError:
            pass


async def main():
    async with stdio_client(server()) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        read_lists = await lists(session)
        model = await house(session)
    await cancels()
    if os.path.isdir("/proc"):
        await loses_connection(model)
    print(
        "# Python SDK: %d tools, %d resources, %d prompts read; %d calls of the house; cancelled; lost its "
        "connection and went on" % (*read_lists, len(steps))
    )


asyncio.run(main())
