package paper

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Stroke is a polyline.
type Stroke struct {
	Points  []Point
	Closed  bool
	Pen     Pen
	Pattern Pattern
	Ink     Ink
}

// Arc is an arc of a circle, counter-clockwise from an angle; a sweep of a full turn is a circle.
type Arc struct {
	Centre  Point
	Radius  geometry.Length
	From    geometry.Angle
	Sweep   geometry.Angle
	Pen     Pen
	Pattern Pattern
	Ink     Ink
}

// Fill is an area of one colour.
type Fill struct {
	Region geometry.Region
	Ink    Ink
}

func (s Stroke) moved(by Point) Mark {
	s.Points = movedPoints(s.Points, by)
	return s
}

func (a Arc) moved(by Point) Mark {
	a.Centre = a.Centre.Add(by)
	return a
}

func (f Fill) moved(by Point) Mark {
	f.Region = movedRegion(f.Region, by)
	return f
}

func movedPoints(points []Point, by Point) []Point {
	out := make([]Point, len(points))
	for i, p := range points {
		out[i] = p.Add(by)
	}
	return out
}

func movedRegion(r geometry.Region, by Point) geometry.Region {
	out := make(geometry.Region, len(r))
	for i, p := range r {
		out[i].Outer = movedPoints(p.Outer, by)
		for _, h := range p.Holes {
			out[i].Holes = append(out[i].Holes, movedPoints(h, by))
		}
	}
	return out
}

// Bounds returns the smallest rectangle around the points.
func (s Stroke) Bounds() (lo, hi Point) { return boundsOf(s.Points...) }

// Bounds returns the smallest rectangle around the arc's chords.
func (a Arc) Bounds() (lo, hi Point) { return boundsOf(a.Points()...) }

// Bounds returns the smallest rectangle around the region.
func (f Fill) Bounds() (lo, hi Point) { return f.Region.Bounds() }

// sagitta is the largest distance between a chord and its arc on paper: a fifth of the finest pen's half width.
const sagitta = 13 * geometry.Micrometre

// Points returns the corners of chords along an arc, both ends included.
func (a Arc) Points() []Point {
	n := max(2, geometry.ArcSides(a.Radius, sagitta, a.Sweep))
	out := make([]Point, 0, n+1)
	for i := range n + 1 {
		turned := (a.From + geometry.Angle(int64(a.Sweep)*int64(i)/int64(n))) % geometry.FullTurn
		x, y := float64(a.Radius)*turned.Cos(), float64(a.Radius)*turned.Sin()
		out = append(out, a.Centre.Add(Point{X: geometry.Length(math.Round(x)), Y: geometry.Length(math.Round(y))}))
	}
	return out
}

// Ends returns the two ends of an arc.
func (a Arc) Ends() (from, to Point) {
	points := a.Points()
	return points[0], points[len(points)-1]
}
