// What is told of a selected element: what it is, its main values, and why it is as it is.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { title } from "../format.ts";
import { names } from "../ids.ts";
import { Actor, Button, Facts, Quote, Time } from "../panels/parts.tsx";
import type { ElementReply, HistoryEntry, HistoryReply } from "../replies";
import { idsIn, parameter, quantity } from "../value.ts";
import type { Host } from "./host.ts";
import type { Reader } from "./reader.ts";
import { difference, elementOf, restGhostly, scene, subject } from "./state.ts";
import type { Place } from "./subject.ts";
import { askAbout } from "./told.ts";
import { w } from "./words.ts";

const mostParameters = 10;
const mostQuantities = 5;
const mostPages = 20; // of a history that are read to find its end

names.of = (id) => elementOf(id)?.name ?? "";

interface Read {
  id: string;
  element: ElementReply | null;
  last: HistoryEntry | null;
  changes: number;
}

export function ElementFacts({ id, host, reader }: { id: string; host: Host; reader: Reader }): JSX.Element {
  const read = useElement(id, host, reader);
  const element = elementOf(id);
  const name = element?.name || w.unnamed(title(element?.category ?? "element"));
  const change = difference.value?.delta.changes.find((one) => one.id === id);
  const rows: [string, JSX.Element | string][] = [];
  const reply = read?.element ?? null;
  if (change)
    rows.push([
      w.change,
      w.kinds[change.change] + (change.facets.length > 0 ? ": " + change.facets.join(", ") : ""),
    ]);
  if (element?.level) rows.push([w.storey, <bdi>{element.level}</bdi>]);
  if (reply?.host_name) rows.push([w.host, <bdi>{reply.host_name}</bdi>]);
  if (reply?.type_name) rows.push([w.type, <bdi>{reply.type_name}</bdi>]);
  for (const [key, value] of Object.entries(reply?.params ?? {}).slice(0, mostParameters)) {
    rows.push([
      title(key),
      <span dir="auto">
        {idsIn(value)
          ?.map((one) => names.of(one) || one)
          .join(", ") ?? parameter(key, value, "mm")}
      </span>,
    ]);
  }
  const said = new Set(rows.map(([name]) => name)); // the width of a door is a parameter and a quantity
  const more = (reply?.quantities ?? []).filter((one) => !said.has(spaced(one.name)));
  for (const one of more.slice(0, mostQuantities)) rows.push([spaced(one.name), quantity(one, "mm")]);
  return (
    <>
      <h2>
        <bdi>{name}</bdi> <span class="muted">{title(element?.category ?? "")}</span>
      </h2>
      <Facts rows={rows} />
      {!read ? (
        <p class="muted pad" role="status">
          {w.loading}
        </p>
      ) : (
        <LastChange read={read} />
      )}
      <Ask id={id} name={name} host={host} />
    </>
  );
}

function LastChange({ read }: { read: Read }): JSX.Element {
  const last = read.last;
  if (!last) return <p class="muted pad">{read.element ? w.noHistory : w.notTold}</p>;
  return (
    <section class="last">
      <h3>{w.lastChange}</h3>
      {last.reasoning ? <Quote text={last.reasoning} /> : <p class="muted">{w.noReason}</p>}
      <p class="flow small">
        <Actor user={last.user_id} agent={last.agent_id} />
        <Time at={last.occurred_at} />
        <span class="muted">
          {w.byTool(last.tool)}
          {read.changes > 1 && ", " + w.moreChanges(read.changes)}
        </span>
      </p>
    </section>
  );
}

function Ask({ id, name, host }: { id: string; name: string; host: Host }): JSX.Element {
  const [said, setSaid] = useState("");
  return (
    <div class="ask">
      <Button
        icon="ghost"
        aria-pressed={restGhostly.value}
        onClick={() => (restGhostly.value = !restGhostly.value)}
      >
        {w.ghostRest}
      </Button>
      <Button
        icon="agent"
        onClick={() => {
          void askAbout(host, id).then((taken) => setSaid(taken ? w.asked : w.noMessages));
        }}
      >
        {w.ask(name)}
      </Button>
      <span class="muted small" role="status">
        {said}
      </span>
    </div>
  );
}

/** Reads an element of the shown revision, or of the one before for what is gone, with its last change. */
function useElement(id: string, host: Host, reader: Reader): Read | null {
  const [read, setRead] = useState<Read | null>(null);
  const place = placeOf(id);
  const key = place ? [place.model, place.branch, place.revision, id].join("\n") : "";
  useEffect(() => {
    let wanted = true;
    setRead(null);
    void readElement(id, place, host, reader).then((one) => wanted && setRead(one));
    return () => void (wanted = false);
  }, [key]);
  return read?.id === id ? read : null;
}

function placeOf(id: string): Place | null {
  const of = subject.value;
  if (!of || !("place" in of) || !scene.value) return null;
  const from = difference.value?.delta.from;
  return elementOf(id)?.gone && from && of.kind !== "plan"
    ? { model: from.model_id, branch: from.branch, revision: from.revision }
    : of.place;
}

async function readElement(id: string, place: Place | null, host: Host, reader: Reader): Promise<Read> {
  const none: Read = { id, element: null, last: null, changes: 0 };
  if (!place) return none;
  const [element, history] = await Promise.allSettled([
    reader.element<ElementReply>(place, id),
    reader.element<HistoryReply>(place, id, "/history").then((first) => toItsEnd(first, id, place, host)),
  ]);
  return {
    ...none,
    element: element.status === "fulfilled" ? element.value : null,
    ...(history.status === "fulfilled" ? history.value : {}),
  };
}

/** The last change of a history that begins with a page. Further pages are those of the tool. */
async function toItsEnd(page: HistoryReply, id: string, place: Place, host: Host): Promise<Partial<Read>> {
  for (let n = 0; page.next_cursor && n < mostPages; n++) {
    const args = {
      model_id: place.model,
      branch: place.branch,
      at: place.revision,
      element_id: id,
      cursor: page.next_cursor,
    };
    const answer = await host.ask("tools/call", { name: "element_history", arguments: args });
    const data = (answer["structuredContent"] as { data?: HistoryReply } | undefined)?.data;
    if (!data) return {};
    page = data;
  }
  const last = page.entries.findLast((entry) => entry.derived !== true) ?? page.entries.at(-1) ?? null;
  return page.next_cursor ? {} : { last, changes: page.total };
}

// Names of quantities are those of IFC: NetFloorArea.
function spaced(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => a + " " + b.toLowerCase());
}
