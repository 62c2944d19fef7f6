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

// Blind reports whether a call is about a branch of which its caller may read nothing. A change of it is done, and its
// caller told no more than that and the ids of what it made.
func Blind(c *mcp.Call) bool { return !c.Principal.ReadsBranch(c.BranchName()) }

// showing are the changes that cannot be replied without telling of what is on their branch: what conflicts there, what
// a file is another one than, what a check found.
var showing = []string{"merge_branch", "resolve_conflict", "import_ifc", "issue_sheets", "update_finding"}

// checkShowing refuses a change that shows its branch to who may not read that.
func checkShowing(c *mcp.Call) error {
	if !Blind(c) || !slices.Contains(showing, c.Tool.Name) {
		return nil
	}
	return UnreadBranch(c, c.BranchName())
}

// UnreadBranch refuses what tells of a branch to who may not read that.
func UnreadBranch(c *mcp.Call, branch string) error {
	return state.Errorf(state.PermissionDenied, "%s tells of branch %q, which %q may not READ; an administrator can "+
		"grant it", c.Tool.Name, branch, c.Principal.ID).With("operation", mcp.OpRead).With("branch", branch)
}

// saidByID returns what the caller of a change may name of a branch that it may not read: what its arguments have the
// id of. A name finds nothing there, and a query neither: who could ask for either could ask for all that is there.
func saidByID(c *mcp.Call, v *projections.View) func(state.ID) bool {
	said := StringsOf(c.Arguments)
	return func(id state.ID) bool { return !Holds(v.Model, id) || slices.Contains(said, string(id)) }
}

// blindly makes a change of elements tell its caller nothing of a branch that the caller may not read.
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
	out.Warnings = nil // which are about what was there, or how the change lies to it
	reply.blunt(h, c.Tool.Name == UndoName)
	return out, nil
}

// blunt leaves of a reply how much was done and the ids of what the caller made. What undo brings back others made.
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

// sayable are the values behind an error that are of the call rather than of what is there.
var sayable = []string{"parameter", "step", "tool", "current_revision", "expected_revision"}

// blunted returns an error of a change without what it tells of the branch: whether something is there, how it stands
// and what it measures. What is wrong with the call itself, with its permission and with the store is told.
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

// joinName is the tool that joins walls: two of them, or all that meet on a level.
const joinName = "join_elements"
