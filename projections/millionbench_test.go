package projections

import (
	"fmt"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// campus is an index of many copies of a tower, side by side and above each other, and the boxes of its rooms.
type campus struct {
	index *Spatial
	items []*item
	rooms []geometry.Box
}

// newCampus copies the items of a tower until there are n of them.
func newCampus(b *testing.B, n int) *campus {
	b.Helper()
	view := built(b, 10, 20_000).view()
	model := view.Model
	tower := view.Spatial().Intersecting(model.Bounds())
	extent := geometry.EmptyBox()
	for _, h := range tower {
		extent = extent.Union(h.Bounds)
	}
	c := &campus{index: &Spatial{bandsOf(model), newShelf[geometry.Length, item]()}}
	height := extent.Max.Z - extent.Min.Z
	for _, start := range bandsOf(model)[1:] {
		c.index.bands = append(c.index.bands, start+height)
	}
	const side = 5
	for copy := 0; len(c.items) < n; copy++ {
		by := geometry.Point3{
			X: (extent.Max.X - extent.Min.X + geometry.Metre) * geometry.Length(copy%side),
			Y: (extent.Max.Y - extent.Min.Y + geometry.Metre) * geometry.Length(copy/side%side), Z: height * geometry.Length(copy/side/side),
		}
		for _, h := range tower[:min(len(tower), n-len(c.items))] {
			box := geometry.Box{Min: h.Bounds.Min.Add(by), Max: h.Bounds.Max.Add(by)}
			it := &item{id: domain.ID(fmt.Sprintf("%s-%d", h.ID, copy)), category: h.Category, placed: true, box: box}
			c.items = append(c.items, it)
			c.index.insert(it)
			if h.Category == domain.CategoryRoom {
				c.rooms = append(c.rooms, box)
			}
		}
	}
	return c
}

// scan is what an index spares: a look at every element.
func (c *campus) scan(box geometry.Box) (out []domain.ID) {
	for _, it := range c.items {
		if it.box.Intersects(box) {
			out = append(out, it.id)
		}
	}
	slices.Sort(out)
	return out
}

// BenchmarkRoomOfAMillion asks what a room's box meets among a million elements, by the index and by looking at all.
func BenchmarkRoomOfAMillion(b *testing.B) {
	c := newCampus(b, 1_000_000)
	for i := range 5 {
		room := c.rooms[len(c.rooms)/5*i]
		var got []domain.ID
		for _, h := range c.index.Intersecting(room) {
			got = append(got, h.ID)
		}
		if want := c.scan(room); !slices.Equal(got, want) || len(got) == 0 {
			b.Fatalf("the index finds %d elements, a scan %d", len(got), len(want))
		}
	}
	b.Run("index", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			c.index.Intersecting(c.rooms[i*7919%len(c.rooms)])
		}
	})
	b.Run("scan", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			c.scan(c.rooms[i*7919%len(c.rooms)])
		}
	})
}
