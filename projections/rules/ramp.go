package rules

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

const (
	// leastRamp is the least slope that is measured as one: flatter floors are laid to falls.
	leastRamp = 1.0 / 100

	// besideRun is the least part of the area of the largest sloping face that another one has to have to be run on:
	// kerbs and rails have less.
	besideRun = 0.25

	// inPlane is how far a corner of a face may be from the plane of its neighbour, so that they are one: imported
	// faces are of triangles, whose corners are rounded.
	inPlane = 100 * geometry.Micrometre
)

// run is a plane sloping surface of a ramp.
type run struct {
	slope  float64 // rise by going
	going  geometry.Length
	rise   geometry.Length
	width  geometry.Length // across the fall
	middle geometry.Point3
}

// noRun is what is missing of a ramp on whose body no run is found.
const noRun = "sloping surface of the ramp"

// rampRuns measures the runs of the ramps. The model has none of its own: they are bodies of imported files, of class
// IfcRamp or IfcRampFlight, whose plane faces that look up and slope by 1:100 or more are run on. A rule that names
// going:0..2000 is for runs of that length in mm.
func (s *subjects) rampRuns(r *Rule, how string, f func(run) float64) ([]Measurement, error) {
	return s.ramps(func(e *domain.Element, runs []run) []Measurement {
		var out []Measurement
		for _, one := range runs {
			if c := r.condition("going"); c != nil {
				if low, high := bounds(c[0]); one.going.MM() <= low-0.5 || one.going.MM() > high+0.5 {
					continue
				}
			}
			out = append(out, of(e, f(one), how).in(one.middle))
		}
		return out
	})
}

// ramps measures the ramps that have a body.
func (s *subjects) ramps(f func(e *domain.Element, runs []run) []Measurement) ([]Measurement, error) {
	return s.each(domain.CategoryProxy, func(e *domain.Element) []Measurement {
		p, ok := e.Params.(*domain.Proxy)
		if !ok || p.IfcClass != "IfcRamp" && p.IfcClass != "IfcRampFlight" {
			return nil
		}
		body, err := s.body(e.ID)
		if err != nil {
			return []Measurement{missing(e, noRun)}
		}
		runs := runsOf(body)
		if len(runs) == 0 {
			return []Measurement{missing(e, noRun)}
		}
		return f(e, runs)
	})
}

// rampGoingPerRise measures how far a run goes for each unit that it rises: 12 of a slope of 1:12 (IBC 1012.2, ADA
// 405.2, AD K table 2.1). It is rounded to a thousandth, half a millimetre in the rise of a run of 12 m.
func rampGoingPerRise(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rampRuns(r, "going by rise of a plane face that looks up",
		func(one run) float64 { return math.Round(1000/one.slope) / 1000 })
}

// rampRise measures how high a run of a ramp rises, from its lowest to its highest corner (IBC 1012.4, ADA 405.6).
func rampRise(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rampRuns(r, "from the lowest to the highest corner of a run",
		func(one run) float64 { return one.rise.MM() })
}

// rampGoing measures how long a run of a ramp is in plan, along its fall (AD K table 2.1).
func rampGoing(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rampRuns(r, "length of a run in plan, along its fall", func(one run) float64 { return one.going.MM() })
}

// rampWidth measures how wide a run of a ramp is across its fall; handrails are not taken off (IBC 1012.5.1, ADA
// 405.5).
func rampWidth(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rampRuns(r, "width of a run across its fall; handrails and kerbs are not taken off",
		func(one run) float64 { return one.width.MM() })
}

// rampLandings says of ramps that their landings and handrails were not looked at (IBC 1012.6 and 1012.8, ADA 405.7 and
// 405.8): bodies do not tell them from other floors and rails.
func rampLandings(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.ramps(func(e *domain.Element, _ []run) []Measurement {
		return []Measurement{missing(e, "landings and handrails of the ramp (body only)")}
	})
}

