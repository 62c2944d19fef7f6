package scenes

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/geometry/render"
	"github.com/bimstream/bimstream/projections"
)

// member is an element of a picture. Its body is made on first use, since other elements hide most elements of a large
// building.
type member struct {
	id    state.ID
	box   geometry.Box
	parts func() []Surface // computed once
}

// cast holds the elements of a picture, in the order of levels and ids.
type cast struct {
	members []member
	left    *leftOut
}

// leftOut collects elements whose bodies cannot be made.
type leftOut struct {
	mu   sync.Mutex
	list []LeftOut
}

func (l *leftOut) add(id state.ID, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, LeftOut{id, err.Error()})
}

// sorted returns the elements in the order of their ids.
func (l *leftOut) sorted() []LeftOut {
	slices.SortFunc(l.list, func(a, b LeftOut) int { return cmp.Compare(a.ElementID, b.ElementID) })
	return l.list
}

// castOf returns the selected elements of a view that have a body.
func castOf(ctx context.Context, v *projections.View, s *Selection) (*cast, error) {
	if err := s.check(v.Model); err != nil {
		return nil, err
	}
	if err := v.Ready(ctx); err != nil {
		return nil, err
	}
	elements := s.elements(v.Model)
	rank := map[state.ID]int{} // elements without a level come first
	for i, l := range shape.Levels(v.Model) {
		rank[l.ID] = i + 1
	}
	slices.SortStableFunc(elements, func(a, b *state.Element) int { return rank[a.LevelID] - rank[b.LevelID] })
	members, c := make([]member, len(elements)), &cast{left: new(leftOut)}
	measures := v.Measures()
	processors.Each(len(elements), func(i int) {
		if ctx.Err() != nil {
			return
		}
		e := elements[i]
		measure, err := measures.Of(e.ID)
		if err != nil {
			c.left.add(e.ID, err)
			return
		}
		members[i] = member{e.ID, measure.Bounds, sync.OnceValue(func() []Surface {
			parts, err := Surfaces(v, e)
			if err != nil {
				c.left.add(e.ID, err)
			}
			return parts
		})}
	})
	for _, m := range members {
		if m.parts != nil && !m.box.Empty() {
			c.members = append(c.members, m)
		}
	}
	return c, ctx.Err()
}

// box returns the box around all members.
func (c *cast) box() geometry.Box {
	box := geometry.EmptyBox()
	for i := range c.members {
		box = box.Union(c.members[i].box)
	}
	return box
}

// objects returns the objects to paint. The number of an object is the index of its member; colour returns its colour.
func (c *cast) objects(colour func(member int, own render.Colour) render.Colour) []render.Object {
	out := make([]render.Object, len(c.members))
	for i := range c.members {
		m := &c.members[i]
		out[i] = render.Object{Box: m.box, Parts: func() (parts []render.Part) {
			made := m.parts()
			for j := range made {
				parts = append(parts, render.Part{Mesh: &made[j].Mesh,
					Colour: colour(i, render.Colour(made[j].Colour))})
			}
			return parts
		}}
	}
	return out
}

// own returns the member's own colour.
func own(_ int, c render.Colour) render.Colour { return c }
