package fabric

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Strip is a wall before its joins: a band along its line. The frame's X is the direction of the line at its start.
// Joins are computed with straight strips. The strip of a curved wall touches it where the other wall meets it (see
// wallarcjoin.go).
type Strip struct {
	ID         state.ID
	frame      geometry.Placement
	Arc        wallArc
	bent       bool // a straight strip that touches a curved wall
	length     geometry.Length
	yMin, yMax geometry.Length // positions of the exterior and the interior face
	z0, z1     geometry.Length // the base and the top above the model's origin
}

// StripOfOf returns the band of a wall, or false if the id does not name a wall with parameters.
func StripOfOf(m *state.Model, id state.ID) (Strip, bool) {
	e, ok := m.Element(id)
	if !ok || e.Category != state.CategoryWall || state.FixedOf(e) != nil {
		return Strip{}, false
	}
	return StripOf(m, e), true
}

// StripOf returns the band of a wall with parameters.
func StripOf(m *state.Model, e *state.Element) Strip {
	w, _ := LineWall(e)
	base := shape.ElevationOf(m, e.LevelID) + w.BaseOffset
	s := Strip{ID: e.ID, z0: base, z1: base + w.Height}
	s.frame, s.Arc, s.length = w.Line(base)
	thickness := m.LayersThickness(e, w.Thickness)
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

// StripsOf returns the bands of walls.
func StripsOf(m *state.Model, walls []*state.Element) []Strip {
	out := make([]Strip, len(walls))
	for i, e := range walls {
		out[i] = StripOf(m, e)
	}
	return out
}

func (s Strip) thickness() geometry.Length { return s.yMax - s.yMin }

// endX returns the position of an end on the wall's own line.
func (s Strip) endX(part state.WallPart) geometry.Length {
	if part == PartEnd {
		return s.length
	}
	return 0
}

// square returns the end of the wall without joins, from its exterior to its interior face.
func (s Strip) square(part state.WallPart) geometry.Ring {
	return geometry.Ring{{X: s.endX(part), Y: s.yMin}, {X: s.endX(part), Y: s.yMax}}
}

// course returns the line at a distance to the left of the wall's own line, in the frame of another wall. The
// coordinates are relative to the start of the other wall, which keeps them small.
func (s Strip) course(in Strip, offset geometry.Length) line {
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

// line is an infinite line in a plane, in micrometres as floats; the direction has unit length.
type line struct{ x, y, dx, dy float64 }

// own returns the line of a face in the wall's own frame.
func own(y geometry.Length) line { return line{0, float64(y), 1, 0} }

// at returns the point at a distance along the line.
func (l line) at(t float64) (x, y float64) { return l.x + float64(t*l.dx), l.y + float64(t*l.dy) }

// side returns a positive number for points to the left of the line, and a negative number for points to its right.
func (l line) side(x, y float64) float64 {
	return float64(l.dx*(y-l.y)) - float64(l.dy*(x-l.x))
}

// ParallelSine is the sine of the angle below which two lines count as parallel. At 1e-6 rad an offset of 1 mm moves
// the corner of two walls by 1 km.
const ParallelSine = 1e-6

// meet returns the point where two lines meet; ok is false for parallel lines.
func (l line) meet(k line) (x, y float64, ok bool) {
	sine := float64(l.dx*k.dy) - float64(l.dy*k.dx)
	if math.Abs(sine) < ParallelSine {
		return 0, 0, false
	}
	t := (float64((k.x-l.x)*k.dy) - float64((k.y-l.y)*k.dx)) / sine
	x, y = l.at(t)
	return x, y, true
}

func RoundLength(x float64) geometry.Length { return geometry.Length(math.Round(x)) }

func RoundPoint(x, y float64) geometry.Point2 {
	return geometry.Point2{X: RoundLength(x), Y: RoundLength(y)}
}
