// All about the selected element at the shown moment: what it is, what it measures, what it belongs to.
import type { JSX } from "preact";
import { difference } from "../difference.ts";
import { elementOf, levelName } from "../elements.ts";
import { title } from "../format.ts";
import { openPanel, panel } from "../route.ts";
import { scene } from "../scene.ts";
import { selection } from "../selection.ts";
import { w } from "../words.ts";
import { Actions } from "./actions.tsx";
import { Empty, Tabs } from "./parts.tsx";
import { Properties } from "./properties.tsx";
import { Several } from "./several.tsx";
import { Why } from "./why.tsx";

export function Inspector(): JSX.Element {
  const ids = selection.value;
  if (ids.length === 0) return <Empty>{w.nothingSelected}</Empty>;
  if (ids.length > 1) return <Several ids={ids} />;
  return <One id={ids[0]!} />;
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
