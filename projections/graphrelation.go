package projections

import (
	"cmp"

	"github.com/bimstream/bimstream/domain/state"
)

// Relation is the label of an edge of the graph. An edge reads "From relation To": a wall hosts a door, a door is
// hosted_by a wall, an opening voids a wall, a door fills an opening, a wall bounds a room. An element is contained in
// its level, a level in the building, and the building in the site. An element is typed by a type, a segment or fitting
// is assigned to its system, and a room to its zones. The result of a boolean operation is combined of its operands.
// The relations joined, between walls, and connected, between ports, go both ways.
type Relation string

// These are the relations. Any means all of them.
const (
	Hosts     Relation = "hosts"
	HostedBy  Relation = "hosted_by"
	Joined    Relation = "joined"
	Bounds    Relation = "bounds"
	Contained Relation = "contained"
	Typed     Relation = "typed"
	Voids     Relation = "voids"
	Fills     Relation = "fills"
	Connected Relation = "connected"
	Assigned  Relation = "assigned"
	Combined  Relation = "combined"
	Any       Relation = "any"
)

// Enum lists the relations, Any last.
func (Relation) Enum() []string {
	return []string{"hosts", "hosted_by", "joined", "bounds", "contained", "typed", "voids", "fills", "connected",
		"assigned", "combined", "any"}
}

// relations lists all relations except Any. Hosts and HostedBy are the two directions of one relation. The other
// relations are found from both ends.
var relations = []Relation{Assigned, Bounds, Combined, Connected, Contained, Fills, HostedBy,
	Hosts, Joined, Typed, Voids}

// Edge is a relation between two elements or types.
type Edge struct {
	Relation Relation
	From, To state.ID
}

// Link is an edge found by following relations.
type Link struct {
	Edge
	Node  state.ID // the reached end of the edge
	Depth int      // number of edges from the start, from 1
}

// canonical returns the same edge for both directions.
func (e Edge) canonical() Edge {
	switch {
	case e.Relation == HostedBy:
		return Edge{Hosts, e.To, e.From}
	case (e.Relation == Joined || e.Relation == Connected) && e.To < e.From:
		return Edge{e.Relation, e.To, e.From}
	}
	return e
}

// other returns the opposite end of the edge.
func (e Edge) other(id state.ID) state.ID {
	if e.From == id {
		return e.To
	}
	return e.From
}

func compareLinks(a, b Link) int {
	return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.Relation, b.Relation),
		cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
}
