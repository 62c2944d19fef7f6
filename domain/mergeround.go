package domain

import (
	"slices"
)

// merger is a merge in progress. Semantic conflicts appear only in the merged state. The decision of one forces the
// elements concerned to one side, and the merge is computed again.
type merger struct {
	Merge
	base, ours, theirs *Model

	source   []ID          // touched in theirs: what carries before what is carried
	forced   map[ID]Choice // elements forced to one side
	semantic []Conflict    // the conflicts that led there
	decided  []Resolution  // their decisions
	rooms    map[roomAt]*enclosed
	levels   map[levelAt]WallSearch

	// The results of one round.
	plan        map[ID]*Element // the element after the merge; nil: it is deleted
	planned     []ID
	claimed     map[ID]bool // elements that a conflict over existence has decided
	kept        map[ID]bool // elements of ours that are not deleted
	takenFor    map[ID]ID   // definitions of theirs that one of ours replaces
	definitions []Event
	joins       []Event
	connections []Event
	conflicts   []Conflict
	resolutions []Resolution
	automatic   []Automatic
	t           *transaction
	stuck       []finding // deletions that cannot be carried out
}

// round computes everything once.
func (g *merger) round() error {
	g.plan, g.planned, g.claimed, g.kept, g.takenFor = map[ID]*Element{}, nil, map[ID]bool{}, map[ID]bool{}, map[ID]ID{}
	g.connections = nil
	g.definitions, g.joins, g.automatic, g.stuck = nil, nil, nil, nil
	g.conflicts, g.resolutions = nil, nil
	for _, step := range []func() error{g.mergeDefinitions, g.mergeStructure, g.mergeElements, g.mergeKeys,
		g.followHosts, g.pruneSets, g.mergeJoins, g.mergeConnections} {
		if err := step(); err != nil {
			return err
		}
	}
	g.apply()
	return nil
}

// orderSource puts levels before what stands on them, and hosts before what they carry.
func (g *merger) orderSource() {
	g.source = g.Theirs.Touched.IDs()
	rank := func(id ID) int {
		for _, m := range []*Model{g.theirs, g.base} {
			if e, ok := m.Element(id); ok {
				return rankOf(e)
			}
		}
		return 0
	}
	slices.SortStableFunc(g.source, func(a, b ID) int { return rank(a) - rank(b) })
}

// rankOf orders elements so that hosts and levels come before the elements that they carry.
func rankOf(e *Element) int {
	switch {
	case rows[e.Category].carries:
		return 0
	case len(rows[e.Category].hosts) == 0:
		return 1
	case e.Category == CategoryOpening:
		return 2
	}
	return 3
}

// decide records a conflict and returns its resolution. An undecided conflict counts as ours for the time being.
func (g *merger) decide(c Conflict) (Resolution, error) {
	c.Involved = append([]Involved{}, c.Involved...)
	c.ID = conflictID(c)
	g.conflicts = append(g.conflicts, c)
	r, decided, err := g.resolve(c)
	if decided {
		g.resolutions = append(g.resolutions, r)
	}
	return r, err
}

func (g *merger) resolve(c Conflict) (r Resolution, decided bool, err error) {
	r, decided = g.Decisions[c.ID]
	if !decided && g.Policy != "" {
		r, decided = Resolution{ConflictID: c.ID, Take: Choice(g.Policy), By: ByPolicy}, true
	}
	if !decided {
		return Resolution{ConflictID: c.ID, Take: TakeOurs}, false, nil
	}
	if !slices.Contains(c.Choices, r.Take) {
		return r, false, Errorf(OutOfRange, "conflict %s cannot be decided by %q: give one of %v", c.ID, r.Take,
			c.Choices).With("conflict_id", c.ID).With("allowed", c.Choices)
	}
	r.ConflictID = c.ID
	return r, true, nil
}

// set plans an element, nil for its deletion.
func (g *merger) set(id ID, e *Element) {
	if _, known := g.plan[id]; !known {
		g.planned = append(g.planned, id)
	}
	if e != nil && e.TypeID != "" && g.takenFor[e.TypeID] != "" {
		e = e.with(func(c *Element) { c.TypeID = g.takenFor[c.TypeID] })
	}
	if e != nil && e.MaterialID != "" && g.takenFor[e.MaterialID] != "" {
		e = e.with(func(c *Element) { c.MaterialID = g.takenFor[c.MaterialID] })
	}
	if e != nil && len(g.takenFor) > 0 && FixedOf(e) != nil {
		e = e.WithFixed(FixedOf(e).remade(g.takenOr))
	}
	g.plan[id] = e
}

// merged returns an element as it will be after the merge.
func (g *merger) merged(id ID) (*Element, bool) {
	if e, planned := g.plan[id]; planned {
		return e, e != nil
	}
	return g.ours.Element(id)
}

func (g *merger) note(e *Element, action AutomaticAction, reason string) {
	g.automatic = append(g.automatic, Automatic{ElementID: e.ID, Category: string(e.Category), Name: e.Name,
		Action: action, Reason: reason})
}

// outcome assembles the result.
func (g *merger) outcome() MergeOutcome {
	out := MergeOutcome{
		Conflicts:   append(g.conflicts, g.semantic...),
		Resolutions: append(g.resolutions, g.decided...), Automatic: g.automatic,
		Decision: Decision{g.t.events, g.t.data, g.t.model, g.t.warnings},
	}
	for _, e := range g.t.events {
		out.Counts.count(e, g.ours)
	}
	out.Counts.Conflicts, out.Counts.Automatic = len(out.Conflicts), len(out.Automatic)
	return out
}
