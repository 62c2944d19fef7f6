package mcp

import (
	"strings"

	"github.com/bimstream/bimstream/domain"
)

// bulkThreshold is how many elements an operation may affect before a person has to agree.
const bulkThreshold = 50

// checkPermission looks at who calls: at the operation, the branch, and at an agent's reasons.
func (p *passage) checkPermission() error {
	c, op := p.call, p.entry.Needs()
	scope, ok := c.Principal.Scope(op)
	if !ok {
		return domain.Errorf(domain.PermissionDenied, "%q has no permission to %s; an administrator can grant it", c.Principal.ID, op).
			With("operation", op)
	}
	c.Scope = scope
	if p.entry.properties["branch"] && !scope.AllowsBranch(c.Common.Branch) {
		return domain.Errorf(domain.PermissionDenied, "%s is not permitted to %q on branch %q; it is on %s", op, c.Principal.ID,
			c.Common.Branch, strings.Join(scope.BranchPatterns, ", ")).
			With("operation", op).With("branch", c.Common.Branch).With("branch_patterns", scope.BranchPatterns)
	}
	if c.Principal.Kind == KindAgent && p.entry.Category == CategoryMutation && strings.TrimSpace(c.Common.Reasoning) == "" {
		return domain.Errorf(domain.ReasoningRequired, "an agent has to say why: call again with reasoning")
	}
	return nil
}

// checkLimits looks at the number of operations. A dry run is none.
func (p *passage) checkLimits() error {
	if p.entry.Category != CategoryMutation || p.call.DryRun() {
		return nil
	}
	return p.server.rates.mayOperate(p.call.Principal)
}

// checkRate takes a token. A dry run costs what a read costs.
func (p *passage) checkRate() error {
	category := p.entry.Category
	if p.call.DryRun() {
		category = CategoryRead
	}
	return p.server.rates.take(p.call.Principal, category, p.started)
}

// gateTool refuses what needs a person by the nature of the tool.
func (p *passage) gateTool() error {
	if p.entry.Category != CategoryMutation || p.call.DryRun() || !p.entry.Destructive || p.call.Principal.Kind == KindHuman {
		return nil
	}
	if p.entry.Needs() == OpCreate {
		return nil // deletes only at times, which the plan tells
	}
	return p.needsPerson("%s deletes or merges", p.entry.Name)
}

// gatePlan looks at what the handler decided, before anything is written: limits on size, and whether a person has to
// agree.
func (p *passage) gatePlan(out *Outcome) error {
	if limit := p.call.Principal.maxElements(); limit != unlimited && out.Affected > limit {
		return domain.Errorf(domain.OperationTooLarge, "the operation would affect %d elements, at most %d are allowed in one; split it",
			out.Affected, limit).With("affected", out.Affected).With("limit", limit)
	}
	if out.Deletes {
		if _, ok := p.call.Principal.Scope(OpDelete); !ok {
			return domain.Errorf(domain.PermissionDenied, "the operation would delete, and %q has no permission to DELETE", p.call.Principal.ID).
				With("operation", OpDelete)
		}
	}
	if out.Commit == nil || p.call.DryRun() || !p.needsApproval(out) {
		return nil
	}
	if out.Deletes {
		return p.needsPerson("the operation would delete or merge, affecting %d elements", out.Affected)
	}
	return p.needsPerson("the operation would affect %d elements, more than %d", out.Affected, bulkThreshold)
}

// needsApproval reports whether a person other than the caller has to agree to the outcome.
func (p *passage) needsApproval(out *Outcome) bool {
	return p.call.Principal.Kind != KindHuman && (out.Deletes || out.Affected > bulkThreshold)
}

func (p *passage) needsPerson(why string, args ...any) error {
	text := domain.Errorf(domain.PermissionDenied, why, args...).Message
	return domain.Errorf(domain.PermissionDenied,
		"%s; a person has to do this: nothing was changed; call with dry_run true to see what it would do, and hand that to them", text).
		With("requires", KindHuman)
}

func (p *passage) approvalWarning(out *Outcome) Warning {
	return Warning{
		Code: domain.ApprovalRequired.Name(), Message: "without dry_run this would be refused: a person has to do it",
		Data: map[string]any{"affected": out.Affected, "deletes": out.Deletes},
	}
}
