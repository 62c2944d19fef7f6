package domain

import (
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"testing"
)

func TestDeletingIsRefused(t *testing.T) {
	h := buildHouse(t)
	for _, c := range []struct {
		when string
		do   change.DeleteElement
		want state.Code
	}{
		{"nothing is named", change.DeleteElement{}, state.OutOfRange},
		{"it does not exist", change.DeleteElement{ElementIDs: []state.ID{h.id["W1"], "nothing"}}, state.NotFound},
		{"it is the site", change.DeleteElement{ElementIDs: []state.ID{h.model.Info().SiteID}}, state.IllegalState},
		{"it is the building", change.DeleteElement{ElementIDs: []state.ID{h.model.Info().BuildingID}},
			state.IllegalState},
		{"the level carries elements", change.DeleteElement{ElementIDs: []state.ID{h.id["Ground"]}},
			state.IllegalState},
		{"a stair reaches up to the level", change.DeleteElement{ElementIDs: append(h.model.OnLevel(h.id["First"]),
			h.id["First"])}, state.IllegalState},
		{"more goes than was expected", change.DeleteElement{ElementIDs: []state.ID{h.id["W1"]},
			ExpectedIDs: []state.ID{h.id["W1"]}},
			state.ConstraintViolated},
		{"nothing was expected to go", change.DeleteElement{ElementIDs: []state.ID{h.id["C1"]},
			ExpectedIDs: []state.ID{}},
			state.ConstraintViolated},
	} {
		t.Run(c.when, func(t *testing.T) { h.refused(c.do, c.want) })
	}
	d, err := h.try(change.DeleteElement{ElementIDs: []state.ID{h.id["D1"]},
		ExpectedIDs: append(h.model.HostedBy(h.id["W1"]), h.id["D1"])})
	if err != nil || len(d.Events) != 1 {
		t.Errorf("what was expected to go is refused: %v", err)
	}
}

func TestALevelGoesAfterWhatStandsOnIt(t *testing.T) {
	h := buildHouse(t)
	level := h.do(change.CreateLevel{Name: "Attic", Elevation: 9_000_000})
	var ids []state.ID
	for range 8 { // ids come in any order
		ids = append(ids, h.do(change.CreateWall{LevelID: level,
			Wall: fabric.Wall{Start: mm(0, 0), End: mm(1000, 0), Height: 1000, Thickness: 1000}}))
	}
	before := h.model.Len()
	h.do(change.DeleteElement{ElementIDs: append(ids, level)})
	if h.model.Len() != before-9 {
		t.Errorf("%d elements went, want 9", before-h.model.Len())
	}
}

func TestADoorGoesWithItsOpening(t *testing.T) {
	h := buildHouse(t)
	h.do(change.DeleteElement{ElementIDs: []state.ID{h.id["D1"]}})
	h.measure(h.id["W1"], "NetVolume", 7.806+1.1*2.2*0.3)
	if n := len(h.model.HostedBy(h.id["W1"])); n != 4 {
		t.Errorf("the wall hosts %d elements, want two windows and their openings", n)
	}
}

func TestRoomsLeftOpenAreReportedOnce(t *testing.T) {
	h := buildHouse(t)
	d, err := h.try(change.DeleteElement{ElementIDs: []state.ID{h.id["W1"], h.id["W2"], h.id["W3"]}})
	if err != nil {
		t.Fatal(err)
	}
	reported := map[state.ID]int{}
	for _, w := range d.Warnings {
		if w.Code == "ROOM_UNBOUNDED" {
			reported[w.Data["room_id"].(state.ID)]++
		}
	}
	if len(reported) != 2 || reported[h.id["001"]] != 1 || reported[h.id["002"]] != 1 {
		t.Errorf("reported: %v", reported)
	}
	d, err = h.try(change.DeleteElement{ElementIDs: []state.ID{h.id["P1"]}})
	if err != nil || len(d.Warnings) != 0 {
		t.Errorf("without P1 both rooms are one, and bounded: %v, %v", err, d.Warnings)
	}
}

func TestDeletingAndMakingAgainLeavesNoTrace(t *testing.T) {
	h := buildHouse(t)
	wall := h.id["W2"]
	h.do(change.DeleteElement{ElementIDs: []state.ID{wall}})
	if n := len(h.model.HostedBy(wall)) + len(h.model.JoinsOf(wall)); n != 0 {
		t.Errorf("%d things still name the wall", n)
	}
	h.measure(h.id["W1"], "GrossVolume", 9.828) // square and mitred ends of equal walls have the same size
}
