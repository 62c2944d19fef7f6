package tools

import (
	"context"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/validation"
)

type updateFinding struct {
	Keys   []string          `json:"keys" jsonschema:"of findings"`
	Status validation.Status `json:"status"`
	Reason string            `json:"reason"`
	mcp.MutationArguments
}

type findingsUpdated struct {
	ModelID  string          `json:"model_id"`
	Branch   string          `json:"branch"`
	Findings []findingChange `json:"findings"`
	Events   []EventRef      `json:"events"`
}

type findingChange struct {
	Key  string            `json:"key"`
	From validation.Status `json:"from"`
	To   validation.Status `json:"to"`
}

func (r *validations) updateFinding(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a updateFinding
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if strings.TrimSpace(a.Reason) == "" {
		return nil, domain.Errorf(domain.InvalidInput, "reason is blank: say why, for those who find it later").With("parameter", "reason")
	}
	if scope, ok := c.Principal.Scope(mcp.OpApprove); a.Status == validation.Approved && (!ok || !scope.AllowsBranch(branchOf(c))) {
		return nil, domain.Errorf(domain.PermissionDenied, "%q has no permission to APPROVE on branch %q: say reviewed, and let somebody approve who may", c.Principal.ID, branchOf(c)).
			With("operation", mcp.OpApprove)
	}
	v, err := r.backend.expectedView(ctx, c)
	if err != nil {
		return nil, err
	}
	record, err := r.log.Record(ctx, v.ModelID)
	if err != nil {
		return nil, err
	}
	keys := slices.Compact(slices.Sorted(slices.Values(a.Keys)))
	if len(keys) == 0 {
		return nil, domain.Errorf(domain.InvalidInput, "keys is empty: give the keys of findings").With("parameter", "keys")
	}
	events, err := record.Updates(v.Branch, keys, a.Status, a.Reason, metaOf(c, v.Revision))
	if err != nil {
		return nil, err
	}
	data := findingsUpdated{ModelID: v.ModelID, Branch: v.Branch, Events: refsOf(events)}
	for _, key := range keys {
		state, _ := record.State(v.Branch, key)
		data.Findings = append(data.Findings, findingChange{key, state.Status, a.Status})
	}
	return &mcp.Outcome{
		Data: data, Affected: len(keys), EventID: events[0].ID, Commit: r.backend.storing(validation.Stream(v.ModelID), record.Expected, events),
		Reach: modelWide(mcp.EffectDerived, "finding", ""),
	}, nil
}
