// Saving the shown state as a file.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { saveOpen } from "../dialogs.ts";
import { makers, saving, type FileKind } from "../save.ts";
import { scene } from "../scene.ts";
import { can } from "../session.ts";
import { w } from "../words.ts";
import { Button, Dialog, Field, Trouble } from "./parts.tsx";

const kind = signal<FileKind>("ifc");
const schema = signal("IFC4");
const reader = signal("generic");
const storey = signal("");
const scale = signal("100");
const format = signal("pdf");
const template = signal("door");

export function SaveDialog(): JSX.Element | null {
  const state = scene.value;
  const close = (): void => void (saveOpen.value = false);
  if (!state) return null;
  const offered = (Object.keys(makers) as FileKind[]).filter(
    (one) => can(makers[one]) && (one !== "plan" || state.levels.length > 0),
  );
  return (
    <Dialog title={w.save} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void saving.run(kind.value, choices()).then((done) => done && close());
        }}
      >
        <p class="muted">{w.fileMoment(state.branch, state.revision)}</p>
        <Choice label={w.fileKind} of={kind}
          names={Object.fromEntries(offered.map((one) => [one, w.fileKinds[one]]))} />
        <Choices />
        <Trouble error={saving.trouble.value} />
        {saving.busy.value && <p role="status">{w.makingFile}</p>}
        <footer class="dialog-actions">
          <Button onClick={close}>{w.cancel}</Button>
          <Button kind="primary" type="submit" disabled={saving.busy.value || offered.length === 0}>
            {w.download}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** What is to be said of the kind that is chosen. */
function Choices(): JSX.Element | null {
  const levels = scene.value?.levels ?? [];
  switch (kind.value) {
    case "ifc":
      return (
        <>
          <Choice label={w.fileVersion} of={schema} names={{ IFC4: "IFC4", IFC4X3_ADD2: "IFC4X3", IFC2X3: "IFC2X3" }} />
          <Choice label={w.fileReader} of={reader} names={w.fileReaders} />
        </>
      );
    case "plan":
      return (
        <>
          <Choice label={w.fileStorey} of={storey}
            names={Object.fromEntries(levels.map((one) => [one.id, one.name]))} />
          <Choice label={w.fileScale} of={scale} names={{ 50: "1:50", 100: "1:100", 200: "1:200" }} />
          <Choice label={w.fileFormat} of={format} names={{ pdf: "PDF", dxf: "DXF", svg: "SVG" }} />
        </>
      );
    case "table":
      return <Choice label={w.fileTemplate} of={template} names={w.fileTemplates} />;
    case "mesh":
      return null;
  }
}

function choices(): Record<string, unknown> {
  switch (kind.value) {
    case "ifc":
      return { schema: schema.value, target: reader.value };
    case "plan":
      return { level_id: chosenStorey(), scale: Number(scale.value), format: format.value };
    case "table":
      return { template: template.value, format: "xlsx" };
    case "mesh":
      return { format: "glb" };
  }
}

function chosenStorey(): string | undefined {
  const levels = scene.value?.levels ?? [];
  return (levels.find((one) => one.id === storey.value) ?? levels[0])?.id;
}

interface ChoiceProps<T extends string> {
  label: string;
  of: { value: T };
  names: Record<string, string>;
}

function Choice<T extends string>({ label, of, names }: ChoiceProps<T>): JSX.Element {
  const chosen = of.value in names ? of.value : Object.keys(names)[0]; // of another model, or nothing was chosen yet
  return (
    <Field label={label}>
      <select value={chosen} onChange={(event) => (of.value = event.currentTarget.value as T)}>
        {Object.entries(names).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}
