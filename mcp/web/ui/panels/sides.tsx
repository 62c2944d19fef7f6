// The two sides of the picture, and the one sheet that they become in a narrow window.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { openFindings } from "../checks.ts";
import { approvals } from "../inbox.ts";
import { drawer, leftTab, sheet, width, type LeftTab } from "../layout.ts";
import type { PanelName } from "../address.ts";
import { changeCounts, comparisonTrouble, difference } from "../difference.ts";
import { elementOf } from "../elements.ts";
import { prefer, preferences } from "../preferences.ts";
import { openApproval, openFinding, openPanel, openTask, panel } from "../route.ts";
import { selection } from "../selection.ts";
import { openTasks } from "../tasks.ts";
import { w } from "../words.ts";
import { ApprovalsPanel } from "./approvals.tsx";
import { ChangeList } from "./changes.tsx";
import { DiffPanel } from "./diff.tsx";
import { FindingsPanel } from "./findings.tsx";
import { Inspector } from "./inspector.tsx";
import { ModelsPanel } from "./models.tsx";
import { Button, Tabs } from "./parts.tsx";
import { TasksPanel } from "./tasks.tsx";
import { Tree } from "./tree.tsx";

const least = 200;
const most = 560;

export function LeftSide(): JSX.Element | null {
  const isDrawer = width.value !== "wide";
  const size = preferences.value.left;
  if (isDrawer ? !drawer.value : size === 0) return null;
  return (
    <>
      <aside
        class={"side left" + (isDrawer ? " drawer" : "")}
        aria-label={w.modelSide}
        style={isDrawer ? {} : { width: size + "px" }}
        onKeyDown={(event) => {
          if (event.key === "Escape" && isDrawer) drawer.value = false;
        }}
      >
        <LeftTabs />
        <LeftBody />
      </aside>
      {!isDrawer && <Splitter side="left" />}
    </>
  );
}

function LeftTabs(): JSX.Element {
  return (
    <Tabs<LeftTab>
      label={w.modelSide}
      controls="left-body"
      chosen={leftTab.value}
      choose={(tab) => (leftTab.value = tab)}
      tabs={[
        { id: "storeys", text: w.storeys },
        { id: "categories", text: w.categories },
        { id: "changes", text: w.changes },
        { id: "models", text: w.models },
      ]}
    />
  );
}

function LeftBody(): JSX.Element {
  const tab = leftTab.value;
  return (
    <div id="left-body" class="left-body" role="tabpanel" aria-labelledby={"left-body-" + tab}>
      {tab === "changes" && <ChangeList />}
      {tab === "models" && <ModelsPanel />}
      {(tab === "storeys" || tab === "categories") && <Tree key={tab} grouping={tab} />}
    </div>
  );
}

export function RightSide(): JSX.Element | null {
  const isNarrow = width.value === "narrow";
  const size = preferences.value.right;
  useFocusKept();
  if (isNarrow && sheet.value === "left") {
    return (
      <aside class="side sheet" aria-label={w.modelSide}>
        <div id="side-body" class="left-body" role="tabpanel" aria-labelledby="side-body-model">
          <LeftTabs />
          <LeftBody />
        </div>
      </aside>
    );
  }
  if (!isNarrow && size === 0) {
    return (
      <Button kind="quiet" icon="left" label={w.openSide} class="reopen" onClick={() => prefer({ right: 328 })} />
    );
  }
  return (
    <>
      {!isNarrow && <Splitter side="right" />}
      <aside
        class={"side right" + (isNarrow ? " sheet" : "")}
        aria-label={w.detailSide}
        style={isNarrow ? {} : { width: size + "px" }}
      >
        {!isNarrow && <SideTabs />}
        <div
          id="side-body"
          class="side-body"
          role="tabpanel"
          tabIndex={-1}
          aria-labelledby={"side-body-" + tabOf(panel.value)}
        >
          <Body />
        </div>
        <SelectedBar />
      </aside>
    </>
  );
}

