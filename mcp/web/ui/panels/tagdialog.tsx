// Giving a state a name.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { announce } from "../announce.ts";
import { loadHistory } from "../changes.ts";
import { tool } from "../call.ts";
import { tagAt } from "../dialogs.ts";
import { loadModels, place } from "../place.ts";
import { action } from "../wait.ts";
import { w } from "../words.ts";
import { Button, Dialog, Field, Trouble } from "./parts.tsx";

const tagging = action(async (revision: number, name: string, description: string) => {
  const { model, branch } = place.value;
  const args: Record<string, unknown> = { model_id: model, branch, at: revision, name, dry_run: false };
  if (description) args["description"] = description;
  await tool("tag_revision", args);
  announce(w.tagged(name, revision));
  tagAt.value = null;
  await Promise.all([loadModels(), loadHistory()]);
});

export function TagDialog({ revision }: { revision: number }): JSX.Element {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const close = (): void => void (tagAt.value = null);
  return (
    <Dialog title={w.tagRevision(revision)} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void tagging.run(revision, name, description);
        }}
      >
        <Field label={w.name} hint={w.tagHint}>
          <input required maxLength={100} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </Field>
        <Field label={w.description}>
          <input
            maxLength={1000}
            value={description}
            onInput={(event) => setDescription(event.currentTarget.value)}
          />
        </Field>
        <Trouble error={tagging.trouble.value} />
        <footer class="dialog-actions">
          <Button onClick={close}>{w.cancel}</Button>
          <Button kind="primary" type="submit" disabled={name.trim() === "" || tagging.busy.value}>
            {w.tag}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
