package fabric

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// wallArc describes the bend of a wall's line; the zero value is straight. In the wall's frame the line leaves the
// start along X, about a centre at (0, radius).
type wallArc struct {
	Radius float64        // in micrometres, positive where the line turns left, negative where it turns right
	sweep  geometry.Angle // of the same sign
}

func (a wallArc) Curved() bool { return a.Radius != 0 }

// minimumRise is the least distance of the middle of an arc from the straight line between its ends. A wall with a
// smaller rise counts as straight, because no drawing shows the difference.
const minimumRise = geometry.Millimetre

// minimumInnerRadius is the least radius of the inner face of a curved wall: the radius of the smallest turned column.
const minimumInnerRadius = 10 * geometry.Millimetre

// arcThrough returns the arc from start to end through mid, and its direction at the start. It returns false if the
// three points are within minimumRise of a straight line.
func arcThrough(start, mid, end geometry.Point2) (wallArc, direction, bool) {
	b, c := end.Sub(start), mid.Sub(start)
	bx, by, cx, cy := float64(b.X), float64(b.Y), float64(c.X), float64(c.Y)
	cross := float64(bx*cy) - float64(by*cx)
	chord := math.Sqrt(float64(bx*bx) + float64(by*by))
	if math.Abs(cross) < float64(chord*float64(minimumRise)) {
		return wallArc{}, direction{}, false
	}
	bb, cc := float64(bx*bx)+float64(by*by), float64(cx*cx)+float64(cy*cy)
	ux := (float64(cy*bb) - float64(by*cc)) / (2 * cross)
	uy := (float64(bx*cc) - float64(cx*bb)) / (2 * cross)
	radius := math.Sqrt(float64(ux*ux) + float64(uy*uy))
	d := direction{uy / radius, -ux / radius} // the centre is on the left of d
	if cross > 0 {                            // mid is on the left of the chord: the arc turns right
		radius, d = -radius, direction{-d.x, -d.y}
	}
	// The centre is at the origin here. The ends in the wall's own frame are at (0, -radius) and (x, y - radius).
	x, y := float64(bx*d.x)+float64(by*d.y), float64(by*d.x)-float64(bx*d.y)
	sweep := geometry.Atan2Degrees(x, math.Abs(radius)-y)
	if radius < 0 {
		sweep = geometry.Atan2Degrees(x, math.Abs(radius)+y)
	}
	if sweep <= 0 {
		sweep += geometry.FullTurn
	}
	if radius < 0 {
		sweep = -sweep
	}
	return wallArc{radius, sweep}, d, true
}

// direction is a unit vector in plan.
type direction struct{ x, y float64 }

// length returns the length of the arc.
func (a wallArc) length() geometry.Length {
	return RoundLength(float64(math.Abs(a.Radius) * (float64(math.Abs(float64(a.sweep))) * (math.Pi / 180e6))))
}

// turned returns the angle by which the line has turned at a place along it, in radians. Beyond its ends the line runs
// straight.
func (a wallArc) turned(along, length geometry.Length) float64 {
	return float64(max(0, min(length, along))) / a.Radius
}

// At returns the unrounded point at a place along the line and across it, in the wall's frame.
func (a wallArc) At(along, across, length float64) (x, y float64) {
	if !a.Curved() {
		return along, across
	}
	on := max(0, min(length, along))
	sine, cosine := geometry.SinCos(on / a.Radius)
	r := a.Radius - across
	x, y = float64(r*sine), a.Radius-float64(r*cosine)
	return x + float64((along-on)*cosine), y + float64((along-on)*sine)
}

// Place returns the position of a point of the wall's frame along the line and to its left. It is measured from the
// nearest place of the arc, or of the straight lines that continue it.
func (a wallArc) Place(p geometry.Point2, length geometry.Length) (along, across geometry.Length) {
	if !a.Curved() {
		return p.X, p.Y
	}
	x, y := float64(p.X), a.Radius-float64(p.Y)
	if a.Radius < 0 {
		y = -y
	}
	// The angle is measured from the start, as seen from the centre, in the direction in which the line turns. In the
	// middle of the gap between the two ends, the position jumps from beyond the end to before the start.
	angle, sweep := geometry.Atan2Degrees(x, y), a.sweep
	if a.Radius < 0 {
		sweep = -sweep
	}
	gap := geometry.FullTurn - sweep
	if angle < -gap/2 {
		angle += geometry.FullTurn
	}
	dist := math.Sqrt(float64(x*x) + float64(y*y))
	if angle >= 0 && angle <= sweep {
		across = RoundLength(math.Abs(a.Radius) - dist)
		if a.Radius < 0 {
			across = -across
		}
		return RoundLength(float64(math.Abs(a.Radius) * (float64(angle) * (math.Pi / 180e6)))), across
	}
	end := geometry.Length(0)
	if angle > sweep {
		end = length
	}
	ex, ey := a.At(float64(end), 0, float64(length))
	sine, cosine := geometry.SinCos(a.turned(end, length))
	dx, dy := float64(p.X)-ex, float64(p.Y)-ey
	return end + RoundLength(float64(dx*cosine)+float64(dy*sine)), RoundLength(float64(dy*cosine) - float64(dx*sine))
}

