package rules

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// doorGap is the gap at the leading edge of a leaf.
const doorGap = 3 * geometry.Millimetre

// noLeaf is the missing fact that is reported for a door that has a body but no parameters.
const noLeaf = "leaf or lining of the door (body only)"

// doorClearWidth measures the clear width of doors as IBC 1010.1.1 and ADA 404.2.3 define it: from the face of the
// leaf, open at 90 degrees, to the stop; W - 2 lining - leaf - stop. For two leaves only the wider leaf counts.
// Revolving and fixed doors are left out, because they are not ways out.
func doorClearWidth(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(state.CategoryDoor, func(e *state.Element) []Measurement {
		clear, how, lacks := s.clearWidth(e)
		switch {
		case lacks != "":
			return []Measurement{missing(e, lacks)}
		case how == "":
			return nil
		}
		return []Measurement{s.doorOf(e, clear, how, e.Params.(*fabric.Door))}
	})
}

// clearWidth returns the clear width of a door and a phrase on how it was computed. The phrase is "" for doors that are
// not ways out.
func (s *subjects) clearWidth(e *state.Element) (clear geometry.Length, how, lacks string) {
	door, sizes, ok := leafOf(s.view.Model, e)
	if !ok {
		return 0, "", noLeaf
	}
	free := door.Width - 2*sizes.LiningThickness
	switch door.DoorType {
	case "fixed", "revolving":
		return 0, "", ""
	case "double_door":
		return free/2 - sizes.PanelDepth,
			"one of two leaves: half of the opening less linings, less the leaf at 90 degrees", ""
	case "sliding":
		return free - ways.SlidingPull, "opening less two linings and 50 mm of the leaf that stay to be gripped", ""
	case "folding":
		return free - 2*sizes.PanelDepth, "opening less two linings and two folded leaves", ""
	case "rolling_up":
		return free, "opening less two linings", ""
	}
	return free - sizes.PanelDepth - ways.DoorStop,
		"opening less two linings, the leaf at 90 degrees and a stop of 13 mm", ""
}

// doorClearWidthADM measures the clear width of doors as Approved Document M defines it (vol. 2, diagram 9): the leaf
// and its gap, less the stop, less the leaf's thickness on the hinge side. Handles are not modelled and not deducted.
func doorClearWidthADM(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(state.CategoryDoor, func(e *state.Element) []Measurement {
		door, sizes, ok := leafOf(s.view.Model, e)
		switch {
		case !ok:
			return []Measurement{missing(e, noLeaf)}
		case door.DoorType == "fixed" || door.DoorType == "revolving":
			return nil
		}
		leaf := door.Width - 2*sizes.LiningThickness - doorGap
		if door.DoorType == "double_door" {
			leaf = (door.Width-2*sizes.LiningThickness)/2 - doorGap
		}
		clear := leaf + doorGap - ways.DoorStop - sizes.PanelDepth
		return []Measurement{s.doorOf(e, clear,
			"leaf and gap, less stop and the leaf's thickness; handles are not modelled", door)}
	})
}

// doorClearHeight measures the clear height of doors: the opening less its lining. Closers and thresholds are not
// modelled.
func doorClearHeight(s *subjects, _ *Rule) ([]Measurement, error) {
	return s.each(state.CategoryDoor, func(e *state.Element) []Measurement {
		door, sizes, ok := leafOf(s.view.Model, e)
		if !ok {
			return []Measurement{missing(e, noLeaf)}
		}
		rect := fabric.OpeningRect{Width: door.Width, Height: door.Height, Form: door.Form}
		head := rect.HeadOver(sizes.LiningThickness, sizes.LiningThickness, sizes.LiningThickness)
		m := of(e, head.MM(), "opening less the lining above")
		return []Measurement{m.in(s.middleOf(e))}
	})
}

func leafOf(m *state.Model, e *state.Element) (*fabric.Door, fabric.FillingSizes, bool) {
	door, ok := e.Params.(*fabric.Door)
	if !ok || door.Fixed != nil {
		return nil, fabric.FillingSizes{}, false
	}
	return door, door.LeafSizes(fabric.HostThickness(m, e)), true
}

// doorOf returns the measurement of a door's width, with the part of the width that the frame takes.
func (s *subjects) doorOf(e *state.Element, clear geometry.Length, how string, door *fabric.Door) Measurement {
	m := of(e, clear.MM(), how).in(s.middleOf(e))
	m.Suggest = fmt.Sprintf("the door loses %v mm of its width of %v", door.Width-clear, door.Width)
	return m
}

// middleOf returns the middle of an element's box.
func (s *subjects) middleOf(e *state.Element) geometry.Point3 {
	box := s.view.BoundsOf(e.ID)
	if box.Empty() {
		return geometry.Point3{}
	}
	middle := middleOfBox(box)
	if plan, err := fabric.WallLine(s.view.Model, e.ID); err == nil && plan.Curved() {
		return plan.On(plan.Length/2, 0).At(middle.Z) // the middle of the box may be in a room
	}
	return middle
}
