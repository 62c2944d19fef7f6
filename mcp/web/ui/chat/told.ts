// What the model behind the chat is told of what the reader looks at; only where the host takes it.
import { effect } from "@preact/signals";
import type { Host } from "./host.ts";
import { capabilities, clash, elementOf, scene, selection } from "./state.ts";
import { told } from "./words.ts";

const rest = 400; // milliseconds: who clicks through elements means the last one
const most = 20; // elements that are named

export function whereabouts(): string {
  const state = scene.value;
  return state ? told.where(state.model_name, state.branch, state.revision) : "";
}

export function wordsOf(id: string): string {
  const element = elementOf(id);
  return element ? told.element(element.category, element.name, id) : id;
}

/** Tells of the selection, and of the clash that is looked at, whenever it is another one. */
export function tellOfSelection(host: Host): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = "";
  return effect(() => {
    const ids = selection.value;
    const pair = clash.value;
    if (!scene.value || !capabilities.value.updateModelContext) return;
    const where = whereabouts();
    const elements = ids.slice(0, most).map(wordsOf);
    const text =
      ids.length > 0
        ? told.selected(elements, where)
        : pair
          ? told.clash(
              pair.key,
              pair.pair.map((one) => told.element(one.category, one.name, one.id)),
              where,
            )
          : last === ""
            ? ""
            : told.nothing(where);
    if (text === "" || text === last) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = text;
      host.ask("ui/update-model-context", { content: [{ type: "text", text }] }).catch(() => {});
    }, rest);
  });
}

/** Asks the model about an element, in the reader's name: only when they press the button. False: the host does not. */
export async function askAbout(host: Host, id: string): Promise<boolean> {
  try {
    const text = told.question(wordsOf(id), whereabouts());
    const answer = await host.ask("ui/message", { role: "user", content: [{ type: "text", text }] });
    return answer["isError"] !== true;
  } catch {
    return false;
  }
}
