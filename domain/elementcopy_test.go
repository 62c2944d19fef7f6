package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func delta(x, y, z int64) *geometry.Point3 {
	d := shift(x, y, z)
	return &d
}

func TestCopyingIsRefused(t *testing.T) {
	h := buildHouse(t)
	door, _ := h.model.Element(h.id["D1"])
	for _, c := range []struct {
		when string
		do   change.CopyElement
		want state.Code
	}{
		{"nothing is named", change.CopyElement{Delta: delta(1, 0, 0)}, state.OutOfRange},
		{"it does not exist", change.CopyElement{ElementIDs: []state.ID{"nothing"}, Delta: delta(1, 0, 0)},
			state.NotFound},
		{"the copies have no place", change.CopyElement{ElementIDs: []state.ID{h.id["C1"]}}, state.OutOfRange},
		{"the copies lie on the original", change.CopyElement{ElementIDs: []state.ID{h.id["C1"]},
			Delta: delta(0, 0, 0)},
			state.OutOfRange},
		{"many copies go to one level", change.CopyElement{ElementIDs: []state.ID{h.id["C1"]}, ToLevel: h.id["First"],
			Count: 2},
			state.OutOfRange},
		{"many copies go to one place", change.CopyElement{ElementIDs: []state.ID{h.id["C1"]},
			ToLocation: delta(1, 1, 0), Count: 2},
			state.OutOfRange},
		{"they have both delta and location", change.CopyElement{ElementIDs: []state.ID{h.id["C1"]},
			Delta:      delta(1, 0, 0),
			ToLocation: delta(1, 1, 0)}, state.OutOfRange},
		{"the count is negative", change.CopyElement{ElementIDs: []state.ID{h.id["C1"]}, Delta: delta(1, 0, 0),
			Count: -1},
			state.OutOfRange},
		{"there are more than a thousand", change.CopyElement{ElementIDs: []state.ID{h.id["C1"]}, Delta: delta(1, 0, 0),
			Count: change.MaxCopies + 1}, state.OutOfRange},
		{"the level does not exist", change.CopyElement{ElementIDs: []state.ID{h.id["C1"]}, ToLevel: "nothing"},
			state.NotFound},
		{"the level is none", change.CopyElement{ElementIDs: []state.ID{h.id["C1"]}, ToLevel: h.id["W1"]},
			state.IllegalState},
		{"it is the site", change.CopyElement{ElementIDs: []state.ID{h.model.Info().SiteID}, Delta: delta(1, 0, 0)},
			state.IllegalState},
		{"it is a level", change.CopyElement{ElementIDs: []state.ID{h.id["First"]}, Delta: delta(0, 0, 3000)},
			state.IllegalState},
		{"it is a filled opening", change.CopyElement{ElementIDs: []state.ID{door.FillsID}, Delta: delta(1, 0, 0)},
			state.IllegalState},
		{"a door leaves its wall", change.CopyElement{ElementIDs: []state.ID{h.id["D1"]}, Delta: delta(0, 500, 0)},
			state.IllegalState},
		{"a door goes to another level alone", change.CopyElement{ElementIDs: []state.ID{h.id["D1"]},
			ToLevel: h.id["First"]},
			state.IllegalState},
		{"a door overlaps its copy", change.CopyElement{ElementIDs: []state.ID{h.id["D1"]}, Delta: delta(500, 0, 0)},
			state.OpeningsOverlap},
		{"a door slides off the wall", change.CopyElement{ElementIDs: []state.ID{h.id["D1"]}, Delta: delta(9999, 0, 0)},
			state.OpeningOutsideHost},
		{"the last copy is out of bounds", change.CopyElement{ElementIDs: []state.ID{h.id["C1"]},
			Delta: delta(20000, 0, 0),
			Count: 1000}, state.OutOfModelBounds},
		{"the shift is beyond any length", change.CopyElement{ElementIDs: []state.ID{h.id["C1"]},
			Delta: &geometry.Point3{X: huge, Y: -huge}, Count: 1000}, state.OutOfModelBounds},
		{"the location is beyond any length", change.CopyElement{ElementIDs: []state.ID{h.id["C1"]},
			ToLocation: &geometry.Point3{X: huge, Y: -huge}}, state.OutOfModelBounds},
		{"a room has no walls there", change.CopyElement{ElementIDs: []state.ID{h.id["001"]},
			Delta: delta(50000, 0, 0)},
			state.DegenerateGeometry},
		{"a room's place is taken", change.CopyElement{ElementIDs: []state.ID{h.id["001"]}, Delta: delta(7000, 0, 0)},
			state.AlreadyExists},
		{"a stair has no level for its top", change.CopyElement{ElementIDs: []state.ID{h.id["T1"]},
			ToLevel: h.id["Roof"]},
			state.NotFound},
	} {
		t.Run(c.when, func(t *testing.T) { h.refused(c.do, c.want) })
	}
}

// made returns the elements that a decision created, by name.
func made(d change.Decision) map[string]*state.Element {
	out := map[string]*state.Element{}
	for _, event := range d.Events {
		if c, ok := state.CreatedBy(event); ok {
			e, _ := d.After.Element(c.ID)
			out[e.Name] = e
		}
	}
	return out
}

