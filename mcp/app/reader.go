package app

import (
	"context"
	"strings"

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tasklog"
)

// Reader reads models on behalf of a principal for callers other than tools, such as the web page. It returns the same
// errors as a reading tool.
type Reader struct {
	Backend *Backend
	Caller  mcp.Principal
}

// ReaderOf returns a reader on behalf of a principal.
func (b *Backend) ReaderOf(p mcp.Principal) Reader { return Reader{b, p} }

// looking is the tool that a [Reader] names in its calls. It only reads, within the caller's permissions.
var looking = &mcp.Tool{Name: "look", Category: mcp.CategoryRead, Operation: mcp.OpRead}

func (r Reader) Call(model, branch string) *mcp.Call {
	return &mcp.Call{Tool: looking, Principal: r.Caller, Common: mcp.CommonArguments{ModelID: model, Branch: branch}}
}

// Models returns the models that the principal may see, with those of their branches that it may read.
func (r Reader) Models(ctx context.Context) ([]projections.ModelEntry, error) {
	models, err := r.Backend.Models(ctx, r.Caller)
	if err != nil {
		return nil, err
	}
	for i, m := range models {
		var branches []projections.BranchEntry
		for _, b := range m.Branches {
			if r.Caller.ReadsBranch(b.Name) {
				branches = append(branches, b)
			}
		}
		models[i].Branches = branches
	}
	return models, nil
}

// Tasks returns the tasks of a model that the principal may see. A principal that may read only a part of branches gets
// none, as with the tools.
func (r Reader) Tasks(ctx context.Context, model string) ([]*tasks.Task, error) {
	if read, _ := r.Caller.Scope(mcp.OpRead); read.Bounded() {
		return nil, nil
	}
	state, err := tasklog.New(r.Backend.Store).Read(ctx, tasklog.Stream(model))
	if err != nil {
		return nil, err
	}
	return state.Is.Seen(TaskCaller(r.Caller)), nil
}

// Checks returns the ids of the check runs of a model that the principal may see, with the same restriction as Tasks.
func (r Reader) Checks(ctx context.Context, model string) ([]string, error) {
	read, _ := r.Caller.Scope(mcp.OpRead)
	if read.Bounded() {
		return nil, nil
	}
	record, err := r.Backend.Checks().Record(ctx, model)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, run := range r.Backend.ReadableRuns(ctx, r.Caller, record).Runs() {
		if read.AllowsBranch(run.Branch) {
			out = append(out, run.ID)
		}
	}
	return out, nil
}

// Admits returns an error for a model that the principal may not see, the same as for a missing model.
func (r Reader) Admits(ctx context.Context, model string) error {
	if _, reads := r.Caller.Scope(mcp.OpRead); !reads {
		return MissingModel(model)
	}
	return r.Backend.CheckAccess(ctx, r.Call(model, ""), model)
}

// View returns a state of a branch. A point is a revision, a time or a tag, as in arguments named at, or a state of
// another branch as BRANCH@POINT; "" is the head. The error is NOT_FOUND if the state does not exist or the principal
// may not see it.
func (r Reader) View(ctx context.Context, model, branch, point string) (*projections.View, error) {
	v, err := r.ViewUnderived(ctx, model, branch, point)
	if err != nil {
		return nil, err
	}
	return v, v.Ready(ctx)
}

// ViewUnderived is View without derived data.
func (r Reader) ViewUnderived(ctx context.Context, model, branch, point string) (*projections.View, error) {
	if other, at, ok := strings.Cut(point, "@"); ok && other != branch {
		branch, point = other, at
	}
	c := r.Call(model, branch)
	now, err := r.Backend.BranchView(ctx, c, model, BranchOf(c))
	if err != nil {
		return nil, err
	}
	return r.Backend.StateOf(ctx, c, now, point)
}

// Head returns the last revision of a view's branch.
func (r Reader) Head(ctx context.Context, v *projections.View) (uint64, error) {
	now, err := r.Backend.Live.View(ctx, v.ModelID, v.Branch)
	if err != nil {
		return 0, err
	}
	return now.Revision, nil
}

// Tells returns a filter for the elements of a view that the principal may see.
func (r Reader) Tells(v *projections.View) func(state.ID) bool {
	bounds := BoundsOn(r.Caller, v.Branch)
	return func(id state.ID) bool { return Tells(bounds, v, id) }
}

// Bounded reports whether the principal may read only a part of a branch.
func (r Reader) Bounded(branch string) bool { return BoundsOn(r.Caller, branch) != nil }

// Difference is the difference between two states: the changes by events and their derived effects.
type Difference struct {
	merge.Difference
	Derived []projections.Effect
}

// Touched returns the ids that may differ between two states of a model, including states of different branches,
// because events between them touched these ids.
func (r Reader) Touched(ctx context.Context, before, after *projections.View) ([]state.ID, error) {
	return r.Backend.Live.Touched(ctx, before, after)
}

// DifferenceOf compares two states that differ at most in the touched elements and definitions. If the number of
// differences exceeds most, it omits the derived effects.
func DifferenceOf(ctx context.Context, before, after *projections.View, touched []state.ID,
	most int) (Difference, error) {
	if direct := merge.Diff(before.Model, after.Model, touched); direct.Len() > most {
		return Difference{Difference: direct}, nil
	}
	d, err := Compare(ctx, before, after, touched)
	return Difference{d.Difference, d.derived}, err
}

const Markdown = "text/markdown"

// TaskCaller converts a principal to the caller that tasks use.
func TaskCaller(p mcp.Principal) tasks.Caller { return tasks.Caller{User: User(p), Principal: p.ID} }
