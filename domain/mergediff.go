package domain

import (
	"encoding/json"
	"slices"
	"strings"
)

// Difference lists what differs between two states.
type Difference struct {
	Added    []DifferentElement `json:"added"`
	Deleted  []DifferentElement `json:"deleted"`
	Modified []DifferentElement `json:"modified"`
}

// DifferentElement is an element, type or material that differs between two states. Changes is empty if one of the
// states lacks it.
type DifferentElement struct {
	ElementID ID       `json:"element_id"`
	Category  string   `json:"category"`
	Name      string   `json:"name"`
	Changes   []Change `json:"changes"`
}

// Diff returns what differs between two states among the given elements, types and materials, each list in the order of
// ids. Joins and connections are a facet of the first of their elements.
func Diff(before, after *Model, ids []ID) Difference {
	var d Difference
	ids = slices.Clone(ids)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		d.element(element(before, id), element(after, id),
			append(joinChanges(before, after, id), connectionChanges(before, after, id)...))
		bt, okB := before.Type(id)
		at, okA := after.Type(id)
		d.definition(id, "type", nameOfDefinition(bt, at, func(t *Type) string { return t.Name }),
			orNull(bt, okB), orNull(at, okA))
		bm, okB := before.Material(id)
		am, okA := after.Material(id)
		d.definition(id, "material", nameOfDefinition(bm, am, func(m *Material) string { return m.Name }),
			orNull(bm, okB), orNull(am, okA))
	}
	return d
}

// Len returns how many elements, types and materials differ.
func (d Difference) Len() int { return len(d.Added) + len(d.Deleted) + len(d.Modified) }

func (d *Difference) element(b, a *Element, joins []Change) {
	switch {
	case b == nil && a == nil:
	case b == nil:
		d.Added = append(d.Added, DifferentElement{a.ID, string(a.Category), a.Name, []Change{}})
	case a == nil:
		d.Deleted = append(d.Deleted, DifferentElement{b.ID, string(b.Category), b.Name, []Change{}})
	default:
		if changes := append(difference(b, a, differingFacets(b, a)), joins...); len(changes) > 0 {
			d.Modified = append(d.Modified, DifferentElement{a.ID, string(a.Category), a.Name, changes})
		}
	}
}

// joinChanges returns the joins that differ and name the wall first.
func joinChanges(before, after *Model, wall ID) []Change {
	var others []ID
	for _, m := range []*Model{before, after} {
		for _, j := range m.JoinsOf(wall) {
			if j.A == wall {
				others = append(others, j.B)
			}
		}
	}
	slices.Sort(others)
	var out []Change
	for _, other := range slices.Compact(others) {
		p := pair{wall, other}
		for _, m := range meetingsIn(before.allBetween(p), nil, after.allBetween(p)) {
			if !sameJoins(m.base, m.theirs) {
				out = append(out, Change{FacetJoin, joinsSaid(m.base), joinsSaid(m.theirs)})
			}
		}
	}
	return out
}

// connectionChanges returns the connections that differ and name the element first.
func connectionChanges(before, after *Model, id ID) []Change {
	var ports []PortName
	for _, m := range []*Model{before, after} {
		for _, c := range m.ConnectionsOf(id) {
			if c.A == id {
				ports = append(ports, c.APort)
			}
		}
	}
	slices.Sort(ports)
	var out []Change
	for _, port := range slices.Compact(ports) {
		b, a := before.connectedFirst(PortRef{id, port}), after.connectedFirst(PortRef{id, port})
		if !sameEnds(b, a) {
			out = append(out, Change{connectionFacet(port), orNull(b, b != nil), orNull(a, a != nil)})
		}
	}
	return out
}

// connectedFirst returns the connection that has a port as its first end, nil for none.
func (m *Model) connectedFirst(end PortRef) *Connection {
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

func (d *Difference) definition(id ID, kind, name string, before, after json.RawMessage) {
	entry := DifferentElement{id, kind, name, []Change{}}
	switch {
	case string(before) == string(after):
	case string(before) == "null":
		d.Added = append(d.Added, entry)
	case string(after) == "null":
		d.Deleted = append(d.Deleted, entry)
	default:
		entry.Changes = append(entry.Changes, Change{FacetExistence, before, after})
		d.Modified = append(d.Modified, entry)
	}
}

// shapesOthers reports whether a facet of an element can affect elements that depend on it.
func shapesOthers(f Facet) bool {
	switch f {
	case FacetName, FacetMaterial, FacetClassification, FacetOrigin:
		return false
	}
	return !strings.HasPrefix(string(f), psetPrefix) && !strings.HasPrefix(string(f), connectionPrefix)
}
