package mcp

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/google/uuid"
)

// checkPermission checks the caller's permission for the operation and the branch, and that an agent gives a reason.
func (cc *chainCall) checkPermission() error {
	c, op := cc.call, cc.entry.Needs()
	if err := c.Principal.refuseWithheld(); err != nil {
		return err
	}
	scope, ok := c.Principal.Scope(op)
	if cc.asks = (!ok || !scope.AllowsBranch(c.BranchName())) && cc.mayAskFor(); cc.asks {
		scope, ok = Scope{}, true
	}
	if !ok {
		return state.Errorf(state.PermissionDenied, "%q has no permission to %s; an administrator can grant it",
			c.Principal.ID, op).
			With("operation", op)
	}
	c.Scope = scope
	if cc.entry.properties["branch"] && !scope.AllowsBranch(c.Common.Branch) {
		return state.Errorf(state.PermissionDenied, "%s is not permitted to %q on branch %q; it is on %s", op,
			c.Principal.ID,
			c.Common.Branch, strings.Join(scope.BranchPatterns, ", ")).
			With("operation", op).With("branch", c.Common.Branch).With("branch_patterns", scope.BranchPatterns)
	}
	if read, ok := c.Principal.Scope(OpRead); ok && read.Bounded() && cc.entry.tellsWhole() {
		return state.Errorf(state.PermissionDenied,
			"%s tells of the whole model, and what %q may READ is bounded: query_elements, get_element, "+
				"spatial_query, room_analysis and measure tell what is in scope",
			cc.entry.Name, c.Principal.ID).With("operation", OpRead).With("whole", true)
	}
	if c.Principal.Kind == KindAgent && cc.entry.Category != CategoryRead &&
		strings.TrimSpace(c.Common.Reasoning) == "" {
		return state.Errorf(state.ReasoningRequired,
			"an agent has to say why it changes, writes or starts something: call again with reasoning").
			With("parameter", cmp.Or(cc.entry.ReasonIn, "reasoning")).With("category", cc.entry.Category)
	}
	return nil
}

// mayAskFor reports whether the caller may request a call that brings the changes of one branch to another, such as a
// merge. The caller must be allowed to change the first branch, and the approver then acts on their own authority.
// Within a run that bounds the caller it is false.
func (cc *chainCall) mayAskFor() bool {
	if cc.entry.AskedFrom == "" || cc.call.unbounded != nil {
		return false
	}
	var all map[string]json.RawMessage
	var branch string
	if json.Unmarshal(cc.call.Arguments, &all) != nil || json.Unmarshal(all[cc.entry.AskedFrom], &branch) != nil {
		return false
	}
	return slices.ContainsFunc([]Operation{OpCreate, OpModify, OpDelete}, func(op Operation) bool {
		scope, ok := cc.call.Principal.Scope(op)
		return ok && scope.AllowsBranch(branch)
	})
}

// onApprover reports whether the outcome is executed on the authority of its approver. The caller then needs no
// permissions of its own for the effects, and the limit on the size of an operation does not apply.
func (cc *chainCall) onApprover() bool {
	return cc.asks || slices.Contains(cc.classes, approvals.ClassMerge) && cc.mayAskFor()
}

// tellsWhole reports whether a tool's replies may describe the whole model.
func (t *Tool) tellsWhole() bool {
	if t.Category == CategoryMutation {
		return t.TellsWhole
	}
	return !t.ReadScoped
}

// checkLimits counts an operation and takes a token from the rate. The operation is released if the call changes
// nothing. A dry run is not counted as an operation and is charged as a read. A call within another call takes no
// token. Both limits are read at once; checkRate reports an exceeded rate.
func (cc *chainCall) checkLimits(ctx context.Context) error {
	category := cc.entry.Category
	switch {
	case cc.inner != nil:
		category = ""
	case cc.call.DryRun():
		category = CategoryRead
	}
	operation := cc.entry.Category == CategoryMutation && !cc.call.DryRun()
	c, err := cc.server.rates.charge(ctx, cc.settings, cc.call.Principal, operation, category, cc.started)
	cc.reserved, cc.rateFault = c.reserved, c.rate
	return cmp.Or(err, c.limit)
}

// checkRate returns the error about the rate that checkLimits found.
func (cc *chainCall) checkRate() error { return cc.rateFault }

