package rules

import (
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

const (
	// noFloorBefore is the missing fact that is reported for a door without a floor before it.
	noFloorBefore = "floor before the door (neither a room nor a slab there)"

	// noPullSide is the missing fact that is reported for a rule about the pull side of a door whose leaf swings to
	// both sides. Nobody has to pull such a door.
	noPullSide = "side of the door that is pulled: its leaf swings to both sides"

	// closeBefore is the distance before the face of the wall at which the check looks for a floor before a door. It
	// exceeds gaps of up to 5 mm between wall and floor.
	closeBefore = 50 * geometry.Millimetre
)

// side returns the face of the wall on one side of a leaf, and the direction of that side.
type side func(l leafPlan) (face, sign geometry.Length)

func pullSide(l leafPlan) (face, sign geometry.Length) { return l.face, l.sign }
func pushSide(l leafPlan) (face, sign geometry.Length) { return l.back, -l.sign }

// doorClearance measures the floor that must be free before a leaf (ADA 404.2.4.1, front approach; AD M 2.17).
type doorClearance struct {
	at      side
	measure func(area geometry.Region, r *Rule, l leafPlan) (clear geometry.Length, at geometry.Point2)
	how     func(r *Rule) string
}

// doorClearances holds the clearances of swinging doors by quantity.
var doorClearances = map[string]doorClearance{
	"door_pull_side_depth": doorDepth(pullSide, "pull"),
	"door_push_side_depth": doorDepth(pushSide, "push"),
	"door_latch_space":     {pullSide, latchSpace, howLatchSpace},
}

// doorDepth returns the clearance that measures the depth of free floor on one side, over the width of the leaf.
func doorDepth(at side, words string) doorClearance {
	return doorClearance{at, func(area geometry.Region, r *Rule, l leafPlan) (geometry.Length, geometry.Point2) {
		face, sign := at(l)
		depth := freeDepth(area, geometry.Length(r.Low*1e3), func(d geometry.Length) geometry.Region {
			return l.area(l.hinge, l.latch, face, sign, d)
		})
		return depth, l.before(face, sign, depth)
	}, func(r *Rule) string {
		return fmt.Sprintf("free floor over the width of the leaf on the %s side, up to %s mm; the approach is taken "+
			"to be from the front", words, number(r.Low))
	}}
}

// latchSpace returns the width of free floor beside the latch, on the side to which a leaf opens, over the depth that
// the rule names (ADA 404.2.4.1: 1525; AD M 2.17: 1200). For a double door that floor lies before the other leaf.
func latchSpace(area geometry.Region, r *Rule, l leafPlan) (geometry.Length, geometry.Point2) {
	outwards, depth := geometry.Length(1), latchDepth(r)
	if l.latch < l.hinge {
		outwards = -1
	}
	wide := freeDepth(area, geometry.Length(r.Low*1e3), func(d geometry.Length) geometry.Region {
		return l.area(l.latch, l.latch+outwards*d, l.face, l.sign, depth)
	})
	return wide, l.frame.Point(geometry.Point2{X: l.latch + outwards*wide, Y: l.face + l.sign*depth/2}.At(0)).XY()
}

func latchDepth(r *Rule) geometry.Length {
	return geometry.Length(float(r.condition("depth")[0]) * 1e3)
}

func howLatchSpace(r *Rule) string {
	return fmt.Sprintf("free floor beside the latch, %v mm deep, up to %s mm wide", latchDepth(r), number(r.Low))
}

// before measures each door on the storey where it stands.
func (s *subjects) before(f func(area geometry.Region, e *state.Element, d hungDoor) []Measurement) ([]Measurement,
	error) {
	building, err := s.floors(pointWalker())
	if err != nil {
		return nil, err
	}
	return s.each(state.CategoryDoor, func(e *state.Element) []Measurement {
		d, lacks := s.hung(e)
		if lacks != "" {
			return []Measurement{missing(e, lacks)}
		}
		var area geometry.Region // empty if there is no storey
		if storey, ok := storeyOf(building, elements.StoreyOf(s.view.Model, e)); ok {
			area = floorBefore(storey, e, d)
		}
		return f(area, e, d)
	})
}

// storeyOf returns the storey of a level, or false if the level has none.
func storeyOf(b *ways.Building, level state.ID) (*ways.Storey, bool) {
	i, err := b.OfLevel(level)
	if err != nil {
		return nil, false
	}
	storey, err := b.Storey(i)
	return storey, err == nil
}

// isFloor reports whether a floor lies just before a leaf on one side.
func isFloor(area geometry.Region, l leafPlan, at side) bool {
	face, sign := at(l)
	return area.Contains(l.before(face, sign, closeBefore)) != geometry.Outside
}

// doorSpace measures the clearance of swinging doors for the quantity of the rule.
func doorSpace(s *subjects, r *Rule) ([]Measurement, error) {
	c := doorClearances[r.Quantity]
	return s.before(func(area geometry.Region, e *state.Element, d hungDoor) []Measurement {
		if len(d.leaves) == 0 {
			return s.spaceUnswung(r, e, d)
		}
		l := s.usedLeaf(area, r, d)
		space := func(area geometry.Region) Measurement { return c.space(area, r, e, d, l) }
		return []Measurement{s.pastCurve(r, e, d, space(area), space, area)}
	})
}

// space measures the clearance of a swinging leaf. For a leaf that swings to both sides it takes the lesser clearance.
func (c doorClearance) space(area geometry.Region, r *Rule, e *state.Element, d hungDoor, l leafPlan) Measurement {
	if !isFloor(area, l, c.at) || d.both && !isFloor(area, l.turned(), c.at) {
		return missing(e, noFloorBefore)
	}
	clear, at := c.measure(area, r, l)
	how := c.how(r)
	if d.both {
		if other, there := c.measure(area, r, l.turned()); other < clear {
			clear, at = other, there
		}
		if r.Quantity != "door_push_side_depth" && !r.complies(clear.MM()) {
			return missing(e, noPullSide)
		}
		how += "; the lesser of both sides, to which the leaf swings"
	}
	if len(d.leaves) > 1 {
		how += "; of two leaves that which has more of its clearances"
	}
	return of(e, clear.MM(), how).in(at.At(l.frame.Origin.Z))
}

// usedLeaf returns the leaf of a door that is judged. At least one of two leaves must comply with all clearances of a
// standard (ADA 404.2.2), so every rule judges the same leaf. It is the leaf that complies with most of the rules, or
// among equal leaves the leaf with the greater share of the required clearances.
func (s *subjects) usedLeaf(area geometry.Region, r *Rule, d hungDoor) leafPlan {
	if len(d.leaves) == 1 {
		return d.leaves[0]
	}
	rows := s.clearanceRows(r)
	best, most, greatest := d.leaves[0], -1, 0.0
	for _, l := range d.leaves {
		complying, part := 0, 0.0
		for i := range rows {
			row := &rows[i]
			clear, _ := doorClearances[row.Quantity].measure(area, row, l)
			if row.complies(clear.MM()) {
				complying++
			}
			part += clear.MM() / row.Low
		}
		if complying > most || complying == most && part > greatest {
			best, most, greatest = l, complying, part
		}
	}
	return best
}

// clearanceRows returns the rules about clearances of swinging doors that belong to the same standard as a rule, in the
// order of the table.
func (s *subjects) clearanceRows(r *Rule) []Rule {
	var out []Rule
	for _, row := range s.table {
		_, known := doorClearances[row.Quantity]
		if known && row.Low > 0 && row.Standard == r.Standard && row.Edition == r.Edition {
			out = append(out, row)
		}
	}
	return out
}

// spaceUnswung reports that the standard has no clearance for a door without a swinging leaf. It reports nothing for a
// sliding door, which nobody pulls or pushes, for a folding door if another rule of the standard covers it, and for
// doors that no wheelchair passes (ADA 404.2.1).
func (s *subjects) spaceUnswung(r *Rule, e *state.Element, d hungDoor) []Measurement {
	switch d.kind {
	case doorSliding, doorFixed, doorRevolving:
		return nil
	case doorFolding:
		if slices.ContainsFunc(s.table, func(row Rule) bool {
			return row.Quantity == "door_front_depth" && row.Standard == r.Standard && row.Edition == r.Edition
		}) {
			return nil
		}
	}
	return []Measurement{missing(e, "row for the floor before a "+d.words()+" door in "+r.source())}
}

// doorFrontDepth measures the depth of free floor before sliding and folding doors, over the width of the opening. The
// side with less depth counts (ADA 404.2.4.2, front approach).
func doorFrontDepth(s *subjects, r *Rule) ([]Measurement, error) {
	return s.before(func(area geometry.Region, e *state.Element, d hungDoor) []Measurement {
		if d.kind != doorSliding && d.kind != doorFolding {
			return nil
		}
		found := missing(e, noFloorBefore)
		known := 0
		for _, at := range []side{pullSide, pushSide} {
			if !isFloor(area, d.opening, at) {
				continue
			}
			clear, place := doorDepth(at, "").measure(area, r, d.opening)
			if known++; known == 1 || clear.MM() < found.Value {
				found = of(e, clear.MM(), fmt.Sprintf("free floor over the width of the opening, up to %s mm, the "+
					"lesser of both sides; the approach is taken to be from the front", number(r.Low)))
				found = found.in(place.At(d.opening.frame.Origin.Z))
			}
		}
		if known == 1 && r.complies(found.Value) {
			return []Measurement{missing(e, noFloorBefore)}
		}
		return []Measurement{found}
	})
}
