package ifcx

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc/export"
)

// Change is a change set: the events that one command wrote to a branch.
type Change struct {
	ModelID, Branch string
	Revision        uint64 // last revision of the change
	User, Agent     string // the responsible user and the agent that acted
	Tool, CommandID string
	Reason          string
	At              time.Time
	Hash            string // hash of the history up to this change
}

// Layer holds the nodes that a change alters.
type Layer struct {
	Change Change
	nodes  []*node
}

// Nodes returns the number of nodes in the layer.
func (l *Layer) Nodes() int { return len(l.nodes) }

// Layers makes the layers of a history, one after the other. It holds the composed state of the layers so far.
type Layers struct {
	classes  *export.Classes
	elements map[state.ID]*entry
	types    map[state.ID]writtenType
	typed    map[string]string // the paths of the types that values nodes inherit, by the nodes' paths
	meshes   map[string]int    // number of bodies by path of the mesh; 0 for a mesh that has lost all bodies
	hidden   map[string]bool   // paths of the nodes that are invisible
	schemas  schemas           // attributes of all layers so far

	// Bodiless holds the elements that should have a body but have no body, with the reason.
	Bodiless map[state.ID]error
}

// writtenType is the last written state of a type.
type writtenType struct {
	of     *state.Type
	values valuesNode
}

// NewLayers returns Layers for an empty history.
func NewLayers() *Layers {
	return &Layers{
		classes: export.NewClasses(), elements: map[state.ID]*entry{}, types: map[state.ID]writtenType{},
		typed: map[string]string{}, meshes: map[string]int{}, hidden: map[string]bool{}, schemas: schemas{},
		Bodiless: map[state.ID]error{},
	}
}

// Add makes the layer of a change. reached are the elements, types and materials that the change names, and the
// elements that it alters indirectly; nil means all elements. The only error is the error of the context.
func (l *Layers) Add(ctx context.Context, s Source, c Change, reached []state.ID) (*Layer, error) {
	d := &delta{layers: l, nodes: map[string]*node{}}
	d.project(s, c)
	ids := l.reached(s.Model, reached)
	made := make([]*entry, len(ids))
	failed := make([]error, len(ids))
	processors.Each(len(ids), func(i int) {
		if ctx.Err() == nil {
			made[i], failed[i] = entryOf(s, l.classes, ids[i])
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i, id := range ids {
		l.note(d, s.Model, id, made[i], failed[i])
	}
	d.hideUnused()
	out := &Layer{Change: c, nodes: d.sorted()}
	for _, n := range out.nodes {
		l.schemas.note(n.attributes)
	}
	return out, nil
}

// note compares an element with its last state, adds the differences to the layer, and stores the new state.
func (l *Layers) note(d *delta, m *state.Model, id state.ID, is *entry, bodiless error) {
	delete(l.Bodiless, id)
	if bodiless != nil {
		l.Bodiless[id] = bodiless
	}
	if e, ok := m.Element(id); ok {
		is.typePath = d.typeOf(m, e.TypeID)
	}
	d.element(id, l.elements[id], is)
	l.elements[id] = is
	if is == nil {
		delete(l.elements, id)
	}
}

// reached returns the elements that a change may alter, in order. For a type it includes the elements of that type, and
// for a material the elements that have it.
func (l *Layers) reached(m *state.Model, ids []state.ID) []state.ID {
	all := map[state.ID]bool{}
	note := func(e *state.Element) bool { all[e.ID] = true; return true }
	if ids == nil {
		m.Each(note)
	}
	for _, id := range ids {
		_, isType := m.Type(id)
		_, isMaterial := m.Material(id)
		switch {
		case isType:
			for _, user := range m.OfType(id) {
				all[user] = true
			}
		case isMaterial:
			m.Each(func(e *state.Element) bool {
				all[e.ID] = all[e.ID] || isOf(m, e, id)
				return true
			})
		default:
			all[id] = true
		}
	}
	out := slices.Sorted(maps.Keys(all))
	return slices.DeleteFunc(out, func(id state.ID) bool {
		_, is := m.Element(id)
		return !all[id] || !is && l.elements[id] == nil
	})
}

// isOf reports whether an element, its type or a layer of its type has a material.
func isOf(m *state.Model, e *state.Element, material state.ID) bool {
	t, typed := m.Type(e.TypeID)
	return e.MaterialID == material || typed && (t.MaterialID == material ||
		slices.ContainsFunc(t.Layers, func(l state.Layer) bool { return l.MaterialID == material }))
}
