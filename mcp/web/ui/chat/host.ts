// The host's side of MCP Apps (SEP-1865, 2026-01-26): JSON-RPC by messages to the window around this one. The frame
// reaches nothing else: all that it shows comes through here.

const protocol = "2026-01-26";
const deafAfter = 2000; // milliseconds: some hosts wait for our word before they answer

/** What a host says that it does. */
export interface Capabilities {
  serverTools?: object;
  serverResources?: object;
  updateModelContext?: object;
  message?: object;
}

export type DisplayMode = "inline" | "fullscreen" | "pip";

/** Where a view is shown. What a host does not say is not there. */
export interface Context {
  theme?: "light" | "dark";
  styles?: { variables?: Record<string, string | undefined> };
  displayMode?: DisplayMode;
  availableDisplayModes?: DisplayMode[];
  containerDimensions?: { width?: number; height?: number; maxWidth?: number; maxHeight?: number };
  safeAreaInsets?: { top: number; right: number; bottom: number; left: number };
  locale?: string;
  timeZone?: string;
}

/** What comes from the host on its own. */
export interface Heard {
  input(args: Record<string, unknown>): void;
  result(result: unknown): void;
  cancelled(reason: string): void;
  context(changed: Context): void;
  teardown(): void;
}

interface Message {
  jsonrpc: "2.0";
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

/** A refusal of the host, or of the server behind it. */
export class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

interface Waiting {
  done(result: Record<string, unknown>): void;
  failed(error: Error): void;
}

/** A window that messages are sent to. */
export interface Other {
  postMessage(message: unknown, target: string): void;
}

export class Host {
  capabilities: Capabilities = {};
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private begun = false;

  constructor(
    private readonly other: Other,
    private readonly heard: Heard,
  ) {}

  /** Takes a message from the window around. */
  take(data: unknown): void {
    const message = data as Message | null;
    if (typeof message !== "object" || message?.jsonrpc !== "2.0") return;
    if (message.method === undefined) this.answered(message);
    else if (message.id === undefined) this.notified(message.method, message.params ?? {});
    else this.asked(message.id, message.method);
  }

  /** Says hello. It comes back when the host has, or has been silent for too long. */
  async begin(name: string, version: string, modes: DisplayMode[]): Promise<void> {
    const hello = this.ask("ui/initialize", {
      protocolVersion: protocol,
      appInfo: { name, version },
      appCapabilities: { availableDisplayModes: modes },
    });
    const taken = hello.then(
      (answer) => {
        this.capabilities = (answer["hostCapabilities"] as Capabilities | undefined) ?? {};
        this.heard.context((answer["hostContext"] as Context | undefined) ?? {});
      },
      () => {}, // a host that knows less than this may still send a result
    );
    await Promise.race([taken, new Promise((done) => setTimeout(done, deafAfter))]);
    this.begun = true;
    this.tell("ui/notifications/initialized", {});
  }

  ask(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
    const id = ++this.last;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.send({ jsonrpc: "2.0", id, method, params });
    });
  }

  tell(method: string, params: Record<string, unknown>): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  get ready(): boolean {
    return this.begun;
  }

  // Where the host is, a sandboxed frame cannot know; what it sends is for the host alone in any case: the window
  // around is the one that made this frame.
  private send(message: Message): void {
    this.other.postMessage(message, "*");
  }

  private answered(message: Message): void {
    const id = Number(message.id);
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (message.error) waiting?.failed(new Refused(message.error.code, message.error.message, message.error.data));
    else waiting?.done(message.result ?? {});
  }

  private notified(method: string, params: Record<string, unknown>): void {
    switch (method) {
      case "ui/notifications/tool-input":
        return this.heard.input((params["arguments"] as Record<string, unknown> | undefined) ?? {});
      case "ui/notifications/tool-result":
        return this.heard.result(params);
      case "ui/notifications/tool-cancelled":
        return this.heard.cancelled(typeof params["reason"] === "string" ? params["reason"] : "");
      case "ui/notifications/host-context-changed":
        return this.heard.context(params as Context);
    }
  }

  /** Answers what the host asks: with nothing, as nothing is asked of this view that it would have to tell. */
  private asked(id: string | number, method: string): void {
    if (method === "ui/resource-teardown") this.heard.teardown();
    this.send({ jsonrpc: "2.0", id, result: {} });
  }
}
