// All about the selected element at the shown moment: what it is, what it measures, what it belongs to.
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { announce } from "../announce.ts";
import { flashing, isolate } from "../appearance.ts";
import { changeAt } from "../changes.ts";
import { isAbort, tool } from "../call.ts";
import { taskFrom } from "../dialogs.ts";
import { difference } from "../difference.ts";
import { elementOf, levelName } from "../elements.ts";
import { count, title } from "../format.ts";
import { fitSelection, goToElement } from "../navigate.ts";
import { preferences } from "../preferences.ts";
import type { ElementReply, PropertySet } from "../replies";
import { openPanel, panel } from "../route.ts";
import { plan, scene } from "../scene.ts";
import { select, selection, toggle } from "../selection.ts";
import { can } from "../session.ts";
import { idsIn, other, parameter, quantity } from "../value.ts";
import { w } from "../words.ts";
import { Button, Empty, Facts, Section, Tabs, Trouble } from "./parts.tsx";
import { Why } from "./why.tsx";

interface Loaded {
  key: string;
  reply: ElementReply | null;
  error: Error | null;
}

const loaded = signal<Loaded>({ key: "", reply: null, error: null });

export function Inspector(): JSX.Element {
  const ids = selection.value;
  if (ids.length === 0) return <Empty>{w.nothingSelected}</Empty>;
  if (ids.length > 1) return <Several ids={ids} />;
  return <One id={ids[0]!} />;
}

function Several({ ids }: { ids: readonly string[] }): JSX.Element {
  const byCategory = new Map<string, string[]>();
  for (const id of ids) {
    const category = elementOf(id)?.category ?? "";
    byCategory.set(category, [...(byCategory.get(category) ?? []), id]);
  }
  return (
    <>
      <header class="subject">
        <h2>{w.selectedCount(ids.length)}</h2>
        <Actions ids={ids} />
      </header>
      {[...byCategory].map(([category, list]) => (
        <Section
          key={category}
          title={category ? title(category) : w.notHere}
          n={list.length}
          open={byCategory.size < 6}
        >
          <ul class="links">
            {list.slice(0, 200).map((id) => (
              <li key={id}>
                <ElementLink id={id} />
                <Button kind="quiet" icon="close" label={w.deselect} onClick={() => toggle(id)} />
              </li>
            ))}
            {list.length > 200 && <li class="muted">{w.andMore(list.length - 200)}</li>}
          </ul>
        </Section>
      ))}
    </>
  );
}

function Actions({ ids }: { ids: readonly string[] }): JSX.Element {
  return (
    <div class="actions">
      <Button icon="fit" label={w.fitSelected} onClick={fitSelection} />
      <Button icon="only" label={w.isolateSelected} onClick={() => isolate(ids)} />
      {can("add_task") && (
        <Button
          icon="task"
          label={w.taskFromSelection}
          onClick={() => (taskFrom.value = { elements: ids, findings: [], title: "" })}
        />
      )}
      <Button icon="close" label={w.deselect} onClick={() => select([])} />
    </div>
  );
}

function One({ id }: { id: string }): JSX.Element {
  const state = scene.value;
  const element = elementOf(id);
  const change = difference.value?.changes.find((entry) => entry.id === id);
  const name = element?.name ?? change?.name ?? "";
  const category = element?.category ?? change?.category ?? "";
  const tab = panel.value === "why" ? "why" : "element";
  return (
    <>
      <header class="subject">
        <div>
          <h2 dir="auto" title={name}>
            {name || w.unnamed(category)}
          </h2>
          <p class="muted">
            {title(category)}
            {element && element.level >= 0 && (
              <>
                , <bdi>{levelName(element.level)}</bdi>
              </>
            )}
          </p>
        </div>
        <Actions ids={[id]} />
      </header>
      {!element && (
        <p class="notice">{change?.change === "deleted" ? w.deletedHere : w.notInState(state?.revision ?? 0)}</p>
      )}
      <Tabs
        label={w.about}
        chosen={tab}
        choose={openPanel}
        controls="element-tab"
        tabs={[
          { id: "element", text: w.properties },
          { id: "why", text: w.why },
        ]}
      />
      <div id="element-tab" role="tabpanel" aria-labelledby={"element-tab-" + tab}>
        {tab === "why" ? <Why id={id} /> : element && <Properties id={id} />}
      </div>
    </>
  );
}

