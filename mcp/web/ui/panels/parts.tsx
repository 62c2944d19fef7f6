// Small parts that every panel is made of.
import type { ButtonHTMLAttributes, ComponentChildren, JSX, TargetedKeyboardEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem } from "../problem.ts";
import { away, count, fullTime, time } from "../format.ts";
import { w } from "../words.ts";
import { Icon, type IconName } from "./icon.tsx";

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon?: IconName;
  label?: string; // of a button that shows only its icon
  kind?: "plain" | "primary" | "danger" | "quiet";
  children?: ComponentChildren;
};

export function Button({ icon, label, kind = "plain", children, class: more, ...rest }: ButtonProps): JSX.Element {
  const only = label !== undefined && children === undefined;
  const kinds = ["button", "button-" + kind, only ? "button-icon" : "", more ?? ""].filter(Boolean).join(" ");
  return (
    <button type="button" class={kinds} {...(label ? { "aria-label": label, title: label } : {})} {...rest}>
      {icon && <Icon name={icon} />}
      {children !== undefined && <span class="button-text">{children}</span>}
    </button>
  );
}

/** A time: short, with its zone on hover. */
export function Time({ at, far = false }: { at: string; far?: boolean }): JSX.Element | null {
  const short = time(at);
  if (!short) return null;
  return (
    <time dateTime={at} title={fullTime(at)} class="nowrap">
      {short}
      {far && <span class="muted"> ({away(at)})</span>}
    </time>
  );
}

/** Who did something: a person, or an agent for one. */
export function Actor({ user, agent = "" }: { user: string; agent?: string | undefined }): JSX.Element {
  return (
    <span class="actor" title={agent ? w.agentFor(agent, user) : w.person(user)}>
      <Icon name={agent ? "agent" : "person"} />
      <bdi>{agent || user}</bdi>
      {agent && (
        <span class="muted">
          {" "}
          {w.forUser} <bdi>{user}</bdi>
        </span>
      )}
    </span>
  );
}

const longText = 280;

/** What somebody wrote, in quotes and never as words of the page. Long texts open on request. */
export function Quote({ text }: { text: string }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  if (text === "") return null;
  const long = [...text].length > longText;
  const shown = long && !open ? [...text].slice(0, longText).join("") + "…" : text;
  return (
    <blockquote class="quote" dir="auto">
      <span class="quoted">{shown}</span>
      {long && (
        <button type="button" class="more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? w.less : w.more}
        </button>
      )}
    </blockquote>
  );
}

export function Empty({ children }: { children: ComponentChildren }): JSX.Element {
  return <p class="empty">{children}</p>;
}

/** What went wrong, with what to do next. */
export function Trouble({ error, retry }: { error: Error | null; retry?: () => void }): JSX.Element | null {
  if (!error) return null;
  const title = error instanceof Problem && error.title ? error.title.replaceAll("_", " ").toLowerCase() : w.failed;
  return (
    <div class="trouble" role="alert">
      <Icon name="warn" />
      <div>
        <strong class="cap">{title}</strong>
        <p dir="auto">{error.message}</p>
        {retry && (
          <Button kind="plain" icon="reload" onClick={retry}>
            {w.tryAgain}
          </Button>
        )}
      </div>
    </div>
  );
}

export function Count({ n, more = false }: { n: number; more?: boolean }): JSX.Element {
  return (
    <span class="count">
      {count(n)}
      {more ? "+" : ""}
    </span>
  );
}

/** A part of a panel that can be shut. */
export function Section({
  title,
  n,
  children,
  open = true,
  actions,
}: {
  title: string;
  n?: number | undefined;
  children: ComponentChildren;
  open?: boolean;
  actions?: ComponentChildren;
}): JSX.Element {
  return (
    <details class="section" open={open}>
      <summary>
        <Icon name="right" />
        <h3>{title}</h3>
        {n !== undefined && <Count n={n} />}
      </summary>
      {actions && <div class="section-actions">{actions}</div>}
      {children}
    </details>
  );
}

/** Names with values, one to a line. */
export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren] | null)[] }): JSX.Element {
  return (
    <dl class="facts">
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]}>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export interface Tab<T extends string> {
  id: T;
  text: string;
  n?: number | undefined;
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs with arrow keys, as the authoring practices have them. */
export function Tabs<T extends string>({
  tabs,
  chosen,
  choose,
  label,
  controls,
}: {
  tabs: readonly Tab<T>[];
  chosen: T;
  choose: (id: T) => void;
  label: string;
  controls: string;
}): JSX.Element {
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const here = tabs.findIndex((tab) => tab.id === chosen);
    const step = steps[event.key] ?? 0;
    const to =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? tabs.length - 1
          : step
            ? (here + step + tabs.length) % tabs.length
            : -1;
    const tab = tabs[to];
    if (!tab) return;
    event.preventDefault();
    choose(tab.id);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          type="button"
          role="tab"
          key={tab.id}
          id={controls + "-" + tab.id}
          aria-selected={tab.id === chosen}
          aria-controls={controls}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => choose(tab.id)}
        >
          {tab.text}
          {tab.n !== undefined && <Count n={tab.n} />}
        </button>
      ))}
    </div>
  );
}

/** A modal dialog. Focus goes back to where it was. */
export function Dialog({
  title,
  close,
  children,
  wide = false,
}: {
  title: string;
  close: () => void;
  children: ComponentChildren;
  wide?: boolean;
}): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    element.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? "dialog wide" : "dialog"}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <header>
        <h2 id="dialog-title">{title}</h2>
        <Button kind="quiet" icon="close" label={w.close} onClick={close} />
      </header>
      <div class="dialog-body" tabIndex={-1}>
        {children}
      </div>
    </dialog>
  );
}

/** A button that opens a small panel beside it; Escape and a click elsewhere shut it. */
export function Menu({
  button,
  label,
  children,
  align = "left",
  class: more,
}: {
  button: ComponentChildren;
  label: string;
  children: (close: () => void) => ComponentChildren;
  align?: "left" | "right";
  class?: string;
}): JSX.Element {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const shut = (): void => {
    setOpen(false);
    root.current?.querySelector("button")?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [open]);
  return (
    <div
      class={"menu " + (more ?? "")}
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !open) return;
        event.stopPropagation();
        shut();
      }}
    >
      <button
        type="button"
        class="button button-quiet menu-button"
        aria-expanded={open}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div class={"menu-panel menu-" + align} role="group" aria-label={label}>
          {children(shut)}
        </div>
      )}
    </div>
  );
}

/** A field with its label above it. */
export function Field({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string | undefined;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
      {hint && <small class="muted">{hint}</small>}
    </label>
  );
}
