// Where the open tasks of the model are in the picture.
import { computed, effect, signal } from "@preact/signals";
import { panel } from "./route.ts";
import { painted, viewer } from "./scene.ts";
import { isDone, loadTask, tasks } from "./tasks.ts";

export interface Pin {
  task: string;
  title: string;
  number: number;
  point: [number, number, number];
}

// Reading what a task is pinned to is a call each: the first ones do.
const mostPins = 30;

const pinned = signal<ReadonlyMap<string, { version: number; ids: string[] }>>(new Map());

export const pins = computed<Pin[]>(() => {
  void painted.value;
  const of = viewer.value;
  if (!of || panel.value !== "tasks") return [];
  return (tasks.value?.list ?? []).flatMap((task, i) => {
    const ids = pinned.value.get(task.task_id)?.ids ?? [];
    const box = isDone(task.status) || ids.length === 0 ? null : of.boxOf(ids);
    if (!box) return [];
    const middle = (axis: number): number => (box[axis]! + box[axis + 3]!) / 2;
    return [{ task: task.task_id, title: task.title, number: i + 1, point: [middle(0), middle(1), middle(2)] }];
  });
});

/** Reads what the open tasks are pinned to, while their panel is open. */
export function followPins(): () => void {
  return effect(() => {
    if (panel.value !== "tasks") return;
    const list = (tasks.value?.list ?? []).filter((task) => !isDone(task.status) && task.elements > 0);
    for (const task of list.slice(0, mostPins)) {
      if (pinned.peek().get(task.task_id)?.version === task.version) continue;
      void loadTask(task.task_id).then(
        (reply) => {
          const ids = (reply.pinned ?? []).map((pin) => pin.element_id);
          pinned.value = new Map(pinned.value).set(task.task_id, { version: task.version, ids });
        },
        () => {},
      );
    }
  });
}
