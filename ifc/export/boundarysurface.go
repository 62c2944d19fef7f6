package export

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// stretch returns the part of a side of a room along which an opening of its wall lies.
func (f *roomFaces) stretch(s room.RoomSide, plan fabric.WallPlan, rect fabric.OpeningRect) (from,
	to geometry.Point2, ok bool) {
	if plan.Curved() {
		return curvedStretch(s, plan, rect)
	}
	d := geometry.Direction(s.From, s.To)
	on := func(x geometry.Length) float64 {
		v := plan.Frame.Point(geometry.Point3{X: x}).XY().Sub(s.From).At(0).Vector()
		return float64(d.X*v.X) + float64(d.Y*v.Y)
	}
	a, b := on(rect.Offset), on(rect.Offset+rect.Width)
	x0, x1 := max(0, min(a, b)), min(float64(geometry.Distance(s.From, s.To)), max(a, b))
	at := func(x float64) geometry.Point2 {
		return s.From.Add(geometry.Point2{X: geometry.Length(math.Round(d.X * x)),
			Y: geometry.Length(math.Round(d.Y * x))})
	}
	return at(x0), at(x1), x1-x0 > float64(minFace)
}

// curvedStretch is stretch for an opening of a curved wall. The opening lies on several sides of the room, which are
// the chords of the wall's face. It crosses them at right angles to the tangent of the wall at the middle of the
// opening.
func curvedStretch(s room.RoomSide, plan fabric.WallPlan, rect fabric.OpeningRect) (from, to geometry.Point2,
	ok bool) {
	at := plan.At(rect).Frame
	a, b := at.Local(s.From.At(at.Origin.Z)), at.Local(s.To.At(at.Origin.Z))
	run := float64(b.X - a.X)
	if run == 0 {
		return from, to, false
	}
	t0, t1 := float64(rect.Offset-a.X)/run, float64(rect.Offset+rect.Width-a.X)/run
	t0, t1 = max(0, min(t0, t1)), min(1, max(t0, t1))
	left, right := faceRise(plan, rect.Width)
	middle := float64(a.Y) + float64(float64(b.Y-a.Y)*(t0+t1)/2)
	if middle < float64(plan.YMin-right-besideLine) || middle > float64(plan.YMax+left+besideLine) {
		return from, to, false // the side lies beyond the centre
	}
	on := func(t float64) geometry.Point2 {
		v := s.To.Sub(s.From)
		return s.From.Add(geometry.Point2{X: geometry.Length(math.Round(float64(v.X) * t)),
			Y: geometry.Length(math.Round(float64(v.Y) * t))})
	}
	from, to = on(t0), on(t1)
	return from, to, t1 > t0 && geometry.Distance(from, to) > minFace
}

// upright writes the vertical face over a side, in the frame of the space: X along the side, Y up, Z out of the room.
func (f *roomFaces) upright(s room.RoomSide, z, height geometry.Length) step.Ref {
	width := geometry.Distance(s.From, s.To)
	origin := f.inSpace(s.From).At(z - f.room.shape.Base)
	plane := f.axesAt(f.point3(origin), geometry.Direction(s.From, s.To), s.Outward())
	outline := geometry.Ring{{}, {X: width}, {X: width, Y: height}, {Y: height}}
	return f.bounded(plane, outline, nil)
}

// opening writes the face of an opening over a part of a side. In a straight wall an opening that is no rectangle gets
// the part of its outline that lies on that part of the side.
func (f *roomFaces) opening(side, part room.RoomSide, plan fabric.WallPlan, rect fabric.OpeningRect, foot,
	head geometry.Length) step.Ref {
	if plan.Curved() || rect.Form.Outline() == "" {
		return f.upright(part, foot, head-foot)
	}
	d := geometry.Direction(side.From, side.To)
	outline := rect.Ring()
	for i, p := range outline {
		v := plan.Frame.Point(geometry.Point3{X: p.X}).XY().Sub(part.From).At(0).Vector()
		outline[i] = geometry.Point2{X: fabric.RoundLength(float64(d.X*v.X) + float64(d.Y*v.Y)),
			Y: plan.Frame.Origin.Z + p.Y - foot}
	}
	if outline.Area() < 0 {
		slices.Reverse(outline)
	}
	width := geometry.Distance(part.From, part.To)
	whole := geometry.Region{geometry.Rectangle(geometry.Point2{}, geometry.Point2{X: width, Y: head - foot})}
	face := geometry.Intersect(geometry.Region{{Outer: outline}}, whole)
	if len(face) != 1 {
		return f.upright(part, foot, head-foot)
	}
	origin := f.inSpace(part.From).At(foot - f.room.shape.Base)
	plane := f.axesAt(f.point3(origin), geometry.Direction(part.From, part.To), part.Outward())
	return f.bounded(plane, face[0].Outer, nil)
}

// level writes a horizontal face in the frame of the space, with Z out of the room.
func (f *roomFaces) level(p geometry.Polygon, z geometry.Length, above bool) step.Ref {
	normal := geometry.World().Z
	if !above {
		normal = geometry.Times(normal, -1)
	}
	flat := func(r geometry.Ring) geometry.Ring {
		out := make(geometry.Ring, len(r))
		for i, q := range r {
			out[i] = f.inSpace(q)
		}
		if !above { // seen from below, Y points the other way and the ring is reversed
			for i := range out {
				out[i].Y = -out[i].Y
			}
			slices.Reverse(out)
		}
		return out
	}
	var holes []geometry.Ring
	for _, h := range p.Holes {
		holes = append(holes, flat(h))
	}
	plane := f.axesAt(f.point3(geometry.Point3{Z: z - f.room.shape.Base}), r3.Vector{X: 1}, normal)
	return f.bounded(plane, flat(p.Outer), holes)
}

// inSpace converts a point of the plan to the frame of the space.
func (f *roomFaces) inSpace(q geometry.Point2) geometry.Point2 {
	return q.Sub(f.room.shape.Region[0].Outer[0])
}

// bounded writes a bounded part of a plane.
func (f *roomFaces) bounded(plane step.Ref, outer geometry.Ring, holes []geometry.Ring) step.Ref {
	inner := make([]step.Ref, len(holes))
	for i, h := range holes {
		inner[i] = f.ring(h)
	}
	return f.add("IFCCURVEBOUNDEDPLANE", f.add("IFCPLANE", plane), f.ring(outer), f.refs(inner...))
}
