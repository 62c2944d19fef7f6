// Beside the picture: what is selected, or a list of what there is.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Change, Rows } from "../api";
import { fullTime, length, title } from "../format.ts";
import { compareNames } from "../outline.ts";
import { Button, Count, Facts, Quote } from "../panels/parts.tsx";
import { signOf, Swatch } from "../panels/swatch.tsx";
import { moves } from "./drawing.ts";
import { ElementFacts } from "./facts.tsx";
import type { Host } from "./host.ts";
import { changeColours } from "./look.ts";
import type { Reader } from "./reader.ts";
import { clashAt, difference, listOpen, scene, selection, subject, viewer } from "./state.ts";
import type { Clash, Request } from "./subject.ts";
import { w } from "./words.ts";

const most = 100; // rows of a list

export function Side({ host, reader }: { host: Host; reader: Reader }): JSX.Element | null {
  const of = subject.value;
  const id = selection.value.at(-1);
  if (id !== undefined) {
    return (
      <Shell key={id} close={() => (selection.value = [])}>
        <ElementFacts id={id} host={host} reader={reader} />
      </Shell>
    );
  }
  if (!listOpen.value || !of) return null;
  return (
    <Shell close={() => (listOpen.value = false)}>
      {of.kind === "plan" && <Plan request={of.request} />}
      {of.kind === "clashes" ? (
        <Clashes list={of.clashes} total={of.total} />
      ) : difference.value ? (
        <Changes />
      ) : (
        <Elements />
      )}
    </Shell>
  );
}

function Shell({ close, children }: { close: () => void; children: ComponentChildren }): JSX.Element {
  const shut = (): void => {
    close();
    document.getElementById("canvas")?.focus();
  };
  return (
    <aside
      class="side"
      aria-label={w.list}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        shut();
      }}
    >
      <Button class="side-close" kind="quiet" icon="close" label={w.close} onClick={shut} />
      <div class="side-body">{children}</div>
    </aside>
  );
}

export function show(id: string): void {
  selection.value = [id];
  if (viewer.value?.boxOf([id])) viewer.value.fit([id], moves());
}

function Row({
  id,
  name,
  note,
  children,
}: {
  id: string;
  name: string;
  note: string;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <li>
      <button type="button" class="row" onClick={() => show(id)}>
        {children}
        <bdi class="grow">{name}</bdi>
        <span class="muted small">{note}</span>
      </button>
    </li>
  );
}

function byName(rows: Rows | undefined): number[] {
  return (rows?.ids ?? []).map((_, i) => i).sort((a, b) => compareNames(rows!.names[a]!, rows!.names[b]!));
}

/** The elements whose name or category has a text in it: those whose name begins with it first. */
function matching(sorted: readonly number[], rows: Rows | undefined, text: string): number[] {
  const begin: number[] = [];
  const have: number[] = [];
  for (const i of sorted) {
    const name = rows!.names[i]!.toLowerCase();
    if (name.startsWith(text)) begin.push(i);
    else if ((name + " " + title(rows!.categories[i]!)).toLowerCase().includes(text)) have.push(i);
  }
  return begin.concat(have);
}

/** All elements, by the words of their names and categories. */
function Elements(): JSX.Element {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const rows = scene.value?.rows;
  const sorted = useMemo(() => byName(rows), [rows]);
  const found = matching(sorted, rows, text.toLowerCase());
  return (
    <>
      <h2>
        {w.elements} <Count n={found.length} />
      </h2>
      <input
        ref={field}
        type="search"
        value={text}
        placeholder={w.find}
        aria-label={w.find}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <ul class="rows">
        {found.slice(0, most).map((i) => (
          <Row
            key={rows!.ids[i]}
            id={rows!.ids[i]!}
            name={rows!.names[i] || w.unnamed(title(rows!.categories[i]!))}
            note={title(rows!.categories[i]!)}
          />
        ))}
      </ul>
      {found.length > most && <p class="muted small">{w.more(found.length - most)}</p>}
    </>
  );
}

const order: Change[] = ["deleted", "added", "modified", "derived"];

function Changes(): JSX.Element {
  const changes = [...(difference.value?.delta.changes ?? [])].sort(
    (a, b) => order.indexOf(a.change) - order.indexOf(b.change) || compareNames(a.name, b.name),
  );
  return (
    <>
      <h2>
        {w.changes} <Count n={changes.length} />
      </h2>
      <ul class="rows">
        {changes.slice(0, most).map((one) => (
          <Row
            key={one.id}
            id={one.id}
            name={one.name || w.unnamed(title(one.category))}
            note={title(one.category)}
          >
            <Swatch colour={changeColours[one.change]} sign={signOf[one.change]} />
            <span class="hidden-text">{w.kinds[one.change]}</span>
          </Row>
        ))}
      </ul>
      {changes.length > most && <p class="muted small">{w.firstOnly(most, changes.length)}</p>}
    </>
  );
}

function Clashes({ list, total }: { list: readonly Clash[]; total: number }): JSX.Element {
  return (
    <>
      <h2>
        {w.clashes} <Count n={total} />
      </h2>
      <ul class="rows">
        {list.map((one, i) => (
          <li key={one.key + i}>
            <button
              type="button"
              class="row"
              aria-current={i === clashAt.value}
              onClick={() => (clashAt.value = i)}
            >
              <bdi class="grow">
                {one.pair.map((element) => element.name || title(element.category)).join(" / ")}
              </bdi>
              <span class="muted small">{one.depth ? length(Math.round(one.depth), "mm") : title(one.kind)}</span>
            </button>
          </li>
        ))}
      </ul>
      {total > list.length && <p class="muted small">{w.firstOnly(list.length, total)}</p>}
    </>
  );
}

/** A request for approval, to be read: it is decided elsewhere. */
function Plan({ request }: { request: Request }): JSX.Element {
  const open = request.status === "pending";
  return (
    <section class="plan">
      <h2>{w.plan}</h2>
      <Facts
        rows={[
          [w.by, <bdi>{request.by}</bdi>],
          ["Status", title(request.status)],
          open ? [w.expires, fullTime(request.expires)] : null,
        ]}
      />
      <Quote text={request.reason} />
      {open ? (
        <p class="notice">
          {w.decide} <code>{request.how}</code>
        </p>
      ) : (
        <p class="muted">{w.decided}</p>
      )}
    </section>
  );
}
