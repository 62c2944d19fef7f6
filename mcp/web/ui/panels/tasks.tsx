// What is to be done about the model, by whom, until when.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { spotlight } from "../appearance.ts";
import { taskFrom } from "../dialogs.ts";
import { plural, title, words } from "../format.ts";
import type { TaskEntry, TaskReply, TaskStatus } from "../replies";
import { openFinding, openPanel, openTask } from "../route.ts";
import { selection } from "../selection.ts";
import { can } from "../session.ts";
import { light, wantInPicture } from "../spotlight.ts";
import {
  comment,
  isDone,
  loadMoreTasks,
  loadTask,
  loadTasks,
  moves,
  moveTask,
  openTasks,
  tasks,
  tasksTrouble,
} from "../tasks.ts";
import { action } from "../wait.ts";
import { w } from "../words.ts";
import { ElementLink } from "./elementlink.tsx";
import { Actor, Button, Empty, Facts, Field, Quote, Section, Time, Trouble } from "./parts.tsx";

const withDone = signal(false);
const opened = signal<{ id: string; task: TaskReply | null; error: Error | null }>({
  id: "",
  task: null,
  error: null,
});
const more = action(loadMoreTasks);

export function TasksPanel(): JSX.Element {
  return openTask.value ? <One id={openTask.value} /> : <List />;
}

function List(): JSX.Element {
  const known = tasks.value;
  const list = (known?.list ?? []).filter((task) => withDone.value || !isDone(task.status));
  return (
    <>
      <header class="subject">
        <div>
          <h2>{w.tasks}</h2>
          <p class="muted">{known ? plural(openTasks.value, "open task", "open tasks") : w.loading}</p>
        </div>
        {can("add_task") && (
          <Button
            icon="plus"
            title={selection.value.length > 0 ? w.taskFromSelection : w.newTask}
            onClick={() => (taskFrom.value = { elements: selection.value, findings: [], title: "" })}
          >
            {w.newTask}
          </Button>
        )}
      </header>
      <Trouble error={tasksTrouble.value} retry={() => void loadTasks()} />
      <label class="check pad">
        <input
          type="checkbox"
          checked={withDone.value}
          onChange={(event) => (withDone.value = event.currentTarget.checked)}
        />
        {w.showDone}
      </label>
      {known && list.length === 0 && <Empty>{known.total === 0 ? w.noTasks : w.noOpenTasks}</Empty>}
      <ul class="plain">
        {list.map((task) => (
          <Row key={task.task_id} task={task} n={(known?.list.indexOf(task) ?? 0) + 1} />
        ))}
      </ul>
      {known?.next && (
        <Button disabled={more.busy.value} onClick={() => void more.run()}>
          {w.loadMore}
        </Button>
      )}
      <Trouble error={more.trouble.value} />
    </>
  );
}

function Row({ task, n }: { task: TaskEntry; n: number }): JSX.Element {
  return (
    <li>
      <button
        type="button"
        class="finding"
        onClick={() => {
          wantInPicture(task.task_id);
          openTask.value = task.task_id;
        }}
      >
        <span class="pin-number" aria-hidden="true">
          {n}
        </span>
        <span class="finding-text">
          <span dir="auto">{task.title}</span>
          <span class="muted">{w.taskLine(task.priority, task.assignee ?? "", task.due ?? "", task.elements)}</span>
        </span>
        <span class={"finding-status task-" + task.status}>{title(task.status)}</span>
      </button>
    </li>
  );
}

async function read(id: string): Promise<void> {
  try {
    const task = await loadTask(id);
    if (openTask.value !== id) return;
    const first = opened.value.id !== id;
    opened.value = { id, task, error: null };
    if (first)
      light(
        id,
        (task.pinned ?? []).map((pin) => pin.element_id),
      );
  } catch (error) {
    if (openTask.value === id) opened.value = { id, task: null, error: error as Error };
  }
}

const said = action(async (task: TaskReply, text: string) => {
  await comment(task, text);
  await read(task.task_id);
});
const moved = action(async (task: TaskReply, to: TaskStatus, note: string) => {
  await moveTask(task, to, note);
  await read(task.task_id);
});

