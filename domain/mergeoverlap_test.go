package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// The cases are commands that can or cannot still be decided after other commands wrote in between.
func TestFindOverlap(t *testing.T) {
	for _, c := range []struct {
		name        string
		since, mine func(f *fork) change.Operation
		facet       state.Facet // "" if both changes can be made
		element     func(f *fork) state.ID
	}{
		{"another facet of the same wall", func(f *fork) change.Operation { return setting(f.w, "name", "South") },
			func(f *fork) change.Operation { return setting(f.w, "height", 3000) }, "", nil},
		{"the same facet", func(f *fork) change.Operation { return setting(f.w, "height", 3100) },
			func(f *fork) change.Operation { return setting(f.w, "height", 3000) }, "param.height",
			func(f *fork) state.ID { return f.w }},
		{"two doors in one wall", func(f *fork) change.Operation { return doorOf(f.w, 3000) },
			func(f *fork) change.Operation { return doorOf(f.w, 4500) }, "", nil},
		{"a door in a wall that was made higher", func(f *fork) change.Operation {
			return setting(f.w, "height",
				3100)
		},
			func(f *fork) change.Operation { return doorOf(f.w, 4500) }, "param.height",
			func(f *fork) state.ID { return f.w }},
		{"a door in a wall that was renamed", func(f *fork) change.Operation { return setting(f.w, "name", "South") },
			func(f *fork) change.Operation { return doorOf(f.w, 4500) }, "", nil},
		{"a wall on a level that was raised", func(f *fork) change.Operation {
			return setting(f.level, "elevation",
				100)
		},
			func(f *fork) change.Operation { return wallOf(f.level, 0, 9000, 5000, 9000) }, "param.elevation",
			func(f *fork) state.ID { return f.level }},
		{"a wall that a joined one moved towards", func(f *fork) change.Operation {
			return change.MoveElement{ElementIDs: []state.ID{f.w2}, Delta: geometry.Point3{X: geometry.MM(50)}}
		}, func(f *fork) change.Operation { return setting(f.w, "end", [2]int{6050, 0}) }, "param.start",
			func(f *fork) state.ID { return f.w2 }},
		{"deleting a wall into which a door came", func(f *fork) change.Operation { return doorOf(f.w, 3000) },
			func(f *fork) change.Operation { return change.DeleteElement{ElementIDs: []state.ID{f.w}} },
			state.FacetExistence, nil},
	} {
		f := newFork(t)
		f.ours.do(c.since(f))
		since := f.ours.log
		d, err := f.ours.try(c.mine(f))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		o, found := merge.FindOverlap(d.After, d.Events, since)
		if found != (c.facet != "") || o.Facet != c.facet || (c.element != nil && o.ElementID != c.element(f)) {
			t.Errorf("%s: got %v, %+v", c.name, found, o)
		}
	}
}

// Undoing a command restores the state before it; undoing the undo restores the state after it.
func TestUndo(t *testing.T) {
	f := newFork(t)
	for name, op := range map[string]change.Operation{
		"a changed height": setting(f.w, "height", 3000),
		"a moved wall": change.MoveElement{ElementIDs: []state.ID{f.w2},
			Delta: geometry.Point3{X: geometry.MM(10)}},
		"a deleted wall": change.DeleteElement{ElementIDs: []state.ID{f.w}},
		"a deleted door": change.DeleteElement{ElementIDs: []state.ID{f.door}},
		"a door":         doorOf(f.w, 3000), "a level": change.CreateLevel{Name: "Upper",
			Elevation: geometry.MM(3000)},
		"a join":     change.JoinElements{ElementIDs: []state.ID{f.w, f.w2}, JoinType: fabric.JoinButt},
		"a property": setting(f.w, "Pset_WallCommon.FireRating", "REI 90"),
	} {
		s := newSide(t, &builder{t: t, model: f.base, n: 100}, 1)
		s.do(op)
		out, err := merge.Undo{ID: "undo", Before: f.base, After: s.model, Now: s.model, Undone: s.touched,
			Later: merge.NewTouches()}.Decide()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		ids := s.touched.IDs()
		if d := merge.Diff(f.base, out.Decision.After, ids); d.Len() > 0 || len(out.Decision.Events) == 0 {
			t.Errorf("undoing %s leaves a difference: %+v", name, d)
		}
		undone := merge.NewTouches()
		for _, e := range out.Decision.Events {
			undone.Note(e)
		}
		again, err := merge.Undo{ID: "redo", Before: s.model, After: out.Decision.After, Now: out.Decision.After,
			Undone: undone, Later: merge.NewTouches()}.Decide()
		if err != nil {
			t.Errorf("redoing %s: %v", name, err)
			continue
		}
		if d := merge.Diff(s.model, again.Decision.After, ids); d.Len() > 0 {
			t.Errorf("redoing %s leaves a difference: %+v", name, d)
		}
	}
}

// A wall cannot be undone while a later door is in it. Later changes elsewhere do not matter.
func TestUndoIsRefusedWhereLaterChangesDependOnIt(t *testing.T) {
	f := newFork(t)
	wall := f.ours.do(wallOf(f.level, 0, 9000, 5000, 9000))
	after, undone := f.ours.model, f.ours.touched
	f.ours.touched = merge.NewTouches()
	f.ours.do(setting(f.w, "height", 3000))
	u := merge.Undo{ID: "undo", Before: f.base, After: after, Now: f.ours.model, Undone: undone, Later: f.ours.touched}
	out, err := u.Decide()
	if err != nil || change.Has(out.Decision.After, wall) || height(t, out.Decision.After, f.w) != 3000 {
		t.Errorf("with a change elsewhere: %v", err)
	}
	f.ours.do(doorOf(wall, 500))
	u.Now = f.ours.model
	if _, err := u.Decide(); state.CodeOf(err) != state.IllegalState {
		t.Errorf("with a door in it: %v", err)
	}
}
