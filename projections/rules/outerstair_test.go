package rules_test

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// TestAStairOutsideIsAnExit checks a stair from the balcony of an upper storey to the ground outside: it is a way out
// and an exit of the storey. Its landing on the ground is not modelled and not judged.
func TestAStairOutsideIsAnExit(t *testing.T) {
	const noLanding = "IBC-1011.6: landing of the stair outside (too little floor is modelled on the ground there): ST"
	s := newSketch(t)
	s.level("L0", 0)
	s.level("L1", 3000)
	s.ring("G", "L0", 0, 0, 10000, 8000)
	s.ring("F", "L1", 0, 0, 10000, 8000)
	s.room("Shop", "L0", "office", 5000, 4000)
	s.room("Office", "L1", "restaurant", 5000, 4000)
	s.floor("Slab", "L1", rectangle(-2000, -100, 10000, 8100))
	s.door("shop", "GN", 1000, 1000)
	s.door("office", "FW", 3500, 1000)
	s.expect("no stair", of("B", "EG-1", "IBC-1006.3.3-2"),
		[]string{"EG-1 0: Office", "IBC-1006.3.3-2 0: L1"}, nil)
	s.do("ST", change.CreateStair{LevelID: s.ids["L0"], Name: "ST", Stair: stair.Stair{
		Start: at(-2000-17*280, 4000), Toward: at(-2000, 4000), TopLevel: s.ids["L1"], Width: geometry.MM(1200),
		Risers: 18, Tread: geometry.MM(280)}})
	s.expect("a stair outside", of("B", "EG-1", "IBC-1006.3.3-2", "IBC-1011.6"), []string{"IBC-1006.3.3-2 1: L1"},
		[]string{noLanding})
	s.floor("Yard", "L0", rectangle(-9000, 2000, -2000, 6000))
	s.expect("with the ground before it", of("B", "EG-1", "IBC-1011.6"), nil, nil)
}

// TestAStairThatIsNotReadIsNoDeadEnd checks a room with a way to a stair whose steps are not known: the report must not
// deny it a way out. A room without a door has no way out.
func TestAStairThatIsNotReadIsNoDeadEnd(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.level("L1", 3000)
	s.ring("G", "L0", 0, 0, 10000, 8000)
	s.ring("F", "L1", 0, 0, 10000, 8000)
	s.wall("M", "L1", 7000, 0, 7000, 8000)
	s.do("", joinAll(s, "L1"))
	s.room("Shop", "L0", "office", 5000, 4000)
	s.room("Office", "L1", "office", 5000, 4000)
	s.room("Store", "L1", "office", 9000, 4000)
	s.door("shop", "GN", 1000, 1000)
	body, err := geometry.Extrude(geometry.World(), geometry.Region{{Outer: rectangle(2000, 2000, 5000, 3200)}}, 0,
		geometry.MM(3000))
	if err != nil {
		t.Fatal(err)
	}
	id := state.DeriveID("spiral", 1)
	s.do("ST", change.Import{Elements: []*state.Element{{ID: id, Category: state.CategoryStair, Name: "ST",
		LevelID: s.ids["L0"], Params: &stair.Stair{Fixed: &state.FixedShape{}}}},
		Bodies: map[state.ID]geometry.Body{id: {body}}})
	s.expect("a stair as a block", of("B", "EG-1"), []string{"EG-1 0: Store"},
		[]string{"EG-1: where a stair leads, of which the steps are not known, or which ends at the height of no " +
			"level: Office"})
}
