package model

import (
	"context"
	"encoding/json"
	"slices"

	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/validation"
)

// clashArguments puts the two elements of a clash into the arguments of create_opening; the element that can have
// openings becomes the host.
func (b *Backend) clashArguments(ctx context.Context, c *mcp.Call, raw json.RawMessage) (json.RawMessage, error) {
	var a struct {
		Finding string        `json:"finding"`
		HostID  modelstate.ID `json:"host_id"`
		Through modelstate.ID `json:"through"`
	}
	if err := (&mcp.Call{Arguments: raw}).Decode(&a); err != nil {
		return nil, err
	}
	switch {
	case a.Finding == "" && a.HostID == "":
		return nil, modelstate.Errorf(modelstate.InvalidInput,
			"give host_id, or finding: what the opening is cut into").With("parameter", "host_id")
	case a.Finding == "":
		return raw, nil
	case a.HostID != "" || a.Through != "":
		return nil, modelstate.Errorf(modelstate.InvalidInput,
			"finding says which host and what runs through it: leave host_id and through out").With("parameter",
			"finding")
	}
	host, through, err := b.clashOf(ctx, c, a.Finding)
	if err != nil {
		return nil, err
	}
	var all map[string]any
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, modelstate.Errorf(modelstate.InvalidInput, "the arguments are no object: %w", err)
	}
	delete(all, "finding")
	all["host_id"], all["through"] = host, through
	return json.Marshal(all)
}

// clashOf returns the two elements of a clash that a check of the branch found: the host of an opening, and the element
// that runs through it.
func (b *Backend) clashOf(ctx context.Context, c *mcp.Call, key string) (host, through modelstate.ID, err error) {
	model, err := b.ModelID(ctx, c)
	if err != nil {
		return "", "", err
	}
	record, err := b.Checks().Record(ctx, model)
	if err != nil {
		return "", "", err
	}
	state, ok := record.State(app.BranchOf(c), key, c.Now)
	if !ok || b.CheckAccess(ctx, c, model) != nil {
		return "", "", modelstate.Errorf(modelstate.NotFound,
			"no check of branch %q found %q: clash_detection returns the "+
				"keys of clashes", app.BranchOf(c), key).With("finding", key)
	}
	run, err := b.ReadableRuns(ctx, c.Principal, record).Run(state.Last)
	if err != nil {
		return "", "", err
	}
	found, err := b.Checks().Found(ctx, model, run)
	if err != nil {
		return "", "", err
	}
	i := slices.IndexFunc(found.Findings, func(f validation.Finding) bool { return f.Key == key })
	if i < 0 || len(found.Findings[i].Elements) != 2 {
		return "", "", modelstate.Errorf(modelstate.IllegalState,
			"%q is no clash of two elements: give host_id and through", key).With("finding", key)
	}
	pair := found.Findings[i].Elements
	takes := func(id modelstate.ID) bool {
		e, ok := found.Elements(id)
		return ok && slices.Contains(app.OpeningHosts, e.Category)
	}
	switch {
	case takes(pair[0]) && !takes(pair[1]):
		return pair[0], pair[1], nil
	case takes(pair[1]) && !takes(pair[0]):
		return pair[1], pair[0], nil
	}
	return "", "", modelstate.Errorf(modelstate.IllegalState,
		"of the two elements of %q one must be a wall, floor or roof, "+
			"and the other not: give host_id and through", key).With("finding", key)
}
