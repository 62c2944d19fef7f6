// Branches and tags of the model: the graph, going there, comparing with where it was forked, merging.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { announce } from "../announce.ts";
import type { Branch } from "../api";
import { tool } from "../call.ts";
import { branchesOpen, mergeOf, tagAt } from "../dialogs.ts";
import { lanes, type Lane } from "../lanes.ts";
import { go, loadModels, model, place } from "../place.ts";
import { scene } from "../scene.ts";
import { can } from "../session.ts";
import { action } from "../wait.ts";
import { w } from "../words.ts";
import { Icon } from "./icon.tsx";
import { BranchOverlaps, useOverlaps } from "./overlaps.tsx";
import { Button, Dialog, Empty, Field, Section, Trouble } from "./parts.tsx";

const rowHeight = 44;
const laneWidth = 14;

const forking = action(async (name: string, description: string) => {
  const { model: id, branch } = place.value;
  const args: Record<string, unknown> = { model_id: id, branch, name, dry_run: false };
  if (description) args["description"] = description;
  if (scene.value && place.value.at !== "") args["at"] = scene.value.revision;
  await tool("create_branch", args);
  await loadModels();
  announce(w.branchMade(name));
  branchesOpen.value = false;
  go({ branch: name });
});

export function BranchesDialog(): JSX.Element {
  const all = model.value?.branches ?? [];
  const rows = lanes(all.filter((branch) => !branch.archived));
  const archived = all.filter((branch) => branch.archived);
  const tags = model.value?.tags ?? [];
  useOverlaps(model.value?.id ?? "", "branches");
  const close = (): void => void (branchesOpen.value = false);
  const width = 18 + Math.max(0, ...rows.map((row) => row.lane)) * laneWidth;
  return (
    <Dialog title={w.branchesOf(model.value?.name ?? "")} close={close} wide>
      <div class="graph">
        <Graph rows={rows} width={width} />
        <ul class="branch-list">
          {rows.map((row) => (
            <BranchRow key={row.branch.name} branch={row.branch} close={close} />
          ))}
        </ul>
      </div>
      {archived.length > 0 && (
        <Section title={w.archived} n={archived.length} open={false}>
          <ul class="branch-list">
            {archived.map((branch) => (
              <BranchRow key={branch.name} branch={branch} close={close} />
            ))}
          </ul>
        </Section>
      )}
      <Section
        title={w.tags}
        n={tags.length}
        actions={
          can("tag_revision") &&
          scene.value && (
            <Button
              icon="tag"
              onClick={() => {
                close();
                tagAt.value = scene.value!.revision;
              }}
            >
              {w.tagThis}
            </Button>
          )
        }
      >
        {tags.length === 0 && <Empty>{w.noTags}</Empty>}
        <ul class="links">
          {tags.map((tag) => (
            <li key={tag.name}>
              <button
                type="button"
                class="link"
                onClick={() => {
                  go({ branch: tag.branch, at: tag.name, diff: "" });
                  close();
                }}
              >
                <Icon name="tag" /> <bdi>{tag.name}</bdi>
              </button>
              <span class="muted">
                <bdi>{tag.branch}</bdi> {w.atRevision(tag.revision)}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {can("create_branch") && <Fork />}
    </Dialog>
  );
}

function Graph({ rows, width }: { rows: Lane[]; width: number }): JSX.Element {
  const x = (lane: number): number => 9 + lane * laneWidth;
  const y = (row: number): number => row * rowHeight + rowHeight / 2;
  return (
    <svg class="lanes" width={width} height={rows.length * rowHeight} aria-hidden="true">
      {rows.map(
        (row, i) =>
          row.parent >= 0 && (
            <path
              key={"p" + i}
              d={[
                "M",
                x(row.lane - 1),
                y(row.parent),
                "V",
                y(i) - 10,
                "Q",
                x(row.lane - 1),
                y(i),
                x(row.lane),
                y(i),
              ].join(" ")}
            />
          ),
      )}
      {rows.map((row, i) => (
        <circle
          key={i}
          cx={x(row.lane)}
          cy={y(i)}
          r="5"
          class={row.branch.name === place.value.branch ? "here" : ""}
        />
      ))}
    </svg>
  );
}

function BranchRow({ branch, close }: { branch: Branch; close: () => void }): JSX.Element {
  const here = branch.name === place.value.branch;
  return (
    <li class={"branch" + (here ? " is-here" : "")}>
      <div class="grow">
        <button
          type="button"
          class="link"
          aria-current={here ? "true" : undefined}
          onClick={() => {
            go({ branch: branch.name });
            close();
          }}
        >
          <bdi>{branch.name}</bdi>
        </button>
        <p class="muted small">
          {w.headAt(branch.head)}
          {branch.parent && (
            <>
              , {w.forkedFrom} <bdi>{branch.parent}</bdi> {w.atRevision(branch.fork)}
            </>
          )}
          {branch.description && (
            <>
              : <bdi>{branch.description}</bdi>
            </>
          )}
        </p>
        {!branch.archived && <BranchOverlaps branch={branch.name} />}
      </div>
      {branch.parent && (
        <>
          <Button
            kind="plain"
            icon="compare"
            title={w.compareBaseHint}
            onClick={() => {
              go({ branch: branch.name, at: "", diff: branch.parent + "@" + branch.fork });
              close();
            }}
          >
            {w.compareBase}
          </Button>
          {can("merge_branch") && !branch.archived && (
            <Button
              kind="plain"
              icon="merge"
              onClick={() => {
                close();
                mergeOf.value = { source: branch.name, target: branch.parent };
              }}
            >
              {w.mergeInto(branch.parent)}
            </Button>
          )}
        </>
      )}
    </li>
  );
}

function Fork(): JSX.Element {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  return (
    <Section title={w.newBranch} open={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void forking.run(name, description);
        }}
      >
        <p class="muted">{w.forkHint(place.value.branch, scene.value?.revision ?? 0)}</p>
        <div class="columns">
          <Field label={w.name}>
            <input
              required
              maxLength={100}
              pattern="[A-Za-z0-9._\/\-]+"
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </Field>
          <Field label={w.description}>
            <input
              maxLength={1000}
              value={description}
              onInput={(event) => setDescription(event.currentTarget.value)}
            />
          </Field>
        </div>
        <Trouble error={forking.trouble.value} />
        <Button kind="primary" type="submit" disabled={name === "" || forking.busy.value}>
          {w.makeBranch}
        </Button>
      </form>
    </Section>
  );
}
