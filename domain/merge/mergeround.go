package merge

import (
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

// merger is a merge in progress. Semantic conflicts appear only in the merged state. The decision about such a conflict
// forces the elements concerned to one side, and the merge is computed again.
type merger struct {
	Merge
	base, ours, theirs *state.Model

	source   []state.ID                // elements touched in theirs, carriers before carried elements
	forced   map[state.ID]state.Choice // elements forced to one side
	semantic []Conflict                // the conflicts that led to these
	decided  []state.Resolution        // their decisions
	rooms    map[roomAt]*room.Enclosed
	levels   map[levelAt]fabric.WallSearch

	// The results of one round.
	plan        map[state.ID]*state.Element // the element after the merge; nil if deleted
	planned     []state.ID
	claimed     map[state.ID]bool     // elements that a conflict over existence has decided
	kept        map[state.ID]bool     // elements of ours that are not deleted
	takenFor    map[state.ID]state.ID // definitions of theirs that one of ours replaces
	definitions []state.Event
	joins       []state.Event
	connections []state.Event
	links       []state.Event
	linked      []state.ModelLink // of the merged state
	conflicts   []Conflict
	resolutions []state.Resolution
	automatic   []Automatic
	t           *change.Transaction
	stuck       []finding // deletions that cannot be carried out
}

// round computes the whole merge once.
func (g *merger) round() error {
	g.plan, g.planned, g.claimed, g.kept, g.takenFor = map[state.ID]*state.Element{}, nil, map[state.ID]bool{},
		map[state.ID]bool{}, map[state.ID]state.ID{}
	g.connections = nil
	g.definitions, g.joins, g.automatic, g.stuck = nil, nil, nil, nil
	g.conflicts, g.resolutions = nil, nil
	for _, step := range []func() error{g.mergeLinks, g.mergeDefinitions, g.mergeStructure, g.mergeElements,
		g.mergeKeys, g.followHosts, g.pruneSets, g.mergeJoins, g.mergeConnections} {
		if err := step(); err != nil {
			return err
		}
	}
	g.apply()
	return nil
}

// orderSource sorts levels before the elements on them, and hosts before the elements that they carry.
func (g *merger) orderSource() {
	g.source = g.Theirs.Touched.IDs()
	rank := func(id state.ID) int {
		for _, m := range []*state.Model{g.theirs, g.base} {
			if e, ok := m.Element(id); ok {
				return change.RankOf(e)
			}
		}
		return 0
	}
	slices.SortStableFunc(g.source, func(a, b state.ID) int { return rank(a) - rank(b) })
}

// decide records a conflict and returns its resolution. Until it is decided, ours is taken for a conflict.
func (g *merger) decide(c Conflict) (state.Resolution, error) {
	c.Involved = append([]Involved{}, c.Involved...)
	c.ID = conflictID(c)
	g.conflicts = append(g.conflicts, c)
	r, decided, err := g.resolve(c)
	if decided {
		g.resolutions = append(g.resolutions, r)
	}
	return r, err
}

func (g *merger) resolve(c Conflict) (r state.Resolution, decided bool, err error) {
	r, decided = g.Decisions[c.ID]
	if !decided && g.Policy != "" {
		r, decided = state.Resolution{ConflictID: c.ID, Take: state.Choice(g.Policy), By: ByPolicy}, true
	}
	if !decided {
		return state.Resolution{ConflictID: c.ID, Take: TakeOurs}, false, nil
	}
	if !slices.Contains(c.Choices, r.Take) {
		return r, false, state.Errorf(state.OutOfRange, "conflict %s cannot be decided by %q: give one of %v", c.ID,
			r.Take,
			c.Choices).With("conflict_id", c.ID).With("allowed", c.Choices)
	}
	r.ConflictID = c.ID
	return r, true, nil
}

// set plans the state of an element after the merge, nil for its deletion.
func (g *merger) set(id state.ID, e *state.Element) {
	if _, known := g.plan[id]; !known {
		g.planned = append(g.planned, id)
	}
	if e != nil && e.TypeID != "" && g.takenFor[e.TypeID] != "" {
		e = e.With(func(c *state.Element) { c.TypeID = g.takenFor[c.TypeID] })
	}
	if e != nil && e.MaterialID != "" && g.takenFor[e.MaterialID] != "" {
		e = e.With(func(c *state.Element) { c.MaterialID = g.takenFor[c.MaterialID] })
	}
	if e != nil && len(g.takenFor) > 0 && state.FixedOf(e) != nil {
		e = e.WithFixed(state.FixedOf(e).Remade(g.takenOr))
	}
	g.plan[id] = e
}

// merged returns the state of an element after the merge.
func (g *merger) merged(id state.ID) (*state.Element, bool) {
	if e, planned := g.plan[id]; planned {
		return e, e != nil
	}
	return g.ours.Element(id)
}

func (g *merger) note(e *state.Element, action AutomaticAction, reason string) {
	g.automatic = append(g.automatic, Automatic{ElementID: e.ID, Category: string(e.Category), Name: e.Name,
		Action: action, Reason: reason})
}

// outcome assembles the result of the merge.
func (g *merger) outcome() MergeOutcome {
	out := MergeOutcome{
		Conflicts:   append(g.conflicts, g.semantic...),
		Resolutions: append(g.resolutions, g.decided...), Automatic: g.automatic,
		Decision: change.Decision{Events: g.t.Events, Data: g.t.Data, After: g.t.Model, Warnings: g.t.Warnings},
	}
	for _, e := range g.t.Events {
		mergeCountsCount(&out.Counts, e, g.ours)
	}
	out.Counts.Conflicts, out.Counts.Automatic = len(out.Conflicts), len(out.Automatic)
	return out
}
