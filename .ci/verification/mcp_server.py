"""The product's own server as the checks ask it: over MCP on standard input and output."""

import json
import subprocess
import sys


class Server:
    def __init__(self, program, data, *flags):
        self.process = subprocess.Popen(
            [program, "mcp", "all", "--tools", "full", "--data", data, *flags],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.last = 0
        self.ask(
            "initialize",
            {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "check", "version": "1"}},
        )
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.last += 1
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"the server ended at {method} {json.dumps(params)}")
            answer = json.loads(line)
            if answer.get("id") == self.last:
                return answer

    def call(self, tool, **arguments):
        answer = self.ask("tools/call", {"name": tool, "arguments": arguments})
        content = answer.get("result", {}).get("structuredContent") or {}
        if not content.get("success"):
            sys.exit(f"{tool} {json.dumps(arguments)}: {json.dumps(answer)[:1000]}")
        return content["data"]

    def pages(self, tool, key, **arguments):
        cursor = {}
        while True:
            data = self.call(tool, **arguments, **cursor)
            yield from data[key]
            if not data.get("next_cursor"):
                return
            cursor = {"cursor": data["next_cursor"]}
