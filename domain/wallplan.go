package domain

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// WallPlan is a wall's footprint with its joins made, in the wall's own frame: the origin at the start point on the
// wall's base, X along the wall, Y to its left (the interior), Z up.
type WallPlan struct {
	Frame      geometry.Placement
	Length     geometry.Length // from start to end, before the joins
	YMin, YMax geometry.Length // the exterior and the interior face
	Region     geometry.Region // more than one polygon where a crossing wall goes through
}

// Thickness answers the distance of the faces.
func (p WallPlan) Thickness() geometry.Length { return p.YMax - p.YMin }

// World answers the footprint in world coordinates.
func (p WallPlan) World() geometry.Region {
	out := make(geometry.Region, len(p.Region))
	for i, polygon := range p.Region {
		out[i].Outer = p.ring(polygon.Outer)
		for _, hole := range polygon.Holes {
			out[i].Holes = append(out[i].Holes, p.ring(hole))
		}
	}
	return out
}

func (p WallPlan) ring(r geometry.Ring) geometry.Ring {
	out := make(geometry.Ring, len(r))
	for i, q := range r {
		out[i] = p.Frame.Point(q.At(0)).XY()
	}
	return out
}

// WallPlan answers a wall's footprint.
func (m *Model) WallPlan(id ID) (WallPlan, error) {
	e, err := m.findOf(id, CategoryWall)
	if err != nil {
		return WallPlan{}, err
	}
	s := m.strip(e)
	plan := WallPlan{Frame: s.frame, Length: s.length, YMin: s.yMin, YMax: s.yMax}
	polygon, err := m.joined(s)
	if err != nil {
		return WallPlan{}, geometryError(err)
	}
	plan.Region = geometry.Region{polygon}
	if crossing := m.crossing(s); len(crossing) > 0 {
		plan.Region = geometry.Subtract(plan.Region, crossing...)
	}
	return plan, nil
}

// strip is a wall before its joins: a band about its line.
type strip struct {
	id         ID
	frame      geometry.Placement
	length     geometry.Length
	yMin, yMax geometry.Length
}

func (m *Model) strip(e *Element) strip {
	w := e.Params.(*Wall)
	base := m.elevation(e.LevelID) + w.BaseOffset
	thickness := m.layersThickness(e, w.Thickness)
	s := strip{id: e.ID, frame: geometry.PlacementInPlan(w.Start.At(base), w.End), length: geometry.Distance(w.Start, w.End)}
	switch w.LocationLine {
	case LocationInterior:
		s.yMin, s.yMax = -thickness, 0
	case LocationExterior:
		s.yMin, s.yMax = 0, thickness
	default:
		s.yMin = -thickness / 2
		s.yMax = thickness + s.yMin
	}
	return s
}

// line is an infinite line in a plane, in micrometres as floats; the direction has unit length.
type line struct{ x, y, dx, dy float64 }

// side answers a positive number for points to the left of the line.
func (l line) side(x, y float64) float64 {
	return float64(l.dx*(y-l.y)) - float64(l.dy*(x-l.x))
}

// parallelSine is the sine of the angle below which two lines count as parallel: at 1e-6 rad the corner of two walls
// would be a kilometre away from a 1 mm offset.
const parallelSine = 1e-6

// meet answers where two lines meet.
func (l line) meet(k line) (x, y float64, ok bool) {
	sine := float64(l.dx*k.dy) - float64(l.dy*k.dx)
	if math.Abs(sine) < parallelSine {
		return 0, 0, false
	}
	t := (float64((k.x-l.x)*k.dy) - float64((k.y-l.y)*k.dx)) / sine
	return l.x + float64(t*l.dx), l.y + float64(t*l.dy), true
}

// course answers the line at a distance to the left of the wall's own line, in the frame of another wall, relative to
// that wall's start so that the numbers stay small.
func (s strip) course(in strip, offset geometry.Length) line {
	origin := s.frame.Origin.Sub(in.frame.Origin)
	x, y := float64(origin.X), float64(origin.Y)
	d, left := s.frame.X, s.frame.Y()
	x += float64(left.X * float64(offset))
	y += float64(left.Y * float64(offset))
	ax, ay := in.frame.X, in.frame.Y()
	return line{
		float64(ax.X*x) + float64(ax.Y*y), float64(ay.X*x) + float64(ay.Y*y),
		float64(ax.X*d.X) + float64(ax.Y*d.Y), float64(ay.X*d.X) + float64(ay.Y*d.Y),
	}
}

