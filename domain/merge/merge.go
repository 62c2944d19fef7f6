package merge

import (
	"encoding/json"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Merge is a request to bring the changes of one branch, theirs, into another one, ours. It compares folded states, not
// lists of events. Base is the newest state that both sides share. The merge examines only the elements that events of
// theirs touched since the base.
type Merge struct {
	ID           string // of the command; ids of new elements derive from it
	Base         *state.Model
	Ours, Theirs MergeSide
	SourceName   string // the name of theirs, for names that must be unique
	Policy       state.MergePolicy
	// Decisions are keyed by conflict id. Decisions about unknown conflicts have no effect.
	Decisions map[string]state.Resolution
	// Stop interrupts the merge, as Command.Stop interrupts a command. It may be nil.
	Stop geometry.Interrupt
}

// MergeSide is one side of a merge: its state, and the elements that its events since the base touched.
type MergeSide struct {
	Model   *state.Model
	Touched *Touches
	// Ring returns the box of a room that a closed ring of walls encloses, or nil if there is no such ring. known is
	// false if the side has not computed the room yet. Ring only saves time, because unknown rooms are computed. It may
	// be nil.
	Ring func(room state.ID) (box *room.Enclosed, known bool)
}

// Decide computes the merge. It only reads the states, which must not be cloned meanwhile. Conflicts are not errors; an
// error means that a decision cannot be carried out.
func (in Merge) Decide() (MergeOutcome, error) {
	g := &merger{Merge: in, base: in.Base, ours: in.Ours.Model, theirs: in.Theirs.Model,
		forced: map[state.ID]state.Choice{},
		rooms:  map[roomAt]*room.Enclosed{}, levels: map[levelAt]fabric.WallSearch{}}
	defer func() {
		if g.t != nil {
			g.t.Model.Stop = nil
		}
	}()
	g.orderSource()
	for {
		in.Stop.Now()
		if err := g.round(); err != nil {
			return MergeOutcome{}, err
		}
		found := g.findings()
		if len(found) == 0 {
			return g.outcome(), nil
		}
		if err := g.force(found); err != nil {
			return MergeOutcome{}, err
		}
	}
}

// stored returns an element as JSON, or null if it is nil.
func stored(e *state.Element) json.RawMessage {
	if e == nil {
		return json.RawMessage("null")
	}
	return state.MustJSON(e)
}
