package rules

import (
	"fmt"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// leafPlan is a hung door in the frame of its wall: X along the wall, the interior side at positive Y.
type leafPlan struct {
	frame        geometry.Placement
	hinge, latch geometry.Length // along the wall: the edges between the linings
	face         geometry.Length // of the wall, on the side that the door opens to
	back         geometry.Length // of the wall, on the other side
	sign         geometry.Length // 1 where the door opens to the interior
}

// leaf returns the plan of a door with one leaf that swings; false for other doors.
func (s *subjects) leaf(e *domain.Element) (leafPlan, bool) {
	door, sizes, ok := leafOf(s.view.Model, e)
	if !ok || door.DoorType != "single_swing" && door.DoorType != "" {
		return leafPlan{}, false
	}
	plan, err := s.view.Model.WallLine(e.HostID)
	if err != nil {
		return leafPlan{}, false
	}
	from, to := door.Offset+sizes.LiningThickness, door.Offset+door.Width-sizes.LiningThickness
	out := leafPlan{frame: plan.Frame, hinge: from, latch: to, face: plan.YMax, back: plan.YMin, sign: 1}
	if ways.HungAtEnd(door) {
		out.hinge, out.latch = to, from
	}
	if door.Facing == domain.FacingExterior {
		out.face, out.back, out.sign = plan.YMin, plan.YMax, -1
	}
	return out, true
}

// area returns a rectangle beside the wall: between two places along it, so deep before a face, to the side of sign.
func (l leafPlan) area(x0, x1, face, sign, depth geometry.Length) geometry.Region {
	at := func(x, y geometry.Length) geometry.Point2 {
		return l.frame.Point(geometry.Point2{X: x, Y: y}.At(0)).XY()
	}
	y0, y1 := min(face, face+sign*depth), max(face, face+sign*depth)
	x0, x1 = min(x0, x1), max(x0, x1)
	return geometry.Union(geometry.Region{{Outer: geometry.Ring{at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)}}})
}

// swept returns the square in which the leaf swings.
func (l leafPlan) swept() geometry.Region {
	return l.area(l.hinge, l.latch, l.face, l.sign, (l.latch - l.hinge).Abs())
}

// noFloorBefore is what is missing where a door leads to no floor.
const noFloorBefore = "floor before the door (neither a room nor a slab there)"

// leaves measures the hung doors on the storey where they stand; both sides must have a floor.
func (s *subjects) leaves(side func(l leafPlan) (face, sign geometry.Length),
	f func(storey *ways.Storey, e *domain.Element, l leafPlan) Measurement) ([]Measurement, error) {
	building, err := s.floors(pointWalker())
	if err != nil {
		return nil, err
	}
	return s.each(domain.CategoryDoor, func(e *domain.Element) []Measurement {
		if _, _, known := leafOf(s.view.Model, e); !known {
			return []Measurement{missing(e, noLeaf)}
		}
		l, ok := s.leaf(e)
		if !ok {
			return nil
		}
		i, err := building.OfLevel(s.view.Model.StoreyOf(e))
		if err != nil {
			return []Measurement{missing(e, noFloorBefore)}
		}
		storey, err := building.Storey(i)
		if err != nil {
			return []Measurement{missing(e, noFloorBefore)}
		}
		face, sign := side(l)
		before := l.frame.Point(geometry.Point2{X: (l.hinge + l.latch) / 2,
			Y: face + 50*sign*geometry.Millimetre}.At(0)).XY()
		if storey.Area.Contains(before) == geometry.Outside {
			return []Measurement{missing(e, noFloorBefore)}
		}
		return []Measurement{f(storey, e, l)}
	})
}

func pullSide(l leafPlan) (face, sign geometry.Length) { return l.face, l.sign }
func pushSide(l leafPlan) (face, sign geometry.Length) { return l.back, -l.sign }

