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

// Reader is what somebody may see of models, for whoever shows them otherwise than by tools: the web page. It refuses
// what a tool that reads would refuse.
type Reader struct {
	Backend *Backend
	Caller  mcp.Principal
}

// ReaderOf returns what a principal may see.
func (b *Backend) ReaderOf(p mcp.Principal) Reader { return Reader{b, p} }

// looking stands for the tool in calls of a [Reader]: it reads, and tells nothing that its caller may not read.
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

// Tasks returns the tasks of a model that the principal sees; none to who may read a part of branches only, as no tool
// tells them of any.
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

// Checks returns the ids of the runs of checks of a model that the principal may see, as Tasks does.
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

// Admits refuses a model that the principal may not see, as one that is not there.
func (r Reader) Admits(ctx context.Context, model string) error {
	if _, reads := r.Caller.Scope(mcp.OpRead); !reads {
		return MissingModel(model)
	}
	return r.Backend.CheckAccess(ctx, r.Call(model, ""), model)
}

// View returns a state of a branch. A point is a revision, a time or a tag as arguments named at have them, or one of
// another branch as BRANCH@POINT; "" is the head. NOT_FOUND for what is not there, and for what may not be seen.
func (r Reader) View(ctx context.Context, model, branch, point string) (*projections.View, error) {
	v, err := r.ViewUnderived(ctx, model, branch, point)
	if err != nil {
		return nil, err
	}
	return v, v.Ready(ctx)
}

// state is View without anything derived.
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

// Tells returns which elements of a view the principal may be told of.
func (r Reader) Tells(v *projections.View) func(state.ID) bool {
	bounds := BoundsOn(r.Caller, v.Branch)
	return func(id state.ID) bool { return Tells(bounds, v, id) }
}

// Bounded reports whether the principal may read a part of a branch only.
func (r Reader) Bounded(branch string) bool { return BoundsOn(r.Caller, branch) != nil }

// Difference is what differs between two states: by what events say, and by what follows from it.
type Difference struct {
	merge.Difference
	Derived []projections.Effect
}

// Touched returns what may differ between two states of a model, also of different branches: what was touched between
// them.
func (r Reader) Touched(ctx context.Context, before, after *projections.View) ([]state.ID, error) {
	return r.Backend.Live.Touched(ctx, before, after)
}

// DifferenceOf compares two states of which the touched elements and definitions may differ. Where more than some
// elements do, it does not look for what follows.
func DifferenceOf(ctx context.Context, before, after *projections.View, touched []state.ID,
	most int) (Difference, error) {
	if direct := merge.Diff(before.Model, after.Model, touched); direct.Len() > most {
		return Difference{Difference: direct}, nil
	}
	d, err := Compare(ctx, before, after, touched)
	return Difference{d.Difference, d.derived}, err
}

const Markdown = "text/markdown"

// TaskCaller is who calls, as tasks know callers.
func TaskCaller(p mcp.Principal) tasks.Caller { return tasks.Caller{User: User(p), Principal: p.ID} }
