package drawings

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// A door or window in a curved wall is straight: it is drawn in the tangent at its middle. Only the faces of the wall
// itself continue over it along the arc.

// fillingIn returns an opening of a wall, with the straight wall that touches the wall at the opening.
func fillingIn(wall fabric.WallPlan, rect fabric.OpeningRect) filling {
	f := filling{rect: rect, wall: wall.At(rect)}
	if wall.Curved() {
		f.radius, _ = wall.Radius()
	}
	return f
}

// curved reports whether the wall of the filling is an arc. No chain of dimensions measures its edges.
func (f filling) curved() bool { return f.radius != 0 }

// course returns, on paper, the line of a plane of the wall over an opening, at a distance across from the middle of
// the wall. At a face of a curved wall it is an arc within geometry.ChordTolerance, elsewhere a straight line.
func (p *plan) course(f filling, y geometry.Length) []paper.Point {
	half := f.wall.Thickness() / 2
	if !f.curved() || y != half && y != -half {
		return []paper.Point{p.place(f, 0, y), p.place(f, f.rect.Width, y)}
	}
	across := f.wall.YMin + half + y // from the wall's line
	if f.turned {
		across = f.wall.YMin + half - y
	}
	r := math.Abs(float64(f.radius - across))
	reach := math.Min(1, float64(f.rect.Width)/2/r)
	sweep := 2 * geometry.Atan2Degrees(reach, math.Sqrt(1-float64(reach*reach)))
	n := geometry.ArcSides(geometry.Length(round(r)), geometry.ChordTolerance, sweep)
	out := make([]paper.Point, n+1)
	for i := range out {
		turn := sweep * geometry.Angle(2*i-n) / geometry.Angle(2*n)
		rise := float64(r * (1 - turn.Cos()))
		if (f.radius < 0) != f.turned {
			rise = -rise
		}
		out[i] = p.place(f, f.rect.Width/2+geometry.Length(round(r*turn.Sin())), y+geometry.Length(round(rise)))
	}
	return out
}
