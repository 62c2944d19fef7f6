"""Checks proofs of a session of work as RFC 9162, sections 2.1.3.2 and 2.1.4.2, say; nothing of the program is used.

usage: merkle_check.py BIMSTREAM FOLDER
"""

import hashlib
import json
import subprocess
import sys


class Server:
    def __init__(self, program, data):
        self.process = subprocess.Popen(
            [program, "mcp", "all", "--tools", "full", "--data", data],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.count = 0
        self.request(
            "initialize",
            {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "merkle", "version": "1"}},
        )

    def request(self, method, params):
        self.count += 1
        self.process.stdin.write(
            json.dumps({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}) + "\n"
        )
        self.process.stdin.flush()
        while True:
            message = json.loads(self.process.stdout.readline())
            if message.get("id") == self.count:
                return message["result"]

    def call(self, tool, **arguments):
        reply = self.request("tools/call", {"name": tool, "arguments": arguments})["structuredContent"]
        assert reply["success"], reply
        return reply["data"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def leaf(data):
    return hashlib.sha256(b"\x00" + data).digest()


def node(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()


def included(leaf_hash, index, size, path, root):
    if index >= size:
        return False
    fn, sn, r = index, size - 1, leaf_hash
    for p in path:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            r = node(p, r)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = node(r, p)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and r == root


def consistent(first, second, first_root, second_root, path):
    if first == second:
        return not path and first_root == second_root
    if not path:
        return False
    if first & (first - 1) == 0:
        path = [first_root] + path
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = node(c, fr), node(c, sr)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, c)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and fr == first_root and sr == second_root


def main(program, data):
    s = Server(program, data)
    model = s.call("create_model", name="Proofs")["model_id"]
    session = s.call("audit_session_start", model_id=model, purpose="to be proven")["session_id"]
    for i in range(9):
        s.call("thought_record", model_id=model, session_id=session, thought=f"<{i}> & \u00fc \U0001f3e0")
        s.call("create_level", model_id=model, name=f"L{i}", elevation=3000 * i)
    final = s.call("merkle_finalize", model_id=model, session_id=session)
    assert final["size"] == 19, final
    about = {"model_id": model, "session_id": session}
    inclusions = consistencies = 0
    for size in range(1, final["size"] + 1):
        root = bytes.fromhex(s.call("merkle_root", size=size, **about)["root"])
        for index in range(size):
            p = s.call("merkle_proof", index=index, size=size, **about)
            path = [bytes.fromhex(h) for h in p["path"]]
            at = leaf(p["leaf_input"].encode())
            assert (
                bytes.fromhex(p["root"]) == root
                and p["leaf_hash"] == at.hex()
                and included(at, index, size, path, root)
            ), p
            assert not included(leaf(b"x"), index, size, path, root)
            record = json.loads(p["leaf_input"])
            assert record["data"]["session_id"] == session
            inclusions += 1
        for first in range(1, size + 1):
            p = s.call("merkle_proof", from_size=first, size=size, **about)
            path = [bytes.fromhex(h) for h in p["path"]]
            before = bytes.fromhex(p["from_root"])
            assert consistent(first, size, before, root, path), p
            assert first == size or not consistent(first, size, leaf(b"x"), root, path)
            consistencies += 1
    assert final["root"] == root.hex()
    s.close()
    print(f"# {inclusions} inclusion and {consistencies} consistency proofs of a session hold, forged ones do not")


main(*sys.argv[1:])
