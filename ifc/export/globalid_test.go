package export

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
)

// roots returns class and name of every rooted instance by GlobalId.
func roots(r *reading) map[string]string {
	out := map[string]string{}
	for _, in := range r.of("IfcRoot") {
		out[r.text(in, "GlobalId")] = in.Name + " " + r.text(in, "Name")
	}
	return out
}

func TestSameModelSameBytes(t *testing.T) {
	s := house(t)
	var a, b bytes.Buffer
	for _, out := range []*bytes.Buffer{&a, &b} {
		if _, err := Write(t.Context(), out, s.model, defaults()); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("two exports of one model differ")
	}
}

// TestEditsKeepGlobalIDs checks that an edit of one element does not change the GlobalIds of other objects, including
// relations and sets. A door of another size has another type.
func TestEditsKeepGlobalIDs(t *testing.T) {
	for name, edit := range map[string]func(*site){
		"a wall moves": func(s *site) {
			s.do("", change.MoveElement{ElementIDs: []state.ID{s.ids["P1"]}, Delta: at(-1000, 0).At(0)})
		},
		"a door is widened": func(s *site) { s.modify("D1", "width", 1300) },
		"a room is renamed": func(s *site) { s.modify("001", "name", "Lounge") },
		"a column is added": func(s *site) { s.houseFrame() },
		"a wall gets its own property": func(s *site) {
			s.modify("W1", "Pset_WallCommon.FireRating", "REI 90")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := house(t)
			before := roots(read(t, s))
			edit(s)
			after := roots(read(t, s))
			for id, what := range before {
				_, kept := after[id]
				if ofType := typeEntities.MatchString(what) && name == "a door is widened"; !kept && !ofType {
					t.Errorf("%s %s is gone", id, what)
				}
			}
		})
	}
}

// typeEntities matches the objects of a type of doors.
var typeEntities = regexp.MustCompile(
	"^(IFCDOORTYPE|IFCDOORLININGPROPERTIES|IFCDOORPANELPROPERTIES|IFCRELDEFINESBYTYPE) ")

// TestDeletionKeepsOtherGlobalIDs checks that deleting a window removes its own objects and no others.
func TestDeletionKeepsOtherGlobalIDs(t *testing.T) {
	s := house(t)
	before := roots(read(t, s))
	s.do("", change.DeleteElement{ElementIDs: []state.ID{s.ids["F1"]}})
	gone := 0
	after := roots(read(t, s))
	for id := range before {
		if _, kept := after[id]; !kept {
			gone++
		}
	}
	for id := range after {
		if _, known := before[id]; !known {
			t.Errorf("%s %s is new", id, after[id])
		}
	}
	// The window and the opening, each with its quantities and their relation, the properties of the window and their
	// relation, and the relations IfcRelVoidsElement and IfcRelFillsElement.
	if gone != 10 {
		t.Errorf("%d objects are gone, want 10", gone)
	}
}
