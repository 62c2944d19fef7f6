package ways

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// Face is a stretch of a wall that has a room along one of its faces.
type Face struct {
	Frame        geometry.Placement // X along the wall, Y to its left
	From, To     geometry.Length    // of the stretch along X
	ToRoom, Away geometry.Length    // the face on the room's side and the other face, along Y
}

// Stretch is a part of a face with the same place beyond it everywhere.
type Stretch struct {
	From, To geometry.Length // along X of the frame
	Beyond   Beyond
	Top      geometry.Length // highest top of the cover, or of a wall before the face; above the origin
}

// BeyondFace returns the places beyond a stretch of a wall, on the side without a room of the storey, in order along
// the wall. If a room lies there, the place is the open air, because the room may be lower than the wall. If a wall or
// a column stands right before the face, the place is covered.
func (b *Building) BeyondFace(storey int, f Face) ([]Stretch, error) {
	s, err := b.Storey(storey)
	if err != nil {
		return nil, err
	}
	var out []Stretch
	from := f.From
	for _, to := range append(b.changesAlong(s, f), f.To) {
		if to-from <= gap && to < f.To { // a stretch up to gap wide is merged into the next stretch
			continue
		}
		at := f.doorway((from + to) / 2)
		beyond, top := b.beyondSide(s, at, 1)
		if end, stands := b.wallAt(s, at.Sides[1]); stands {
			beyond, top = Covered, end
		}
		out = append(out, Stretch{from, to, beyond, top})
		from = to
	}
	return out, b.ctx.Err()
}

// wallAt returns the top of a wall or a column at a place of a storey, such as a wall that ends at a face. It returns
// false if there is none, or if the wall has an opening at the place.
func (b *Building) wallAt(s *Storey, p geometry.Point2) (top geometry.Length, stands bool) {
	box := geometry.Box{Min: p.At(s.Elevation + finish), Max: p.At(s.Elevation + doorHeight)}
	for _, hit := range b.View.Spatial().Intersecting(box, state.CategoryWall, state.CategoryColumn) {
		e, ok := b.View.Model.Element(hit.ID)
		if !ok || b.opens(e.ID, p) || !isIn(closingPlan(b, e, s.Elevation), p) {
			continue
		}
		if !stands || hit.Bounds.Max.Z > top {
			top, stands = hit.Bounds.Max.Z, true
		}
	}
	return top, stands
}

// opens reports whether a wall has an opening at a place in plan.
func (b *Building) opens(wall state.ID, p geometry.Point2) bool {
	line, err := fabric.WallLine(b.View.Model, wall)
	if err != nil {
		return false
	}
	along, across := line.Place(p)
	return slices.ContainsFunc(fabric.WallOpenings(b.View.Model, wall), func(o fabric.OpeningRect) bool {
		edges := projections.OpeningEdges(line, o, across)
		return edges[0].Along <= along && along <= edges[1].Along
	})
}

// sides returns two positions along Y: one just inside the room, and one just outside the other face.
func (f Face) sides() (in, out geometry.Length) {
	if f.ToRoom > f.Away {
		return f.ToRoom + beside, f.Away - beside
	}
	return f.ToRoom - beside, f.Away + beside
}

func (f Face) at(x, y geometry.Length) geometry.Point2 {
	return f.Frame.Point(geometry.Point2{X: x, Y: y}.At(0)).XY()
}

// doorway returns a doorway without width at a place along the face. Its first side is the room's side.
func (f Face) doorway(x geometry.Length) Doorway {
	in, out := f.sides()
	return Doorway{Sides: [2]geometry.Point2{f.at(x, in), f.at(x, out)}}
}

// changesAlong returns the places along a face, in order, at which the part beyond the wall or its cover may change:
// the corners of all elements near it.
func (b *Building) changesAlong(s *Storey, f Face) []geometry.Length {
	in, out := f.sides()
	far := out + behindLeaf
	if out < in {
		far = out - behindLeaf
	}
	near := geometry.Region{{Outer: geometry.Ring{f.at(f.From, min(in, far)), f.at(f.To, min(in, far)),
		f.at(f.To, max(in, far)), f.at(f.From, max(in, far))}}}
	plan := s.planOf(b)
	parts := append([]geometry.Region{plan.outside}, plan.closed...)
	for _, r := range s.rooms {
		parts = append(parts, r.region)
	}
	lo, hi := near.Bounds()
	for _, hit := range b.covers(s, lo, hi) {
		if body, err := b.View.Measures().Body(hit.ID); err == nil {
			parts = append(parts, body.Shadow(hit.Bounds.Min.Z, hit.Bounds.Max.Z))
		}
	}
	var places []geometry.Length
	for _, part := range parts {
		for _, p := range cornersWithin(part, near) {
			if x := f.Frame.Local(p.At(f.Frame.Origin.Z)).X; f.From < x && x < f.To {
				places = append(places, x)
			}
		}
	}
	slices.Sort(places)
	return slices.Compact(places)
}

// cornersWithin returns the corners of the intersection of two regions.
func cornersWithin(part, near geometry.Region) []geometry.Point2 {
	if len(part) == 0 || apart(part, near) {
		return nil
	}
	var out []geometry.Point2
	for _, polygon := range geometry.Intersect(part, near) {
		out = append(out, polygon.Outer...)
		for _, hole := range polygon.Holes {
			out = append(out, hole...)
		}
	}
	return out
}

// apart reports whether the rectangles around two regions do not meet.
func apart(a, b geometry.Region) bool {
	alo, ahi := a.Bounds()
	blo, bhi := b.Bounds()
	return ahi.X < blo.X || bhi.X < alo.X || ahi.Y < blo.Y || bhi.Y < alo.Y
}
