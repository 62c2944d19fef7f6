// What an element is, measures and belongs to; in a comparison, beside what it was.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { announce } from "../announce.ts";
import { flashing } from "../appearance.ts";
import { tool } from "../call.ts";
import { changeAt } from "../changes.ts";
import { difference } from "../difference.ts";
import { elementOf } from "../elements.ts";
import { linkedArguments } from "../layers.ts";
import { count, title } from "../format.ts";
import { pairs, type Pair } from "../pairs.ts";
import { preferences } from "../preferences.ts";
import type { ElementReply, PropertySet } from "../replies";
import { openPanel } from "../route.ts";
import { plan, scene } from "../scene.ts";
import { idsIn, other, parameter, quantity } from "../value.ts";
import { w } from "../words.ts";
import { ElementLink } from "./elementlink.tsx";
import { Button, Empty, Facts, Section, Trouble } from "./parts.tsx";

interface Place {
  model_id: string;
  branch: string;
  revision: number;
}

interface Loaded {
  key: string;
  reply: ElementReply | null;
  error: Error | null;
}

/** An element in a state. What was read of it last stays until the next is there, so that nothing jumps. */
function useElement(at: Place | null, id: string): Loaded & { stale: boolean } {
  const [loaded, setLoaded] = useState<Loaded>({ key: "", reply: null, error: null });
  const key = at ? [at.model_id, at.branch, at.revision, id].join("\n") : "";
  useEffect(() => {
    if (!at) return;
    let wanted = true;
    const args = { model_id: at.model_id, branch: at.branch, at: at.revision, element_id: id, ...linkedArguments(id) };
    tool<ElementReply>("get_element", args).then(
      (reply) => wanted && setLoaded({ key, reply, error: null }),
      (error: Error) => wanted && setLoaded({ key, reply: null, error }),
    );
    return () => void (wanted = false);
  }, [key]);
  return { ...loaded, stale: loaded.key !== key };
}

export function Properties({ id }: { id: string }): JSX.Element | null {
  const state = scene.value;
  const delta = difference.value;
  const change = delta?.changes.find((entry) => entry.id === id)?.change;
  const isHere = elementOf(id) !== null;
  const had = delta !== null && change !== undefined && change !== "added";
  // What a plan would make has no revision: the element is told as it is before.
  const now = useElement(state && isHere ? state : null, id);
  const before = useElement(had && !plan.value ? delta.from : null, id);
  if (now.error && isHere && !now.stale) return <Trouble error={now.error} />;
  const was = had && before.reply?.element_id === id && !before.stale ? before.reply : null;
  const reply = isHere ? now.reply : was;
  if (!reply || reply.element_id !== id) {
    if (!isHere && !had) return null;
    return (
      <p class="muted pad" role="status">
        {w.loading}
      </p>
    );
  }
  return <Known reply={reply} before={isHere ? was : null} stale={isHere && now.stale} />;
}

function Known({
  reply,
  before,
  stale,
}: {
  reply: ElementReply;
  before: ElementReply | null;
  stale: boolean;
}): JSX.Element {
  const changedNow = flashing.value.has(reply.element_id) || changeAt.value?.ids.includes(reply.element_id);
  const params = pairs(Object.entries(reply.params), before && Object.entries(before.params));
  return (
    <div class={stale ? "is-stale" : ""}>
      {changedNow && (
        <p class="notice">
          {w.changedHere}{" "}
          <Button kind="quiet" onClick={() => openPanel("why")}>
            {w.why}
          </Button>
        </p>
      )}
      <Relations reply={reply} />
      <Section title={w.parameters} n={params.length}>
        {params.length === 0 && <Empty>{w.noParameters}</Empty>}
        <Facts rows={params.map((pair) => [title(pair.name), <Parameter pair={pair} />])} />
      </Section>
      <Quantities reply={reply} before={before} />
      <Neighbours reply={reply} />
      {(reply.psets ?? []).map((set) => (
        <PropertyTable key={set.name} set={set} />
      ))}
      {(reply.type_psets ?? []).map((set) => (
        <PropertyTable key={"t" + set.name} set={set} ofType />
      ))}
      <Identity reply={reply} />
    </div>
  );
}

