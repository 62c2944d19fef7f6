// An element by its name.
import type { JSX } from "preact";
import { elementOf } from "../elements.ts";
import { goToElement } from "../navigate.ts";
import { w } from "../words.ts";

/** A name as a link that selects. What is not in the shown state is a plain name. */
export function ElementLink({ id, name }: { id: string; name?: string | undefined }): JSX.Element {
  const element = elementOf(id);
  const text = name || element?.name || w.unnamed(element?.category ?? "");
  if (!element) return <bdi>{text}</bdi>;
  return (
    <button type="button" class="link" onClick={() => goToElement(id)}>
      <bdi>{text}</bdi>
    </button>
  );
}
