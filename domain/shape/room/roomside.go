package room

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// RoomSide is a stretch of a room's outline along one wall, or an open stretch. The room lies to the left of it.
type RoomSide struct {
	From, To geometry.Point2
	Wall     state.ID        // "" for an open side
	Depth    geometry.Length // of the wall behind its middle; 0 for an open side
}

// Outward returns the direction out of the room.
func (s RoomSide) Outward() r3.Vector {
	d := geometry.Direction(s.From, s.To)
	return r3.Vector{X: d.Y, Y: -d.X}
}

// Behind returns a point beyond the wall of a side, or beyond an open side. part is the position along the side as a
// fraction from 0 to 1.
func (s RoomSide) Behind(part float64) geometry.Point2 {
	d := s.To.Sub(s.From).At(0).Vector()
	n := geometry.Times(s.Outward(), float64(s.Depth+2*fabric.RoomGap))
	return s.From.Add(geometry.Point2{X: fabric.RoundLength(float64(d.X*part) + n.X),
		Y: fabric.RoundLength(float64(d.Y*part) + n.Y)})
}

// Sides returns the outline of a room as stretches along its walls and open stretches between them, in the order of the
// outline. Gaps and stretches shorter than RoomGap are merged into their neighbours.
func (s RoomShape) Sides(walls []fabric.WallBounds) []RoomSide {
	var out []RoomSide
	for _, edge := range edges(s.Region) {
		if length := geometry.Distance(edge.a, edge.b); length > fabric.RoomGap {
			out = append(out, edge.sides(length, stretchesAlong(edge, length, walls))...)
		}
	}
	return out
}

// stretch is the part of an edge along which a wall's face runs.
type stretch struct {
	from, to geometry.Length
	wall     *fabric.WallBounds
}

// stretchesAlong returns the stretches of an edge along which the faces of walls run in the opposite direction. Such a
// wall lies to the right of the edge.
func stretchesAlong(edge segment, length geometry.Length, walls []fabric.WallBounds) []stretch {
	var out []stretch
	for i := range walls {
		for _, face := range edges(walls[i].Footprint) {
			if shared(edge, face) <= fabric.RoomGap || reachOn(edge, face.a) <= reachOn(edge, face.b) {
				continue
			}
			out = append(out, stretch{max(0, reachOn(edge, face.b)), min(length, reachOn(edge, face.a)), &walls[i]})
		}
	}
	slices.SortStableFunc(out, func(a, b stretch) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to), cmp.Compare(a.wall.ID, b.wall.ID))
	})
	return out
}

// reachOn returns the distance along an edge at which a point lies.
func reachOn(edge segment, p geometry.Point2) geometry.Length {
	d, v := geometry.Direction(edge.a, edge.b), p.Sub(edge.a)
	return fabric.RoundLength(float64(d.X*float64(v.X)) + float64(d.Y*float64(v.Y)))
}

// sides divides an edge into its stretches and the open parts between them.
func (s segment) sides(length geometry.Length, stretches []stretch) []RoomSide {
	var out []RoomSide
	done := geometry.Length(0)
	for _, next := range stretches {
		if next.to-done <= fabric.RoomGap {
			continue
		}
		if next.from-done > fabric.RoomGap {
			out = append(out, s.side(done, next.from, length, nil))
			done = next.from
		}
		out = append(out, s.side(done, next.to, length, next.wall))
		done = next.to
	}
	switch {
	case length-done > fabric.RoomGap:
		out = append(out, s.side(done, length, length, nil))
	case len(out) > 0:
		out[len(out)-1].To = s.b
	}
	return out
}

func (s segment) side(from, to, length geometry.Length, wall *fabric.WallBounds) RoomSide {
	side := RoomSide{From: s.at(from, length), To: s.at(to, length)}
	if wall != nil {
		side.Wall = wall.ID
		side.Depth = depthBehind(side, wall.Footprint)
	}
	return side
}

// at returns the point of an edge at a distance from its start.
func (s segment) at(x, length geometry.Length) geometry.Point2 {
	switch x {
	case 0:
		return s.a
	case length:
		return s.b
	}
	d := geometry.Direction(s.a, s.b)
	return s.a.Add(geometry.Point2{X: fabric.RoundLength(float64(d.X * float64(x))),
		Y: fabric.RoundLength(float64(d.Y * float64(x)))})
}

// depthBehind returns the distance from the middle of a side through a footprint to its other face.
func depthBehind(side RoomSide, footprint geometry.Region) geometry.Length {
	n, d := side.Outward(), geometry.Direction(side.From, side.To)
	middle := geometry.Times(side.From.At(0).Vector().Add(side.To.At(0).Vector()), 0.5)
	best := math.Inf(1)
	for _, face := range edges(footprint) {
		a, b := face.a.At(0).Vector().Sub(middle), face.b.At(0).Vector().Sub(middle)
		xa, xb := float64(a.X*d.X)+float64(a.Y*d.Y), float64(b.X*d.X)+float64(b.Y*d.Y)
		if (xa > 0) == (xb > 0) {
			continue // the face does not cross the line through the middle
		}
		ya, yb := float64(a.X*n.X)+float64(a.Y*n.Y), float64(b.X*n.X)+float64(b.Y*n.Y)
		if y := ya + float64((yb-ya)*(xa/(xa-xb))); y > float64(fabric.RoomGap) {
			best = min(best, y)
		}
	}
	if math.IsInf(best, 1) {
		return 0
	}
	return fabric.RoundLength(best)
}
