// Files of the shown state: a tool makes them, and the browser saves them.
import type { Envelope } from "./api";
import { announce } from "./announce.ts";
import { binary, post } from "./call.ts";
import { Problem } from "./problem.ts";
import { scene } from "./scene.ts";
import { action } from "./wait.ts";
import { w } from "./words.ts";

export type FileKind = keyof typeof w.fileKinds;

/** The tool that makes a kind of file. */
export const makers = {
  ifc: "export_ifc", plan: "create_plan", table: "export_table", mesh: "export_mesh",
} as const satisfies Record<FileKind, string>;

/** Makes a file of the shown state by a tool with some more arguments, and has the browser save it. */
export const saving = action(async (kind: FileKind, more: Record<string, unknown>) => {
  const state = scene.value;
  if (!state) return;
  const { model_id, branch, revision } = state;
  const made = await post<Envelope<{ path: string }> & { event_id: string | null }>("/api/tools/" + makers[kind], {
    model_id, branch, at: revision, dry_run: false, ...more,
  });
  if (!made.data || !made.event_id) throw new Problem(200, made.error ?? {});
  const name = made.data.path.split(/[\\/]/).pop() ?? "model";
  handOver(name, await binary("/api/files/" + made.event_id));
  announce(w.fileSaved(name));
});

function handOver(name: string, content: ArrayBuffer): void {
  const url = URL.createObjectURL(new Blob([content]));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // a browser that asks where to save to reads it later
}
