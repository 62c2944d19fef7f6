// Taking a change back: first what that would do, then doing it.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ChangeSet } from "../api";
import { announce } from "../announce.ts";
import { tool } from "../call.ts";
import { undoOf } from "../dialogs.ts";
import { title } from "../format.ts";
import { place } from "../place.ts";
import type { Effect } from "../replies";
import { scene } from "../scene.ts";
import { action } from "../wait.ts";
import { w } from "../words.ts";
import { EffectList } from "./effect.tsx";
import { Actor, Button, Dialog, Field, Quote, Time, Trouble } from "./parts.tsx";

const foretold = signal<Effect | null>(null);
const refused = signal<Error | null>(null);

const takeBack = action(async (change: ChangeSet, head: number, reasoning: string) => {
  const { model, branch } = place.value;
  await tool("undo", {
    model_id: model,
    branch,
    revision: change.last,
    expected_revision: head,
    reasoning,
    dry_run: false,
  });
  announce(w.undone(title(change.tool)));
  undoOf.value = null;
});

export function UndoDialog({ change }: { change: ChangeSet }): JSX.Element {
  const [reason, setReason] = useState("");
  const head = scene.value?.head ?? 0;
  useEffect(() => {
    const { model, branch } = place.value;
    foretold.value = null;
    refused.value = null;
    takeBack.trouble.value = null;
    tool<Effect>("undo", { model_id: model, branch, revision: change.last, dry_run: true }).then(
      (effect) => (foretold.value = effect),
      (error: Error) => (refused.value = error),
    );
  }, [change.last, head]);
  const close = (): void => void (undoOf.value = null);
  return (
    <Dialog title={w.undoTitle} close={close}>
      <p class="what">
        <strong>{title(change.tool)}</strong> <Actor user={change.user} agent={change.agent} />{" "}
        <Time at={change.at} />
      </p>
      <Quote text={change.reason} />
      <Trouble error={refused.value} />
      {!foretold.value && !refused.value && (
        <p class="muted" role="status">
          {w.foretelling}
        </p>
      )}
      {foretold.value && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void takeBack.run(change, head, reason);
          }}
        >
          <h3>{w.wouldDo}</h3>
          <EffectList effect={foretold.value} />
          <Field label={w.reasonOptional}>
            <textarea
              rows={2}
              value={reason}
              maxLength={1000}
              onInput={(event) => setReason(event.currentTarget.value)}
            />
          </Field>
          <Trouble error={takeBack.trouble.value} />
          <footer class="dialog-actions">
            <Button onClick={close}>{w.cancel}</Button>
            <Button kind="primary" type="submit" disabled={takeBack.busy.value}>
              {w.undoChange}
            </Button>
          </footer>
        </form>
      )}
    </Dialog>
  );
}
