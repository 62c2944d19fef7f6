// A new task, about what is selected or what was found.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { announce } from "../announce.ts";
import { taskFrom } from "../dialogs.ts";
import { linkName } from "../elements.ts";
import { list, plural } from "../format.ts";
import type { TaskEntry } from "../replies";
import { openPanel, openTask } from "../route.ts";
import { addTask, type NewTask } from "../tasks.ts";
import { action } from "../wait.ts";
import { w } from "../words.ts";
import { Button, Dialog, Field, Trouble } from "./parts.tsx";

const adding = action(async (task: NewTask) => {
  const id = await addTask(task);
  taskFrom.value = null;
  announce(w.taskAdded);
  openPanel("tasks");
  openTask.value = id;
});

const priorities: TaskEntry["priority"][] = ["low", "normal", "high", "critical"];

export function TaskDialog({ from }: { from: NonNullable<typeof taskFrom.value> }): JSX.Element {
  const [task, setTask] = useState<NewTask>({
    title: from.title,
    description: "",
    priority: "normal",
    due: "",
    assignee: "",
    elements: from.elements,
    findings: from.findings,
  });
  const set = (part: Partial<NewTask>): void => setTask({ ...task, ...part });
  const close = (): void => void (taskFrom.value = null);
  const named = from.elements.slice(0, 5).map(linkName);
  return (
    <Dialog title={w.newTask} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void adding.run(task);
        }}
      >
        <p class="muted">
          {from.elements.length === 0
            ? w.taskAboutNothing
            : w.taskAbout(
                from.elements.length > 5 ? plural(from.elements.length, "element", "elements") : list(named),
              )}
        </p>
        <Field label={w.titleWord}>
          <input
            required
            maxLength={200}
            value={task.title}
            onInput={(event) => set({ title: event.currentTarget.value })}
          />
        </Field>
        <Field label={w.description}>
          <textarea
            rows={3}
            maxLength={4000}
            value={task.description}
            onInput={(event) => set({ description: event.currentTarget.value })}
          />
        </Field>
        <div class="columns">
          <Field label={w.priorityWord}>
            <select
              value={task.priority}
              onChange={(event) => set({ priority: event.currentTarget.value as TaskEntry["priority"] })}
            >
              {priorities.map((one) => (
                <option key={one} value={one}>
                  {w.priorities[one]}
                </option>
              ))}
            </select>
          </Field>
          <Field label={w.due}>
            <input type="date" value={task.due} onInput={(event) => set({ due: event.currentTarget.value })} />
          </Field>
          <Field label={w.assignee}>
            <input
              maxLength={200}
              value={task.assignee}
              onInput={(event) => set({ assignee: event.currentTarget.value })}
            />
          </Field>
        </div>
        <Trouble error={adding.trouble.value} />
        <footer class="dialog-actions">
          <Button onClick={close}>{w.cancel}</Button>
          <Button kind="primary" type="submit" disabled={task.title.trim() === "" || adding.busy.value}>
            {w.addTask}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
