// The keys, as a list.
import type { JSX } from "preact";
import { helpOpen } from "../dialogs.ts";
import { preferences } from "../preferences.ts";
import { w } from "../words.ts";
import { Dialog } from "./parts.tsx";

export function HelpDialog(): JSX.Element {
  return (
    <Dialog title={w.keys} close={() => (helpOpen.value = false)}>
      <p class="muted">
        {w.keysHint}
        {!preferences.value.letters && " " + w.lettersOff}
      </p>
      <table class="keys" tabIndex={0}>
        <thead>
          <tr>
            <th scope="col">{w.key}</th>
            <th scope="col">{w.does}</th>
          </tr>
        </thead>
        <tbody>
          {w.keyList.map(([keys, text]) => (
            <tr key={text}>
              <th scope="row">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
