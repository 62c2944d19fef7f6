package domain

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func TestAZoneIsRefused(t *testing.T) {
	h := buildHouse(t)
	zone := h.do(change.CreateZone{Name: "Z", Zone: roomshape.Zone{Rooms: []state.ID{h.id["001"]}}})
	for _, c := range []struct {
		when string
		do   change.Operation
		want state.Code
	}{
		{"a room does not exist", change.CreateZone{Name: "Z", Zone: roomshape.Zone{Rooms: []state.ID{"nothing"}}},
			state.NotFound},
		{"a room is a wall", change.CreateZone{Name: "Z", Zone: roomshape.Zone{Rooms: []state.ID{h.id["W1"]}}},
			state.IllegalState},
		{"nothing changes", change.SetZone{ZoneID: zone}, state.OutOfRange},
		{"the zone is none", change.SetZone{ZoneID: h.id["W1"], Add: []state.ID{h.id["001"]}}, state.IllegalState},
		{"who goes is not in it", change.SetZone{ZoneID: zone, Remove: []state.ID{h.id["101"]}}, state.NotFound},
		{"one comes and goes", change.SetZone{ZoneID: zone, Add: []state.ID{h.id["001"]},
			Remove: []state.ID{h.id["001"]}}, state.OutOfRange},
		{"it is moved", change.MoveElement{ElementIDs: []state.ID{zone}, Delta: shift(1, 0, 0)}, state.IllegalState},
		{"it is copied", change.CopyElement{ElementIDs: []state.ID{zone}, Delta: delta(1, 0, 0)}, state.IllegalState},
	} {
		t.Run(c.when, func(t *testing.T) { h.refused(c.do, c.want) })
	}
}

func (b *builder) roomsAre(zone state.ID, want ...state.ID) {
	b.t.Helper()
	if got := roomshape.RoomsOf(b.model, zone); !slices.Equal(got, state.SortedOnce(want)) {
		b.t.Errorf("the zone has %v, want %v", got, want)
	}
}

// A room may be in several zones. It is added and removed individually, and is removed from all zones when it is
// deleted.
func TestRoomsComeAndGo(t *testing.T) {
	h := buildHouse(t)
	a, b, c := h.id["001"], h.id["101"], h.id["102"]
	fire := h.do(change.CreateZone{Name: "Fire", Zone: roomshape.Zone{Rooms: []state.ID{b, a, b}, Usage: "fire"}})
	heat := h.do(change.CreateZone{Name: "Heat", Zone: roomshape.Zone{Rooms: []state.ID{a}}})
	h.roomsAre(fire, a, b)
	h.do(change.SetZone{ZoneID: fire, Add: []state.ID{c, a}, Remove: []state.ID{b}})
	h.roomsAre(fire, a, c)
	if got := roomshape.ZonesOf(h.model, a); !slices.Equal(got, state.SortedOnce([]state.ID{fire, heat})) {
		t.Errorf("the room is in %v", got)
	}
	h.do(change.ModifyParameter{ElementID: fire, ParameterName: "rooms", Value: state.MustJSON([]state.ID{c, b, a})})
	h.roomsAre(fire, a, b, c)
	before := h.model
	touched, from := merge.NewTouches(), len(h.log)
	h.do(change.DeleteElement{ElementIDs: []state.ID{a}})
	for _, e := range h.log[from:] {
		touched.Note(e)
	}
	h.roomsAre(fire, b, c)
	h.roomsAre(heat)
	out, err := merge.Undo{ID: "undo", Before: before, After: h.model, Now: h.model, Undone: touched,
		Later: merge.NewTouches()}.Decide()
	if err != nil {
		t.Fatal(err)
	}
	h.model = out.Decision.After
	h.roomsAre(fire, a, b, c)
	h.roomsAre(heat, a)
	h.do(change.DeleteElement{ElementIDs: []state.ID{fire, a}})
	if change.Has(h.model, fire) || change.Has(h.model, a) {
		t.Error("they are still there")
	}
}

// Two branches add different rooms to one zone and remove others. All these changes are in the merged zone, and a
// deleted room is in no zone.
func TestZonesMergeByMember(t *testing.T) {
	b := newBuilder(t)
	level := b.do(change.CreateLevel{Name: "Ground"})
	room := func(s *builder, x int64) state.ID {
		return s.do(change.CreateRoom{LevelID: level, Room: roomshape.Room{Boundary: rectangle(x, 0, x+900, 900),
			Height: geometry.MM(2500)}})
	}
	kept, left, gone := room(b, 0), room(b, 1000), room(b, 2000)
	zone := b.do(change.CreateZone{Name: "Z", Zone: roomshape.Zone{Rooms: []state.ID{kept, left, gone}}})
	ours, theirs := newSide(t, b, 1000), newSide(t, b, 2000)
	mine := ours.do(change.CreateRoom{LevelID: level, Room: roomshape.Room{Boundary: rectangle(4000, 0, 4900, 900),
		Height: geometry.MM(2500)}})
	ours.do(change.SetZone{ZoneID: zone, Add: []state.ID{mine}})
	ours.do(change.DeleteElement{ElementIDs: []state.ID{gone}})
	yours := theirs.do(change.CreateRoom{LevelID: level, Room: roomshape.Room{Boundary: rectangle(5000, 0, 5900, 900),
		Height: geometry.MM(2500)}})
	theirs.do(change.SetZone{ZoneID: zone, Add: []state.ID{yours}, Remove: []state.ID{left}})
	other := theirs.do(change.CreateZone{Name: "Other", Zone: roomshape.Zone{Rooms: []state.ID{gone, kept}}})
	out, err := merge.Merge{ID: "merge", Base: b.model, Ours: merge.MergeSide{Model: ours.model, Touched: ours.touched},
		Theirs: merge.MergeSide{Model: theirs.model, Touched: theirs.touched}}.Decide()
	if err != nil || len(out.Conflicts) > 0 {
		t.Fatalf("%v, %v", out.Conflicts, err)
	}
	b.model = out.Decision.After
	b.roomsAre(zone, kept, mine, yours)
	b.roomsAre(other, kept)
}
