package rules_test

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/geometry"
)

// TestStepsBeforeTheEntrance checks a stair that leads up to the platform before the only door, or right to the door:
// it is not known whether a wheelchair gets in. With a second door on the other side of the house, a wheelchair gets
// in.
func TestStepsBeforeTheEntrance(t *testing.T) {
	const unknown = "ADA-206.2.2: whether a wheelchair comes to the entrance (a stair leads up to it, and no " +
		"ramp): Shop"
	rules := of("M", "ADA-206.2.2")
	for _, platform := range []int64{0, 2000} {
		s := newSketch(t)
		s.level("Ground", -500)
		s.level("L0", 0)
		s.ring("", "L0", 0, 0, 10000, 8000)
		s.room("Shop", "L0", "shop", 5000, 4000)
		s.door("in", "W", 3500, 1000)
		s.expect("at the ground", rules, nil, nil)
		if platform > 0 {
			s.floor("Platform", "L0", rectangle(-platform-100, 3000, -100, 5000))
		}
		head := -platform - 100
		s.do("ST", change.CreateStair{LevelID: s.ids["Ground"], Name: "ST", Stair: stair.Stair{
			Start: at(head-2*300, 4000), Toward: at(head, 4000), TopLevel: s.ids["L0"], Width: geometry.MM(1500),
			Risers: 3, Tread: geometry.MM(300)}})
		s.expect("up steps", rules, nil, []string{unknown})
		s.door("back", "E", 3500, 1000)
		s.expect("with a back door", rules, nil, nil)
	}
}
