// The decision on a request. It takes the effect on the screen for a while, the phrase typed and, where the request
// asks for it, a code that only the terminal of the server shows. No key decides.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Approval, Decision } from "../api";
import { announce } from "../announce.ts";
import { askCode, decide, loadApprovals } from "../inbox.ts";
import { title } from "../format.ts";
import { connection } from "../live.ts";
import { openApproval } from "../route.ts";
import { planDelta, waiting } from "../scene.ts";
import { session } from "../session.ts";
import { action } from "../wait.ts";
import { w } from "../words.ts";
import { Button, Field, Time, Trouble } from "./parts.tsx";

const readFor = 1500; // ms that the effect has to be on the screen

const decision = action(async (id: string, what: Decision) => {
  await decide(id, what);
  await loadApprovals();
  announce(what.decision === "approve" ? w.approved : w.rejected);
  openApproval.value = "";
});
const code = action(async (approval: Approval) => {
  await askCode(approval);
  codeShownFor.value = approval.id;
});
const codeShownFor = signal("");

export function Decide({ approval, again }: { approval: Approval; again: () => void }): JSX.Element {
  const [phrase, setPhrase] = useState("");
  const [typedCode, setCode] = useState("");
  const [note, setNote] = useState("");
  const seen = useSeen(approval);
  useEffect(() => {
    setPhrase("");
    setCode("");
    decision.trouble.value = null;
    code.trouble.value = null;
  }, [approval.id, approval.plan_sha256]);

  if (!approval.open) {
    return (
      <div class="decide">
        <p class="status">
          {title(approval.status)}
          {approval.reason && (
            <>
              : <bdi>{approval.reason}</bdi>
            </>
          )}
        </p>
        <Button onClick={() => (openApproval.value = "")}>{w.close}</Button>
      </div>
    );
  }
  if (approval.status !== "pending") {
    return (
      <div class="decide">
        <p class="notice">
          {w.grantedHint} <Time at={approval.expires} far />
        </p>
        <Button onClick={() => (openApproval.value = "")}>{w.close}</Button>
      </div>
    );
  }
  if (approval.may_decide)
    return (
      <div class="decide">
        <p class="notice" dir="auto">
          {approval.may_decide}
        </p>
      </div>
    );
  if (connection.value.state === "lost")
    return (
      <div class="decide">
        <p class="notice">{w.noDecisionOffline}</p>
      </div>
    );

  const needsCode = approval.level === "tty";
  const busy = decision.busy.value;
  const typed = phrase.trim() === approval.phrase;
  const elsewhere = whereElse(approval);
  const ready = elsewhere === "" && seen && typed && (!needsCode || /^\d{6}$/.test(typedCode)) && !busy;
  const make = (what: "approve" | "reject"): void => {
    const made: Decision = { decision: what, plan_sha256: approval.plan_sha256 };
    if (what === "approve") made.phrase = approval.phrase;
    if (typedCode) made.code = typedCode;
    if (note) made.note = note;
    void decision.run(approval.id, made);
  };
  return (
    <form
      class="decide"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) make("approve");
      }}
    >
      <h3>{w.yourDecision}</h3>
      <Field label={w.noteOptional}>
        <textarea rows={2} value={note} maxLength={1000} onInput={(event) => setNote(event.currentTarget.value)} />
      </Field>
      {elsewhere !== "" && <p class="notice">{elsewhere}</p>}
      {elsewhere === "" && (
        <Agreement approval={approval} phrase={phrase} setPhrase={setPhrase} typedCode={typedCode} setCode={setCode} />
      )}
      <Trouble error={decision.trouble.value ?? code.trouble.value} retry={again} />
      <footer class="decide-actions">
        <Button kind="danger" disabled={busy} onClick={() => make("reject")}>
          {w.reject}
        </Button>
        {elsewhere === "" && (
          <Button kind="primary" type="submit" disabled={!ready} aria-describedby="decide-why">
            {w.approve}
          </Button>
        )}
      </footer>
      {elsewhere === "" && (
        <p id="decide-why" class="muted small">
          {ready ? w.approveHint : seen ? w.approveNeeds : w.readFirst}
        </p>
      )}
    </form>
  );
}

/** Where else this can be agreed to, "" where it can be here. It can be rejected here in any case. */
function whereElse(approval: Approval): string {
  if (approval.level === "key") return w.needsKey(approval.id);
  return approval.level === "tty" && !session.value?.code ? w.noTerminal(approval.id) : "";
}

interface AgreementProps {
  approval: Approval;
  phrase: string;
  setPhrase: (text: string) => void;
  typedCode: string;
  setCode: (text: string) => void;
}

/** What is typed to agree: the phrase, and the code where it takes one. */
function Agreement({ approval, phrase, setPhrase, typedCode, setCode }: AgreementProps): JSX.Element {
  return (
    <>
        <label class="field">
          <span>
            {w.typePhrase} <code class="phrase">{approval.phrase}</code>
          </span>
          <input
            value={phrase}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setPhrase(event.currentTarget.value)}
          />
        </label>
        {approval.level === "tty" && (
          <div class="code-row">
            <label class="field">
              <span>{w.code}</span>
              <input
                value={typedCode}
                inputMode="numeric"
                maxLength={6}
                autocomplete="one-time-code"
                onInput={(event) => setCode(event.currentTarget.value.replace(/\D/g, ""))}
              />
            </label>
            <Button disabled={code.busy.value} onClick={() => void code.run(approval)}>
              {codeShownFor.value === approval.id ? w.newCode : w.showCode}
            </Button>
            <p class="muted small" role="status">
              {codeShownFor.value === approval.id ? w.codeShown : w.codeHint}
            </p>
          </div>
        )}
    </>
  );
}

/** Whether the effect was on the screen long enough to be read. */
function useSeen(approval: Approval): boolean {
  const [seen, setSeen] = useState(false);
  const drawn = !approval.drawable || (planDelta.value !== null && !waiting.value);
  useEffect(() => {
    setSeen(false);
    if (!drawn) return;
    const timer = setTimeout(() => setSeen(true), readFor);
    return () => clearTimeout(timer);
  }, [approval.id, approval.plan_sha256, drawn]);
  return seen;
}
