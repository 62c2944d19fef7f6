package rules

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// steps holds the dimensions of a flight, in mm.
type steps struct {
	risers       int
	riser, tread float64
	width, rise  float64
	foot         geometry.Point3
}

// noSteps is the missing fact that is reported for a stair that has a body but no parameters.
const noSteps = "steps of the stair (body only)"

// eachStair measures the stairs whose parts are known. For the other stairs it reports that the steps are missing.
func (s *subjects) eachStair(measure func(*state.Element, *stairshape.Stair,
	stairshape.StairShape) []Measurement) ([]Measurement, error) {
	return s.each(state.CategoryStair, func(e *state.Element) []Measurement {
		stair, ok := e.Params.(*stairshape.Stair)
		if !ok || stair.Fixed != nil {
			return []Measurement{missing(e, noSteps)}
		}
		shape, err := stairshape.StairShapeOf(s.view.Model, e)
		if err != nil {
			return []Measurement{missing(e, noSteps)}
		}
		return measure(e, stair, shape)
	})
}

// stairs measures the stairs with parameters, whose risers and treads are uniform by construction. If a stair has
// landings, the risers and the rise are those of the flight with the most risers. Winders belong to the flights that
// they join. Build-ups of floors are not modelled, so the levels are structural.
func (s *subjects) stairs(how string, f func(steps) float64) ([]Measurement, error) {
	return s.eachStair(func(e *state.Element, stair *stairshape.Stair, shape stairshape.StairShape) []Measurement {
		risers := stair.Risers
		if len(shape.Layout.Landings) > 0 {
			risers = 0
			for _, f := range shape.Flights {
				risers = max(risers, f.Risers)
			}
		}
		flight := steps{risers, shape.Riser * 1000, stair.Tread.MM(), stair.Width.MM(),
			shape.Riser * 1000 * float64(risers), shape.Frame.Origin}
		return []Measurement{of(e, f(flight), how).in(flight.foot)}
	})
}

func stairWidth(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.stairs("width of the flight; handrails are not taken off", func(f steps) float64 { return f.width })
}

func stairRiser(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.stairs("rise by risers, from structural level to structural level",
		func(f steps) float64 { return f.riser })
}

func stairTread(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.stairs("going of a tread, without nosing", func(f steps) float64 { return f.tread })
}

func stairRise(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.stairs("from foot to head", func(f steps) float64 { return f.rise })
}

func stairRisers(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.stairs("risers of the flight", func(f steps) float64 { return float64(f.risers) })
}

func stairTwoRisersAndTread(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.stairs("two risers and a going", func(f steps) float64 { return 2*f.riser + f.tread })
}

// stairRiserDifference measures the difference between the highest and the lowest riser of a flight. A stair with
// parameters has equal risers, except the first and the last, which depend on the floors there. For a body, the risers
// are the differences in height of its level faces, without the first and the last.
func stairRiserDifference(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(state.CategoryStair, func(e *state.Element) []Measurement {
		stair, ok := e.Params.(*stairshape.Stair)
		if ok && stair.Fixed == nil {
			return []Measurement{s.endRisers(e, stair)}
		}
		body, err := s.body(e.ID)
		if err != nil {
			return []Measurement{missing(e, noSteps)}
		}
		heights := ways.TreadHeights(body)
		if len(heights) < 3 {
			return []Measurement{missing(e, noSteps)}
		}
		least, greatest := heights[1]-heights[0], heights[1]-heights[0]
		for i := 2; i < len(heights); i++ {
			riser := heights[i] - heights[i-1]
			least, greatest = min(least, riser), max(greatest, riser)
		}
		return []Measurement{of(e, (greatest - least).MM(),
			"differences in height of the level faces, without the first and the last riser").in(s.middleOf(e))}
	})
}

// endRisers compares the first and the last riser of a flight with parameters, measured to the floors before and behind
// it, with the other risers.
func (s *subjects) endRisers(e *state.Element, stair *stairshape.Stair) Measurement {
	shape, err := stairshape.StairShapeOf(s.view.Model, e)
	if err != nil {
		return missing(e, noSteps)
	}
	lowest, highest := shape.Foot(), shape.Head()
	first, last := 0.0, 0.0
	foot, head := bodyshape.Elevation(s.view.Model, e.LevelID), bodyshape.Elevation(s.view.Model, stair.TopLevel)
	m := of(e, 0, "risers are equal, and so are the floors at both ends").in(shape.Frame.Origin)
	if z, ok := s.floorAt(stripOf(lowest, -besideFlight, 0), foot); ok {
		first = (foot - z).MM()
	}
	if z, ok := s.floorAt(stripOf(highest, highest.Run, highest.Run+besideFlight), head); ok {
		last = (z - head).MM()
	}
	if first != 0 || last != 0 {
		m.How = "the first riser differs by " + number(first) + " mm from the others, the last one by " + number(last) +
			", since the floors there are off their levels"
	}
	m.Value = max(0, first, last) - min(0, first, last)
	return m
}

// offLevel is the greatest distance between the level at which a stair ends and the top of the floor there.
const offLevel = 100 * geometry.Millimetre

// floorAt returns the height of the floor that lies in a strip near a height, or false if there is none.
func (s *subjects) floorAt(strip geometry.Region, near geometry.Length) (geometry.Length, bool) {
	lo, hi := strip.Bounds()
	best, found := geometry.Length(0), false
	for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(near - offLevel),
		Max: hi.At(near + offLevel)}, state.CategoryFloor) {
		e, ok := s.view.Model.Element(hit.ID)
		if !ok || state.FixedOf(e) != nil || hit.Bounds.Max.Z > near+offLevel {
			continue
		}
		body, err := s.body(hit.ID)
		if err != nil || s.stop().Intersect(body.Shadow(hit.Bounds.Max.Z-geometry.Millimetre, hit.Bounds.Max.Z),
			strip).Area() < bump {
			continue
		}
		if !found || hit.Bounds.Max.Z > best {
			best, found = hit.Bounds.Max.Z, true
		}
	}
	return best, found
}
