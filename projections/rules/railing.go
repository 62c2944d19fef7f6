package rules

import (
	"slices"

	"math"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

const (
	// besideFlight is the greatest distance of a railing from the side of a flight, or from the edge of a floor, that
	// it guards.
	besideFlight = 150 * geometry.Millimetre

	// guardTop is the height up to which guards of an edge are looked for. It exceeds the highest rail that a code
	// requires.
	guardTop = 1200 * geometry.Millimetre

	// alongFlight is the least share of a flight's run that a handrail must follow: it may begin a tread later.
	alongFlight = 0.8
)

// railings measures the railings that have parameters, of the kinds that the rule names (rail:handrail,guardrail).
func (s *subjects) railings(r *Rule, f func(e *state.Element, rail *stairshape.Railing) []Measurement) ([]Measurement,
	error) {
	return s.each(state.CategoryRailing, func(e *state.Element) []Measurement {
		rail, ok := e.Params.(*stairshape.Railing)
		if !ok || rail.Fixed != nil {
			return []Measurement{missing(e, "height of the railing (body only)")}
		}
		kind := string(rail.RailingType)
		if kind == "" {
			kind = "guardrail"
		}
		if wanted := r.condition("rail"); wanted != nil && !containsText(wanted, kind) {
			return nil
		}
		return f(e, rail)
	})
}

func containsText(list []string, text string) bool {
	for _, other := range list {
		if other == text {
			return true
		}
	}
	return false
}

// railingHeight measures the height of railings, vertically above the nosings or the floor below them (IBC 1014.2,
// 1015.3). A rule with where:stair covers the railings on stairs, and a rule with where:floor covers the other
// railings.
func railingHeight(s *subjects, r *Rule) ([]Measurement, error) {
	return s.railings(r, func(e *state.Element, rail *stairshape.Railing) []Measurement {
		onStair := !atOneHeight(rail.Path)
		if where := r.condition("where"); where != nil && (where[0] == "stair") != onStair {
			return nil
		}
		return []Measurement{of(e, rail.Height.MM(),
			"top of the rail over its path, which is taken to be on the nosings or on the floor").in(s.middleOf(e))}
	})
}

// atOneHeight reports whether a path stays at one height.
func atOneHeight(path []geometry.Point3) bool {
	for _, p := range path {
		if p.Z != path[0].Z {
			return false
		}
	}
	return true
}

// noStraightFlight is the missing fact that is reported for a round stair, for which railings cannot be found.
const noStraightFlight = "straight flight of the stair (its treads are tapered)"

// stairHandrails counts the sides of flights along which a railing runs within 150 mm over four fifths of the run (IBC
// 1011.11). Handrails fixed to walls count where they are modelled.
func stairHandrails(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.eachStair(func(e *state.Element, stair *stairshape.Stair, shape stairshape.StairShape) []Measurement {
		m := of(e, 2, "sides with a railing within 150 mm over four fifths of the run").in(shape.Frame.Origin)
		long := 0
		for _, f := range shape.Flights {
			if f.Treads == 0 {
				continue
			}
			long++
			sides := 0
			for _, side := range []geometry.Length{f.Z0, f.Z1} {
				if s.railAlong(f, side, stair.Tread) {
					sides++
				}
			}
			m.Value = min(m.Value, float64(sides))
		}
		if long == 0 {
			return []Measurement{missing(e, noStraightFlight)}
		}
		return []Measurement{m}
	})
}

// railAlong reports whether railings follow a side of a flight.
func (s *subjects) railAlong(shape stairshape.FlightShape, side, tread geometry.Length) bool {
	run := geometry.Length(shape.Treads) * tread
	strip := stripOf(stairshape.FlightShape{Frame: shape.Frame, Z0: side - besideFlight, Z1: side + besideFlight}, 0,
		run)
	lo, hi := strip.Bounds()
	rise := geometry.Length(shape.Riser * 1e6 * float64(shape.Treads+1))
	z := shape.Frame.Origin.Z
	followed := geometry.Length(0)
	for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(z), Max: hi.At(z + rise)},
		state.CategoryRailing) {
		e, ok := s.view.Model.Element(hit.ID)
		rail, isRail := e.Params.(*stairshape.Railing)
		if !ok || !isRail || rail.Fixed != nil {
			continue
		}
		foot := geometry.Point3{Z: bodyshape.Elevation(s.view.Model,
			e.LevelID)} // heights of a path are above its level
		for i := 1; i < len(rail.Path); i++ {
			a, b := shape.Frame.Local(rail.Path[i-1].Add(foot)), shape.Frame.Local(rail.Path[i].Add(foot))
			if (a.Z-side).Abs() <= besideFlight && (b.Z-side).Abs() <= besideFlight &&
				onPitch(shape, tread, a) && onPitch(shape, tread, b) {
				followed += max(0, min(run, max(a.X, b.X))-max(0, min(a.X, b.X)))
			}
		}
	}
	return float64(followed) >= alongFlight*float64(run)
}