// runsOf returns the runs of a body: its plane parts that look up and slope.
func runsOf(body geometry.Body) []run {
	var faces []slopingFace
	for _, solid := range body {
		faces = append(faces, slopingFaces(solid)...)
	}
	most := 0.0
	parts := joinedFaces(faces)
	for _, p := range parts {
		most = max(most, p.area)
	}
	var out []run
	for _, p := range parts {
		if p.area >= besideRun*most {
			out = append(out, p.run())
		}
	}
	return out
}

// slopingFace is a face, or several in one plane that share corners.
type slopingFace struct {
	corners []geometry.Point3
	normal  r3.Vector // of length 1, upwards
	area    float64
}

// slopingFaces returns the faces of a solid that look up and slope by 1:100 to 1:1.
func slopingFaces(s geometry.Solid) []slopingFace {
	var out []slopingFace
	world := s.World()
	for _, f := range s.Faces {
		var face slopingFace
		sum := r3.Vector{}
		first := world[f.Loops[0][0]]
		for _, loop := range f.Loops {
			for i, v := range loop {
				a, b := world[v].Sub(first).Vector(), world[loop[(i+1)%len(loop)]].Sub(first).Vector()
				sum = sum.Add(geometry.Cross(a, b))
				face.corners = append(face.corners, world[v])
			}
		}
		face.area = math.Sqrt(geometry.Dot(sum, sum)) / 2
		if face.area == 0 {
			continue
		}
		face.normal = sum.Mul(1 / (2 * face.area))
		if slope := face.slope(); face.normal.Z > 0 && slope >= leastRamp && slope <= 1 {
			out = append(out, face)
		}
	}
	return out
}

func (f slopingFace) slope() float64 {
	return math.Sqrt(float64(f.normal.X*f.normal.X)+float64(f.normal.Y*f.normal.Y)) / f.normal.Z
}

// joinedFaces puts the faces of one plane that share corners together.
func joinedFaces(faces []slopingFace) []slopingFace {
	var out []slopingFace
	for len(faces) > 0 {
		one := faces[0]
		rest := faces[1:]
		for grown := true; grown; {
			grown = false
			var left []slopingFace
			for _, f := range rest {
				if one.meets(f) {
					one.corners, one.area, grown = append(one.corners, f.corners...), one.area+f.area, true
				} else {
					left = append(left, f)
				}
			}
			rest = left
		}
		out, faces = append(out, one), rest
	}
	return out
}

// meets reports whether another face lies in the plane of this one and has a corner of it.
func (f slopingFace) meets(g slopingFace) bool {
	shares := false
	for _, q := range g.corners {
		if math.Abs(geometry.Dot(f.normal, q.Sub(f.corners[0]).Vector())) > float64(inPlane) {
			return false
		}
		for _, p := range f.corners {
			shares = shares || p == q
		}
	}
	return shares
}

// run measures a part along its fall and across it.
func (f slopingFace) run() run {
	length := math.Sqrt(float64(f.normal.X*f.normal.X) + float64(f.normal.Y*f.normal.Y))
	fall := r3.Vector{X: f.normal.X / length, Y: f.normal.Y / length}
	across := r3.Vector{X: -fall.Y, Y: fall.X}
	low, high := f.corners[0], f.corners[0]
	var along, beside [2]float64
	for _, p := range f.corners {
		v := p.Sub(f.corners[0]).Vector()
		a, b := geometry.Dot(fall, v), geometry.Dot(across, v)
		along = [2]float64{min(along[0], a), max(along[1], a)}
		beside = [2]float64{min(beside[0], b), max(beside[1], b)}
		if p.Z < low.Z {
			low = p
		}
		if p.Z > high.Z {
			high = p
		}
	}
	between := func(ends [2]float64) geometry.Length { return geometry.Length(math.Round(ends[1] - ends[0])) }
	return run{slope: f.slope(), going: between(along), rise: high.Z - low.Z, width: between(beside),
		middle: geometry.Point3{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2, Z: (low.Z + high.Z) / 2}}
}
