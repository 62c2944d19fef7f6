package merge

import (
	"encoding/json"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Merge asks to bring the changes of one branch into another one. It compares folded states, not lists of events. Base
// is the newest state that both sides share. Only elements that events of theirs touched since then are examined.
type Merge struct {
	ID           string // of the command; ids that the merge makes derive from it
	Base         *state.Model
	Ours, Theirs MergeSide
	SourceName   string // of theirs, for names that must differ
	Policy       state.MergePolicy
	// Decisions are keyed by conflict id. Those for other conflicts have no effect.
	Decisions map[string]state.Resolution
	// Stop interrupts the merge, as Command.Stop interrupts a command. It may be nil.
	Stop geometry.Interrupt
}

// MergeSide is one side of a merge: its state, and the elements that its events since the base touched.
type MergeSide struct {
	Model   *state.Model
	Touched *Touches
	// Ring returns the box of a room within the ring of walls around it, nil where it has no closed one, as far as it
	// is known already. Ring may be nil. It saves time and decides nothing: what is not known is computed.
	Ring func(room state.ID) (box *room.Enclosed, known bool)
}

// Decide computes the merge. The states are only read, and none of them may be cloned meanwhile. Conflicts are no
// error; an error means that a decision cannot be carried out.
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

// stored returns an element as JSON, null for none.
func stored(e *state.Element) json.RawMessage {
	if e == nil {
		return json.RawMessage("null")
	}
	return state.MustJSON(e)
}
