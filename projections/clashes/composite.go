package clashes

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

// composites say which pairs are parts of one thing that is built as such. A new relation that makes one thing of
// several elements is a row here. What only stands by the same host, such as a radiator and a door at one wall, is
// none.
var composites = []func(f *filter, a, b *state.Element) bool{
	ofOneAssembly,
	onOneStair,
	ofOneRun,
	ofOneOperation,
}

// sameComposite reports whether two elements are parts of one composite, or one of them is the whole of the other.
func sameComposite(f *filter, a, b *state.Element) bool {
	return slices.ContainsFunc(composites, func(one func(f *filter, a,
		b *state.Element) bool) bool {
		return one(f, a, b)
	})
}

// ofOneAssembly reports whether an assembly has both elements, directly or over others, or one of them is it.
func ofOneAssembly(f *filter, a, b *state.Element) bool {
	if a.AssemblyID == "" && b.AssemblyID == "" {
		return false
	}
	one, other := append(shape.Assemblies(f.model, a), a.ID), append(shape.Assemblies(f.model, b), b.ID)
	return slices.ContainsFunc(one, func(id state.ID) bool { return slices.Contains(other, id) })
}

// onOneStair reports whether both elements go along with one stair: its railings meet each other at landings and
// newels.
func onOneStair(f *filter, a, b *state.Element) bool {
	if a.HostID == "" || a.HostID != b.HostID {
		return false
	}
	host, ok := f.model.Element(a.HostID)
	return ok && (host.Category == state.CategoryStair || host.Category == state.CategoryRamp)
}

// ofOneRun reports whether two segments are connected to one fitting, or two fittings to one segment: about a sharp
// bend or along a short piece they come into each other. What is farther along a run may well be in its own way.
func ofOneRun(f *filter, a, b *state.Element) bool {
	return a.Category == b.Category && slices.ContainsFunc(f.model.ConnectionsOf(a.ID),
		func(c *state.Connection) bool {
			between, ok := f.model.Element(c.Other(a.ID))
			return ok && isFitting(between) != isFitting(a) && f.model.Connected(between.ID, b.ID)
		})
}

func isFitting(e *state.Element) bool {
	_, ok := e.Params.(*services.Fitting)
	return ok
}

// ofOneOperation reports whether both were operands of one boolean operation and kept, or one of them is the result of
// operations on the other: what a result was made from lies in it by design.
func ofOneOperation(f *filter, a, b *state.Element) bool { return f.combined[inOrder(a.ID, b.ID)] }

// combinedPairs returns the pairs that boolean operations make composites, over results that are operands themselves.
func combinedPairs(m *state.Model) map[[2]state.ID]bool {
	out := map[[2]state.ID]bool{}
	for _, id := range m.OfCategory(state.CategoryProxy) {
		c := combinationOf(m, id)
		if c == nil {
			continue
		}
		out[inOrder(c.A, c.B)] = true
		for open := []state.ID{c.A, c.B}; len(open) > 0; open = open[1:] {
			pair := inOrder(id, open[0])
			if earlier := combinationOf(m, open[0]); earlier != nil && !out[pair] {
				open = append(open, earlier.A, earlier.B)
			}
			out[pair] = true
		}
	}
	return out
}

// combinationOf returns the operation that made an element, nil for none.
func combinationOf(m *state.Model, id state.ID) *state.Combination {
	e, ok := m.Element(id)
	if !ok {
		return nil
	}
	proxy, ok := e.Params.(*component.Proxy)
	if !ok {
		return nil
	}
	return proxy.Combination
}