// doorDepth measures how deep the floor before a hung door is free, over the width of its leaf, on one side (ADA
// 404.2.4.1, approach from the front).
func doorDepth(side func(l leafPlan) (face, sign geometry.Length), words string) measure {
	return func(s *subjects, r *Rule) ([]Measurement, error) {
		limit := geometry.Length(r.Low * 1e3)
		return s.leaves(side, func(storey *ways.Storey, e *domain.Element, l leafPlan) Measurement {
			face, sign := side(l)
			depth := freeDepth(storey.Area, limit, func(d geometry.Length) geometry.Region {
				return l.area(l.hinge, l.latch,
					face, sign, d)
			})
			m := of(e, depth.MM(), fmt.Sprintf("free floor over the width of the leaf on the %s side, up to %s mm; "+
				"the approach is taken to be from the front", words, number(r.Low)))
			return m.in(l.frame.Point(geometry.Point2{X: (l.hinge + l.latch) / 2, Y: face + sign*depth}.At(0)))
		})
	}
}

// doorLatchSpace measures how much of the floor beside the latch is free on the side that a hung door opens to, as deep
// as the rule names (ADA 404.2.4.1: 1525; AD M 2.17: 1200).
func doorLatchSpace(s *subjects, r *Rule) ([]Measurement, error) {
	limit, depth := geometry.Length(r.Low*1e3), geometry.Length(float(r.condition("depth")[0])*1e3)
	return s.leaves(pullSide, func(storey *ways.Storey, e *domain.Element, l leafPlan) Measurement {
		outwards := geometry.Length(1)
		if l.latch < l.hinge {
			outwards = -1
		}
		wide := freeDepth(storey.Area, limit, func(d geometry.Length) geometry.Region {
			return l.area(l.latch, l.latch+outwards*d, l.face, l.sign, depth)
		})
		m := of(e, wide.MM(), fmt.Sprintf("free floor beside the latch, %v mm deep, up to %s mm wide", depth,
			number(r.Low)))
		return m.in(l.frame.Point(geometry.Point2{X: l.latch + outwards*wide, Y: l.face + l.sign*depth/2}.At(0)))
	})
}

// doorOpensWithEgress measures whether the hung doors of rooms of the load that the rule names open out of the room: 1
// where they do (IBC 1010.1.2.1).
func doorOpensWithEgress(s *subjects, r *Rule) ([]Measurement, error) {
	return s.loaded(r, func(e *domain.Element, _ float64, how string) []Measurement {
		facts, err := s.analyse(e.ID)
		if err != nil {
			return []Measurement{missing(e, noArea)}
		}
		var out []Measurement
		for _, id := range facts.Doors {
			door, ok := s.view.Model.Element(id)
			if !ok {
				continue
			}
			l, ok := s.leaf(door)
			if !ok {
				continue
			}
			into := l.frame.Point(geometry.Point2{X: (l.hinge + l.latch) / 2,
				Y: l.face + 50*l.sign*geometry.Millimetre}.At(0)).XY()
			value := 1.0
			if facts.Region.Contains(into) != geometry.Outside {
				value = 0
			}
			m := of(door, value, "the leaf opens out of the room, 1 where it does; "+how).in(into.At(facts.Base))
			m.Elements = append(m.Elements, e.ID)
			out = append(out, m)
		}
		return out
	})
}

// fireDoorSelfClosing measures whether doors with a fire rating are stated to close by themselves (IBC 716.2.6).
func fireDoorSelfClosing(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(domain.CategoryDoor, func(e *domain.Element) []Measurement {
		own, lacks := ratingIfStated(s.view.Model, e)
		switch {
		case lacks != "":
			return []Measurement{missing(e, lacks)}
		case own.hours == 0:
			return nil
		}
		v, ok := property(s.view.Model, e, "SelfClosing")
		if !ok {
			return []Measurement{missing(e, "SelfClosing of the door (Pset_DoorCommon)")}
		}
		value := 0.0
		if v.Any() == true {
			value = 1
		}
		return []Measurement{of(e, value, "SelfClosing of a door of rating "+own.text+
			", 1 where it is true").in(s.middleOf(e))}
	})
}
