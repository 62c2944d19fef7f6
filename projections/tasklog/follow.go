package tasklog

import (
	"context"
	"fmt"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

// Fate is what has become of an element since it was pinned.
type Fate string

// The fates.
const (
	Same    Fate = "same"    // no event touched it or what it hosts
	Changed Fate = "changed" // an event touched it or what it hosts
	Merged  Fate = "merged"  // a merge touched it last
	Deleted Fate = "deleted"
	Unknown Fate = "unknown" // its branch is not there any more
)

// Enum lists the values for a JSON schema.
func (Fate) Enum() []string { return []string{"same", "changed", "merged", "deleted", "unknown"} }

// Since is what became of a pinned element, and the last event that did it.
type Since struct {
	Fate Fate
	// Of the last event about it since it was pinned; nothing where there is none.
	Revision uint64
	Tool     string
	User     string
}

// mergeTool and undoTool are the tools whose changes are told apart.
const (
	mergeTool = "merge_branch"
	undoTool  = "undo"
)

// Follow looks at the model and at the record of its checks as they are now.
type Follow struct {
	Live    *projections.Live
	ModelID string
	Record  *validation.Record
	Now     time.Time // approvals until then or before count no more

	views map[string]*projections.View
}

// view returns a branch as it is now, nil when there is none of that name.
func (f *Follow) view(ctx context.Context, branch string) (*projections.View, error) {
	if v, known := f.views[branch]; known {
		return v, nil
	}
	v, err := f.Live.View(ctx, f.ModelID, branch)
	if err != nil && state.CodeOf(err) != state.NotFound {
		return nil, err
	}
	if err != nil {
		v = nil
	}
	if f.views == nil {
		f.views = map[string]*projections.View{}
	}
	f.views[branch] = v
	return v, nil
}

// Since says what became of a pinned element.
func (f *Follow) Since(ctx context.Context, p tasks.Pin) (Since, error) {
	v, err := f.view(ctx, p.Branch)
	if err != nil || v == nil {
		return Since{Fate: Unknown}, err
	}
	out := Since{Fate: Same}
	last := lastAfter(v, p.ElementID, uint64(p.Revision))
	for _, hosted := range v.Model.HostedBy(p.ElementID) { // a new opening changes its wall
		last = max(last, lastAfter(v, hosted, uint64(p.Revision)))
	}
	if last > 0 {
		meta, err := f.meta(ctx, p.Branch, last)
		if err != nil {
			return out, err
		}
		out = Since{Changed, last, meta.Tool, meta.UserID}
		if meta.Tool == mergeTool {
			out.Fate = Merged
		}
	}
	if _, there := v.Model.Element(p.ElementID); !there {
		out.Fate = Deleted
	}
	return out, nil
}

// lastAfter returns the revision of the last event of a branch about an element after another revision, 0 for none.
func lastAfter(v *projections.View, id state.ID, after uint64) uint64 {
	mentions := v.Timeline(id)
	if n := len(mentions); n > 0 && mentions[n-1].Branch == v.Branch && mentions[n-1].Revision > after {
		return mentions[n-1].Revision
	}
	return 0
}

func (f *Follow) meta(ctx context.Context, branch string, revision uint64) (meta projections.Meta, err error) {
	err = f.Live.Events(ctx, f.ModelID, branch, revision, revision,
		func(r eventstore.Recorded, _ state.Event) (err error) {
			meta, err = projections.DecodeMeta(r.Meta)
			return err
		})
	return meta, err
}

// Offer proposes a step for a task with findings. If all are resolved or approved, the task can be completed. If one
// was found again, or the change that resolved it was undone, a completed task is to be opened again. Offer returns nil
// if it has nothing to propose.
func (f *Follow) Offer(ctx context.Context, t *tasks.Task) (*tasks.Offer, error) {
	if len(t.Findings) == 0 || t.Status == tasks.Cancelled {
		return nil, nil
	}
	for _, finding := range t.Findings {
		s, known := f.Record.State(finding.Branch, finding.Key, f.Now)
		switch {
		case !known:
			return nil, nil
		case s.Status == validation.Approved:
		case s.Status != validation.Resolved:
			return again(t, fmt.Sprintf("finding %s is %s on branch %s", finding.Key, s.Status, finding.Branch)), nil
		default:
			undone, err := f.undone(ctx, t, finding.Branch, s)
			if err != nil || undone > 0 {
				return again(t, fmt.Sprintf("the change that resolved finding %s was undone at revision %d of "+
					"branch %s", finding.Key, undone, finding.Branch)), err
			}
		}
	}
	if t.Status == tasks.Completed {
		return nil, nil
	}
	return &tasks.Offer{Step: tasks.Finish, Why: fmt.Sprintf("all %d findings are resolved or approved",
		len(t.Findings))}, nil
}

// again proposes to open a task again if it is completed; it returns nil for other tasks.
func again(t *tasks.Task, why string) *tasks.Offer {
	if t.Status != tasks.Completed {
		return nil
	}
	return &tasks.Offer{Step: tasks.Again, Why: why}
}

// undone returns the revision at which an undo last changed an element of a task after the check that resolved the
// finding, or 0 if no undo did.
func (f *Follow) undone(ctx context.Context, t *tasks.Task, branch string, s validation.State) (uint64, error) {
	run, err := f.Record.Run(s.Ended)
	if err != nil {
		return 0, nil // somebody said that it is resolved: no check did
	}
	v, err := f.view(ctx, branch)
	if err != nil || v == nil {
		return 0, err
	}
	for _, p := range t.Pins {
		last := lastAfter(v, p.ElementID, run.Revision)
		if last == 0 {
			continue
		}
		meta, err := f.meta(ctx, branch, last)
		if err != nil {
			return 0, err
		}
		if meta.Tool == undoTool {
			return last, nil
		}
	}
	return 0, nil
}
