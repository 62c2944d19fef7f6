package stairs

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// chord is the largest angle that one straight side of a tapered tread spans. At a radius of 2 m it deviates from the
// arc by 2 mm.
const chord = 5 * geometry.Degree

// Sweep returns the whole turn of a round stair. Each tread is as deep as the going in the middle of the width.
func (s *Spec) Sweep() geometry.Angle {
	middle := float64(s.Well)/2 + float64(s.Width())/2
	return geometry.Angle(math.Round(float64(s.Tread) * float64(s.Risers-1) / middle * 180 / math.Pi *
		float64(geometry.Degree)))
}

// round lays out a stair of tapered treads. The first riser lies across the start, as in a flight. The eye is on the
// side to which the stair turns.
func (s *Spec) round() Layout {
	k := layer{Spec: s, sign: 1, right: s.Z1, left: s.Z0}
	if s.Turn == Right {
		k.sign, k.right, k.left = -1, -s.Z0, -s.Z1
	}
	eye, outer := s.Well/2, s.Well/2+s.Width()
	centre := geometry.Point2{Y: -k.left + eye}
	sweep, n := s.Sweep(), s.Risers-1
	at := func(i int) geometry.Angle {
		return geometry.Angle(math.Round(float64(sweep) * float64(i) / float64(max(1, n))))
	}
	on := func(a geometry.Angle, radius geometry.Length) geometry.Point2 {
		return centre.Add(geometry.Point2{X: round(float64(a.Sin() * float64(radius))),
			Y: -round(float64(a.Cos() * float64(radius)))})
	}
	t := Turn{Centre: k.placed(centre), From: -k.angle(geometry.QuarterTurn), Sweep: k.angle(sweep), Inner: eye,
		Foot: s.height(1), Head: s.height(n)}
	k.walk(on(0, eye+s.Width()/2), 0)
	for i := range n {
		a, b := at(i), at(i+1)
		parts := max(1, int((b-a+chord-1)/chord))
		var points []geometry.Point2
		for j := range parts + 1 {
			points = append(points, on(a+(b-a)*geometry.Angle(j)/geometry.Angle(parts), outer))
		}
		for j := parts; j >= 0; j-- {
			points = append(points, on(a+(b-a)*geometry.Angle(j)/geometry.Angle(parts), eye))
		}
		top := s.height(i + 1)
		step := (b - a).Degrees() * math.Pi / 180
		k.out.Winders = append(k.out.Winders, Plate{Outline: k.ring(points...), Top: top,
			Bottom: max(0, top-s.plate()), Inner: round(float64(step * float64(eye))), Going: s.Tread})
		k.walk(on(b, eye+s.Width()/2), round(float64(s.Rise)*float64(i+1)/float64(n)))
	}
	k.out.Turns = []Turn{t}
	return k.out
}

// angle returns an angle to the left, mirrored if the stair turns right.
func (k *layer) angle(a geometry.Angle) geometry.Angle { return a * geometry.Angle(k.sign) }

// Split returns the risers of a number of flights, as equal as possible, the longer flights first.
func (s *Spec) Split(flights int) []int {
	left := s.Risers - (flights-1)*(s.TurnTreads()-1)
	out := make([]int, flights)
	for i := range out {
		out[i] = left / flights
		if i < left%flights {
			out[i]++
		}
	}
	return out
}

// Total returns the number of risers of all flights, including the risers between winders.
func (s *Spec) Total() int {
	total := (len(s.Flights) - 1) * (s.TurnTreads() - 1)
	for _, n := range s.Flights {
		total += n
	}
	return total
}

// Volume returns the volume of a layout in cubic metres, as the sum of its prisms.
func (l *Layout) Volume() float64 {
	all := 0.0
	for _, f := range l.Flights {
		all += float64(math.Abs(f.Side.Area()) * (f.Z1 - f.Z0).M())
	}
	for _, p := range append(append([]Plate{}, l.Landings...), l.Winders...) {
		all += float64(p.Outline.Area() * (p.Top - p.Bottom).M())
	}
	return all
}

// Bounds returns the extent of a layout in plan.
func (l *Layout) Bounds() (low, high geometry.Point2) {
	box := geometry.EmptyBox()
	for _, f := range l.Flights {
		for _, p := range f.Plan(0, f.Run) {
			box = box.Extend(p.At(0))
		}
	}
	for _, p := range append(append([]Plate{}, l.Landings...), l.Winders...) {
		for _, q := range p.Outline {
			box = box.Extend(q.At(0))
		}
	}
	return box.Min.XY(), box.Max.XY()
}

// Plan returns the plan of a flight between two places along it, counter-clockwise.
func (f *Flight) Plan(from, to geometry.Length) geometry.Ring {
	return geometry.Ring{f.At(from, -f.Z1), f.At(to, -f.Z1), f.At(to, -f.Z0), f.At(from, -f.Z0)}
}

// At returns the point at given distances along a flight and to the left of its reference line.
func (f *Flight) At(ahead, left geometry.Length) geometry.Point2 {
	x, y := along(f.Heading)
	return geometry.Point2{X: f.Origin.X + ahead*x - left*y, Y: f.Origin.Y + ahead*y + left*x}
}
