package projections

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/array"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

// Graph holds the relations of the elements of one view. It stores nothing itself: the model keeps an index for each
// relation, and the rooms know their walls. Both are updated event by event.
type Graph struct {
	model   *state.Model
	derived look
}

// edges maps each relation other than Any to the function that returns the edges at an element or type.
var edges = map[Relation]func(g *Graph, id state.ID, e *state.Element) []Edge{
	Hosts:     (*Graph).hosts,
	HostedBy:  (*Graph).hostedBy,
	Joined:    (*Graph).joined,
	Bounds:    (*Graph).bounds,
	Contained: (*Graph).contained,
	Typed:     (*Graph).typed,
	Voids:     (*Graph).voids,
	Fills:     (*Graph).fills,
	Connected: (*Graph).connected,
	Assigned:  (*Graph).assigned,
	Combined:  (*Graph).combined,
}

// Edges returns the edges of an element or type, sorted by relation and ends. Hosts returns the edges to hosted
// elements, and HostedBy the edge to the host. Any other relation returns the edges that begin or end at the element.
func (g *Graph) Edges(id state.ID, relation Relation) ([]Edge, error) {
	links, err := g.Traverse(id, relation, 1)
	out := make([]Edge, len(links))
	for i, l := range links {
		out[i] = l.Edge
	}
	return out, err
}

// Traverse follows a relation, or all relations for Any, from an element or type over at most depth edges (at least
// one). The result contains every edge between reached elements once, at its least depth, sorted by depth, relation and
// ends. The error is NOT_FOUND for an id that is neither an element nor a type, and OUT_OF_RANGE for an unknown
// relation.
func (g *Graph) Traverse(id state.ID, relation Relation, depth int) ([]Link, error) {
	return g.TraverseWithin(id, relation, depth, func(state.ID) bool { return true })
}

// TraverseWithin is Traverse in a part of the graph: it neither returns nor passes elements that within excludes.
func (g *Graph) TraverseWithin(id state.ID, relation Relation, depth int, within func(state.ID) bool) ([]Link,
	error) {
	_, isElement := g.model.Element(id)
	_, isType := g.model.Type(id)
	if !isElement && !isType {
		return nil, noElement(id)
	}
	along := []Relation{relation}
	if relation == Any {
		along = relations
	} else if edges[relation] == nil {
		return nil, state.Errorf(state.OutOfRange, "relation %q does not exist: give one of %v", relation,
			relation.Enum()).With("allowed", relation.Enum())
	}
	return g.walk(id, along, max(1, depth), within), nil
}

// walk traverses a part of the graph breadth first.
func (g *Graph) walk(from state.ID, along []Relation, depth int, within func(state.ID) bool) []Link {
	var out []Link
	reached, met := map[state.ID]bool{from: true}, map[Edge]bool{}
	ring := []state.ID{from}
	for d := 1; d <= depth && len(ring) > 0; d++ {
		var next []state.ID
		for _, id := range ring {
			for _, e := range g.at(id, along) {
				if met[e.canonical()] {
					continue
				}
				met[e.canonical()] = true
				node := e.other(id)
				if !within(node) {
					continue
				}
				out = append(out, Link{e, node, d})
				if !reached[node] {
					reached[node] = true
					next = append(next, node)
				}
			}
		}
		ring = next
	}
	slices.SortFunc(out, compareLinks)
	return out
}

// at returns the edges of one element or type.
func (g *Graph) at(id state.ID, along []Relation) []Edge {
	e, ok := g.model.Element(id)
	if !ok {
		e = &state.Element{}
	}
	var out []Edge
	for _, r := range along {
		out = append(out, edges[r](g, id, e)...)
	}
	return out
}

func (g *Graph) hosts(id state.ID, _ *state.Element) []Edge {
	return fan(Hosts, id, g.model.HostedBy(id))
}

func (g *Graph) hostedBy(id state.ID, e *state.Element) []Edge {
	return single(HostedBy, id, e.HostID)
}

