"""Works over HTTP by the official Python SDK: see http.mjs for what. usage: http_client.py URL WORK"""

import asyncio
import hashlib
import json
import os
import re
import sys
import time
import uuid
from urllib.parse import urljoin

import httpx
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

URL, WORK = sys.argv[1], sys.argv[2]
STATE = {"token": "first", "cut": False}


class Token(httpx.Auth):
    """The token of the moment, so that it can change under a client."""

    def auth_flow(self, request):
        request.headers["Authorization"] = "Bearer " + STATE["token"]
        yield request


def ask(word):
    with open(f"{WORK}/ask", "w") as f:
        f.write(word)
    while os.path.exists(f"{WORK}/ask"):
        time.sleep(0.05)


def filled(value, saved):
    if isinstance(value, str):
        whole = re.fullmatch(r"\$\{([^}]+)\}", value)
        return saved[whole[1]] if whole else re.sub(r"\$\{([^}]+)\}", lambda m: str(saved[m[1]]), value)
    if isinstance(value, list):
        return [filled(v, saved) for v in value]
    if isinstance(value, dict):
        return {k: filled(v, saved) for k, v in value.items()}
    return value


async def main():
    async with streamablehttp_client(URL, auth=Token()) as (read, write, _), ClientSession(read, write) as session:
        await session.initialize()

        async def ok(tool, args, progress=None):
            r = await session.call_tool(tool, args, progress_callback=progress)
            assert not r.isError, f"{tool}: {r.content[0].text}"
            return r

        saved = {}
        for line in open(f"{WORK}/house.jsonl"):
            if not line.strip() or line.startswith("#"):
                continue
            step = json.loads(line)
            args = filled(step.get("args", {}), saved)
            if step["call"] == "create_model":
                args["name"] = f"by python {uuid.uuid4()}"
            elif "model" in saved and "model_id" not in args:
                args["model_id"] = saved["model"]
            r = await session.call_tool(step["call"], args)
            assert bool(r.isError) == bool(step.get("expect", {}).get("isError")), f"{line}: {r.content[0].text}"
            for name, path in step.get("save", {}).items():
                value = r.structuredContent
                for part in path.split("."):
                    value = value[int(part)] if isinstance(value, list) else value[part]
                saved[name] = value
        model = saved["model"]
        seen = [[], []]

        def note(i):
            async def got(progress, total, message):
                seen[i].append(total)
            return got

        await asyncio.gather(*(ok("fixture_progress", {"steps": 5 + i, "milliseconds": 60}, note(i)) for i in (0, 1)))
        assert set(seen[0]) == {5} and set(seen[1]) == {6}, seen
        key = str(uuid.uuid4())
        work = {"model_id": model, "milliseconds": 600, "idempotency_key": key}
        # A connection that is cut: another client sends the call and goes away; the retry has its answer.
        async with httpx.AsyncClient(auth=Token(), timeout=5) as raw:
            headers = {"Accept": "application/json, text/event-stream"}
            hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "cut", "version": "1"}}
            r = await raw.post(URL, headers=headers, json={"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello})
            headers["Mcp-Session-Id"] = r.headers["mcp-session-id"]
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "fixture_record", "arguments": work}}
            try:
                await raw.post(URL, headers=headers, json=call, timeout=0.2)
                raise AssertionError("the connection was not cut")
            except httpx.TimeoutException:
                pass
        again = await ok("fixture_record", work)
        assert again.structuredContent["event_id"]
        await asyncio.to_thread(ask, "restart")
        await ok("model_overview", {"model_id": model})
        await asyncio.to_thread(ask, "rotate second")
        async with httpx.AsyncClient(auth=Token()) as raw:
            refused = await raw.post(URL, json={}, headers={"Accept": "application/json"})
            assert refused.status_code == 401 and "revoked" in refused.text, refused.text
        STATE["token"] = "second"
        await ok("server_ping", {})
        exported = await ok("export_ifc", {"model_id": model, "schema": "IFC4"})
        link = next(c for c in exported.content if c.type == "resource_link")
        async with httpx.AsyncClient(auth=Token(), timeout=60) as raw:
            file = await raw.get(urljoin(URL, "files/" + str(link.uri).rsplit("/", 1)[1]))
            assert hashlib.sha256(file.content).hexdigest() == exported.structuredContent["data"]["sha256"]
            sent = (await raw.post(urljoin(URL, "files?name=house.ifc"), content=file.content)).json()
        verified = await ok("verify_ifc", {"file": sent["uri"]})
        assert verified.structuredContent["data"]["valid"]
        await asyncio.to_thread(ask, "rotate first")
    print("# python sdk: house, progress of two calls, cut connection, restart, rotated token, file out and in")


asyncio.run(main())
