package building

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// maxSegmentSteps bounds the number of chords of one segment of an alignment.
const maxSegmentSteps = 512

// curveSegment returns points of an IfcCurveSegment: the part of a curve between two lengths. The part is moved so that
// it begins at the placement and continues along the placement's X axis (IFC4X3, IfcCurveSegment). A negative length
// runs along the curve backwards.
func (s *Source) curveSegment(in *step.Instance) ([]r3.Vector, bool, error) {
	parent := s.one(in, "ParentCurve")
	place := s.axes(s.one(in, "Placement"))
	start, length := s.length(in, "SegmentStart"), s.length(in, "SegmentLength")
	if length == 0 { // a segment of length zero only marks the end of the curve
		return nil, false, nil
	}
	if s.isA(parent, "IfcPolynomialCurve") {
		points, err := s.polynomial(parent, place, start, length)
		return points, true, err
	}
	bend, err := s.curvature(parent)
	if err != nil {
		return nil, false, err
	}
	return moved(place, bent(bend, start, length)), bend != nil, nil
}

// curvature returns the curvature of a curve as a function of the length along it, nil for a straight curve. The
// curvature of a clothoid is the length divided by the square of its constant (IFC4X3, IfcClothoid).
func (s *Source) curvature(in *step.Instance) (func(float64) float64, error) {
	switch {
	case s.isA(in, "IfcLine"):
		return nil, nil
	case s.isA(in, "IfcCircle"):
		if radius := s.length(in, "Radius"); radius > 0 {
			return func(float64) float64 { return 1 / radius }, nil
		}
	case s.isA(in, "IfcClothoid"):
		if a := s.length(in, "ClothoidConstant"); a != 0 {
			return func(at float64) float64 { return at / (a * math.Abs(a)) }, nil
		}
	}
	return nil, s.unreadable(in, "segments of this kind of curve are not read")
}

// bent returns points of a curve that begins at the origin along X and has the given curvature at each length.
func bent(bend func(float64) float64, start, length float64) []r3.Vector {
	size, sense := math.Abs(length), 1.0
	if length < 0 {
		sense = -1
	}
	if bend == nil {
		return []r3.Vector{{}, {X: size}}
	}
	most := max(math.Abs(bend(start)), math.Abs(bend(start+length)))
	const fine = 8 // integration steps per chord
	n := max(1, min(maxSegmentSteps, int(math.Ceil(size*math.Sqrt(most/(8*float64(geometry.ChordTolerance)))))))
	out, at, heading := []r3.Vector{{}}, r3.Vector{}, 0.0
	ds := size / float64(n*fine)
	for i := range n * fine {
		turn := float64(sense * bend(start+float64(sense*(float64(i)+0.5)*ds)) * ds)
		sine, cosine := geometry.SinCos(heading + turn/2)
		at = at.Add(r3.Vector{X: float64(ds * cosine), Y: float64(ds * sine)})
		heading += turn
		if (i+1)%fine == 0 {
			out = append(out, at)
		}
	}
	return out
}

// polynomial returns points of a part of a polynomial curve in a plane. The part begins at X = start and spans the
// given length along X.
func (s *Source) polynomial(in *step.Instance, place Frame, start, length float64) ([]r3.Vector, error) {
	x, y := numbers(s.value(in, "CoefficientsX")), numbers(s.value(in, "CoefficientsY"))
	if len(x) != 2 || x[0] != 0 || x[1] != 1 || len(y) == 0 {
		return nil, s.unreadable(in, "polynomial curves are read where Y is given by X")
	}
	const pieces = 64
	value := func(at float64) float64 { // the coefficients are in the unit of the file
		sum := 0.0
		for i := len(y) - 1; i >= 0; i-- {
			sum = float64(sum*at/s.units.length) + y[i]
		}
		return float64(sum * s.units.length)
	}
	step := length / pieces
	slope := (value(start+step/1000) - value(start-step/1000)) / (step / 500)
	along, _ := unit(r3.Vector{X: 1, Y: slope})
	out := make([]r3.Vector, pieces+1)
	for i := range out {
		x := float64(step * float64(i))
		d := r3.Vector{X: x, Y: value(start+x) - value(start)}
		out[i] = place.Point(r3.Vector{X: geometry.Dot(d, along), Y: float64(along.X*d.Y) - float64(along.Y*d.X)})
	}
	return out, nil
}

// gradient returns points of an IfcGradientCurve: the points of its base curve in plan. The height of each point is the
// height that the segments of the IfcGradientCurve have at that length along the base curve.
func (s *Source) gradient(in *step.Instance, depth int) ([]r3.Vector, bool, error) {
	plan, _, err := s.curve(s.one(in, "BaseCurve"), depth+1)
	if err != nil {
		return nil, false, err
	}
	profile, _, err := s.composite(in, depth)
	if err != nil {
		return nil, false, err
	}
	var stops []float64
	for _, p := range profile {
		stops = append(stops, p.X)
	}
	out := withStops(plan, stops)
	way := 0.0
	for i := range out {
		if i > 0 {
			way += out[i].Sub(r3.Vector{X: out[i-1].X, Y: out[i-1].Y}).Norm()
		}
		out[i].Z = heightAt(profile, way)
	}
	return out, true, nil
}

// heightAt returns Y of a line at X; beyond an end it returns Y of the end.
func heightAt(line []r3.Vector, x float64) float64 {
	for i := 1; i < len(line); i++ {
		if a, b := line[i-1], line[i]; x <= b.X && b.X > a.X {
			return a.Y + float64((b.Y-a.Y)*max(0, x-a.X))/(b.X-a.X)
		}
	}
	return line[len(line)-1].Y
}

// withStops returns a line with additional points at the given lengths along it.
func withStops(line []r3.Vector, stops []float64) []r3.Vector {
	line = distinct(line)
	out := []r3.Vector{line[0]}
	way := 0.0
	for i := 1; i < len(line); i++ {
		length := line[i].Sub(line[i-1]).Norm()
		for _, stop := range stops {
			if stop > way+1 && stop < way+length-1 {
				out = append(out, line[i-1].Add(geometry.Times(line[i].Sub(line[i-1]), (stop-way)/length)))
			}
		}
		out = append(out, line[i])
		way += length
	}
	return out
}
