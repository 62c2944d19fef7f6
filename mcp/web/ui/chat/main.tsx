// The view of a model in a chat: an MCP App. It draws what a reply of the server is about, reads all of it through its
// host, and keeps nothing.
import "./view.css";
import { render, type JSX } from "preact";
import { useState } from "preact/hooks";
import { signal } from "@preact/signals";
import { fit } from "./frame.ts";
import { Host } from "./host.ts";
import { load } from "./loading.ts";
import { Reader } from "./reader.ts";
import { Side } from "./side.tsx";
import { Stage } from "./stage.tsx";
import { Bar } from "./tools.tsx";
import { cancelled, capabilities, context, listOpen, subject } from "./state.ts";
import { subjectOf } from "./subject.ts";
import { tellOfSelection } from "./told.ts";
import { w } from "./words.ts";

const unseenFor = 30_000; // milliseconds after which a frame that nobody sees lets go of the graphics memory

const ended = signal(false);
const seen = signal(true);

function View({ host, reader }: { host: Host; reader: Reader }): JSX.Element {
  const [tries, setTries] = useState(0);
  const again = (): void => {
    setTries(tries + 1);
    if (subject.value) void load(reader, subject.value);
  };
  if (ended.value) return <main class="view" />;
  return (
    <main class="view">
      <Bar host={host} reader={reader} />
      <div class="body">
        {seen.value ? <Stage again={again} /> : <div class="stage" />}
        <Side host={host} reader={reader} />
      </div>
    </main>
  );
}

/** Chats keep many frames, and browsers few contexts: one that is out of sight for long gives its own back. */
function watchSight(of: Element): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  new IntersectionObserver((entries) => {
    clearTimeout(timer);
    if (entries.at(-1)?.isIntersecting) seen.value = true;
    else timer = setTimeout(() => (seen.value = false), unseenFor);
  }).observe(of);
}

async function begin(): Promise<void> {
  let args: Record<string, unknown> = {};
  const host = new Host(parent, {
    input: (given) => (args = given),
    result(result) {
      const next = subjectOf(result, args);
      listOpen.value = next.kind === "plan" && innerWidth > 640;
      void load(reader, next);
    },
    cancelled: () => (cancelled.value = true),
    context: (changed) => (context.value = { ...context.value, ...changed }),
    teardown: () => (ended.value = true),
  });
  const reader = new Reader(host);
  addEventListener("message", (event) => {
    if (event.source === parent) host.take(event.data);
  });
  const root = document.getElementById("view")!;
  render(<View host={host} reader={reader} />, root);
  watchSight(root);
  await host.begin("bimstream", "1", ["inline", "fullscreen"]);
  capabilities.value = host.capabilities;
  fit(host);
  tellOfSelection(host);
}

if (parent === window) {
  render(
    <main class="alone">
      <h1>bimstream</h1>
      <p>{w.topLevel}</p>
      <p class="muted">{w.topLevelHint}</p>
    </main>,
    document.getElementById("view")!,
  );
} else {
  void begin();
}
