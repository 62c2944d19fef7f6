package tools

import (
	"context"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tasklog"
)

// Reader is what somebody may see of models, for whoever shows them otherwise than by tools: the web page. It refuses
// what a tool that reads would refuse.
type Reader struct {
	backend *Backend
	caller  mcp.Principal
}

// ReaderOf returns what a principal may see.
func (b *Backend) ReaderOf(p mcp.Principal) Reader { return Reader{b, p} }

// looking stands for the tool in calls of a [Reader]: it reads, and tells nothing that its caller may not read.
var looking = &mcp.Tool{Name: "look", Category: mcp.CategoryRead, Operation: mcp.OpRead}

func (r Reader) call(model, branch string) *mcp.Call {
	return &mcp.Call{Tool: looking, Principal: r.caller, Common: mcp.CommonArguments{ModelID: model, Branch: branch}}
}

// Models returns the models that the principal may see, with those of their branches that it may read.
func (r Reader) Models(ctx context.Context) ([]projections.ModelEntry, error) {
	models, err := r.backend.models(ctx, r.caller)
	if err != nil {
		return nil, err
	}
	for i, m := range models {
		var branches []projections.BranchEntry
		for _, b := range m.Branches {
			if r.caller.ReadsBranch(b.Name) {
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
	if read, _ := r.caller.Scope(mcp.OpRead); read.Bounded() {
		return nil, nil
	}
	state, err := tasklog.New(r.backend.Store).Read(ctx, tasklog.Stream(model))
	if err != nil {
		return nil, err
	}
	return state.Is.Seen(taskCaller(r.caller)), nil
}

// Checks returns the ids of the runs of checks of a model that the principal may see, as Tasks does.
func (r Reader) Checks(ctx context.Context, model string) ([]string, error) {
	read, _ := r.caller.Scope(mcp.OpRead)
	if read.Bounded() {
		return nil, nil
	}
	record, err := r.backend.checks().Record(ctx, model)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, run := range r.backend.readableRuns(ctx, r.caller, record).Runs() {
		if read.AllowsBranch(run.Branch) {
			out = append(out, run.ID)
		}
	}
	return out, nil
}

// Admits refuses a model that the principal may not see, as one that is not there.
func (r Reader) Admits(ctx context.Context, model string) error {
	if _, reads := r.caller.Scope(mcp.OpRead); !reads {
		return missingModel(model)
	}
	return r.backend.checkAccess(ctx, r.call(model, ""), model)
}

// View returns a state of a branch. A point is a revision, a time or a tag as arguments named at have them, or one of
// another branch as BRANCH@POINT; "" is the head. NOT_FOUND for what is not there, and for what may not be seen.
func (r Reader) View(ctx context.Context, model, branch, point string) (*projections.View, error) {
	v, err := r.state(ctx, model, branch, point)
	if err != nil {
		return nil, err
	}
	return v, v.Ready(ctx)
}

// state is View without anything derived.
func (r Reader) state(ctx context.Context, model, branch, point string) (*projections.View, error) {
	if other, at, ok := strings.Cut(point, "@"); ok && other != branch {
		branch, point = other, at
	}
	c := r.call(model, branch)
	now, err := r.backend.branchView(ctx, c, model, branchOf(c))
	if err != nil {
		return nil, err
	}
	return r.backend.stateOf(ctx, c, now, point)
}

// Head returns the last revision of a view's branch.
func (r Reader) Head(ctx context.Context, v *projections.View) (uint64, error) {
	now, err := r.backend.Live.View(ctx, v.ModelID, v.Branch)
	if err != nil {
		return 0, err
	}
	return now.Revision, nil
}

// Tells returns which elements of a view the principal may be told of.
func (r Reader) Tells(v *projections.View) func(domain.ID) bool {
	bounds := boundsOn(r.caller, v.Branch)
	return func(id domain.ID) bool { return tells(bounds, v, id) }
}

// Bounded reports whether the principal may read a part of a branch only.
func (r Reader) Bounded(branch string) bool { return boundsOn(r.caller, branch) != nil }

// Difference is what differs between two states: by what events say, and by what follows from it.
type Difference struct {
	domain.Difference
	Derived []projections.Effect
}

// Touched returns what may differ between two states of a model, also of different branches: what was touched between
// them.
func (r Reader) Touched(ctx context.Context, before, after *projections.View) ([]domain.ID, error) {
	return r.backend.Live.Touched(ctx, before, after)
}

// DifferenceOf compares two states of which the touched elements and definitions may differ. Where more than some
// elements do, it does not look for what follows.
func DifferenceOf(ctx context.Context, before, after *projections.View, touched []domain.ID,
	most int) (Difference, error) {
	if direct := domain.Diff(before.Model, after.Model, touched); direct.Len() > most {
		return Difference{Difference: direct}, nil
	}
	d, err := differenceOf(ctx, before, after, touched)
	return Difference{d.Difference, d.derived}, err
}
