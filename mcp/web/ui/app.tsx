// The page: its parts, and what keeps them in step.
import "./app.css";
import { effect, untracked } from "@preact/signals";
import { render, type JSX } from "preact";
import { useEffect } from "preact/hooks";
import { followPins } from "./pins.ts";
import { said } from "./announce.ts";
import { loadHistory } from "./changes.ts";
import { loadChecks } from "./checks.ts";
import { branchesOpen, helpOpen, mergeOf, saveOpen, tagAt, taskFrom, undoOf } from "./dialogs.ts";
import { compare } from "./difference.ts";
import { everything, heard } from "./heard.ts";
import { approvals, loadApprovals } from "./inbox.ts";
import { drawer, width } from "./layout.ts";
import { connection, listen } from "./live.ts";
import { BranchesDialog } from "./panels/branches.tsx";
import { Connection } from "./panels/connection.tsx";
import { Gate } from "./panels/gate.tsx";
import { Header } from "./panels/header.tsx";
import { HelpDialog } from "./panels/help.tsx";
import { LeftSide, RightSide, SheetTabs } from "./panels/sides.tsx";
import { MergeDialog } from "./panels/merge.tsx";
import { noteSeen } from "./panels/since.tsx";
import { beginTree } from "./panels/tree.tsx";
import { SaveDialog } from "./panels/save.tsx";
import { Stage } from "./panels/stage.tsx";
import { TagDialog } from "./panels/tagdialog.tsx";
import { TaskDialog } from "./panels/taskdialog.tsx";
import { TimeLine } from "./panels/timeline.tsx";
import { UndoDialog } from "./panels/undo.tsx";
import { goToModel, loadModels, model, models, place } from "./place.ts";
import { keepPreferences, prefer, preferences } from "./preferences.ts";
import { followAddress, openPanel, panel } from "./route.ts";
import { follow, linked, liveHead, plan, scene, storeys, trouble, viewer } from "./scene.ts";
import { access, begin, session } from "./session.ts";
import { selection } from "./selection.ts";
import { dimWhenClosed } from "./spotlight.ts";
import { loadTasks } from "./tasks.ts";
import { w } from "./words.ts";

function Page(): JSX.Element {
  if (access.value !== "granted") return <Gate />;
  return <SignedIn />;
}

function SignedIn(): JSX.Element {
  useEffect(start, []);
  const toggleLeft = (): void => {
    if (width.value === "wide") prefer({ left: preferences.value.left > 0 ? 0 : 264 });
    else drawer.value = !drawer.value;
  };
  return (
    <div class={"page page-" + width.value}>
      <a class="skip" href="#canvas">
        {w.skip}
      </a>
      <Header toggleLeft={toggleLeft} />
      <Connection />
      <main class="main">
        {width.value !== "narrow" && <LeftSide />}
        <Stage />
        {width.value === "narrow" && <SheetTabs />}
        <RightSide />
      </main>
      <TimeLine />
      <p class="status-line" role="status" dir="auto">
        {said.value}
      </p>
      {branchesOpen.value && <BranchesDialog />}
      {helpOpen.value && <HelpDialog />}
      {saveOpen.value && <SaveDialog />}
      {undoOf.value && <UndoDialog change={undoOf.value} />}
      {taskFrom.value && <TaskDialog from={taskFrom.value} />}
      {mergeOf.value && <MergeDialog sides={mergeOf.value} />}
      {tagAt.value !== null && <TagDialog revision={tagAt.value} />}
    </div>
  );
}

/** Loads what the page shows, and keeps its parts in step until the session ends. */
function start(): () => void {
  let opened = "";
  const stops: (() => void)[] = [];
  const server = session.value?.server.instance ?? "";
  void loadModels().then(
    () => {
      stops.push(followAddress());
      stops.push(
        effect(() => {
          void [place.value, plan.value, viewer.value, liveHead.value, storeys.value, linked.value];
          void follow();
        }),
        effect(() => {
          void [scene.value, place.value.diff, plan.value];
          void compare();
        }),
        effect(() => {
          const key = place.value.model + "\n" + place.value.branch;
          if (key === opened || !place.value.model) return;
          opened = key;
          void loadHistory();
          void loadTasks();
          void loadChecks();
        }),
        openWithModel(),
        openWithComparison(),
        announceSelection(),
        nameDocument(),
        noteSeen(),
        dimWhenClosed(),
        followPins(),
        enterFirstModel(),
        refreshAfterLoss(),
      );
    },
    (error: Error) => (trouble.value = error),
  );
  void loadApprovals();
  stops.push(listen(server, heard));
  return () => {
    for (const stop of stops) stop();
  };
}

function openWithModel(): () => void {
  let known = "";
  return effect(() => {
    const id = scene.value?.model_id ?? "";
    if (id === "" || id === known) return;
    known = id;
    beginTree();
  });
}

/** A comparison shows its list, unless somebody reads something else. */
function openWithComparison(): () => void {
  let was = place.value.diff;
  return effect(() => {
    const { diff } = place.value;
    if (diff !== "" && was === "" && panel.peek() === "element" && selection.peek().length === 0) openPanel("diff");
    if (diff === "" && was !== "" && panel.peek() === "diff") openPanel("element");
    was = diff;
  });
}

function announceSelection(): () => void {
  return effect(() => {
    const ids = selection.value;
    if (ids.length > 0) untracked(() => (said.value = w.selectedNames(ids)));
  });
}

function nameDocument(): () => void {
  return effect(() => {
    const name = model.value?.name;
    const asked = approvals.value?.length ?? 0;
    document.title = (asked > 0 ? "(" + asked + ") " : "") + (name ? name + " – bimstream" : "bimstream");
  });
}

/** The first model of all is shown as soon as it is there. */
function enterFirstModel(): () => void {
  return effect(() => {
    const first = models.value?.[0];
    if (first && place.peek().model === "") goToModel(first.id);
  });
}

/** Whoever was cut off for longer than the server remembers loads everything again. */
function refreshAfterLoss(): () => void {
  let lostAt = 0;
  return effect(() => {
    const state = connection.value.state;
    if (state === "lost" && lostAt === 0) lostAt = Date.now();
    if (state === "online" && lostAt > 0) {
      if (Date.now() - lostAt > 60_000) everything();
      lostAt = 0;
    }
  });
}

keepPreferences();
void begin();
const root = document.getElementById("page");
if (root) render(<Page />, root);
