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

// Fate describes what happened to an element after it was pinned.
type Fate string

// The fates.
const (
	Same    Fate = "same"    // no event touched the element or elements that it hosts
	Changed Fate = "changed" // an event touched the element or an element that it hosts
	Merged  Fate = "merged"  // a merge touched it last
	Deleted Fate = "deleted"
	Unknown Fate = "unknown" // the branch of the pin no longer exists
)

// Enum lists the values for a JSON schema.
func (Fate) Enum() []string { return []string{"same", "changed", "merged", "deleted", "unknown"} }

// Since is the fate of a pinned element, with the last event that touched it.
type Since struct {
	Fate Fate
	// Revision, Tool and User describe the last event that touched the element since it was pinned. They are empty if
	// there is none.
	Revision uint64
	Tool     string
	User     string
}

// mergeTool and undoTool are the tools whose changes Follow distinguishes from other changes.
const (
	mergeTool = "merge_branch"
	undoTool  = "undo"
)

// Follow compares tasks with the current model and the current record of its checks.
type Follow struct {
	Live    *projections.Live
	ModelID string
	Record  *validation.Record
	Now     time.Time // an approval that ends before or at this time no longer counts

	views map[string]*projections.View
}

// view returns the current state of a branch, or nil if the branch does not exist.
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

// Since returns the fate of a pinned element.
func (f *Follow) Since(ctx context.Context, p tasks.Pin) (Since, error) {
	v, err := f.view(ctx, p.Branch)
	if err != nil || v == nil {
		return Since{Fate: Unknown}, err
	}
	out := Since{Fate: Same}
	last := lastAfter(v, p.ElementID, uint64(p.Revision))
	for _, hosted := range v.Model.HostedBy(p.ElementID) { // a new opening changes the wall that hosts it
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

// lastAfter returns the revision of the last event of a branch that touches an element, or 0 if that is not after
// another revision.
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

// undone returns the revision of the last undo that changed an element of a task after a check had resolved the
// finding, or 0 for none.
func (f *Follow) undone(ctx context.Context, t *tasks.Task, branch string, s validation.State) (uint64, error) {
	run, err := f.Record.Run(s.Ended)
	if err != nil {
		return 0, nil // a person resolved it, not a check
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
