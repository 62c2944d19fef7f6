// What can be done with what is selected.
import type { JSX } from "preact";
import { isolate } from "../appearance.ts";
import { taskFrom } from "../dialogs.ts";
import { fitSelection } from "../navigate.ts";
import { select } from "../selection.ts";
import { can } from "../session.ts";
import { w } from "../words.ts";
import { Button } from "./parts.tsx";

export function Actions({ ids }: { ids: readonly string[] }): JSX.Element {
  const makeTask = (): void => void (taskFrom.value = { elements: ids, findings: [], title: "" });
  return (
    <div class="actions">
      <Button icon="fit" label={w.fitSelected} onClick={fitSelection} />
      <Button icon="only" label={w.isolateSelected} onClick={() => isolate(ids)} />
      {can("add_task") && <Button icon="task" label={w.taskFromSelection} onClick={makeTask} />}
      <Button icon="close" label={w.deselect} onClick={() => select([])} />
    </div>
  );
}