function Properties({ id }: { id: string }): JSX.Element {
  const state = scene.value;
  // The effects of a plan have no revision: what is shown then is the element before it.
  const key = state ? [state.model_id, state.branch, state.revision, plan.value?.id ?? "", id].join("\n") : "";
  useEffect(() => {
    if (!state) return;
    let wanted = true;
    const args = { model_id: state.model_id, branch: state.branch, at: state.revision, element_id: id };
    tool<ElementReply>("get_element", args).then(
      (reply) => wanted && (loaded.value = { key, reply, error: null }),
      (error: Error) => wanted && !isAbort(error) && (loaded.value = { key, reply: null, error }),
    );
    return () => void (wanted = false);
  }, [key]);
  const { reply, error } = loaded.value;
  if (error) return <Trouble error={error} />;
  if (!reply || reply.element_id !== id)
    return (
      <p class="muted pad" role="status">
        {w.loading}
      </p>
    );
  return <Known reply={reply} stale={loaded.value.key !== key} />;
}

function Known({ reply, stale }: { reply: ElementReply; stale: boolean }): JSX.Element {
  const unit = preferences.value.unit;
  const changedNow = flashing.value.has(reply.element_id) || changeAt.value?.ids.includes(reply.element_id);
  const params = Object.entries(reply.params);
  const relations: [string, ComponentChildren][] = [];
  if (reply.level_name) relations.push([w.level, <bdi>{reply.level_name}</bdi>]);
  if (reply.host_id) relations.push([w.host, <ElementLink id={reply.host_id} name={reply.host_name} />]);
  if (reply.type_name) relations.push([w.type, <bdi>{reply.type_name}</bdi>]);
  if (reply.system_id) relations.push([w.system, <ElementLink id={reply.system_id} name={reply.system_name} />]);
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
      {relations.length > 0 && (
        <div class="relations">
          <Facts rows={relations} />
        </div>
      )}
      <Section title={w.parameters} n={params.length}>
        {params.length === 0 ? (
          <Empty>{w.noParameters}</Empty>
        ) : (
          <Facts rows={params.map(([name, value]) => [title(name), <Parameter name={name} value={value} />])} />
        )}
      </Section>
      <Section title={w.quantities} n={reply.quantities.length}>
        {reply.quantities.length === 0 ? (
          <Empty>{w.noQuantities}</Empty>
        ) : (
          <Facts rows={reply.quantities.map((q) => [spaced(q.name), <Value>{quantity(q, unit)}</Value>])} />
        )}
      </Section>
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
      {(reply.classification ?? []).length > 0 && (
        <Section title={w.classification} n={reply.classification!.length}>
          <Facts
            rows={reply.classification!.map((c) => [
              c.system ?? "",
              <Value>{[c.code, c.name].filter(Boolean).join(" ")}</Value>,
            ])}
          />
        </Section>
      )}
      {(reply.psets ?? []).map((set) => (
        <PropertyTable key={set.name} set={set} />
      ))}
      {(reply.type_psets ?? []).map((set) => (
        <PropertyTable key={"t" + set.name} set={set} ofType />
      ))}
      <Section title={w.identity} open={false}>
        <Facts
          rows={[
            [
              w.id,
              <span class="copy">
                <code>{reply.element_id}</code>
                <Button
                  kind="quiet"
                  icon="copy"
                  label={w.copyId}
                  onClick={() => {
                    void navigator.clipboard?.writeText(reply.element_id).then(
                      () => announce(w.copied),
                      () => {},
                    );
                  }}
                />
              </span>,
            ],
            [w.revision, count(reply.revision)],
          ]}
        />
      </Section>
    </div>
  );
}

function Parameter({ name, value }: { name: string; value: unknown }): JSX.Element {
  const ids = idsIn(value);
  if (!ids) return <Value>{parameter(name, value, preferences.value.unit)}</Value>;
  return (
    <span class="flow">
      {ids.map((id) => (
        <ElementLink key={id} id={id} name={elementOf(id)?.name ?? id} />
      ))}
    </span>
  );
}

function Value({ children }: { children: string }): JSX.Element {
  return (
    <span dir="auto" class="value">
      {children}
    </span>
  );
}

function PropertyTable({ set, ofType = false }: { set: PropertySet; ofType?: boolean }): JSX.Element {
  return (
    <Section title={set.name + (ofType ? " (" + w.fromType + ")" : "")} n={set.properties.length} open={false}>
      <Facts
        rows={set.properties.map((p) => [p.name, <Value>{other(p.value) + (p.unit ? " " + p.unit : "")}</Value>])}
      />
    </Section>
  );
}

/** A name as a link that selects. What is not in the shown state is a plain name. */
export function ElementLink({ id, name }: { id: string; name?: string | undefined }): JSX.Element {
  const element = elementOf(id);
  const text = name || element?.name || w.unnamed(element?.category ?? "");
  if (!element) return <bdi>{text}</bdi>;
  return (
    <button type="button" class="link" onClick={() => goToElement(id)}>
      <bdi>{text}</bdi>
    </button>
  );
}

// Names of quantities are those of IFC: NetFloorArea.
function spaced(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => a + " " + b.toLowerCase());
}
