package merge

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

// Difference lists the elements, types and materials that differ between two states.
type Difference struct {
	Added    []DifferentElement `json:"added"`
	Deleted  []DifferentElement `json:"deleted"`
	Modified []DifferentElement `json:"modified"`
}

// DifferentElement is an element, type or material that differs between two states. Changes is empty if one of the
// states does not have the element.
type DifferentElement struct {
	ElementID state.ID       `json:"element_id"`
	Category  string         `json:"category"`
	Name      string         `json:"name"`
	Changes   []state.Change `json:"changes"`
}

// Diff returns the differences between two states among the given elements, types and materials, each list sorted by
// id. A join or connection counts as a facet of the first of its two elements.
func Diff(before, after *state.Model, ids []state.ID) Difference {
	var d Difference
	ids = slices.Clone(ids)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		d.element(change.Element(before, id), change.Element(after, id),
			append(joinChanges(before, after, id), connectionChanges(before, after, id)...))
		bt, okB := before.Type(id)
		at, okA := after.Type(id)
		d.definition(id, "type", nameOfDefinition(bt, at, func(t *state.Type) string { return t.Name }),
			orNull(bt, okB), orNull(at, okA))
		bm, okB := before.Material(id)
		am, okA := after.Material(id)
		d.definition(id, "material", nameOfDefinition(bm, am, func(m *state.Material) string { return m.Name }),
			orNull(bm, okB), orNull(am, okA))
	}
	return d
}

// Len returns how many elements, types and materials differ.
func (d Difference) Len() int { return len(d.Added) + len(d.Deleted) + len(d.Modified) }

func (d *Difference) element(b, a *state.Element, joins []state.Change) {
	switch {
	case b == nil && a == nil:
	case b == nil:
		d.Added = append(d.Added, DifferentElement{a.ID, string(a.Category), a.Name, []state.Change{}})
	case a == nil:
		d.Deleted = append(d.Deleted, DifferentElement{b.ID, string(b.Category), b.Name, []state.Change{}})
	default:
		if changes := append(shape.Difference(b, a, change.DifferingFacets(b, a)), joins...); len(changes) > 0 {
			d.Modified = append(d.Modified, DifferentElement{a.ID, string(a.Category), a.Name, changes})
		}
	}
}

// joinChanges returns the changed joins whose first wall is the given wall.
func joinChanges(before, after *state.Model, wall state.ID) []state.Change {
	var others []state.ID
	for _, m := range []*state.Model{before, after} {
		for _, j := range m.JoinsOf(wall) {
			if j.A == wall {
				others = append(others, j.B)
			}
		}
	}
	slices.Sort(others)
	var out []state.Change
	for _, other := range slices.Compact(others) {
		p := change.Pair{A: wall, B: other}
		for _, m := range meetingsIn(change.AllBetween(before, p), nil, change.AllBetween(after, p)) {
			if !sameJoins(m.base, m.theirs) {
				out = append(out, state.Change{Facet: state.FacetJoin, From: joinsSaid(m.base),
					To: joinsSaid(m.theirs)})
			}
		}
	}
	return out
}

// connectionChanges returns the changed connections whose first element is the given element.
func connectionChanges(before, after *state.Model, id state.ID) []state.Change {
	var ports []state.PortName
	for _, m := range []*state.Model{before, after} {
		for _, c := range m.ConnectionsOf(id) {
			if c.A == id {
				ports = append(ports, c.APort)
			}
		}
	}
	slices.Sort(ports)
	var out []state.Change
	for _, port := range slices.Compact(ports) {
		b, a := connectedFirst(before, state.PortRef{ElementID: id, Port: port}),
			connectedFirst(after, state.PortRef{ElementID: id, Port: port})
		if !services.SameEnds(b, a) {
			out = append(out, state.Change{Facet: state.ConnectionFacet(port), From: orNull(b, b != nil),
				To: orNull(a, a != nil)})
		}
	}
	return out
}

// connectedFirst returns the connection whose first end is the given port, or nil if there is none.
func connectedFirst(m *state.Model, end state.PortRef) *state.Connection {
	if c, ok := m.ConnectionAt(end); ok && c.Ends()[0] == end {
		return c
	}
	return nil
}

func nameOfDefinition[T any](before, after *T, name func(*T) string) string {
	if after != nil {
		return name(after)
	}
	if before != nil {
		return name(before)
	}
	return ""
}

func (d *Difference) definition(id state.ID, kind, name string, before, after json.RawMessage) {
	entry := DifferentElement{id, kind, name, []state.Change{}}
	switch {
	case string(before) == string(after):
	case string(before) == "null":
		d.Added = append(d.Added, entry)
	case string(after) == "null":
		d.Deleted = append(d.Deleted, entry)
	default:
		entry.Changes = append(entry.Changes, state.Change{Facet: state.FacetExistence, From: before, To: after})
		d.Modified = append(d.Modified, entry)
	}
}

// shapesOthers reports whether a facet of an element can affect elements that depend on it.
func shapesOthers(f state.Facet) bool {
	switch f {
	case state.FacetName, state.FacetMaterial, state.FacetClassification, state.FacetOrigin:
		return false
	}
	return !strings.HasPrefix(string(f), state.PsetPrefix) && !strings.HasPrefix(string(f), state.ConnectionPrefix)
}
