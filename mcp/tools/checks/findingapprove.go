package checks

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

// mayApprove refuses an approval of findings if the caller may not APPROVE on the branch, or if a finding lies outside
// the scope of APPROVE. A finding lies in the scope if all its elements do, in their current state.
func (r *Validations) mayApprove(ctx context.Context, c *mcp.Call, v *projections.View, record *validation.Record,
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
			within[f.Key] = within[f.Key] && app.Tells(&scope, v, id)
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

// saidWords describes the findings and their new status in words for the people who approve the call, because keys mean
// nothing to them. Calls of people need no approval and get no words.
func (r *Validations) saidWords(ctx context.Context, c *mcp.Call, v *projections.View, record *validation.Record,
	keys []string, status validation.Status) ([]string, error) {
	if c.Principal.Kind == mcp.KindHuman {
		return nil, nil
	}
	found, err := r.log.Last(ctx, v.ModelID, record, v.Branch, keys[:min(len(keys), approvals.MaxAlso)])
	if err != nil {
		return nil, err
	}
	var out []string
	for _, f := range found {
		var names []string
		for _, id := range f.Elements {
			_, name := app.Named(v.Model, id)
			names = append(names, cmp.Or(name, string(id)))
		}
		out = append(out, fmt.Sprintf("%s of %s is %s", cmp.Or(f.Rule(), "a finding"),
			cmp.Or(strings.Join(names, " and "), "the model"), status))
	}
	if more := len(keys) - len(out); more > 0 && len(out) == approvals.MaxAlso {
		out[approvals.MaxAlso-1] = fmt.Sprintf("and %d more are %s", more+1, status)
	}
	return out, nil
}

// notApprover returns the refusal of an approval, with a request that asks somebody else to approve.
func notApprover(c *mcp.Call, why string, keys []string) error {
	return state.Errorf(state.PermissionDenied, "%s: say reviewed, and let somebody approve who may", why).
		With("operation", mcp.OpApprove).
		With("request", c.TaskFor(fmt.Sprintf("Approve findings of %s: %s", c.Principal.ID, c.Common.Reasoning),
			"update_finding with status approved", keys))
}