// approveTool evaluates the approval or preview that a call quotes before the handler decides, so that new ids are
// those that were shown.
func (cc *chainCall) approveTool(ctx context.Context) error {
	if p, ok := cutPreview(cc.call.quotedPreview()); ok && p.head != previewOfCommand {
		head, err := hex.DecodeString(p.head)
		if err == nil && len(head) == len(eventstore.Hash{}) {
			cc.call.shown = func(string) (Shown, bool) { return Shown{Head: head}, true }
		}
	}
	id := cc.call.quotedApproval()
	if id == "" {
		return nil
	}
	cc.call.shown = func(model string) (Shown, bool) { return cc.shownBy(ctx, model, id) }
	if _, err := uuid.Parse(id); err != nil || len(id) != len(uuid.Nil.String()) {
		return state.Errorf(state.NotFound, "there is no approval %q: list_approvals names yours",
			id).With("approval_id", id)
	}
	return nil
}

// approvePlan checks the handler's plan before anything is written: limits on size, scope, and whether a person has to
// approve.
func (cc *chainCall) approvePlan(ctx context.Context, out *Outcome) error {
	cc.decisions, cc.reached = nil, out.Reach
	cc.classes = cc.classesOf(out)
	if !cc.onApprover() {
		if err := cc.ownAuthority(out); err != nil {
			return err
		}
	}
	if err := cc.checkPreview(out); err != nil {
		return err
	}
	if err := cc.approve(ctx, out); err != nil {
		return err
	}
	return cc.attend(ctx, out)
}

// ownAuthority checks the effects of an outcome against the limits and permissions of the caller.
func (cc *chainCall) ownAuthority(out *Outcome) error {
	if limit := cc.call.Principal.maxElements(cc.settings); limit != unlimited && out.Affected > limit {
		return cc.tooLarge(out, limit)
	}
	if out.erases() {
		if _, ok := cc.call.Principal.Scope(OpDelete); !ok {
			return state.Errorf(state.PermissionDenied,
				"the operation would delete, and %q has no permission to DELETE", cc.call.Principal.ID).
				With("operation", OpDelete)
		}
	}
	return cc.checkReach(out)
}

// tooLarge returns the error for an operation that affects too many elements, with a way to proceed for one that cannot
// be split.
func (cc *chainCall) tooLarge(out *Outcome, limit int) error {
	p, affected := cc.call.Principal, out.Affected
	err := state.Errorf(state.OperationTooLarge,
		"the operation would affect %d elements, at most %d are allowed in one: split it; what cannot be "+
			"split, such as "+
			"an import, a merge or a storey, a person does, or raises the limit for, as data.raised_by says; "+
			"nothing was "+
			"changed", affected, limit).With("affected", affected).With("limit", limit)
	command := fmt.Sprintf("bimstream config set limit.elements_per_operation %d", affected)
	own := p.Limits.MaxElementsPerOperation != 0
	if own {
		command = fmt.Sprintf("bimstream principals limit %s --elements %d", quoted(p.ID), affected)
		if p.OnBehalfOf != "" {
			command += " --for " + quoted(p.OnBehalfOf)
		}
	}
	if !own || p.filed { // a limit in another file is changed by its writer
		_ = err.With("raised_by", map[string]any{"who": whoGrants, "command": command + cc.server.place()})
	}
	if p.Kind != KindHuman && cc.mayAsk() {
		title := fmt.Sprintf("%s asks for %s, which reaches %d elements at once", p.ID, cc.entry.Name, affected)
		request := cc.call.TaskFor(title, err.Message, nil)
		if out.Instead != nil { // there is nothing yet that a task could refer to
			request = maps.Clone(out.Instead)
			request["then"] = "the same call with its model_id: what refuses that has a task for a person"
		}
		_ = err.With("request", request)
	}
	return err
}

// needsPerson returns the error for a change that nobody can be asked to approve.
func (cc *chainCall) needsPerson(out *Outcome) error {
	if out.Instead != nil {
		return state.Errorf(state.PermissionDenied,
			"%s would reach %d elements, which a person has to approve, and there is nothing yet to ask in: make the "+
				"call in data.request, then what it says; nothing was changed", cc.entry.Name, out.Affected).
			With("request", out.Instead)
	}
	return state.Errorf(state.PermissionDenied,
		"%s would reach %d elements, and what it would do cannot be put before somebody; a person has to do this: "+
			"nothing was changed; call with dry_run true to see what it would do, and hand that to them", cc.entry.Name,
		out.Affected).With("requires", KindHuman)
}

func (cc *chainCall) approvalWarning(out *Outcome) Warning {
	return Warning{
		Code: state.ApprovalRequired.Name(), Message: "without dry_run a person would have to approve this first",
		Data: map[string]any{"affected": out.Affected, "deletes": out.Deletes, "classes": cc.classes},
	}
}
