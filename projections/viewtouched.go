package projections

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// mentionsPerRead is the number of history entries that can be examined in the time of reading one event.
const mentionsPerRead = 100

// Touched returns the sorted ids of the elements, types and materials that may differ between two states of a model.
// Within one branch these are the ids that its own events between the states touched, which include the ids of merges.
// The cost is the lesser of reading these events and examining the history.
func (l *Live) Touched(ctx context.Context, a, b *View) ([]state.ID, error) {
	if a.Branch != b.Branch || a.ModelID != b.ModelID || a.preview != nil || b.preview != nil {
		c, err := l.Compare(ctx, a, b)
		if err != nil {
			return nil, err
		}
		ids := append(c.OursTouched.IDs(), c.TheirsTouched.IDs()...)
		slices.Sort(ids)
		return slices.Compact(ids), nil
	}
	earlier, later := a, b
	if a.Revision > b.Revision {
		earlier, later = b, a
	}
	between := later.Revision - earlier.Revision
	if between > uint64(later.history.last.Len()/mentionsPerRead) { //nolint:gosec // a length
		return later.touchedAfter(earlier.Revision), nil
	}
	touches := merge.NewTouches()
	if between == 0 {
		return touches.IDs(), nil
	}
	err := l.Events(eventstore.Expecting(ctx, between), a.ModelID, a.Branch, earlier.Revision+1, later.Revision,
		func(_ eventstore.Recorded, e state.Event) error {
			touches.Note(e)
			return nil
		})
	return touches.IDs(), err
}

// touchedAfter returns the sorted ids that the branch's events after a revision touched.
func (v *View) touchedAfter(revision uint64) []state.ID {
	out := []state.ID{}
	v.history.last.Scan(func(id state.ID, m *revisionRef) bool {
		if m.revision > revision && id != wholeModel {
			out = append(out, id)
		}
		return true
	})
	return out
}
