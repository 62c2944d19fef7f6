package rules

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

const (
	// underfoot is the height up to which an element on a landing does not obstruct it. overLanding is the height above
	// which an element over the landing does not obstruct it: 80 in, as for floors (docs/ways.md).
	underfoot, overLanding = 5 * geometry.Millimetre, 2032 * geometry.Millimetre
)

// noRun is the missing fact that is reported for a ramp whose body has no run.
const noRun = "sloping surface of the ramp"

// rampRuns measures the runs of ramps: of ramps with parameters, and of imported bodies of class IfcRamp or
// IfcRampFlight. In a body, a run is a plane face that looks up and slopes by 1:100 or more. A rule with going:0..2000
// covers runs whose length in mm is in that range.
func (s *subjects) rampRuns(r *Rule, how string, f func(ways.Run) float64) ([]Measurement, error) {
	return s.ramps(func(e *state.Element, runs []ways.Run) []Measurement {
		var out []Measurement
		for _, one := range runs {
			if c := r.condition("going"); c != nil {
				if low, high := bounds(c[0]); one.Going.MM() <= low-0.5 || one.Going.MM() > high+0.5 {
					continue
				}
			}
			out = append(out, of(e, f(one), how).in(one.Middle))
		}
		return out
	})
}

// ramps measures the ramps that have a body.
func (s *subjects) ramps(f func(e *state.Element, runs []ways.Run) []Measurement) ([]Measurement, error) {
	measure := func(e *state.Element) []Measurement {
		if !ways.IsRamp(e) {
			return nil
		}
		runs, err := ways.RunsOfRamp(s.view, e)
		if err != nil || len(runs) == 0 {
			return []Measurement{missing(e, noRun)}
		}
		return f(e, runs)
	}
	own, err := s.each(state.CategoryRamp, measure)
	if err != nil {
		return nil, err
	}
	imported, err := s.each(state.CategoryProxy, measure)
	return append(own, imported...), err
}

// rampGoingPerRise measures the going of a run per unit of rise: 12 for a slope of 1:12 (IBC 1012.2, ADA 405.2, AD K
// table 2.1). It is rounded to a thousandth, which is half a millimetre in the rise of a run of 6 m.
func rampGoingPerRise(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rampRuns(r, "going by rise of a plane face that looks up",
		func(one ways.Run) float64 { return one.GoingPerRise() })
}

// rampRise measures the rise of a run of a ramp, from its lowest to its highest corner (IBC 1012.4, ADA 405.6).
func rampRise(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rampRuns(r, "from the lowest to the highest corner of a run",
		func(one ways.Run) float64 { return one.Rise.MM() })
}

// rampGoing measures the length of a run of a ramp in plan, along its fall (AD K table 2.1).
func rampGoing(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rampRuns(r, "length of a run in plan, along its fall",
		func(one ways.Run) float64 { return one.Going.MM() })
}

// rampWidth measures the width of a run of a ramp across its fall. Handrails are not deducted (IBC 1012.5.1, ADA
// 405.5).
func rampWidth(s *subjects, r *Rule) ([]Measurement, error) {
	return s.rampRuns(r, "width of a run across its fall; handrails and kerbs are not taken off",
		func(one ways.Run) float64 { return one.Width.MM() })
}

// noRampLanding is the missing fact if a ramp has no floor at its end.
const noRampLanding = "floor or landing at the end of the ramp (none is modelled there)"

// rampLanding measures the least depth of level floor before and behind the runs of a ramp, over their width and up to
// the depth that the rule names (IBC 1012.6, ADA 405.7.3). Landings are floors of storeys, slabs, and level parts of
// the ramp itself. Elements that stand there or hang below head height are deducted.
func rampLanding(s *subjects, r *Rule) ([]Measurement, error) {
	to, err := s.toExits()
	if err != nil {
		return nil, err
	}
	wanted := geometry.Length(r.Low * 1e3)
	return s.ramps(func(e *state.Element, runs []ways.Run) []Measurement {
		var out []Measurement
		for _, one := range runs {
			m := of(e, r.Low, "level floor before and behind a run is as deep as the rule asks for").in(one.Middle)
			for _, end := range []struct {
				at         geometry.Point3
				from, sign geometry.Length
			}{{one.Foot, 0, -1}, {one.Head, one.Going, 1}} {
				strip := func(d geometry.Length) geometry.Region {
					far := end.from + end.sign*d
					return stripOfRun(one, min(end.from, far), max(end.from, far), one.Width)
				}
				level, any := s.levelAt(to, end.at, runs, strip(wanted))
				if !any {
					m = missing(e, noRampLanding)
					break
				}
				if depth := freeDepth(level, wanted, strip); depth.MM() < m.Value {
					m.Value, m.How = depth.MM(), "level floor before and behind a run, over its width"
					m = m.in(end.at)
				}
			}
			out = append(out, m)
		}
		return out
	})
}

// stripOfRun returns the plan of a strip of the given width along the line of a run, between two distances from its
// foot.
func stripOfRun(one ways.Run, from, to, width geometry.Length) geometry.Region {
	return besideRun(one, from, to, -width/2, width/2)
}

