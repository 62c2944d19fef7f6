package merge

import (
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Undo is a request for the events that revert a range of a branch's history. The events of the range stay in the
// history, and the new events compensate for them. Before and After are the states before and after the range, Now is
// the current state.
type Undo struct {
	ID                 string // of the command
	Before, After, Now *state.Model
	Undone, Later      *Touches // touched by the range and by later events
	Stop               geometry.Interrupt
}

// Decide returns the compensating events. It merges the state before the range into the current one, with the state
// after the range as the base. If later changes depend on the range, it returns ILLEGAL_STATE and lists the later
// changes in data.conflicts, because they must be undone first. Types and materials that the range defined stay, with a
// warning.
func (u Undo) Decide() (MergeOutcome, error) {
	out, err := Merge{
		ID: u.ID, Base: u.After, Ours: MergeSide{Model: u.Now, Touched: u.Later},
		Theirs:     MergeSide{Model: u.Before, Touched: u.Undone},
		SourceName: "the state before", Stop: u.Stop,
	}.Decide()
	if err != nil {
		return out, err
	}
	if n := len(out.Conflicts); n > 0 {
		return MergeOutcome{}, state.Errorf(state.IllegalState,
			"later changes depend on it (%d, the first: %s): undo those "+
				"first, or change the elements directly", n, out.Conflicts[0].Message).
			With("conflicts", out.Conflicts)
	}
	for _, id := range u.Undone.IDs() {
		_, isType := u.After.Type(id)
		_, isMaterial := u.After.Material(id)
		_, wasType := u.Before.Type(id)
		_, wasMaterial := u.Before.Material(id)
		if (isType && !wasType) || (isMaterial && !wasMaterial) {
			out.Decision.Warnings = append(out.Decision.Warnings,
				change.Warning{Code: "DEFINITION_STAYS",
					Message: "types and materials are not deleted: the one that was defined stays in the library",
					Data:    map[string]any{"element_id": id}})
		}
	}
	return out, nil
}