/** What a click opened may have taken the clicked thing away: the focus goes to what was opened, not to nowhere. */
function useFocusKept(): void {
  const inside = useRef(false);
  const what = panel.value + openApproval.value + openFinding.value.key + openTask.value;
  useEffect(() => {
    const note = (event: FocusEvent): void => {
      inside.current = event.target instanceof Element && event.target.closest(".side.right, .side.sheet") !== null;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    document.getElementById("side-body")?.focus({ preventScroll: true });
  }, [what]);
}

type SideTab = "element" | "diff" | "approvals" | "findings" | "tasks";

function tabOf(name: PanelName): SideTab {
  return name === "why" ? "element" : name;
}

function sideTabs(): { id: SideTab; text: string; n?: number | undefined }[] {
  const changed = difference.value ? Object.values(changeCounts.value).reduce((a, b) => a + b, 0) : undefined;
  return [
    { id: "element", text: w.element },
    { id: "diff", text: w.comparisonTab, n: changed },
    { id: "approvals", text: w.approvals, n: approvals.value?.length || undefined },
    { id: "findings", text: w.findings, n: openFindings.value.count || undefined },
    { id: "tasks", text: w.tasks, n: openTasks.value || undefined },
  ];
}

function SideTabs(): JSX.Element {
  // Approvals, findings and tasks are opened from the top of the page; here stands what is open.
  const chosen = tabOf(panel.value);
  const shown = sideTabs().filter(
    (tab) =>
      tab.id === "element" ||
      tab.id === chosen ||
      (tab.id === "diff" && (tab.n !== undefined || comparisonTrouble.value !== null)),
  );
  return (
    <Tabs<SideTab> label={w.detailSide} controls="side-body" chosen={chosen} choose={openPanel} tabs={shown} />
  );
}

function Body(): JSX.Element {
  switch (panel.value) {
    case "diff":
      return <DiffPanel />;
    case "approvals":
      return <ApprovalsPanel />;
    case "findings":
      return <FindingsPanel />;
    case "tasks":
      return <TasksPanel />;
    default:
      return <Inspector />;
  }
}

/** What was picked in the picture while another panel is open. */
function SelectedBar(): JSX.Element | null {
  const ids = selection.value;
  if (ids.length === 0 || panel.value === "element" || panel.value === "why") return null;
  const first = elementOf(ids[0]!);
  return (
    <p class="selected-bar">
      <span>
        <bdi>{ids.length > 1 ? w.selectedCount(ids.length) : first?.name || w.unnamed(first?.category ?? "")}</bdi>
      </span>
      <Button kind="plain" onClick={() => openPanel("element")}>
        {w.properties}
      </Button>
      <Button kind="plain" onClick={() => openPanel("why")}>
        {w.why}
      </Button>
    </p>
  );
}

export function SheetTabs(): JSX.Element {
  const choose = (id: "model" | SideTab): void => {
    sheet.value = id === "model" ? "left" : "side";
    if (id !== "model") openPanel(id);
  };
  return (
    <Tabs<"model" | SideTab>
      label={w.parts}
      controls="side-body"
      chosen={sheet.value === "left" ? "model" : tabOf(panel.value)}
      choose={choose}
      tabs={[{ id: "model", text: w.model }, ...sideTabs()]}
    />
  );
}

const steps: Record<string, number> = { ArrowLeft: -16, ArrowRight: 16 };

/** The edge of a side: drag it, or move it with the arrow keys; Enter shuts the side. */
function Splitter({ side }: { side: "left" | "right" }): JSX.Element {
  const size = preferences.value[side];
  const resize = (to: number): void =>
    prefer({ [side]: to < least / 2 ? 0 : Math.round(Math.min(most, Math.max(least, to))) });
  const sign = side === "left" ? 1 : -1;
  return (
    <div
      class={"splitter splitter-" + side}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={side === "left" ? w.resizeLeft : w.resizeRight}
      aria-valuenow={size}
      aria-valuemin={0}
      aria-valuemax={most}
      onKeyDown={(event) => {
        const step = steps[event.key];
        if (step) resize(size + sign * step);
        else if (event.key === "Enter") resize(0);
        else return;
        event.preventDefault();
      }}
      onDblClick={() => resize(0)}
      onPointerDown={(event) => {
        const from = event.clientX;
        const element = event.currentTarget;
        element.setPointerCapture(event.pointerId);
        const move = (at: PointerEvent): void => resize(size + sign * (at.clientX - from));
        element.addEventListener("pointermove", move);
        element.addEventListener("lostpointercapture", () => element.removeEventListener("pointermove", move), {
          once: true,
        });
      }}
    />
  );
}