function Relations({ reply }: { reply: ElementReply }): JSX.Element | null {
  const rows: [string, ComponentChildren][] = [];
  if (reply.level_name) rows.push([w.level, <bdi>{reply.level_name}</bdi>]);
  if (reply.host_id) rows.push([w.host, <ElementLink id={reply.host_id} name={reply.host_name} />]);
  if (reply.type_name) rows.push([w.type, <bdi>{reply.type_name}</bdi>]);
  if (reply.system_id) rows.push([w.system, <ElementLink id={reply.system_id} name={reply.system_name} />]);
  for (const one of reply.classification ?? []) {
    rows.push([one.system ?? w.classification, <bdi>{[one.code, one.name].filter(Boolean).join(" ")}</bdi>]);
  }
  if (rows.length === 0) return null;
  return (
    <div class="relations">
      <Facts rows={rows} />
    </div>
  );
}

function Quantities({ reply, before }: { reply: ElementReply; before: ElementReply | null }): JSX.Element {
  const unit = preferences.value.unit;
  const texts = (of: ElementReply): [string, unknown][] => of.quantities.map((q) => [q.name, quantity(q, unit)]);
  const list = pairs(texts(reply), before && texts(before));
  return (
    <Section title={w.quantities} n={list.length}>
      {list.length === 0 && <Empty>{w.noQuantities}</Empty>}
      <Facts rows={list.map((pair) => [spaced(pair.name), <Change pair={pair} show={String} />])} />
    </Section>
  );
}

function Neighbours({ reply }: { reply: ElementReply }): JSX.Element {
  return (
    <>
      {reply.hosted.length > 0 && (
        <Section title={w.hosted} n={reply.hosted_total ?? reply.hosted.length}>
          <ul class="links">
            {reply.hosted.map((one) => (
              <li key={one.element_id}>
                <ElementLink id={one.element_id} name={one.name} /> <span class="muted">{title(one.category)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {reply.joins.length > 0 && (
        <Section title={w.joined} n={reply.joins_total ?? reply.joins.length}>
          <ul class="links">
            {reply.joins.map((join) => (
              <li key={join.other_id + join.part}>
                <ElementLink id={join.other_id} name={join.other_name} />{" "}
                <span class="muted">{w.joinAt(join.part)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Identity({ reply }: { reply: ElementReply }): JSX.Element {
  const copy = (): void => {
    void navigator.clipboard?.writeText(reply.element_id).then(
      () => announce(w.copied),
      () => {},
    );
  };
  const id = (
    <span class="copy">
      <code>{reply.element_id}</code>
      <Button kind="quiet" icon="copy" label={w.copyId} onClick={copy} />
    </span>
  );
  return (
    <Section title={w.identity} open={false}>
      <Facts
        rows={[
          [w.id, id],
          [w.revision, count(reply.revision)],
        ]}
      />
    </Section>
  );
}

function Parameter({ pair }: { pair: Pair }): JSX.Element {
  const ids = pair.differs ? null : idsIn(pair.is);
  if (!ids) return <Change pair={pair} show={(value) => parameter(pair.name, value, preferences.value.unit)} />;
  return (
    <span class="flow">
      {ids.map((id) => (
        <ElementLink key={id} id={id} name={elementOf(id)?.name ?? id} />
      ))}
    </span>
  );
}

/** A value, with the one that it had where that was another. */
function Change({ pair, show }: { pair: Pair; show: (value: unknown) => string }): JSX.Element {
  const text = (value: unknown): string => (value === undefined ? w.none : show(value));
  if (!pair.differs) return <span dir="auto">{text(pair.is)}</span>;
  return (
    <span>
      <del dir="auto">{text(pair.was)}</del> <span aria-hidden="true">→</span>
      <span class="hidden-text">{w.to}</span> <ins dir="auto">{text(pair.is)}</ins>
    </span>
  );
}

function PropertyTable({ set, ofType = false }: { set: PropertySet; ofType?: boolean }): JSX.Element {
  return (
    <Section title={set.name + (ofType ? " (" + w.fromType + ")" : "")} n={set.properties.length} open={false}>
      <Facts
        rows={set.properties.map((p) => [
          p.name,
          <span dir="auto">{other(p.value) + (p.unit ? " " + p.unit : "")}</span>,
        ])}
      />
    </Section>
  );
}

// Names of quantities are those of IFC: NetFloorArea.
function spaced(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => a + " " + b.toLowerCase());
}