// own answers the line of a face in the wall's own frame.
func own(y geometry.Length) line { return line{0, float64(y), 1, 0} }

// endX answers where on its own line an end of the wall is.
func (s strip) endX(part WallPart) geometry.Length {
	if part == PartEnd {
		return s.length
	}
	return 0
}

// joined answers the footprint with the ends made, without crossing walls.
func (m *Model) joined(s strip) (geometry.Polygon, error) {
	start, end := m.endCap(s, PartStart), m.endCap(s, PartEnd)
	ring := make(geometry.Ring, 0, len(start)+len(end))
	for i := len(start) - 1; i >= 0; i-- {
		ring = append(ring, start[i])
	}
	return geometry.NewPolygon(append(ring, end...))
}

// endCap answers the corners of one end of the wall, from its exterior to its interior face, in its own frame.
func (m *Model) endCap(s strip, part WallPart) geometry.Ring {
	var butts []*Join
	mitred := false
	for _, j := range m.JoinsOf(s.id) {
		if j.Part(s.id) != part {
			continue
		}
		switch j.Type {
		case JoinMitre:
			mitred = true
		case JoinButt:
			butts = append(butts, j)
		}
	}
	end := geometry.Ring{{X: s.endX(part), Y: s.yMin}, {X: s.endX(part), Y: s.yMax}}
	if mitred {
		end = m.mitreCap(s, part, end)
	}
	for _, j := range butts {
		end = m.buttCap(s, part, j, end, mitred || j != butts[0])
	}
	return end
}

// buttCap cuts an end along a face of the other wall. A further cut only shortens.
func (m *Model) buttCap(s strip, part WallPart, j *Join, end geometry.Ring, shortenOnly bool) geometry.Ring {
	e, ok := m.Element(j.Other(s.id))
	if !ok {
		return end
	}
	other := m.strip(e)
	cut, ok := other.faceTowards(s, part, j.Through == s.id)
	if !ok || (j.Kind == JoinT && !other.spans(s)) {
		return end
	}
	out := append(geometry.Ring(nil), end...)
	for _, i := range []int{0, len(out) - 1} {
		x, _, ok := own(out[i].Y).meet(cut)
		if !ok {
			return end
		}
		at := roundLength(x)
		if shortenOnly && (at > out[i].X) == (part == PartEnd) {
			continue
		}
		out[i].X = at
	}
	return out
}

// faceTowards answers, in s's frame, the face of the wall that looks at the body of s, or with far the face behind it.
func (o strip) faceTowards(s strip, part WallPart, far bool) (line, bool) {
	axis := o.course(s, 0)
	opposite := float64(s.endX(PartStart))
	if part == PartStart {
		opposite = float64(s.endX(PartEnd))
	}
	side := axis.side(opposite, 0)
	if side == 0 {
		return line{}, false
	}
	if (side > 0) != far {
		return o.course(s, o.yMax), true
	}
	return o.course(s, o.yMin), true
}

// spans reports whether the line of s meets the wall on its course: between its ends, give or take its thickness.
func (o strip) spans(s strip) bool {
	x, _, ok := own(0).meet(s.course(o, 0))
	slack := float64(o.yMax - o.yMin)
	return ok && x >= -slack && x <= float64(o.length)+slack
}

// crossing answers the footprints, in the wall's frame, of the walls that go through it.
func (m *Model) crossing(s strip) []geometry.Region {
	var out []geometry.Region
	for _, j := range m.JoinsOf(s.id) {
		if j.Kind != JoinX || j.Through == s.id {
			continue
		}
		e, ok := m.Element(j.Other(s.id))
		if !ok {
			continue
		}
		through := m.strip(e)
		polygon, err := m.joined(through)
		if err != nil {
			continue
		}
		local := make(geometry.Ring, len(polygon.Outer))
		for i, p := range polygon.Outer {
			local[i] = s.frame.Local(through.frame.Point(p.At(0))).XY()
		}
		if p, err := geometry.NewPolygon(local); err == nil {
			out = append(out, geometry.Region{p})
		}
	}
	return out
}

func roundLength(x float64) geometry.Length { return geometry.Length(math.Round(x)) }
