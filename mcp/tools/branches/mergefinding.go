package branches

import (
	"context"
	"fmt"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/model"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

// findingsMerged returns the appends that go with a merge of n events, so that statements about findings on the source
// also count on the target. It adds a warning to the outcome. The appends do not expect a revision of the checks,
// because statements made meanwhile count too.
func (b *Backend) findingsMerged(ctx context.Context, c *mcp.Call, m *merging, out *mcp.Outcome,
	n int) ([]eventstore.Append, error) {
	record, err := b.Checks().Record(ctx, m.Ours.ModelID)
	if err != nil {
		return nil, err
	}
	merge := validation.Taking{Source: m.Theirs.Branch, Last: m.Theirs.Revision, Target: m.Ours.Branch,
		Revision: m.Ours.Revision + uint64(n), Approves: approvesBy(c, m.Ours.Branch)}
	events, approved := record.Taken(merge, app.MetaOf(c, m.Ours.Revision), n)
	switch {
	case len(events) == 0:
		return nil, nil
	case approved > 0 && merge.Approves:
		said := fmt.Sprintf("%d findings that are approved on the source are approved on the branch too", approved)
		out.Plan.Also = append(out.Plan.Also, said)
		out.Warnings = append(out.Warnings, mcp.Warning{Code: "FINDINGS_APPROVED",
			Message: said + ": update_finding says otherwise of those that may not stay",
			Data:    map[string]any{"findings": approved}})
	case approved > 0:
		out.Warnings = append(out.Warnings, mcp.Warning{Code: "NOT_APPROVED",
			Message: "findings that are approved on the source are reviewed on the branch: who merges has no " +
				"permission to APPROVE there; update_finding approves them",
			Data: map[string]any{"findings": approved}})
	}
	return model.Saying(m.Ours.ModelID, events), nil
}

// FindingsForked returns the appends that go with a fork, so that statements about findings of the forked state also
// count on the new branch. Checks of the branch then do not report the findings as new.
func (b *Backend) FindingsForked(ctx context.Context, c *mcp.Call, v *projections.View,
	name string) ([]eventstore.Append, error) {
	record, err := b.Checks().Record(ctx, v.ModelID)
	if err != nil {
		return nil, err
	}
	fork := validation.Taking{Source: v.Branch, Last: v.Revision, Target: name, Approves: true}
	events, _ := record.Taken(fork, app.MetaOf(c, v.Revision), 1) // after the event of the fork
	return model.Saying(v.ModelID, events), nil
}

// approvesBy reports whether the person who decides about a merge may approve all findings on the target branch. A
// merge by an agent or a service is approved by a person with that permission.
func approvesBy(c *mcp.Call, branch string) bool {
	if c.Principal.Kind != mcp.KindHuman {
		return true
	}
	scope, ok := c.Principal.Scope(mcp.OpApprove)
	return ok && !scope.Bounded() && scope.AllowsBranch(branch)
}
