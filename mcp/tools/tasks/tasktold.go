package tasks

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/tasklog"
)

// Told returns a task as the caller may see it. Texts that people wrote in a task stay, whatever its branch. Elements,
// findings and the name of the branch belong to the model and are left out if the caller may not read their branch.
func (b *Board) Told(t *tasks.Task) *tasks.Task {
	read, _ := b.call.Principal.Scope(mcp.OpRead)
	if len(read.BranchPatterns) == 0 {
		return t
	}
	out := *t
	out.Pins = slices.DeleteFunc(slices.Clone(t.Pins), func(p tasks.Pin) bool { return !read.AllowsBranch(p.Branch) })
	out.Findings = slices.DeleteFunc(slices.Clone(t.Findings),
		func(f tasks.Finding) bool { return !read.AllowsBranch(f.Branch) })
	if !read.AllowsBranch(t.Branch) {
		out.Branch = ""
	}
	return &out
}

// offer returns the step that the model suggests for a task, or nil if it rests on findings that the caller may not
// read.
func (b *Board) offer(ctx context.Context, follow *tasklog.Follow, t *tasks.Task) (*tasks.Offer, error) {
	if len(b.Told(t).Findings) < len(t.Findings) {
		return nil, nil
	}
	return follow.Offer(ctx, t)
}