func TestAWholeStoreyIsCopied(t *testing.T) {
	h := buildHouse(t)
	var ids []state.ID
	for _, name := range []string{"W5", "W6", "W7", "W8", "P2", "P3", "101", "102", "103", "D4"} {
		ids = append(ids, h.id[name])
	}
	d, err := h.try(change.CopyElement{ElementIDs: ids, ToLevel: h.id["Roof"]})
	if err != nil {
		t.Fatal(err)
	}
	checkDecision(t, h.model, d)
	h.model = d.After
	copies := made(d)
	for name, net := range map[string]float64{"W5 (2)": 8.208, "W7 (2)": 8.748, "P2 (2)": 2.0328, "P3 (2)": 2.23104} {
		if copies[name] == nil || copies[name].LevelID != h.id["Roof"] {
			t.Fatalf("there is no %s on the level: %v", name, copies)
		}
		h.measure(copies[name].ID, "NetVolume", net)
	}
	door := copies["D4 (2)"]
	if door.HostID != copies["P2 (2)"].ID || door.LevelID != h.id["Roof"] {
		t.Error("the door is not in the copied wall")
	}
	if n := len(h.model.JoinsOf(copies["P2 (2)"].ID)); n != 3 {
		t.Errorf("the copied partition has %d joins, want 3", n)
	}
	rooms := 0
	for _, e := range copies {
		if r, ok := e.Params.(*room.Room); ok {
			rooms++
			if r.Number != "" {
				t.Errorf("the copied room has number %s", r.Number)
			}
		}
	}
	if rooms != 3 {
		t.Errorf("%d rooms are copied, want 3", rooms)
	}
}

func TestJoinsWithWallsThatStayAreNotCopied(t *testing.T) {
	h := buildHouse(t)
	d, err := h.try(change.CopyElement{ElementIDs: []state.ID{h.id["W1"], h.id["W2"]}, Delta: delta(50000, 0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	copies := made(d)
	for _, name := range []string{"W1 (2)", "W2 (2)"} {
		if n := len(d.After.JoinsOf(copies[name].ID)); n != 1 {
			t.Errorf("%s has %d joins, want the one with the other copy", name, n)
		}
	}
	for _, j := range d.After.JoinsOf(copies["W1 (2)"].ID) {
		if !fabric.JoinHolds(d.After, j) || j.A > j.B {
			t.Errorf("the copied join is %+v", j)
		}
	}
}

func TestARowOfCopies(t *testing.T) {
	h := buildHouse(t)
	d, err := h.try(change.CopyElement{ElementIDs: []state.ID{h.id["C1"]}, Delta: delta(0, 500, 0), Count: 3})
	if err != nil {
		t.Fatal(err)
	}
	copies := made(d)
	for name, y := range map[string]int64{"C1 (2)": 4500, "C1 (3)": 5000, "C1 (4)": 5500} {
		if e := copies[name]; e == nil || e.Params.(*member.Column).Location != mm(2000, y) {
			t.Errorf("%s is %+v", name, e)
		}
	}
	h.model = d.After
	d, err = h.try(change.CopyElement{ElementIDs: []state.ID{copies["C1 (3)"].ID}, Delta: delta(500, 0, 0)})
	if err != nil || made(d)["C1 (5)"] == nil {
		t.Errorf("the copy of a copy is %v: %v", made(d), err)
	}
}

func TestAutomaticNamesCountOn(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(5000, 0), 200)
	d, err := p.try(change.CopyElement{ElementIDs: []state.ID{wall}, Delta: delta(0, 1000, 0), Count: 2})
	if err != nil || made(d)["Wall 2"] == nil || made(d)["Wall 3"] == nil {
		t.Errorf("the copies are %v: %v", made(d), err)
	}
}

func TestACopyGoesToALocation(t *testing.T) {
	h := buildHouse(t)
	d, err := h.try(change.CopyElement{ElementIDs: []state.ID{h.id["P1"]}, ToLocation: delta(3000, 150, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if w := made(d)["P1 (2)"].Params.(*fabric.Wall); w.Start != mm(3000, 150) || w.End != mm(3000, 7850) {
		t.Errorf("the copy runs from %v to %v", w.Start, w.End)
	}
}

func TestAFloorIsCopiedWithItsOpenings(t *testing.T) {
	h := buildHouse(t)
	h.do(change.CreateOpening{Name: "Shaft", HostID: h.id["S0"], Polygon: rectangle(1000, 1000, 2000, 2000)})
	d, err := h.try(change.CopyElement{ElementIDs: []state.ID{h.id["S0"]}, Delta: delta(20000, 0, 100)})
	if err != nil {
		t.Fatal(err)
	}
	h.model = d.After
	h.measure(made(d)["S0 (2)"].ID, "NetVolume", (96-1)*0.3)
}

func TestADoorIsCopiedInItsWall(t *testing.T) {
	h := buildHouse(t)
	d, err := h.try(change.CopyElement{ElementIDs: []state.ID{h.id["D3"]}, Delta: delta(0, 1500, 0)})
	if err != nil {
		t.Fatal(err)
	}
	checkDecision(t, h.model, d)
	h.model = d.After
	h.measure(h.id["P1"], "NetVolume", 2.4864-2*0.9*2.1*0.12)
}

func TestAStairFindsTheLevelForItsTop(t *testing.T) {
	h := buildHouse(t)
	d, err := h.try(change.CopyElement{ElementIDs: []state.ID{h.id["T1"]}, ToLevel: h.id["First"]})
	if err != nil {
		t.Fatal(err)
	}
	if s := made(d)["T1 (2)"].Params.(*stair.Stair); s.TopLevel != h.id["Roof"] {
		t.Errorf("the copy reaches up to %s", s.TopLevel)
	}
}
