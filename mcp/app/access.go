package app

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// AccessOf returns what a user may do with a model.
func AccessOf(m projections.ModelEntry, user string) state.Access {
	if m.Owner == user {
		return state.AccessOwn
	}
	return m.Register.Access(user)
}

// These lists name the tools that need a different access to a model than their category implies.
var (
	commenting = []string{
		"add_task", "update_task", "complete_task", "reopen_task", "delete_task", "import_bcf", "update_finding",
		"audit_session_start", "thought_record", "merkle_finalize",
	}
	owning = []string{"share_model", "set_task_policy"}
)

// accessFor returns the access to a model that a call of a tool needs. Checks and exports need only read access,
// because they record something about the model but do not change it.
func accessFor(t *mcp.Tool) state.Access {
	switch {
	case slices.Contains(owning, t.Name):
		return state.AccessOwn
	case slices.Contains(commenting, t.Name):
		return state.AccessComment
	case t.Category == mcp.CategoryRead, t.Category == mcp.CategoryExecution && t.Operation == mcp.OpRead:
		return state.AccessRead
	}
	return state.AccessEdit
}

// aside lists the tools that store nothing in the branch that they are called with.
var aside = []string{"delete_branch", "create_branch", "tag_revision", "issue_sheets"}

// ofBranch lists the tools that store remarks about the state of a branch outside its stream. They are refused for an
// archived branch.
var ofBranch = []string{"update_finding"}

// changesBranch reports whether a call of a tool stores something in its branch or about its branch.
func changesBranch(t *mcp.Tool) bool {
	return accessFor(t) == state.AccessEdit && !slices.Contains(aside, t.Name) || slices.Contains(ofBranch, t.Name)
}

// MissingModel returns the error for a model that does not exist or that the caller may not see.
func MissingModel(model string) error {
	return state.Errorf(state.NotFound, "no model %q: list_models names yours", model).With("model_id", model)
}

// CheckAccess returns an error if the caller may not see the model or has too low an access for the tool. For a hidden
// model the error is that of a missing model.
func (b *Backend) CheckAccess(ctx context.Context, c *mcp.Call, model string) error {
	owner, err := b.Live.OwnerOf(ctx, model)
	if err != nil {
		return MissingModel(model)
	}
	return b.admit(ctx, c, model, "", owner)
}

// Admits returns an error if the caller may not see a model, or if the caller's access is too low for the tool.
func (b *Backend) Admits(ctx context.Context, c *mcp.Call, model string) error {
	return b.CheckAccess(ctx, c, model)
}

// admit checks that the user of a call has the access that the tool needs, and that a branch which the tool changes is
// not archived. branch is "" for calls that concern no branch.
func (b *Backend) admit(ctx context.Context, c *mcp.Call, model, branch, owner string) error {
	changes := branch != "" && branch != projections.MainBranch && changesBranch(c.Tool) // main is never archived
	if owner == User(c.Principal) && !changes {
		return nil
	}
	said, err := b.Live.Annotations(ctx, model)
	if err != nil {
		return err
	}
	if owner != User(c.Principal) {
		if err := checkShared(said.Access(User(c.Principal)), c, model); err != nil {
			return err
		}
	}
	if changes {
		return CheckInUse(said, branch)
	}
	return nil
}

// CheckInUse returns an error if a branch is archived.
func CheckInUse(said *projections.Annotations, branch string) error {
	a, archived := said.Archived(branch)
	if !archived {
		return nil
	}
	return state.Errorf(state.IllegalState,
		"branch %q was archived at revision %d: it can be read, and delete_branch with restore brings it back",
		branch, a.Revision).
		With("branch", branch).With("state", "archived").With("allowed", []string{"delete_branch"})
}

func checkShared(has state.Access, c *mcp.Call, model string) error {
	needed := accessFor(c.Tool)
	switch {
	case !has.Includes(state.AccessRead):
		return MissingModel(model)
	case !has.Includes(needed):
		return state.Errorf(state.PermissionDenied,
			"model %q is shared with %q to %s, and %s takes %s: ask its owner for share_model", model,
			User(c.Principal), has, c.Tool.Name, needed).
			With("model_id", model).With("access", has).With("needed", needed)
	}
	return nil
}
