package rules_test

import (
	"fmt"
	"testing"
)

// kitchen is a room of 4 x 4 m whose usage is a kitchen.
func kitchen(t *testing.T) *sketch {
	s := newSketch(t)
	s.level("L0", 0)
	s.ring("", "L0", 0, 0, 4000, 4000)
	s.room("Kitchen", "L0", "kitchen", 2000, 2000)
	s.door("D", "N", 1500, 1000)
	return s
}

// TestNobodyWalksWhereThingsStand checks that a cupboard over a counter does not hang over a way. It does hang over a
// way where it reaches beyond the counter, or over a mat that people step on.
func TestNobodyWalksWhereThingsStand(t *testing.T) {
	headroom := of("R-2", "IBC-1003.3.1", "ADA-307.4")
	hangs := []string{"ADA-307.4 1400: Kitchen Cupboard", "IBC-1003.3.1 1400: Kitchen Cupboard"}
	s := kitchen(t)
	s.thing("Cupboard", "L0", 2000, 275, 1400, 3000, 350, 700)
	s.expect("a cupboard", headroom, hangs, nil)
	s.thing("Mat", "L0", 2000, 400, 0, 3000, 600, 20)
	s.expect("over a mat", headroom, hangs, nil)
	s.thing("Counter", "L0", 2000, 400, 0, 3000, 600, 900)
	s.expect("over a counter", headroom, nil, nil)
	s = kitchen(t)
	s.thing("Counter", "L0", 2000, 400, 0, 3000, 600, 900)
	s.thing("Cupboard", "L0", 2000, 450, 1400, 3000, 700, 700)
	s.expect("100 mm before the counter", headroom, hangs, nil)
}

// TestNobodyWalksBetweenThings checks that a gap of 500 mm between two counters is too narrow for a person, and so is
// the hole of a sink. A gap of 700 mm is a way.
func TestNobodyWalksBetweenThings(t *testing.T) {
	for gap, found := range map[int64][]string{500: nil, 700: {"IBC-1003.3.1 1400: Kitchen Cupboard"}} {
		s := kitchen(t)
		s.thing("Left", "L0", 1500-gap/2, 400, 0, 1000, 600, 900)
		s.thing("Right", "L0", 2500+gap/2, 400, 0, 1000, 600, 900)
		s.thing("Cupboard", "L0", 2000, 275, 1400, 2500, 350, 700)
		s.expect(fmt.Sprint("a gap of ", gap), of("R-2", "IBC-1003.3.1"), found, nil)
	}
}

// TestWhatHangsBehindIsFound checks two hanging elements: the lower one over a counter, the higher one over the way.
func TestWhatHangsBehindIsFound(t *testing.T) {
	s := kitchen(t)
	s.thing("Counter", "L0", 2000, 400, 0, 3000, 600, 900)
	s.thing("Cupboard", "L0", 2000, 275, 1400, 3000, 350, 700)
	s.thing("Lamp", "L0", 2000, 2000, 1900, 300, 300, 200)
	s.expect("a lamp", of("R-2", "IBC-1003.3.1"), []string{"IBC-1003.3.1 1900: Kitchen Lamp"}, nil)
}
