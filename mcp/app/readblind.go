package app

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// Blind reports whether a call concerns a branch that its caller may not read at all. A change of such a branch is
// carried out, and the reply contains only that fact and the ids of the created elements.
func Blind(c *mcp.Call) bool { return !c.Principal.ReadsBranch(c.BranchName()) }

// showing lists the changes whose replies necessarily reveal the contents of their branch: its conflicts, its
// differences from a file, or the findings of a check.
var showing = []string{"merge_branch", "resolve_conflict", "import_ifc", "issue_sheets", "update_finding"}

// checkShowing returns an error for a change that would reveal its branch to a caller who may not read it.
func checkShowing(c *mcp.Call) error {
	if !Blind(c) || !slices.Contains(showing, c.Tool.Name) {
		return nil
	}
	return UnreadBranch(c, c.BranchName())
}

// UnreadBranch returns the error for a call that would reveal a branch to a caller who may not read it.
func UnreadBranch(c *mcp.Call, branch string) error {
	return state.Errorf(state.PermissionDenied, "%s tells of branch %q, which %q may not READ; an administrator can "+
		"grant it", c.Tool.Name, branch, c.Principal.ID).With("operation", mcp.OpRead).With("branch", branch)
}

// saidByID returns a filter for what a caller may name on a branch that it may not read: only things whose ids are in
// the arguments. Names and queries find nothing there, since they could be used to explore the branch.
func saidByID(c *mcp.Call, v *projections.View) func(state.ID) bool {
	said := StringsOf(c.Arguments)
	return func(id state.ID) bool { return !Holds(v.Model, id) || slices.Contains(said, string(id)) }
}

// blindly runs a change and removes from its reply everything about a branch that the caller may not read.
func blindly(ctx context.Context, c *mcp.Call, h *hush, handle func(context.Context, *mcp.Call) (*mcp.Outcome,
	error)) (*mcp.Outcome, error) {
	out, err := handle(ctx, c)
	if err != nil {
		return nil, h.blunted(err)
	}
	reply, ok := out.Data.(*Change)
	if !ok {
		return out, h.outcome(out)
	}
	out.Warnings = nil // warnings describe the existing elements and how the change relates to them
	reply.blunt(h, c.Tool.Name == UndoName)
	return out, nil
}

// blunt reduces a reply to the number of changes and the ids of the elements that the caller created. With brought set,
// the ids are removed too, because undo restores elements that others created.
func (r *Change) blunt(h *hush, brought bool) {
	made := map[state.ID]bool{}
	kept := []ElementEcho{}
	for _, e := range r.Created {
		if brought || Holds(h.view.Model, e.ElementID) {
			continue
		}
		made[e.ElementID] = true
		echo := ElementEcho{ElementID: e.ElementID, Category: e.Category}
		if slices.Contains(h.given, e.Name) {
			echo.Name = e.Name
		}
		kept = append(kept, echo)
	}
	r.Created, r.Modified, r.Deleted, r.Unbounded, r.Joins = kept, []ModifiedEcho{}, []DeletedEcho{}, nil, nil
	if !made[state.ID(r.ElementID)] {
		r.ElementID = ""
	}
	for i, e := range r.Events {
		if !made[e.ElementID] {
			r.Events[i].ElementID = ""
		}
	}
	if r.More != "" {
		r.More = "lists are cut, counts count all"
	}
}

// sayable lists the keys of error data that describe the call rather than the branch.
var sayable = []string{"parameter", "step", "tool", "current_revision", "expected_revision"}

// blunted returns an error of a change without what it reveals of the branch: the existence, condition and measures of
// elements. Errors about the call itself, its permission and the store stay.
func (h *hush) blunted(err error) error {
	e, ok := errors.AsType[*state.Error](err)
	if !ok {
		return err
	}
	switch {
	case e.Code == state.OutOfRange, e.Code == state.UnknownParameter,
		e.Code >= state.DegenerateGeometry && e.Code < state.PermissionDenied,
		e.Code >= state.NotFound && e.Code < state.StoreUnavailable:
	default:
		return h.error(err)
	}
	message := "it is refused because of what is on the branch, which you may not READ: ask a person who may"
	if e.Code == state.NotFound {
		message = "there is no such thing on the branch; since you may not READ it, name what is there by its id"
	}
	out := state.Errorf(e.Code, "%s", message)
	for _, key := range slices.Sorted(maps.Keys(e.Data)) {
		if slices.Contains(sayable, key) {
			out = out.With(key, e.Data[key])
		}
	}
	return out
}

const UndoName = "undo"

// joinName is the name of the tool that joins two walls, or all walls that meet on a level.
const joinName = "join_elements"
