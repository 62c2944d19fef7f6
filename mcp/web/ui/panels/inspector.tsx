// All about the selected element at the shown moment: what it is, what it measures, what it belongs to.
import type { JSX } from "preact";
import { isolate } from "../appearance.ts";
import { taskFrom } from "../dialogs.ts";
import { difference } from "../difference.ts";
import { elementOf, levelName } from "../elements.ts";
import { title } from "../format.ts";
import { fitSelection } from "../navigate.ts";
import { openPanel, panel } from "../route.ts";
import { scene } from "../scene.ts";
import { select, selection, toggle } from "../selection.ts";
import { can } from "../session.ts";
import { w } from "../words.ts";
import { ElementLink } from "./elementlink.tsx";
import { Button, Empty, Section, Tabs } from "./parts.tsx";
import { Properties } from "./properties.tsx";
import { Why } from "./why.tsx";

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
        {tab === "why" ? <Why id={id} /> : <Properties id={id} />}
      </div>
    </>
  );
}