// besideRun returns the plan between two distances from the foot of a run and two from its middle line. Distances to
// the left, looking up the run, are positive.
func besideRun(one ways.Run, from, to, right, left geometry.Length) geometry.Region {
	d := geometry.Direction(one.Foot.XY(), one.Head.XY())
	at := func(x, y geometry.Length) geometry.Point2 {
		return one.Foot.XY().Add(geometry.Point2{
			X: geometry.Length(math.Round(float64(d.X*float64(x)) - float64(d.Y*float64(y)))),
			Y: geometry.Length(math.Round(float64(d.Y*float64(x)) + float64(d.X*float64(y)))),
		})
	}
	ring := geometry.Ring{at(from, right), at(to, right), at(to, left), at(from, left)}
	return geometry.Union(geometry.Region{{Outer: ring}})
}

// levelAt returns the level floor near the end of a run. It also reports whether a strip has any level floor before
// obstacles are deducted. The runs of the ramp do not count as level floor.
func (s *subjects) levelAt(to *egress, end geometry.Point3, runs []ways.Run, strip geometry.Region) (geometry.Region,
	bool) {
	landing := s.stop().Intersect(ways.LandingAt(s.view, end), strip)
	for _, one := range runs {
		landing = s.stop().Subtract(landing, stripOfRun(one, 0, one.Going, one.Width))
	}
	var floor geometry.Region
	there := landing.Area() >= bump
	if i, ok := to.building.Flush(end.Z); ok {
		if storey, err := to.building.Storey(i); err == nil {
			floor = s.stop().Intersect(strip, partsNear(storey.Area, strip))
			there = there || floor.Area() >= bump
		}
	}
	return s.stop().Union(floor, s.stop().Subtract(landing, s.standing(strip, end.Z)...)), there
}

// standing returns the plans of the elements in a strip that stand on a level, or hang over it below head height.
func (s *subjects) standing(strip geometry.Region, z geometry.Length) []geometry.Region {
	lo, hi := strip.Bounds()
	from, upTo := z+underfoot, z+overLanding
	var out []geometry.Region
	for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(from), Max: hi.At(upTo)}) {
		if hit.Category.Material() {
			out = append(out, s.shadow(hit.ID, from, upTo))
		}
	}
	return out
}

// rampHandrails counts the sides of a ramp's runs along which railings run within 150 mm over four fifths of the going
// (ADA 405.8). It examines bodies, so railings of imported files count. A rule with rise:150 covers runs that rise by
// more than 150 mm.
func rampHandrails(s *subjects, r *Rule) ([]Measurement, error) {
	return s.ramps(func(e *state.Element, runs []ways.Run) []Measurement {
		var out []Measurement
		for _, one := range runs {
			if c := r.condition("rise"); c != nil && one.Rise.MM() <= float(c[0])+0.5 {
				continue
			}
			m := of(e, 0, "sides with a railing within 150 mm over four fifths of the going").in(one.Middle)
			for _, side := range []geometry.Length{-one.Width / 2, one.Width / 2} {
				if s.railBeside(one, side) {
					m.Value++
				}
			}
			out = append(out, m)
		}
		return out
	})
}

// railBeside reports whether railings follow a side of a run.
func (s *subjects) railBeside(one ways.Run, side geometry.Length) bool {
	strip := besideRun(one, 0, one.Going, side-besideFlight, side+besideFlight)
	lo, hi := strip.Bounds()
	from, upTo := one.Foot.Z, one.Head.Z+guardTop
	type part struct{ from, to geometry.Length }
	var parts []part
	d := geometry.Direction(one.Foot.XY(), one.Head.XY())
	for _, hit := range s.view.Spatial().Intersecting(geometry.Box{Min: lo.At(from), Max: hi.At(upTo)},
		state.CategoryRailing) {
		for _, piece := range s.stop().Intersect(s.shadow(hit.ID, from, upTo), strip) {
			along := part{one.Going, 0}
			for _, p := range piece.Outer {
				v := p.Sub(one.Foot.XY())
				x := geometry.Length(math.Round(float64(d.X*float64(v.X)) + float64(d.Y*float64(v.Y))))
				along = part{min(along.from, x), max(along.to, x)}
			}
			parts = append(parts, along)
		}
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.from, b.from) })
	followed, end := geometry.Length(0), geometry.Length(0)
	for _, p := range parts {
		followed += max(0, p.to-max(end, p.from))
		end = max(end, p.to)
	}
	return float64(followed) >= alongFlight*float64(one.Going)
}

// rampsAt returns the plans of the heads of ramps that end at a height, with the floor behind them.
func (s *subjects) rampsAt(z geometry.Length) []geometry.Region {
	var out []geometry.Region
	for _, e := range ways.RampsOf(s.view.Model) {
		runs, err := ways.RunsOfRamp(s.view, e)
		if err != nil {
			continue
		}
		for _, one := range runs {
			if (one.Head.Z - z).Abs() < besideFlight {
				out = append(out, stripOfRun(one, one.Going-besideFlight, one.Going+2*besideFlight, one.Width))
			}
		}
	}
	return out
}
