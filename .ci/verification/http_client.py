"""Works over HTTP by the official Python SDK, generation 1 or 2: see http.mjs for what.

usage: http_client.py URL WORK
"""

import asyncio
import contextlib
import hashlib
import json
import os
import re
import sys
import uuid
from datetime import timedelta
from urllib.parse import urljoin

import mcp.client.streamable_http as transports
from mcp import ClientSession

try:
    import httpx2 as httpx
    from mcp import Client
except ImportError:  # generation 1
    import httpx

    Client = None

URL, WORK = sys.argv[1], sys.argv[2]
STATE = {"token": "first", "cut": None, "cuts": 0, "resumed": 0}


class Token(httpx.Auth):
    """The token of the moment, so that it can change under a client."""

    def auth_flow(self, request):
        request.headers["Authorization"] = "Bearer " + STATE["token"]
        yield request


class Cut(httpx.AsyncByteStream):
    """A body that breaks off after its first part."""

    def __init__(self, inner):
        self.inner = inner

    async def __aiter__(self):
        async for part in self.inner:
            yield part
            raise httpx.ReadError("cut by the test")

    async def aclose(self):
        await self.inner.aclose()


class Cutting(httpx.AsyncHTTPTransport):
    """Cuts the connection of the next message: "early" before the answer begins, "late" in the middle of it."""

    async def handle_async_request(self, request):
        STATE["resumed"] += "last-event-id" in request.headers
        cut = STATE["cut"] if request.method == "POST" and b"tools/call" in request.content else None
        if not cut:
            return await super().handle_async_request(request)
        STATE["cut"], STATE["cuts"] = None, STATE["cuts"] + 1
        if cut == "early":
            try:
                response = await asyncio.wait_for(super().handle_async_request(request), 0.1)
                await response.aclose()
            except asyncio.TimeoutError:
                pass
            raise httpx.ReadError("cut by the test")
        response = await super().handle_async_request(request)
        response.stream = Cut(response.stream)
        return response


def http_client(**more):
    return httpx.AsyncClient(auth=Token(), timeout=httpx.Timeout(30, read=300), transport=Cutting(), **more)


async def asked(word):
    """The script does something to the server."""
    with open(f"{WORK}/ask", "w") as f:
        f.write(word)
    while os.path.exists(f"{WORK}/ask"):
        await asyncio.sleep(0.05)


def filled(value, saved):
    if isinstance(value, str):
        whole = re.fullmatch(r"\$\{([^}]+)\}", value)
        return saved[whole[1]] if whole else re.sub(r"\$\{([^}]+)\}", lambda m: str(saved[m[1]]), value)
    if isinstance(value, list):
        return [filled(v, saved) for v in value]
    if isinstance(value, dict):
        return {k: filled(v, saved) for k, v in value.items()}
    return value


def of(result, name):
    """A field by its name of generation 1, which generation 2 writes with underscores."""
    return (
        getattr(result, name)
        if hasattr(result, name)
        else getattr(result, re.sub("[A-Z]", lambda m: "_" + m[0].lower(), name))
    )


async def house(session):
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
        assert bool(of(r, "isError")) == bool(step.get("expect", {}).get("isError")), f"{line}: {r.content[0].text}"
        for name, path in step.get("save", {}).items():
            value = of(r, "structuredContent")
            for part in path.split("."):
                value = value[int(part)] if isinstance(value, list) else value[part]
            saved[name] = value
    return saved["model"]


async def cut_early(connected, ok, model):
    """The connection of a call is cut before its answer: the SDK gives the client up, and the call by another client
    with the same key has the answer."""
    work = {"model_id": model, "milliseconds": 900, "idempotency_key": str(uuid.uuid4())}
    before = STATE["cuts"]
    with contextlib.suppress(Exception):  # the SDKs tell it by errors of their own, in groups
        async with connected() as other:
            STATE["cut"] = "early"
            await asyncio.wait_for(other.call_tool("fixture_record", work), 5)
    assert STATE["cuts"] == before + 1, "the connection was not cut"
    await asyncio.sleep(1)
    assert of(await ok("fixture_record", work), "structuredContent")["event_id"]


