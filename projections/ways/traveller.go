package ways

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Traveller is who goes: a disc in plan with a height, which takes steps up to a height.
type Traveller struct {
	Radius   geometry.Length // 0 for a point
	Headroom geometry.Length // lower elements are obstacles
	Step     geometry.Length // floors that differ by more are not one floor
	Stairs   bool            // takes stairs
	Lifts    bool            // takes lifts
	Run      float64         // least going per unit of rise of the ramps that the traveller takes
}

const (
	// walkerRadius is half of the least clear width of a way for a person: 24 in (610 mm), the width of one person in
	// the codes' tables of capacity. NFPA 101 7.6 keeps the same 305 mm from walls and corners.
	walkerRadius = 305 * geometry.Millimetre

	// wheelchairRadius is half of the least clear width of a door on an accessible route, 815 mm (ADA 404.2.3).
	wheelchairRadius = 407_500 * geometry.Micrometre

	// headroom is the least clear height over a way, 80 in (IBC 1003.3.1, ADA 307.4).
	headroom = 2032 * geometry.Millimetre

	// walkerStep is higher than any riser that a code allows (220 mm, Approved Document K, private stair).
	walkerStep = 220 * geometry.Millimetre

	// wheelchairStep is the greatest change in level of an accessible route, 1/2 in, bevelled (ADA 303.3).
	wheelchairStep = 13 * geometry.Millimetre

	// finish is the height of coverings and thresholds on a floor, which do not obstruct it.
	finish = 5 * geometry.Millimetre

	// covering is the largest thickness of a slab that is a floor finish: boards of 22 mm on 5 mm of insulation, tiles
	// of 15 mm in their bed. Screeds begin at 35 mm.
	covering = 30 * geometry.Millimetre
)

// Walker returns a person who walks, also over ramps of up to 1:8, and takes no lift, because lifts are not ways out.
func Walker() Traveller { return Traveller{walkerRadius, headroom, walkerStep, true, false, walkerRun} }

// Wheelchair returns a person in a wheelchair, who takes lifts, ramps of up to 1:12, and no stairs.
func Wheelchair() Traveller {
	return Traveller{wheelchairRadius, headroom, wheelchairStep, false, true, wheelchairRun}
}

// check returns an error for a traveller for which no floor can be made.
func (t Traveller) check() error {
	switch {
	case t.Radius < 0 || t.Radius > 10*geometry.Metre:
		return state.Errorf(state.OutOfRange, "a radius of %v mm: give 0 to 10000",
			t.Radius).With("parameter", "agent_radius")
	case t.Headroom <= finish || t.Headroom > 10*geometry.Metre:
		return state.Errorf(state.OutOfRange, "a headroom of %v mm: give more than %v, up to 10000", t.Headroom,
			finish).With("parameter", "headroom")
	case t.Step < 0 || t.Step > geometry.Metre:
		return state.Errorf(state.OutOfRange, "a step of %v mm: give 0 to 1000", t.Step).With("parameter", "step")
	}
	return nil
}
