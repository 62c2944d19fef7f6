// What the view reads of the server, as resources through the host.
import type { Delta, Scene } from "../api";
import { assemble, bytesOf, jsonOf, unpacked } from "./document.ts";
import { type Host, Refused } from "./host.ts";
import type { Place } from "./subject.ts";

const patience = 4; // times that a server which is busy is asked again
const longest = 20; // seconds between two of them

const part = encodeURIComponent;

const addressOf = (place: Place, what: string): string =>
  "bim://models/" +
  part(place.model) +
  "/branches/" +
  part(place.branch) +
  "/revisions/" +
  place.revision +
  "/" +
  what;

interface Content {
  text?: string;
  blob?: string;
}

export class Reader {
  constructor(private readonly host: Host) {}

  async scene(place: Place): Promise<Scene> {
    return jsonOf<Scene>((await this.document(addressOf(place, "scene")))[0]!);
  }

  /** The bodies of a chunk of a scene. */
  async bodies(url: string): Promise<ArrayBuffer> {
    return (await this.document(url))[0]!;
  }

  /** What differs from another point, or what a plan would change: with the bodies before and after. */
  async delta(place: Place, from: string): Promise<Difference> {
    return differenceOf(await this.document(addressOf(place, "since/" + part(from))));
  }

  async plan(place: Place, approval: string): Promise<Difference> {
    return differenceOf(
      await this.document("bim://models/" + part(place.model) + "/approvals/" + part(approval) + "/delta"),
    );
  }

  /** The reply of get_element or, with what, of element_history. */
  async element<T>(place: Place, id: string, what = ""): Promise<T> {
    const { text } = await this.content(addressOf(place, "elements/" + part(id) + what));
    if (text === undefined) throw new Error("the answer is no text");
    return JSON.parse(text) as T;
  }

  private async document(address: string): Promise<ArrayBuffer[]> {
    return unpacked(
      await assemble(async (page) => {
        const { blob } = await this.content(address + "/" + page);
        if (blob === undefined) throw new Error("the answer has no bytes");
        return bytesOf(blob);
      }),
    );
  }

  private async content(uri: string): Promise<Content> {
    for (let again = 0; ; again++) {
      try {
        const result = await this.host.ask("resources/read", { uri });
        const content = (result["contents"] as Content[] | undefined)?.[0];
        if (!content) throw new Error("the answer is empty");
        return content;
      } catch (error) {
        const wait =
          error instanceof Refused && error.data["retryable"] === true
            ? Number(error.data["retry_after_s"] ?? 1)
            : 0;
        if (again >= patience || !(wait > 0)) throw error;
        await new Promise((done) => setTimeout(done, Math.min(wait, longest) * 1000));
      }
    }
  }
}

export interface Difference {
  delta: Delta;
  before: ArrayBuffer;
  after: ArrayBuffer;
}

function differenceOf([text, before, after]: ArrayBuffer[]): Difference {
  return { delta: jsonOf<Delta>(text!), before: before!, after: after! };
}
