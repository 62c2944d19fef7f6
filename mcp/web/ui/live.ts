// What happens on the server, as it happens. One tab of all is the leader and holds the stream; the others hear it from
// the leader. A tab that was hidden for five minutes lets go, so that nobody keeps a connection for nothing.
import { signal } from "@preact/signals";
import type { LiveEvents } from "./api";
import { isAbort, query, send } from "./call.ts";
import { Problem } from "./problem.ts";
import { EventReader, pause, type StreamEvent } from "./events.ts";

export type Connection = { state: "connecting" | "online" | "resting" } | { state: "lost"; next: number };

export const connection = signal<Connection>({ state: "connecting" });

export type Heard = <K extends keyof LiveEvents>(name: K, data: LiveEvents[K]) => void;

type Word = { kind: "event"; event: StreamEvent } | { kind: "state"; connection: Connection };

const restAfter = 5 * 60_000;
// The server sends a comment every 15 s: a stream that is silent for longer is dead, whatever TCP believes.
const silence = 40_000;

/** Listens until stopped. */
export function listen(server: string, heard: Heard): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel("bimstream.live." + server);
  let position = "";
  let leave: AbortController | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const take = (event: StreamEvent): void => {
    if (event.id) position = event.id;
    const data = parse(event.data);
    if (event.name === "hello") position = String((data as LiveEvents["hello"] | null)?.position ?? position);
    if (data !== null) heard(event.name as keyof LiveEvents, data as never);
  };
  const tell = (word: Word): void => {
    hear(word);
    channel.postMessage(word);
  };
  const hear = (word: Word): void => {
    if (word.kind === "event") take(word.event);
    else connection.value = word.connection;
  };
  channel.addEventListener("message", (message: MessageEvent<Word>) => hear(message.data));

  const wake = (): void => {
    clearTimeout(rest);
    if (document.hidden) rest = setTimeout(() => leave?.abort(), restAfter);
    else if (!leave) void join();
  };
  const join = async (): Promise<void> => {
    const mine = (leave = new AbortController());
    const until = AbortSignal.any([mine.signal, stop.signal]);
    const lead = (): Promise<void> => follow(until, () => position, tell);
    try {
      if (navigator.locks) await navigator.locks.request("bimstream.live." + server, { signal: until }, lead);
      else await lead();
    } catch (error) {
      if (!isAbort(error)) throw error;
    } finally {
      if (leave === mine) leave = null;
      if (!stop.signal.aborted && !leave) connection.value = { state: "resting" };
    }
  };

  document.addEventListener("visibilitychange", wake);
  wake();
  return () => {
    stop.abort();
    clearTimeout(rest);
    document.removeEventListener("visibilitychange", wake);
    channel.close();
  };
}

/** Keeps the stream open, with growing pauses between failures, until it is to stop or the session is over. */
async function follow(until: AbortSignal, position: () => string, tell: (word: Word) => void): Promise<void> {
  let failures = 0;
  let asked = 0;
  while (!until.aborted) {
    try {
      await read(
        until,
        position(),
        (event, retry) => {
          asked = retry;
          failures = 0;
          tell({ kind: "event", event });
        },
        () => tell({ kind: "state", connection: { state: "online" } }),
      );
    } catch (error) {
      if (until.aborted || (error instanceof Problem && error.signedOut)) return;
    }
    if (until.aborted) return;
    const wait = pause(failures++, asked);
    tell({ kind: "state", connection: { state: "lost", next: Date.now() + wait } });
    await sleep(wait, until);
  }
}

async function read(
  until: AbortSignal,
  after: string,
  each: (event: StreamEvent, retry: number) => void,
  opened: () => void,
): Promise<void> {
  const quiet = new AbortController();
  let timer = setTimeout(() => quiet.abort(), silence);
  try {
    const answer = await send(
      "GET",
      "/api/live" + query({ after }),
      undefined,
      AbortSignal.any([until, quiet.signal]),
    );
    const body = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!body) return;
    opened();
    const reader = new EventReader();
    for (let piece = await body.read(); !piece.done; piece = await body.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), silence);
      for (const event of reader.push(piece.value)) each(event, reader.retry);
    }
  } finally {
    clearTimeout(timer);
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return null;
  }
}

function sleep(ms: number, until: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    const wake = (): void => {
      clearTimeout(timer);
      done();
    };
    until.addEventListener("abort", wake, { once: true });
    addEventListener("online", wake, { once: true });
  });
}
