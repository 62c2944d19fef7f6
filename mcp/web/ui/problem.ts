// What a request came to that did not do what it was to do: it says what to do next.
import type { Envelope } from "./api";

/** A request that did not do what it was to do. */
export class Problem extends Error {
  readonly status: number; // of HTTP; 0: the server was not reached
  readonly code: number; // of the table of errors, 0 for none
  readonly title: string;
  readonly retryable: boolean;
  readonly data: Record<string, unknown>;

  constructor(status: number, error: Partial<NonNullable<Envelope<unknown>["error"]>>) {
    super(error.message ?? "the server answered with status " + status);
    this.status = status;
    this.code = error.code ?? 0;
    this.title = error.name ?? "";
    this.retryable = error.retryable ?? false;
    this.data = error.data ?? {};
  }

  /** The session is over: only a fresh link helps. */
  get signedOut(): boolean {
    return this.status === 401;
  }

  /** The server was not reached. */
  get unreachable(): boolean {
    return this.status === 0;
  }
}

/** What an answer with a status of failure says. Proxies answer with pages of their own: those say only the status. */
export function problemOf(status: number, body: string): Problem {
  try {
    const envelope = JSON.parse(body) as Partial<Envelope<unknown>> | null;
    if (envelope && typeof envelope === "object" && envelope.error) return new Problem(status, envelope.error);
  } catch {
    // not an envelope
  }
  return new Problem(status, {});
}