// sides returns the number of chords into which a curved wall is divided, so that the chords of its faces are within
// geometry.ChordTolerance of the faces.
func (s Strip) sides() int {
	return geometry.ArcSides(s.outerRadius(), geometry.ChordTolerance, s.Arc.sweep)
}

// Line returns the wall's line on a base: its frame, its arc and its length. A wall whose Mid lies on the straight line
// between its ends, which Check refuses, is straight.
func (w *Wall) Line(base geometry.Length) (geometry.Placement, wallArc, geometry.Length) {
	straight := geometry.PlacementInPlan(w.Start.At(base), w.End)
	if w.Mid == nil {
		return straight, wallArc{}, geometry.Distance(w.Start, w.End)
	}
	arc, d, ok := arcThrough(w.Start, *w.Mid, w.End)
	if !ok {
		return straight, wallArc{}, geometry.Distance(w.Start, w.End)
	}
	straight.X.X, straight.X.Y = d.x+0, d.y+0 // no negative zeros
	return straight, arc, arc.length()
}

// checkArc refuses a Mid that gives no arc, and an arc too tight for the wall's thickness.
func (w *Wall) checkArc(m *state.Model, e *state.Element) error {
	if w.Mid == nil {
		return nil
	}
	arc, _, ok := arcThrough(w.Start, *w.Mid, w.End)
	if !ok {
		return state.Errorf(state.DegenerateGeometry,
			"mid lies on the straight line from start to end, or at one of them: give a "+
				"point that the arc goes through between them, at least %v mm beside the line, or leave mid out for a "+
				"straight wall", minimumRise).With("parameter", "mid")
	}
	s := StripOf(m, e)
	if inner := s.innerRadius(); inner < minimumInnerRadius {
		return state.Errorf(state.DegenerateGeometry,
			"the arc has a radius of %v mm, and the inner face of the wall one of %v "+
				"mm: at least %v mm is needed; give a wider arc or a thinner wall", RoundLength(math.Abs(arc.Radius)),
			inner, minimumInnerRadius).With("parameter", "mid").With("radius", RoundLength(math.Abs(arc.Radius)))
	}
	n := s.sides()
	if n > maxArcSides {
		return state.Errorf(state.DegenerateGeometry,
			"the arc is %v mm long with a radius of %v mm, which takes %d chords of at "+
				"most %d: give it as several walls, end to end", s.length, RoundLength(math.Abs(arc.Radius)), n,
			maxArcSides).With("parameter", "mid")
	}
	for i := range n + 1 {
		x, y := arc.At(float64(s.length)*float64(i)/float64(n), 0, float64(s.length))
		if err := m.CheckBounds("the arc through mid", s.frame.Point(RoundPoint(x, y).At(0))); err != nil {
			return err
		}
	}
	return nil
}

// maxArcSides bounds the chords of a curved wall, so that its footprint has no more corners than a polygon passed to a
// tool may have. A full circle reaches the bound at a radius of 50 m.
const maxArcSides = 990

// innerRadius returns the radius of the inner face of a curved wall, and outerRadius the radius of its outer face.
func (s Strip) innerRadius() geometry.Length {
	if s.Arc.Radius < 0 {
		return RoundLength(-s.Arc.Radius) + s.yMin
	}
	return RoundLength(s.Arc.Radius) - s.yMax
}

func (s Strip) outerRadius() geometry.Length { return s.innerRadius() + s.thickness() }

// plan returns the wall's plan without its region.
func (s Strip) plan() WallPlan {
	return WallPlan{Frame: s.frame, Length: s.length, YMin: s.yMin, YMax: s.yMax, arc: s.Arc}
}

// point returns a point along and across the wall's line, in its frame.
func (s Strip) point(along, across geometry.Length) geometry.Point2 {
	return RoundPoint(s.Arc.At(float64(along), float64(across), float64(s.length)))
}

// tangent returns the straight strip that touches a curved wall at a place along it. A point of the tangent line has
// the same places along and across in the strip and in the wall. For a place beyond an end it returns the tangent at
// that end. A straight wall is returned unchanged.
func (s Strip) tangent(along geometry.Length) Strip {
	if !s.Arc.Curved() {
		return s
	}
	out := s
	out.frame, out.Arc, out.bent = tangentFrame(s.frame, s.Arc, along, s.length), wallArc{}, true
	return out
}

