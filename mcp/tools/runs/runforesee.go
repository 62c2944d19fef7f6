package runs

import (
	"context"
	"encoding/json"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/runlog"
	"github.com/bimstream/bimstream/projections/validation"
)

// itemEffect is the effect that an item of a run had, or would have.
type itemEffect struct {
	Item     string            `json:"item"`
	Tool     string            `json:"tool"`
	Created  []effectNamed     `json:"created,omitempty"`
	Modified []effectNamed     `json:"modified,omitempty" jsonschema:"derived ones too"`
	Deleted  []effectNamed     `json:"deleted,omitempty"`
	Counts   *app.ChangeCounts `json:"counts,omitempty" jsonschema:"of all, also where the lists are cut"`
	// Needs are the reasons why the real run waits for a person at the item.
	Needs []approvals.Class `json:"needs_approval,omitempty" jsonschema:"why the run waits here for a person"`
}

type effectNamed struct {
	ElementID string `json:"element_id"`
	Category  string `json:"category"`
	Name      string `json:"name"`
}

// effectsNamed bounds each list of affected elements of an item, effectsShown the number of items.
const (
	effectsNamed = 10
	effectsShown = 30
)

// effectOf returns the effect of an item's call, taken from the reply.
func effectOf(item runs.Item, tool string, out mcp.Invoked) itemEffect {
	e := itemEffect{Item: item.Name(), Tool: tool, Needs: out.Classes}
	var change struct {
		Created, Modified, Deleted []effectNamed
		Counts                     *app.ChangeCounts
	}
	if json.Unmarshal(out.Data, &change) != nil {
		return e // a tool with another kind of reply affects no elements
	}
	e.Counts = change.Counts
	e.Created = change.Created[:min(len(change.Created), effectsNamed)]
	e.Modified = change.Modified[:min(len(change.Modified), effectsNamed)]
	e.Deleted = change.Deleted[:min(len(change.Deleted), effectsNamed)]
	return e
}

// foresee carries out a run, all steps and gates, on a store in memory over the real one. It returns the state that the
// run would reach. Nothing is stored.
func (r *executions) foresee(ctx context.Context, c *mcp.Call,
	do func(over *executions, call *mcp.Call) (*mcp.Outcome, error)) (*mcp.Outcome, error) {
	store := memory.NewOver(r.backend.Store)
	backend := r.backend.Over(store)
	call, done, err := c.Speculate(store, backend.Tools(backend))
	if err != nil {
		return nil, err
	}
	defer func() { _ = done(context.WithoutCancel(ctx)) }() // its record is in memory
	out, err := do(&executions{backend: New(backend), log: runlog.New(store), checks: validation.NewLog(store)}, call)
	if err != nil {
		return nil, err
	}
	out.EventID, out.Written = "", false
	if data, is := out.Data.(runData); is {
		data.Events, data.Done = []app.EventRef{}, []runs.ItemDone{}
		if data.More {
			out.Warnings = append(out.Warnings, mcp.Warning{Code: "NOT_ALL_SHOWN",
				Message: "the run would take longer than one call: what comes after " + data.Next +
					" was not looked at",
				Data: map[string]any{"next": data.Next}})
		}
		out.Data = data
	}
	return out, nil
}
