package clashes

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

// composites lists the tests for pairs that are parts of one composite thing. A new relation that makes one thing of
// several elements needs a row here. Elements that only share a host, such as a radiator and a door at one wall, are no
// composite.
var composites = []func(f *filter, a, b *state.Element) bool{
	ofOneAssembly,
	onOneStair,
	ofOneRun,
	ofOneOperation,
}

// sameComposite reports whether two elements are parts of one composite, or one element is the composite of the other.
func sameComposite(f *filter, a, b *state.Element) bool {
	return slices.ContainsFunc(composites, func(one func(f *filter, a,
		b *state.Element) bool) bool {
		return one(f, a, b)
	})
}

// ofOneAssembly reports whether an assembly contains both elements, directly or through other assemblies, or one
// element is an assembly of the other.
func ofOneAssembly(f *filter, a, b *state.Element) bool {
	if a.AssemblyID == "" && b.AssemblyID == "" {
		return false
	}
	one, other := append(shape.Assemblies(f.model, a), a.ID), append(shape.Assemblies(f.model, b), b.ID)
	return slices.ContainsFunc(one, func(id state.ID) bool { return slices.Contains(other, id) })
}

// onOneStair reports whether both elements are hosted by one stair: its railings meet at landings and newels.
func onOneStair(f *filter, a, b *state.Element) bool {
	if a.HostID == "" || a.HostID != b.HostID {
		return false
	}
	host, ok := f.model.Element(a.HostID)
	return ok && (host.Category == state.CategoryStair || host.Category == state.CategoryRamp)
}

// ofOneRun reports whether two segments are connected to one fitting, or two fittings to one segment: at a sharp bend
// or along a short piece they overlap. Parts farther along a run may be in real conflict.
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

// ofOneOperation reports whether both elements are kept operands of one boolean operation, or one element is the result
// of operations on the other. The operands of a result lie in it by design.
func ofOneOperation(f *filter, a, b *state.Element) bool { return f.combined[inOrder(a.ID, b.ID)] }

// combinedPairs returns the pairs that boolean operations make composites, also through results that are operands
// themselves.
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

// combinationOf returns the operation that made an element, or nil for none.
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
