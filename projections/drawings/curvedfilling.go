package drawings

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// What stands in a curved wall is straight: all of a filling is drawn in the tangent at its middle. Only the faces of
// the wall itself go on over it along the arc.

// fillingIn returns an opening of a wall, in the straight wall that it sees.
func fillingIn(wall fabric.WallPlan, rect fabric.OpeningRect) filling {
	f := filling{rect: rect, wall: wall.At(rect)}
	if wall.Curved() {
		f.radius, _ = wall.Radius()
	}
	return f
}

// curved reports whether the wall of a filling is an arc: its edges are in no chain of dimensions.
func (f filling) curved() bool { return f.radius != 0 }

// course returns the course of a plane of the wall over an opening on paper, at a place across it from its middle: the
// arc at a face of a curved one, within geometry.ChordTolerance, and a straight line elsewhere.
func (p *plan) course(f filling, y geometry.Length) []paper.Point {
	half := f.wall.Thickness() / 2
	if !f.curved() || y != half && y != -half {
		return []paper.Point{p.place(f, 0, y), p.place(f, f.rect.Width, y)}
	}
	across := f.wall.YMin + half + y // from the line
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
