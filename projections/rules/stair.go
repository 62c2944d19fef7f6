package rules

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// steps are what is known of a flight, in mm.
type steps struct {
	risers       int
	riser, tread float64
	width, rise  float64
	foot         geometry.Point3
}

// noSteps is what is missing of a stair that is known by its body alone.
const noSteps = "steps of the stair (body only)"

// stairs measures the flights that have parameters: their risers and treads are uniform by construction. Build-ups of
// floors are not modelled, so these are structural levels.
func (s *subjects) stairs(how string, f func(steps) float64) ([]Measurement, error) {
	return s.each(domain.CategoryStair, func(e *domain.Element) []Measurement {
		stair, ok := e.Params.(*domain.Stair)
		if !ok || stair.Fixed != nil {
			return []Measurement{missing(e, noSteps)}
		}
		shape, err := s.view.Model.FlightShape(e)
		if err != nil {
			return []Measurement{missing(e, noSteps)}
		}
		flight := steps{stair.Risers, shape.Riser * 1000, stair.Tread.MM(), stair.Width.MM(), shape.Riser * 1000 * float64(stair.Risers), shape.Frame.Origin}
		return []Measurement{of(e, f(flight), how).in(flight.foot)}
	})
}

func stairWidth(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.stairs("width of the flight; handrails are not taken off", func(f steps) float64 { return f.width })
}

func stairRiser(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.stairs("rise by risers, from structural level to structural level", func(f steps) float64 { return f.riser })
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

// stairRiserDifference measures by how much the risers of a flight differ. One with parameters has equal risers; of one
// that is known by its body alone they are the differences in height of its level faces. The first and the last riser
// are not known then, since they end on floors.
func stairRiserDifference(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(domain.CategoryStair, func(e *domain.Element) []Measurement {
		stair, ok := e.Params.(*domain.Stair)
		if ok && stair.Fixed == nil {
			return []Measurement{of(e, 0, "uniform by construction")}
		}
		body, err := s.view.Measures().Body(e.ID)
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
		return []Measurement{of(e, (greatest - least).MM(), "differences in height of the level faces, without the first and the last riser").in(s.middleOf(e))}
	})
}
