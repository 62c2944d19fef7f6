import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { assemble, bytesOf, jsonOf, unpacked } from "../document.ts";

function documentOf(...parts: Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(4 + 4 * parts.length);
  head.writeUInt32LE(parts.length, 0);
  parts.forEach((part, i) => head.writeUInt32LE(part.length, 4 + 4 * i));
  return gzipSync(Buffer.concat([head, ...parts]));
}

function pagesOf(document: Uint8Array, size: number): Uint8Array[] {
  const pages: Uint8Array[] = [];
  for (let at = 0; at < document.length; at += size) {
    const head = Buffer.from("BSPG\0\0\0\0", "latin1");
    head.writeUInt32LE(document.length, 4);
    pages.push(Buffer.concat([head, document.subarray(at, at + size)]));
  }
  return pages;
}

test("a document comes back from its pages, however many", async () => {
  const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251);
  const document = documentOf(Buffer.from('{"a":1}'), new Uint8Array(0), noise);
  for (const size of [7, 100, document.length, 1e6]) {
    const pages = pagesOf(document, size);
    const [json, none, bytes] = await unpacked(await assemble(async (n) => pages[n]!));
    assert.deepEqual(jsonOf(json!), { a: 1 });
    assert.equal(none!.byteLength, 0);
    assert.deepEqual(new Uint8Array(bytes!), noise);
  }
});

test("pages that are none, or of another document, are refused", async () => {
  const page = async (text: string): Promise<Uint8Array> => Buffer.from(text, "latin1");
  await assert.rejects(assemble(() => page("no page")));
  await assert.rejects(assemble(() => page("BSPG\x05\0\0\0")));
  await assert.rejects(assemble((n) => page(n === 0 ? "BSPG\x05\0\0\0abc" : "BSPG\x05\0\0\0abc")));
});

test("base64 is decoded byte by byte", () => {
  assert.deepEqual([...bytesOf("AP8QgA==")], [0, 255, 16, 128]);
});
