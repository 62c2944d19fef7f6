package domain

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

func TestAZoneIsRefused(t *testing.T) {
	h := buildHouse(t)
	zone := h.do(CreateZone{Name: "Z", Zone: Zone{Rooms: []ID{h.id["001"]}}})
	for _, c := range []struct {
		when string
		do   Operation
		want Code
	}{
		{"a room does not exist", CreateZone{Name: "Z", Zone: Zone{Rooms: []ID{"nothing"}}}, NotFound},
		{"a room is a wall", CreateZone{Name: "Z", Zone: Zone{Rooms: []ID{h.id["W1"]}}}, IllegalState},
		{"nothing changes", SetZone{ZoneID: zone}, OutOfRange},
		{"the zone is none", SetZone{ZoneID: h.id["W1"], Add: []ID{h.id["001"]}}, IllegalState},
		{"who goes is not in it", SetZone{ZoneID: zone, Remove: []ID{h.id["101"]}}, NotFound},
		{"one comes and goes", SetZone{ZoneID: zone, Add: []ID{h.id["001"]}, Remove: []ID{h.id["001"]}}, OutOfRange},
		{"it is moved", MoveElement{ElementIDs: []ID{zone}, Delta: shift(1, 0, 0)}, IllegalState},
		{"it is copied", CopyElement{ElementIDs: []ID{zone}, Delta: delta(1, 0, 0)}, IllegalState},
	} {
		t.Run(c.when, func(t *testing.T) { h.refused(c.do, c.want) })
	}
}

func (b *builder) roomsAre(zone ID, want ...ID) {
	b.t.Helper()
	if got := b.model.RoomsOf(zone); !slices.Equal(got, sortedOnce(want)) {
		b.t.Errorf("the zone has %v, want %v", got, want)
	}
}

// A room may be in several zones; it comes and goes by itself, and leaves them all when it is deleted.
func TestRoomsComeAndGo(t *testing.T) {
	h := buildHouse(t)
	a, b, c := h.id["001"], h.id["101"], h.id["102"]
	fire := h.do(CreateZone{Name: "Fire", Zone: Zone{Rooms: []ID{b, a, b}, Usage: "fire"}})
	heat := h.do(CreateZone{Name: "Heat", Zone: Zone{Rooms: []ID{a}}})
	h.roomsAre(fire, a, b)
	h.do(SetZone{ZoneID: fire, Add: []ID{c, a}, Remove: []ID{b}})
	h.roomsAre(fire, a, c)
	if got := h.model.ZonesOf(a); !slices.Equal(got, sortedOnce([]ID{fire, heat})) {
		t.Errorf("the room is in %v", got)
	}
	h.do(ModifyParameter{ElementID: fire, ParameterName: "rooms", Value: mustJSON([]ID{c, b, a})})
	h.roomsAre(fire, a, b, c)
	before := h.model
	touched, from := NewTouches(), len(h.log)
	h.do(DeleteElement{ElementIDs: []ID{a}})
	for _, e := range h.log[from:] {
		touched.Note(e)
	}
	h.roomsAre(fire, b, c)
	h.roomsAre(heat)
	out, err := Undo{ID: "undo", Before: before, After: h.model, Now: h.model, Undone: touched,
		Later: NewTouches()}.Decide()
	if err != nil {
		t.Fatal(err)
	}
	h.model = out.Decision.After
	h.roomsAre(fire, a, b, c)
	h.roomsAre(heat, a)
	h.do(DeleteElement{ElementIDs: []ID{fire, a}})
	if h.model.has(fire) || h.model.has(a) {
		t.Error("they are still there")
	}
}

// Two branches put different rooms into one zone and take others out: all of it is done, and a room that went is in
// none.
func TestZonesMergeByMember(t *testing.T) {
	b := newBuilder(t)
	level := b.do(CreateLevel{Name: "Ground"})
	room := func(s *builder, x int64) ID {
		return s.do(CreateRoom{LevelID: level, Room: Room{Boundary: rectangle(x, 0, x+900, 900),
			Height: geometry.MM(2500)}})
	}
	kept, left, gone := room(b, 0), room(b, 1000), room(b, 2000)
	zone := b.do(CreateZone{Name: "Z", Zone: Zone{Rooms: []ID{kept, left, gone}}})
	ours, theirs := newSide(t, b, 1000), newSide(t, b, 2000)
	mine := ours.do(CreateRoom{LevelID: level, Room: Room{Boundary: rectangle(4000, 0, 4900, 900),
		Height: geometry.MM(2500)}})
	ours.do(SetZone{ZoneID: zone, Add: []ID{mine}})
	ours.do(DeleteElement{ElementIDs: []ID{gone}})
	yours := theirs.do(CreateRoom{LevelID: level, Room: Room{Boundary: rectangle(5000, 0, 5900, 900),
		Height: geometry.MM(2500)}})
	theirs.do(SetZone{ZoneID: zone, Add: []ID{yours}, Remove: []ID{left}})
	other := theirs.do(CreateZone{Name: "Other", Zone: Zone{Rooms: []ID{gone, kept}}})
	out, err := Merge{ID: "merge", Base: b.model, Ours: MergeSide{ours.model, ours.touched},
		Theirs: MergeSide{theirs.model, theirs.touched}}.Decide()
	if err != nil || len(out.Conflicts) > 0 {
		t.Fatalf("%v, %v", out.Conflicts, err)
	}
	b.model = out.Decision.After
	b.roomsAre(zone, kept, mine, yours)
	b.roomsAre(other, kept)
}
