package checks

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

type listRuns struct {
	Tool    validation.Tool `json:"tool,omitempty" jsonschema:"only runs of this one"`
	ModelID string          `json:"model_id,omitempty"`
	Branch  string          `json:"branch,omitempty" jsonschema:"only this one; default all"`
	Limit   mcp.Limit       `json:"limit,omitempty"`
	Cursor  string          `json:"cursor,omitempty"`
}

type runList struct {
	ModelID string     `json:"model_id"`
	Runs    []runEntry `json:"runs"`
	app.Paging
}

// runEntry is a recorded check.
type runEntry struct {
	RunID     string    `json:"validation_run_id"`
	Tool      string    `json:"tool"`
	Branch    string    `json:"branch"`
	Revision  uint64    `json:"revision"`
	StateHash string    `json:"state_hash"`
	Test      string    `json:"test" jsonschema:"the same for runs with the same parameters"`
	Findings  int       `json:"findings"`
	Undecided int       `json:"undecided"`
	At        time.Time `json:"at"`
	UserID    string    `json:"user_id"`
	AgentID   string    `json:"agent_id,omitempty"`
}

func entryOfRun(r *validation.Run) runEntry {
	return runEntry{r.ID, string(r.Tool), r.Branch, r.Revision, r.StateHash, r.Test, r.Findings,
		r.Undecided, r.At, r.UserID, r.AgentID}
}

func (r *Validations) listRuns(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a listRuns
	p, asked, err := r.pagedAsk(ctx, c, &a)
	if err != nil {
		return nil, err
	}
	if err := r.checkBranch(ctx, asked, a.Branch); err != nil {
		return nil, err
	}
	runs := asked.Record.Runs()
	if p.Resumed { // runs recorded since the first page would shift the list
		runs = runs[max(0, len(runs)-int(p.Revision)):]
	}
	p.Revision = uint64(len(runs))
	var entries []runEntry
	for _, run := range runs {
		if (a.Tool == "" || a.Tool == run.Tool) && (a.Branch == "" || a.Branch == run.Branch) &&
			c.Scope.AllowsBranch(run.Branch) {
			entries = append(entries, entryOfRun(run))
		}
	}
	data := runList{ModelID: asked.ModelID}
	data.Runs, data.Paging = app.Take(p, entries, app.BytesOf[runEntry])
	return &mcp.Outcome{Data: data}, nil
}

// checkBranch refuses the name of a branch that does not exist or that the caller may not see; "" means all branches.
func (r *Validations) checkBranch(ctx context.Context, a *asked, branch string) error {
	if branch == "" {
		return nil
	}
	_, err := r.Backend.Store.Head(ctx, projections.StreamName(a.ModelID, branch))
	if errors.Is(err, eventstore.ErrStreamNotFound) || err == nil && !a.call.Scope.AllowsBranch(branch) {
		return state.Errorf(state.NotFound, "no branch %q of this model: list_branches names them",
			branch).With("branch", branch)
	}
	return err
}

// runContent names a list of a run.
type runContent string

// Enum returns the names of the lists.
func (runContent) Enum() []string { return []string{"findings", "undecided"} }

type getRun struct {
	RunID   string     `json:"validation_run_id"`
	List    runContent `json:"list,omitempty" jsonschema:"default findings"`
	Finding string     `json:"finding,omitempty" jsonschema:"key: this one alone, with a plan excerpt of its place"`
	ModelID string     `json:"model_id,omitempty"`
	Limit   mcp.Limit  `json:"limit,omitempty"`
	Cursor  string     `json:"cursor,omitempty"`
}

type runDetail struct {
	ModelID string `json:"model_id"`
	runEntry
	Reasoning  string             `json:"reasoning,omitempty"`
	Parameters json.RawMessage    `json:"parameters"`
	Summary    json.RawMessage    `json:"summary"`
	List       []findingEntry     `json:"list" jsonschema:"the page of findings"`
	Doubts     []validation.Doubt `json:"doubts" jsonschema:"or of what was not decided"`
	Excerpt    *excerptEcho       `json:"excerpt,omitempty" jsonschema:"of finding: the picture beside this"`
	app.Paging
}

// findingEntry is a finding with its current status.
type findingEntry struct {
	Key      string               `json:"key"`
	Status   validation.Status    `json:"status" jsonschema:"now, not when the run was made"`
	Reason   string               `json:"reason,omitempty"`
	UserID   string               `json:"user_id,omitempty" jsonschema:"who said so"`
	Until    time.Time            `json:"until,omitzero" jsonschema:"when that counts no more"`
	Since    time.Time            `json:"found_first,omitzero"`
	Reopened bool                 `json:"reopened,omitempty" jsonschema:"it was approved, and is otherwise since"`
	Change   string               `json:"change,omitempty" jsonschema:"added, persistent, unjudged or resolved"`
	Elements []validation.Element `json:"elements" jsonschema:"as they were"`
	Finding  json.RawMessage      `json:"finding" jsonschema:"as the check wrote it"`
}

func (a *asked) entry(run *validation.Run, found *validation.Found, f validation.Finding) findingEntry {
	state, _ := a.Record.State(run.Branch, f.Key, a.call.Now)
	out := findingEntry{Key: f.Key, Status: state.Status, Reason: state.Reason, UserID: state.UserID,
		Until: state.Until, Finding: f.Data, Reopened: state.Changed != "" && state.Status == validation.Active}
	if first, err := a.Record.Run(state.First); err == nil {
		out.Since = first.At
	}
	for _, id := range f.Elements {
		if e, ok := found.Elements(id); ok {
			out.Elements = append(out.Elements, e)
		}
	}
	return out
}

func (r *Validations) getRun(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a getRun
	p, asked, err := r.pagedAsk(ctx, c, &a)
	if err != nil {
		return nil, err
	}
	run, found, err := r.foundBy(ctx, asked, a.RunID)
	if err != nil {
		return nil, err
	}
	data := runDetail{ModelID: asked.ModelID, runEntry: entryOfRun(run), Reasoning: run.Reasoning,
		Parameters: run.Parameters, Summary: run.Summary}
	if a.Finding != "" {
		f, err := asked.one(found, a.Finding)
		if err != nil {
			return nil, err
		}
		data.List, data.Paging = []findingEntry{asked.entry(run, found, f)}, app.Paging{Total: 1}
		var images []wire.Image
		if data.Excerpt, images, err = r.excerpt(ctx, asked.ModelID, run, f); err != nil {
			return nil, err
		}
		return &mcp.Outcome{Data: data, Images: images}, nil
	}
	if a.List == "undecided" {
		data.Doubts, data.Paging = app.Take(p, found.Undecided, app.BytesOf[validation.Doubt])
		return &mcp.Outcome{Data: data}, nil
	}
	var page []validation.Finding
	page, data.Paging = app.Take(p, found.Findings, func(f validation.Finding) int {
		return app.BytesOf(asked.entry(run,
			found, f))
	})
	for _, f := range page {
		data.List = append(data.List, asked.entry(run, found, f))
	}
	return &mcp.Outcome{Data: data}, nil
}
