package bench

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/shape"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

const (
	// indexedElements is the number of elements in the search for rooms.
	indexedElements = 1_000_000
	// campusSide is how many copies of the building stand side by side along each axis before copies are stacked on
	// them.
	campusSide = 5
)

// rooms measures a query of the index for the box of a room, among copies of the building. The floor is to look at
// every element.
func (b *bench) rooms(v *projections.View) error {
	all, heights := campus(v, indexedElements)
	index := projections.SpatialOf(all, heights)
	var rooms []geometry.Box
	for _, h := range all {
		if h.Category == modelstate.CategoryRoom {
			rooms = append(rooms, h.Bounds)
		}
	}
	if len(rooms) == 0 {
		return fmt.Errorf("the model of %d elements has no room", v.Model.Len())
	}
	const checked = 5
	for i := range checked {
		room := rooms[len(rooms)/checked*i]
		if got, want := index.Intersecting(room), met(all, room); !slices.Equal(got, want) {
			return fmt.Errorf("the index finds %d elements at a room, a look at all %d", len(got), len(want))
		}
	}
	one := repeated(b.lasting, func(i int) { index.Intersecting(rooms[i*7919%len(rooms)]) })
	scan := repeated(b.lasting, func(i int) { met(all, rooms[i*7919%len(rooms)]) })
	b.add(Figure{Name: fmt.Sprintf("what a room's box meets among %d elements", len(all)),
		Value: microseconds(one), Unit: "us",
		Floor: "looking at every element, us", FloorIs: microseconds(scan), Aim: "stated"})
	return nil
}

// campus returns the boxes of a model, copied side by side and on top of each other until there are n. It also returns
// the heights of the storeys.
func campus(v *projections.View, n int) (hits []projections.Hit, heights []geometry.Length) {
	building, extent := v.Spatial().Intersecting(v.Model.Bounds()), geometry.EmptyBox()
	for _, h := range building {
		extent = extent.Union(h.Bounds)
	}
	size := geometry.Point3{X: extent.Max.X - extent.Min.X, Y: extent.Max.Y - extent.Min.Y,
		Z: extent.Max.Z - extent.Min.Z}
	for i := range n {
		h, copy := building[i%len(building)], i/len(building)
		by := geometry.Point3{X: size.X * geometry.Length(copy%campusSide),
			Y: size.Y * geometry.Length(copy/campusSide%campusSide),
			Z: size.Z * geometry.Length(copy/campusSide/campusSide)}
		h.ID = modelstate.ID(fmt.Sprintf("%s-%d", h.ID, copy))
		h.Bounds = geometry.Box{Min: h.Bounds.Min.Add(by), Max: h.Bounds.Max.Add(by)}
		hits = append(hits, h)
	}
	for copy := 0; copy*len(building) < n; copy += campusSide * campusSide {
		for _, e := range shape.Levels(v.Model) {
			if level := e.Params.(*shape.Level); level.IsStorey {
				heights = append(heights, level.Elevation+size.Z*geometry.Length(copy/campusSide/campusSide))
			}
		}
	}
	slices.Sort(heights)
	return hits, slices.Compact(heights)
}

// met returns the elements that meet a box. It looks at every element, unlike a query of an index.
func met(hits []projections.Hit, box geometry.Box) (out []projections.Hit) {
	for _, h := range hits {
		if h.Bounds.Intersects(box) {
			out = append(out, h)
		}
	}
	slices.SortFunc(out, func(a, b projections.Hit) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// repeated returns the mean time of a call, repeated for the duration of a measurement.
func repeated(lasting time.Duration, f func(i int)) time.Duration {
	n, began := 0, time.Now()
	for ; n == 0 || time.Since(began) < lasting; n++ {
		f(n)
	}
	return time.Since(began) / time.Duration(n)
}

func microseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
