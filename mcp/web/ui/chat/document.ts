// Documents: what the server sends as one, compressed, in pages that a message holds (mcp/tools/document.go).
//
//   page      "BSPG", u32 length of the whole document, then a part of it
//   document  gzip of: u32 number of parts, u32 length of each, the parts

const pageHead = 8;

/** Decodes base64. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < characters.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** Puts a document together: page gives the nth page. It throws on all that is not as it should be. */
export async function assemble(page: (n: number) => Promise<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const first = await page(0);
  const total = lengthOf(first);
  const document = new Uint8Array(total);
  let at = 0;
  for (let n = 0; ; n++) {
    const content = (n === 0 ? first : await page(n)).subarray(pageHead);
    if (content.length === 0 || at + content.length > total) {
      throw new Error(`page ${n} of a document of ${total} bytes has ${content.length}, after ${at}`);
    }
    document.set(content, at);
    at += content.length;
    if (at === total) return document;
  }
}

function lengthOf(page: Uint8Array): number {
  if (page.length < pageHead || String.fromCharCode(...page.subarray(0, 4)) !== "BSPG") {
    throw new Error("this is no page of a document");
  }
  return new DataView(page.buffer, page.byteOffset).getUint32(4, true);
}

export async function unpacked(document: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer[]> {
  const stream = new Blob([document]).stream().pipeThrough(new DecompressionStream("gzip"));
  return partsOf(await new Response(stream).arrayBuffer());
}

/** The parts of a document, each with bytes of its own. */
export function partsOf(whole: ArrayBuffer): ArrayBuffer[] {
  const view = new DataView(whole);
  const count = view.getUint32(0, true);
  let at = 4 + 4 * count;
  const parts: ArrayBuffer[] = [];
  for (let i = 0; i < count; i++) {
    const end = at + view.getUint32(4 + 4 * i, true);
    if (end > whole.byteLength) throw new Error(`part ${i} of a document reaches beyond it`);
    parts.push(whole.slice(at, end));
    at = end;
  }
  return parts;
}

export function jsonOf<T>(part: ArrayBuffer): T {
  return JSON.parse(new TextDecoder().decode(part)) as T;
}