async def cut_late(ok, model, resumes):
    """The connection is cut in the middle of the answer, which comes by itself where streams can be asked for again."""
    work = {"model_id": model, "milliseconds": 900, "idempotency_key": str(uuid.uuid4())}
    before, first = (STATE["cuts"], STATE["resumed"]), None
    STATE["cut"] = "late"
    try:
        first = await ok("fixture_record", work, timeout=8)
    except AssertionError:
        raise
    except Exception as e:
        assert not resumes, f"a stream that was cut is not asked for again: {e!r}"
    assert STATE["cuts"] == before[0] + 1, "the connection was not cut"
    assert not resumes or STATE["resumed"] > before[1], "a stream that was cut is not asked for again"
    again = of(await ok("fixture_record", work), "structuredContent")["event_id"]
    assert again and (first is None or of(first, "structuredContent")["event_id"] == again)


async def files(ok, model):
    exported = await ok("export_ifc", {"model_id": model, "schema": "IFC4"})
    link = next(c for c in exported.content if c.type == "resource_link")
    async with http_client() as raw:
        file = await raw.get(urljoin(URL, "files/" + str(link.uri).rsplit("/", 1)[1]))
        assert hashlib.sha256(file.content).hexdigest() == of(exported, "structuredContent")["data"]["sha256"]
        sent = (await raw.post(urljoin(URL, "files?name=house.ifc"), content=file.content)).json()
    verified = await ok("verify_ifc", {"file": sent["uri"]})
    assert of(verified, "structuredContent")["data"]["valid"]


async def check(label, connected, session, resumes):
    async def ok(tool, args, progress=None, timeout=None):
        limit = {} if timeout is None else {"read_timeout_seconds": timeout if Client else timedelta(seconds=timeout)}
        r = await session.call_tool(tool, args, progress_callback=progress, **limit)
        assert not of(r, "isError"), f"{tool}: {r.content[0].text}"
        return r

    model = await house(session)
    seen = [[], []]

    def note(i):
        async def got(progress, total, message):
            seen[i].append(total)

        return got

    await asyncio.gather(*(ok("fixture_progress", {"steps": 5 + i, "milliseconds": 60}, note(i)) for i in (0, 1)))
    assert set(seen[0]) == {5} and set(seen[1]) == {6} and len(seen[0]) > 2, seen
    await cut_early(connected, ok, model)
    await cut_late(ok, model, resumes)
    await asked("restart")
    await ok("model_overview", {"model_id": model})
    await asked("rotate second")
    try:
        await ok("server_ping", {}, timeout=5)
        raise AssertionError("a revoked token is let in")
    except AssertionError:
        raise
    except Exception as e:
        assert not Client or "revoked" in str(e), f"a revoked token is refused with the sentence, not {e!r}"
    STATE["token"] = "second"
    if not Client:  # generation 1 ends the connection at a refusal
        return model, ok
    await ok("server_ping", {})
    await files(ok, model)
    await asked("rotate first")
    STATE["token"] = "first"
    print(
        f"# {label}: house, progress of two calls, connection cut early and late, restart, rotated token, file out "
        f"and in"
    )


async def first_generation():
    @contextlib.asynccontextmanager
    async def connected():
        make = lambda headers=None, timeout=None, auth=None: http_client(headers=headers, follow_redirects=True)
        async with (
            transports.streamablehttp_client(URL, httpx_client_factory=make) as (read, write, _),
            ClientSession(read, write) as session,
        ):
            await session.initialize()
            yield session

    with contextlib.suppress(BaseExceptionGroup, httpx.HTTPError):
        async with connected() as session:
            await check("python sdk 1", connected, session, True)
    STATE["token"] = "second"
    async with connected() as session:

        async def ok(tool, args):
            r = await session.call_tool(tool, args)
            assert not r.isError, f"{tool}: {r.content[0].text}"
            return r

        model = (await ok("list_models", {})).structuredContent["data"]["models"][0]["model_id"]
        await files(ok, model)
    await asked("rotate first")
    print(
        "# python sdk 1: house, progress of two calls, connection cut early and late, restart, rotated token, file "
        "out and in"
    )


async def main():
    if not Client:
        return await first_generation()
    for mode in ("legacy", "2026-07-28"):

        @contextlib.asynccontextmanager
        async def connected():
            async with (
                http_client() as http,
                Client(transports.streamable_http_client(URL, http_client=http), mode=mode) as client,
            ):
                yield client

        async with connected() as client:
            await check(f"python sdk 2, {mode}", connected, client, mode == "legacy")


asyncio.run(main())