func (g *Graph) joined(id state.ID, _ *state.Element) []Edge {
	var out []Edge
	for _, j := range g.model.JoinsOf(id) {
		// an arc and another wall may have two joins, but have one edge
		if e := (Edge{Joined, id, j.Other(id)}); !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

func (g *Graph) connected(id state.ID, _ *state.Element) []Edge {
	var out []Edge
	for _, c := range g.model.ConnectionsOf(id) {
		out = append(out, Edge{Connected, id, c.Other(id)})
	}
	return out
}

// combined returns the edges from results to the operands that still exist.
func (g *Graph) combined(id state.ID, e *state.Element) []Edge {
	out := gather(Combined, id, component.ResultsOf(g.model, id))
	if p, ok := e.Params.(*component.Proxy); ok && p.Combination != nil {
		for _, operand := range []state.ID{p.Combination.A, p.Combination.B} {
			if _, there := g.model.Element(operand); there {
				out = append(out, Edge{Combined, id, operand})
			}
		}
	}
	return out
}

func (g *Graph) assigned(id state.ID, e *state.Element) []Edge {
	switch e.Category {
	case state.CategorySystem:
		return gather(Assigned, id, g.model.SystemMembers(id))
	case state.CategoryZone:
		return gather(Assigned, id, room.RoomsOf(g.model, id))
	case state.CategoryRoom:
		return append(fan(Assigned, id, room.ZonesOf(g.model, id)), g.arrayed(id)...)
	case state.CategoryArray:
		return gather(Assigned, id, e.Params.(*array.Array).Instances)
	}
	return append(single(Assigned, id, services.SystemOf(g.model, e)), g.arrayed(id)...)
}

// arrayed returns the edge from an instance to its array.
func (g *Graph) arrayed(id state.ID) []Edge {
	if e, ok := array.Of(g.model, id); ok {
		return single(Assigned, id, e.ID)
	}
	return nil
}

func (g *Graph) bounds(id state.ID, e *state.Element) []Edge {
	switch e.Category {
	case state.CategoryWall, state.CategoryCurtainWall:
		return fan(Bounds, id, g.derived.roomsAlong(id))
	case state.CategoryRoom:
		if room := g.derived.room(id); room != nil {
			return gather(Bounds, id, room.shape.Bounding)
		}
	}
	return nil
}

func (g *Graph) contained(id state.ID, e *state.Element) []Edge {
	info := g.model.Info()
	switch e.Category {
	case state.CategorySite:
		return gather(Contained, id, []state.ID{info.BuildingID})
	case state.CategoryBuilding:
		return append(single(Contained, id, info.SiteID),
			gather(Contained, id, g.model.OfCategory(state.CategoryLevel))...)
	case state.CategoryLevel:
		return append(single(Contained, id, info.BuildingID), gather(Contained, id, elements.MetOn(g.model, id))...)
	}
	return single(Contained, id, elements.StoreyOf(g.model, e))
}

func (g *Graph) typed(id state.ID, e *state.Element) []Edge {
	return append(single(Typed, id, e.TypeID), gather(Typed, id, g.model.OfType(id))...)
}

func (g *Graph) voids(id state.ID, e *state.Element) []Edge {
	if e.Category == state.CategoryOpening {
		return single(Voids, id, e.HostID)
	}
	var openings []state.ID
	for _, hosted := range g.model.HostedBy(id) {
		if h, ok := g.model.Element(hosted); ok && h.Category == state.CategoryOpening {
			openings = append(openings, hosted)
		}
	}
	return gather(Voids, id, openings)
}

func (g *Graph) fills(id state.ID, e *state.Element) []Edge {
	if o, ok := e.Params.(*fabric.Opening); ok && o.FilledBy != "" {
		return gather(Fills, id, []state.ID{o.FilledBy})
	}
	return single(Fills, id, e.FillsID)
}

// single returns the edge to an element, or none if the id is empty.
func single(r Relation, from, to state.ID) []Edge {
	if to == "" {
		return nil
	}
	return []Edge{{r, from, to}}
}

// fan returns the edges from one element to many.
func fan(r Relation, from state.ID, to []state.ID) []Edge {
	var out []Edge
	for _, id := range to {
		out = append(out, Edge{r, from, id})
	}
	return out
}

func gather(r Relation, to state.ID, from []state.ID) []Edge {
	var out []Edge
	for _, id := range from {
		out = append(out, Edge{r, id, to})
	}
	return out
}
