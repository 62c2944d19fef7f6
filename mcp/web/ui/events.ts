// The stream of server-sent events, as text comes in: pure, so that it can be tested alone.

export interface StreamEvent {
  name: string;
  data: string;
  id: string; // position to go on from; "" before the first
}

/** Takes a stream in pieces of any size and gives its events. */
export class EventReader {
  #rest = "";
  #name = "";
  #data: string[] = [];
  #id = "";
  #retry = 0;
  #begun = false;

  /** Milliseconds that the server asks to wait before the next attempt; 0: it did not say. */
  get retry(): number {
    return this.#retry;
  }

  get id(): string {
    return this.#id;
  }

  push(piece: string): StreamEvent[] {
    let text = this.#rest + piece;
    if (!this.#begun && text !== "") {
      this.#begun = true;
      text = text.replace(/^\uFEFF/, "");
    }
    // A CR at the end may be half of a CRLF: it waits for the next piece.
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    const events: StreamEvent[] = [];
    for (const line of lines) {
      const event = this.#line(line);
      if (event) events.push(event);
    }
    return events;
  }

  #line(line: string): StreamEvent | null {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    if (colon === 0) return null; // a comment keeps the connection alive
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#name = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    else if (field === "retry" && /^\d+$/.test(value)) this.#retry = Number(value);
    return null;
  }

  #dispatch(): StreamEvent | null {
    const name = this.#name || "message";
    const data = this.#data;
    this.#name = "";
    this.#data = [];
    return data.length === 0 ? null : { name, data: data.join("\n"), id: this.#id };
  }
}

/** How long to wait before the attempt after so many failures: one second doubled up to thirty, spread by chance so
 *  that tabs do not come back all at once. */
export function pause(failures: number, asked = 0, chance: () => number = Math.random): number {
  const base = Math.min(30_000, Math.max(asked, 1000) * 2 ** Math.min(failures, 5));
  return Math.round(base * (0.75 + 0.5 * chance()));
}