function One({ id }: { id: string }): JSX.Element {
  const version = tasks.value?.list.find((task) => task.task_id === id)?.version ?? 0;
  useEffect(() => void read(id), [id, version]);
  useEffect(() => {
    return () => {
      opened.value = { id: "", task: null, error: null };
      spotlight.value = [];
    };
  }, []);
  const { task, error } = opened.value.id === id ? opened.value : { task: null, error: null };
  const back = (): void => {
    openTask.value = "";
  };
  return (
    <>
      <header class="subject">
        <Button kind="quiet" icon="left" label={w.backToList} onClick={back} />
        <div class="grow">
          <h2 dir="auto">{task?.title ?? w.task}</h2>
          {task && (
            <p class="muted">
              {title(task.status)}, {w.priority(task.priority)}
            </p>
          )}
        </div>
        {task?.pinned && (
          <Button
            icon="fit"
            label={w.showInPicture}
            onClick={() => {
              wantInPicture(id);
              light(
                id,
                task.pinned!.map((pin) => pin.element_id),
              );
            }}
          />
        )}
      </header>
      <Trouble error={error} />
      {!task && !error && (
        <p class="muted pad" role="status">
          {w.loading}
        </p>
      )}
      {task && <Task task={task} />}
    </>
  );
}

function Task({ task }: { task: TaskReply }): JSX.Element {
  const [text, setText] = useState("");
  const pinned = task.pinned ?? [];
  return (
    <>
      {task.offer && (
        <p class="notice" dir="auto">
          {task.offer.step === "complete" ? w.offerComplete : w.offerReopen}: {task.offer.why}
        </p>
      )}
      {task.description && <Quote text={task.description} />}
      <Facts
        rows={[
          [w.owner, <Actor user={task.owner} />],
          task.assignee ? [w.assignee, <bdi>{task.assignee}</bdi>] : null,
          task.due ? [w.due, <time dateTime={task.due}>{task.due}</time>] : null,
          task.task_type ? [w.type, <bdi>{task.task_type}</bdi>] : null,
          task.labels?.length ? [w.labels, <bdi>{task.labels.join(", ")}</bdi>] : null,
          [w.addedAt, <Time at={task.created.at} far />],
        ]}
      />
      <Section title={w.elements} n={pinned.length}>
        {pinned.length === 0 && <Empty>{w.nothingPinned}</Empty>}
        <ul class="links">
          {pinned.map((pin) => (
            <li key={pin.element_id}>
              <ElementLink id={pin.element_id} name={pin.name} />
              <span class="muted">
                {title(pin.category)}, {w.since(words(pin.since), pin.changed_at_revision, pin.changed_by)}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {task.found && task.found.length > 0 && (
        <Section title={w.findings} n={task.found.length}>
          <ul class="links">
            {task.found.map((one) => (
              <li key={one.key}>
                <button
                  type="button"
                  class="link"
                  onClick={() => {
                    openPanel("findings");
                    openFinding.value = { run: one.validation_run_id ?? "", key: one.key };
                  }}
                >
                  {w.finding}
                </button>
                <span class="muted">{one.status ? title(one.status) : w.unknown}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={w.comments} n={task.comments}>
        {(task.said ?? []).length === 0 && <Empty>{w.noComments}</Empty>}
        <ol class="cards">
          {(task.said ?? []).map((one) => (
            <li class="card" key={one.comment_id}>
              <header>
                {one.author && <Actor user={one.author} />}
                <Time at={one.at} />
              </header>
              {one.claimed_author && (
                <p class="muted">
                  <bdi>{w.claimed(one.claimed_author, one.source?.file ?? "")}</bdi>
                </p>
              )}
              <Quote text={one.text} />
            </li>
          ))}
        </ol>
      </Section>
      {task.completion && (
        <p class="notice">
          {w.completedBy} <bdi>{task.completion.by.user_id}</bdi> <Time at={task.completion.by.at} />
          {task.completion.note && <Quote text={task.completion.note} />}
        </p>
      )}
      {can("update_task") && (
        <form class="decide" onSubmit={(event) => event.preventDefault()}>
          <Field label={w.comment}>
            <textarea
              rows={2}
              value={text}
              maxLength={4000}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </Field>
          <Trouble error={said.trouble.value ?? moved.trouble.value} />
          <div class="flow">
            <Button
              kind="primary"
              disabled={text.trim() === "" || said.busy.value}
              onClick={() => void said.run(task, text).then((done) => done && setText(""))}
            >
              {w.addComment}
            </Button>
            {moves[task.status].map((to) => (
              <Button
                key={to}
                disabled={moved.busy.value}
                title={to === "completed" && task.policy?.note ? w.noteNeeded : undefined}
                onClick={() => void moved.run(task, to, text).then((done) => done && setText(""))}
              >
                {isDone(task.status) ? w.reopen : w.moveTo[to]}
              </Button>
            ))}
          </div>
        </form>
      )}
    </>
  );
}
