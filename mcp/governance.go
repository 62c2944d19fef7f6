package mcp

import (
	"strings"

	"github.com/bimstream/bimstream/domain"
)

// bulkThreshold is how many elements an operation may affect before a person has to agree.
const bulkThreshold = 50

// checkPermission looks at who calls: at the operation, the branch, and at an agent's reasons.
func (cc *chainCall) checkPermission() error {
	c, op := cc.call, cc.entry.Needs()
	scope, ok := c.Principal.Scope(op)
	if !ok {
		return domain.Errorf(domain.PermissionDenied, "%q has no permission to %s; an administrator can grant it", c.Principal.ID, op).
			With("operation", op)
	}
	c.Scope = scope
	if cc.entry.properties["branch"] && !scope.AllowsBranch(c.Common.Branch) {
		return domain.Errorf(domain.PermissionDenied, "%s is not permitted to %q on branch %q; it is on %s", op, c.Principal.ID,
			c.Common.Branch, strings.Join(scope.BranchPatterns, ", ")).
			With("operation", op).With("branch", c.Common.Branch).With("branch_patterns", scope.BranchPatterns)
	}
	if c.Principal.Kind == KindAgent && cc.entry.Category == CategoryMutation && strings.TrimSpace(c.Common.Reasoning) == "" {
		return domain.Errorf(domain.ReasoningRequired, "an agent has to say why: call again with reasoning")
	}
	return nil
}

// checkLimits looks at the number of operations. A dry run is none.
func (cc *chainCall) checkLimits() error {
	if cc.entry.Category != CategoryMutation || cc.call.DryRun() {
		return nil
	}
	return cc.server.rates.mayOperate(cc.call.Principal)
}

// checkRate takes a token. A dry run costs what a read costs.
func (cc *chainCall) checkRate() error {
	category := cc.entry.Category
	if cc.call.DryRun() {
		category = CategoryRead
	}
	return cc.server.rates.take(cc.call.Principal, category, cc.started)
}

// approveTool refuses what needs a person by the nature of the tool.
func (cc *chainCall) approveTool() error {
	if cc.entry.Category != CategoryMutation || cc.call.DryRun() || !cc.entry.Destructive || cc.call.Principal.Kind == KindHuman {
		return nil
	}
	if cc.entry.Needs() == OpCreate {
		return nil // deletes only at times, which the plan tells
	}
	return cc.needsPerson("%s deletes or merges", cc.entry.Name)
}

// approvePlan looks at what the handler decided, before anything is written: limits on size, and whether a person has
// to agree.
func (cc *chainCall) approvePlan(out *Outcome) error {
	if limit := cc.call.Principal.maxElements(); limit != unlimited && out.Affected > limit {
		return domain.Errorf(domain.OperationTooLarge, "the operation would affect %d elements, at most %d are allowed in one; split it",
			out.Affected, limit).With("affected", out.Affected).With("limit", limit)
	}
	if out.Deletes {
		if _, ok := cc.call.Principal.Scope(OpDelete); !ok {
			return domain.Errorf(domain.PermissionDenied, "the operation would delete, and %q has no permission to DELETE", cc.call.Principal.ID).
				With("operation", OpDelete)
		}
	}
	if err := cc.checkReach(out); err != nil {
		return err
	}
	if out.Commit == nil || cc.call.DryRun() || !cc.needsApproval(out) {
		return nil
	}
	if out.Deletes {
		return cc.needsPerson("the operation would delete or merge, affecting %d elements", out.Affected)
	}
	return cc.needsPerson("the operation would affect %d elements, more than %d", out.Affected, bulkThreshold)
}

// needsApproval reports whether a person other than the caller has to agree to the outcome.
func (cc *chainCall) needsApproval(out *Outcome) bool {
	return cc.call.Principal.Kind != KindHuman && (out.Deletes || out.Affected > bulkThreshold)
}

func (cc *chainCall) needsPerson(why string, args ...any) error {
	text := domain.Errorf(domain.PermissionDenied, why, args...).Message
	return domain.Errorf(domain.PermissionDenied,
		"%s; a person has to do this: nothing was changed; call with dry_run true to see what it would do, and hand that to them", text).
		With("requires", KindHuman)
}

func (cc *chainCall) approvalWarning(out *Outcome) Warning {
	return Warning{
		Code: domain.ApprovalRequired.Name(), Message: "without dry_run this would be refused: a person has to do it",
		Data: map[string]any{"affected": out.Affected, "deletes": out.Deletes},
	}
}
