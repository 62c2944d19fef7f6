package tools

import (
	"context"
	"fmt"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

// mayApprove refuses an approval of findings by who may not approve on the branch, or not what they are about: a
// finding lies in a scope when all elements that it speaks of do, as they are now.
func (r *validations) mayApprove(ctx context.Context, c *mcp.Call, v *projections.View, record *validation.Record,
	keys []string) error {
	scope, ok := c.Principal.Scope(mcp.OpApprove)
	if !ok || !scope.AllowsBranch(v.Branch) {
		return notApprover(c, fmt.Sprintf("%q has no permission to APPROVE on branch %q", c.Principal.ID, v.Branch),
			keys)
	}
	if !scope.Bounded() {
		return nil
	}
	found, err := r.log.Last(ctx, v.ModelID, record, v.Branch, keys)
	if err != nil {
		return err
	}
	within := map[string]bool{}
	for _, f := range found {
		within[f.Key] = len(f.Elements) > 0
		for _, id := range f.Elements {
			within[f.Key] = within[f.Key] && tells(&scope, v, id)
		}
	}
	for _, key := range keys {
		if !within[key] {
			return notApprover(c, fmt.Sprintf("finding %s is about something that lies outside of what %q may APPROVE",
				key, c.Principal.ID), keys)
		}
	}
	return nil
}

// notApprover refuses an approval, and words the request by which somebody else is asked.
func notApprover(c *mcp.Call, why string, keys []string) error {
	return domain.Errorf(domain.PermissionDenied, "%s: say reviewed, and let somebody approve who may", why).
		With("operation", mcp.OpApprove).
		With("request", c.TaskFor(fmt.Sprintf("Approve findings of %s: %s", c.Principal.ID, c.Common.Reasoning),
			"update_finding with status approved", keys))
}
