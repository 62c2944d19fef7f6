package projections

import (
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// A glass partition of two storeys, with drawn rooms on both sides below and one above.
func newPartition(t *testing.T) (s *twoStoreys, beyond state.ID) {
	s = &twoStoreys{site: newSite(t)}
	s.ground = s.must(changing.CreateLevel{Name: "Ground"})[0]
	s.upper = s.must(changing.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})[0]
	s.wall = s.must(changing.CreateCurtainWall{LevelID: s.ground, CurtainWall: fabric.CurtainWall{Start: at(0, 0),
		End: at(8000, 0), Height: geometry.MM(6000), USpacing: geometry.MM(2000), VSpacing: geometry.MM(3000)}})[0]
	s.below = s.drawn(s.ground, 0, 75, 8000, 4000)
	s.above = s.drawn(s.upper, 0, 75, 5000, 4000)
	return s, s.drawn(s.ground, 0, -4000, 4000, -75)
}

// A door in a curtain wall between two rooms connects them. A door on the upper storey of the same wall opens into the
// room there.
func TestDoorsInACurtainWallConnectRooms(t *testing.T) {
	s, beyond := newPartition(t)
	facts := s.analyse(s.below)
	if len(facts.Adjacent) != 1 || len(facts.Adjacent[0].Doors) != 0 {
		t.Errorf("without doors the room is next to %+v", facts.Adjacent)
	}
	before := s.view()
	between, outer, upstairs := s.door(1000, 0), s.door(6100, 0), s.door(1000, 3050)
	facts = s.analyse(s.below)
	sameIDs(t, "doors", facts.Doors, between, outer)
	if len(facts.Adjacent) != 1 || facts.Adjacent[0].RoomID != beyond {
		t.Fatalf("the room is next to %+v", facts.Adjacent)
	}
	sameIDs(t, "doors to the other room", facts.Adjacent[0].Doors, between)
	sameIDs(t, "walls between", facts.Adjacent[0].Walls, s.wall)
	sameIDs(t, "rooms at the door between", s.view().Rooms().Facing(between), s.below, beyond)
	sameIDs(t, "rooms at the outer door", s.view().Rooms().Facing(outer), s.below)
	sameIDs(t, "doors upstairs", s.analyse(s.above).Doors, upstairs)
	e, _ := s.view().Model.Element(upstairs)
	if got := elements.StoreyOf(s.view().Model, e); got != s.upper {
		t.Errorf("the door upstairs is on %s", got)
	}
	effects, err := EffectsBetween(t.Context(), before, s.view(), []state.ID{between, outer, upstairs})
	if err != nil {
		t.Fatal(err)
	}
	aspects := map[state.ID][]Aspect{}
	for _, e := range effects {
		aspects[e.ID] = e.Aspects
	}
	for id, want := range map[state.ID]Aspect{s.wall: AspectBody, s.below: AspectOpenings, beyond: AspectNeighbours,
		s.above: AspectOpenings} {
		found := false
		for _, a := range aspects[id] {
			found = found || a == want
		}
		if !found {
			t.Errorf("%s has %v, want %s among them", id, aspects[id], want)
		}
	}
}