// onPitch reports whether a point at a railing's foot, in the frame of a flight, lies on the flight: within two risers
// of the line of its nosings.
func onPitch(shape stairshape.FlightShape, tread geometry.Length, p geometry.Point3) bool {
	line := float64(shape.Riser * 1e6 * (1 + float64(p.X)/float64(tread)))
	return math.Abs(float64(p.Y)-line) <= 2*shape.Riser*1e6
}

// guarded returns the parts of a band from which nobody falls: the parts behind railings, and the parts at the ends of
// flights.
func (s *subjects) guarded(z geometry.Length, band geometry.Region, flights []geometry.Region) []geometry.Region {
	if len(band) == 0 {
		return flights
	}
	out := slices.Clone(flights)
	for _, id := range s.standAlong(band, z+besideFlight, z+guardTop) {
		for _, polygon := range s.shadow(id, z+besideFlight, z+guardTop) {
			if wide, ok := s.widened(polygon); ok {
				out = append(out, wide)
			}
		}
	}
	return out
}

// standAlong returns the elements between two heights that stand within 150 mm of a band along the edges of a floor.
// Every place of the band lies within 150 mm of the band's sides, so only elements near the sides are examined.
func (s *subjects) standAlong(band geometry.Region, from, to geometry.Length) []state.ID {
	var out []state.ID
	eachPiece(band, func(a, b geometry.Point2) {
		lo := geometry.Point2{X: min(a.X, b.X) - 2*besideFlight, Y: min(a.Y, b.Y) - 2*besideFlight}
		hi := geometry.Point2{X: max(a.X, b.X) + 2*besideFlight, Y: max(a.Y, b.Y) + 2*besideFlight}
		for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(from), Max: hi.At(to)}) {
			if hit.Category.Material() {
				out = append(out, hit.ID)
			}
		}
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// sidePiece is the greatest length of a side that is searched with one box. The box of a slanting piece of this length
// contains few elements that are not near the piece.
const sidePiece = 2 * geometry.Metre

// eachPiece visits the sides of a region in pieces of at most 2 m.
func eachPiece(region geometry.Region, visit func(a, b geometry.Point2)) {
	eachSide(region, func(from, to geometry.Point2) {
		n := geometry.Distance(from, to)/sidePiece + 1
		for k := range n {
			visit(between(from, to, k, n), between(from, to, k+1, n))
		}
	})
}

// between returns the point that divides the way between two points at k/n.
func between(a, b geometry.Point2, k, n geometry.Length) geometry.Point2 {
	return geometry.Point2{X: a.X + (b.X-a.X)*k/n, Y: a.Y + (b.Y-a.Y)*k/n}
}

// flightsAt returns the plans of the flights that begin or end at a height, with the floor before and behind them.
func (s *subjects) flightsAt(z geometry.Length) []geometry.Region {
	return s.known.flights(z, func() []geometry.Region { return s.findFlightsAt(z) })
}

func (s *subjects) findFlightsAt(z geometry.Length) []geometry.Region {
	var out []geometry.Region
	for _, id := range s.view.Model.OfCategory(state.CategoryStair) {
		e, ok := s.view.Model.Element(id)
		if !ok {
			continue
		}
		stair := e.Params.(*stairshape.Stair)
		stairs, err := stairshape.StairShapeOf(s.view.Model, e)
		if stair.Fixed != nil || err != nil {
			continue
		}
		shape := stairs.Head()
		run := shape.Run
		if (bodyshape.Elevation(s.view.Model, stair.TopLevel) - z).Abs() < besideFlight {
			out = append(out, stripOf(shape, run-besideFlight, run+2*besideFlight))
		}
	}
	return append(out, s.rampsAt(z)...)
}
