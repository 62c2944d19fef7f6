// Tasks of the model.
import { computed, signal } from "@preact/signals";
import { tool } from "./call.ts";
import { place } from "./place.ts";
import type { TaskEntry, TaskReply, TaskStatus } from "./replies";

export const tasks = signal<{ model: string; list: TaskEntry[]; total: number; next: string } | null>(null);
export const tasksTrouble = signal<Error | null>(null);

const page = 100;

export const isDone = (status: TaskStatus): boolean => status === "completed" || status === "cancelled";

export const openTasks = computed(() => tasks.value?.list.filter((task) => !isDone(task.status)).length ?? 0);

/** Moves of the state machine by update_task, complete_task and reopen_task. */
export const moves: Record<TaskStatus, TaskStatus[]> = {
  open: ["in_progress", "blocked", "in_review", "completed", "cancelled"],
  in_progress: ["open", "blocked", "in_review", "completed", "cancelled"],
  blocked: ["open", "in_progress", "cancelled"],
  in_review: ["open", "in_progress", "completed", "cancelled"],
  completed: ["open"],
  cancelled: ["open"],
};

interface TasksReply {
  tasks: TaskEntry[];
  total: number;
  next_cursor?: string;
}

export async function loadTasks(): Promise<void> {
  const model = place.value.model;
  if (!model) return;
  try {
    const reply = await tool<TasksReply>("list_tasks", { model_id: model, limit: page });
    if (place.value.model !== model) return;
    tasks.value = { model, list: reply.tasks, total: reply.total, next: reply.next_cursor ?? "" };
    tasksTrouble.value = null;
  } catch (error) {
    tasksTrouble.value = error as Error;
  }
}

export async function loadMoreTasks(): Promise<void> {
  const known = tasks.value;
  if (!known?.next) return;
  const args = { model_id: known.model, limit: page, cursor: known.next };
  const reply = await tool<TasksReply>("list_tasks", args);
  if (tasks.value !== known) return;
  tasks.value = { ...known, list: [...known.list, ...reply.tasks], next: reply.next_cursor ?? "" };
}

export function loadTask(id: string): Promise<TaskReply> {
  return tool<TaskReply>("get_task", { model_id: place.value.model, task_id: id });
}

export interface NewTask {
  title: string;
  description: string;
  priority: TaskEntry["priority"];
  due: string;
  assignee: string;
  elements: readonly string[];
  findings: readonly string[];
}

/** Adds a task and gives its id. */
export async function addTask(task: NewTask): Promise<string> {
  const { model, branch } = place.value;
  const args: Record<string, unknown> = { model_id: model, branch, title: task.title, priority: task.priority };
  if (task.description) args["description"] = task.description;
  if (task.due) args["due"] = task.due;
  if (task.assignee) args["assignee"] = task.assignee;
  if (task.elements.length > 0) args["element_ids"] = task.elements;
  if (task.findings.length > 0) args["findings"] = task.findings;
  const reply = await tool<{ task_id: string }>("add_task", args);
  await loadTasks();
  return reply.task_id;
}

export async function comment(task: TaskReply, text: string): Promise<void> {
  await tool("update_task", { model_id: place.value.model, task_id: task.task_id, comment: text });
}

export async function moveTask(task: TaskReply, to: TaskStatus, note: string): Promise<void> {
  const args: Record<string, unknown> = { model_id: place.value.model, task_id: task.task_id };
  if (to === "completed") await tool("complete_task", note ? { ...args, note } : args);
  else if (isDone(task.status)) await tool("reopen_task", args);
  else await tool("update_task", note ? { ...args, status: to, comment: note } : { ...args, status: to });
  await loadTasks();
}