// tangentFrame returns the frame of the straight line that touches an arc at a place along it. The place has the same
// position along both lines.
func tangentFrame(frame geometry.Placement, arc wallArc, along, length geometry.Length) geometry.Placement {
	along = max(0, min(length, along))
	sine, cosine := geometry.SinCos(arc.turned(along, length))
	x, y := arc.At(float64(along), 0, float64(length))
	on := float64(along)
	out := frame
	out.Origin = frame.Point(RoundPoint(x-float64(on*cosine), y-float64(on*sine)).At(0))
	ax, ay := frame.X, frame.Y()
	out.X.X = float64(ax.X*cosine) + float64(ay.X*sine)
	out.X.Y = float64(ax.Y*cosine) + float64(ay.Y*sine)
	return out
}

// Curved reports whether the wall's line is an arc.
func (p WallPlan) Curved() bool { return p.arc.Curved() }

// Radius returns the radius and the sweep of a curved wall's line. Both are positive if the line turns left on the way
// from start to end, and negative if it turns right. They are 0 for a straight wall.
func (p WallPlan) Radius() (radius geometry.Length, sweep geometry.Angle) {
	return RoundLength(p.arc.Radius), p.arc.sweep
}

// Tangent returns the plan, without a region, of the straight wall that touches this one at a place along its line. The
// place has the same position along and across both walls. Hosted elements are straight: a door in a curved wall stands
// in the tangent at the middle of its opening. A straight wall is its own tangent.
func (p WallPlan) Tangent(along geometry.Length) WallPlan {
	if !p.arc.Curved() {
		return p
	}
	out := p
	out.Frame, out.arc, out.Region = tangentFrame(p.Frame, p.arc, along, p.Length), wallArc{}, nil
	return out
}

// At returns the plan of the wall in which an opening is straight: see [WallPlan.Tangent].
func (p WallPlan) At(o OpeningRect) WallPlan { return p.Tangent(o.Offset + o.Width/2) }

// Place returns the position of a point in world coordinates along the wall's line, and to its left.
func (p WallPlan) Place(at geometry.Point2) (along, across geometry.Length) {
	return p.arc.Place(p.Frame.Local(at.At(p.Frame.Origin.Z)).XY(), p.Length)
}

// On returns the point in world coordinates that has a given place along and across the wall's line.
func (p WallPlan) On(along, across geometry.Length) geometry.Point2 {
	return p.Frame.Point(RoundPoint(p.arc.At(float64(along), float64(across), float64(p.Length))).At(0)).XY()
}

// lineBox returns a box that contains the line of a curved wall. It is computed from a few points of the line and the
// rise of the arc between them.
func (s Strip) lineBox() (lo, hi geometry.Point2) {
	const parts = 8
	lo = s.world(0)
	hi = lo
	for i := range parts {
		p := s.world(s.length * geometry.Length(i+1) / parts)
		lo = geometry.Point2{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
		hi = geometry.Point2{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	_, cosine := geometry.SinCos(s.Arc.turned(s.length, s.length) / (2 * parts))
	rise := RoundLength(math.Ceil(math.Abs(s.Arc.Radius)*(1-cosine))) + shape.MinimumExtent
	d := geometry.Point2{X: rise, Y: rise}
	return lo.Sub(d), hi.Add(d)
}

func (p WallPlan) innerRadius() geometry.Length {
	return Strip{Arc: p.arc, yMin: p.YMin, yMax: p.YMax}.innerRadius()
}

// rise returns how far the inner face of a curved wall deviates from its tangent over half a width.
func (p WallPlan) rise(width geometry.Length) geometry.Length {
	r, half := float64(p.innerRadius()), float64(width)/2
	if half >= r {
		return RoundLength(r)
	}
	return RoundLength(math.Ceil(r - math.Sqrt(float64(r*r)-float64(half*half))))
}

// besides returns the length that an opening in a curved wall takes along the line beyond its width, at each edge. The
// edges are the radii through the corners of the opening on the inner face.
func (p WallPlan) besides(width geometry.Length) geometry.Length {
	if !p.arc.Curved() {
		return 0
	}
	half, r := float64(float64(width)/2), float64(p.innerRadius())
	if half >= r {
		return width
	}
	angle := geometry.Atan2Degrees(half, math.Sqrt(float64(r*r)-float64(half*half)))
	on := float64(math.Abs(p.arc.Radius) * (float64(angle) * (math.Pi / 180e6)))
	return max(0, RoundLength(math.Ceil(on-half)))
}

// Spread returns an opening with the offset and width of the stretch of the wall's line that it occupies.
func (p WallPlan) Spread(o OpeningRect) OpeningRect {
	more := p.besides(o.Width)
	o.Offset, o.Width = o.Offset-more, o.Width+2*more
	return o
}
