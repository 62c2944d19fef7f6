package clashes

import (
	"cmp"
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clash"
)

// few is the least ratio at which a search in the live index is cheaper than joining all boxes. The ratio is the number
// of all subjects to the number of sources, or of targets, around each of which the index is searched. A search takes
// some microseconds, a box in the join less than one.
const few = 16

// near returns the pairs of subjects that the test covers and whose boxes come within the reach of the test. It returns
// none once the context is cancelled.
func (f *field) near(ctx context.Context) []clash.Pair {
	if ctx.Err() != nil {
		return nil
	}
	var sources, targets []int32
	for i, s := range f.subjects {
		if s.source {
			sources = append(sources, int32(i))
		}
		if s.target {
			targets = append(targets, int32(i))
		}
	}
	switch n := len(f.subjects); {
	case len(sources)*few <= n:
		return f.around(ctx, sources)
	case len(targets)*few <= n:
		return f.around(ctx, targets)
	}
	return f.joined()
}

// joined returns the pairs from a join of all boxes.
func (f *field) joined() []clash.Pair {
	boxes := make([]geometry.Box, len(f.subjects))
	for i, s := range f.subjects {
		boxes[i] = s.box
	}
	return slices.DeleteFunc(clash.Pairs(boxes, f.test.reach()), func(p clash.Pair) bool { return !f.meant(p) })
}

// around returns the pairs from a search in the live index around each of a few subjects.
func (f *field) around(ctx context.Context, centres []int32) []clash.Pair {
	place := make(map[state.ID]int32, len(f.subjects))
	for i, s := range f.subjects {
		place[s.element.ID] = int32(i)
	}
	var out []clash.Pair
	for _, i := range centres {
		if ctx.Err() != nil {
			return nil
		}
		for _, hit := range f.view.Spatial().Intersecting(f.subjects[i].box.Grow(f.test.reach())) {
			k, ok := place[hit.ID]
			if p := (clash.Pair{First: min(i, k), Second: max(i, k)}); ok && i != k && f.meant(p) {
				out = append(out, p)
			}
		}
	}
	slices.SortFunc(out, func(a, b clash.Pair) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Second, b.Second))
	})
	return slices.Compact(out)
}

// meant reports whether the test covers a pair: one element is a source and the other a target.
func (f *field) meant(p clash.Pair) bool {
	a, b := f.subjects[p.First], f.subjects[p.Second]
	return a.source && b.target || a.target && b.source
}
