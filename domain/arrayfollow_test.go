package domain

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/array"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func set(id state.ID, parameter string, value any) change.ModifyParameter {
	return change.ModifyParameter{ElementID: id, ParameterName: parameter, Value: state.MustJSON(value)}
}

func (b *builder) count(c state.Category, want int) {
	b.t.Helper()
	if n := len(b.model.OfCategory(c)); n != want {
		b.t.Errorf("%d of category %s, want %d", n, c, want)
	}
}

// Instances follow changes of their original and of the array, and keep their ids and names.
func TestInstancesFollowTheirOriginal(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(3000, 0), 200)
	door := p.do(doorOf(wall, 1000))
	by := shift(5000, 0, 0)
	a := p.do(change.CreateArray{ElementIDs: []state.ID{wall}, Count: 3, Delta: &by, Name: "Cells"})
	p.count(state.CategoryWall, 3)
	p.count(state.CategoryDoor, 3)
	second := array.IDOf(a, "2", wall)
	p.do(set(second, "name", "Middle"))
	p.do(set(wall, "height", geometry.MM(2700)))
	p.do(set(door, "width", geometry.MM(1000)))
	p.do(change.PlaceWindow{WallID: wall, Window: fabric.Window{Offset: geometry.MM(2100), Width: geometry.MM(700),
		Height: geometry.MM(1000), SillHeight: geometry.MM(900)}})
	p.count(state.CategoryWindow, 3)
	e := change.Element(p.model, second)
	if w := e.Params.(*fabric.Wall); w.Height != geometry.MM(2700) || w.Start != mm(5000, 0) || e.Name != "Middle" {
		t.Errorf("the second member is %q, %+v", e.Name, w)
	}
	if d := change.Element(p.model, array.IDOf(a, "3", door)).Params.(*fabric.Door); d.Width != geometry.MM(1000) {
		t.Errorf("the third door is %+v", d)
	}
	p.do(set(a, "count", 5))
	p.count(state.CategoryWall, 5)
	p.count(state.CategoryWindow, 5)
	p.do(set(a, "delta", shift(6000, 100, 0)))
	if w := change.Element(p.model, array.IDOf(a, "5", wall)).Params.(*fabric.Wall); w.Start != mm(24_000, 400) {
		t.Errorf("the fifth starts at %v", w.Start)
	}
	p.do(set(a, "count", 2))
	p.count(state.CategoryWall, 2)
	p.count(state.CategoryOpening, 4)
	if e := change.Element(p.model, second); e == nil || e.Name != "Middle" {
		t.Error("the second member is another one")
	}
	p.do(change.MoveElement{ElementIDs: []state.ID{a}, Delta: shift(0, 9000, 0)})
	if w := change.Element(p.model, second).Params.(*fabric.Wall); w.Start != mm(6000, 9100) {
		t.Errorf("moved with its array, the second starts at %v", w.Start)
	}
	p.do(change.DeleteElement{ElementIDs: []state.ID{door}})
	p.count(state.CategoryDoor, 0)
	p.do(change.DeleteElement{ElementIDs: []state.ID{wall}})
	p.count(state.CategoryWall, 0)
	p.count(state.CategoryArray, 0)
}

// An instance cannot be changed or deleted by itself unless it is released.
func TestInstancesAreReleased(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(3000, 0), 200)
	door := p.do(doorOf(wall, 1000))
	by := shift(0, 5000, 0)
	a := p.do(change.CreateArray{ElementIDs: []state.ID{wall}, Count: 4, Delta: &by})
	third := array.IDOf(a, "3", wall)
	p.refused(set(third, "height", geometry.MM(2900)), state.ConstraintViolated)
	p.refused(change.DeleteElement{ElementIDs: []state.ID{third}}, state.ConstraintViolated)
	p.refused(change.MoveElement{ElementIDs: []state.ID{third}, Delta: by}, state.ConstraintViolated)
	p.refused(set(array.IDOf(a, "3", door), "width", geometry.MM(1000)), state.ConstraintViolated)
	p.refused(change.CopyElement{ElementIDs: []state.ID{a}, Delta: &by}, state.IllegalState)
	p.refused(change.ReleaseArray{ArrayID: a, ElementIDs: []state.ID{wall}}, state.NotFound)
	p.refused(change.ReleaseArray{ArrayID: wall}, state.IllegalState)
	p.refused(set(a, "originals", []state.ID{third}), state.IllegalState)
	p.do(change.ReleaseArray{ArrayID: a, ElementIDs: []state.ID{array.IDOf(a, "3", door)}})
	p.do(set(third, "height", geometry.MM(2600)))
	p.do(set(wall, "height", geometry.MM(2800)))
	if w := change.Element(p.model, third).Params.(*fabric.Wall); w.Height != geometry.MM(2600) {
		t.Errorf("the released member is %+v", w)
	}
	p.do(set(a, "count", 6))
	p.count(state.CategoryWall, 6)
	p.do(change.ReleaseArray{ArrayID: a})
	p.count(state.CategoryArray, 0)
	p.count(state.CategoryWall, 6)
	p.do(set(array.IDOf(a, "4", wall), "height", geometry.MM(2200)))
	b := p.do(change.CreateArray{ElementIDs: []state.ID{wall}, Mirror: []geometry.Point2{mm(-1000, 0), mm(-1000, 500)}})
	p.do(change.DeleteElement{ElementIDs: []state.ID{b}})
	p.count(state.CategoryWall, 6)
}

// A mirror image follows its original and has the same joins. Copies of a storey's walls and rooms on other storeys
// follow too.
func TestMirrorImagesAndStoreysFollow(t *testing.T) {
	f := newFork(t)
	b := &builder{t: t, model: f.base, n: 500}
	walls := b.model.OfCategory(state.CategoryWall)
	flat := append(walls, f.room)
	a := b.do(change.CreateArray{ElementIDs: flat, Mirror: []geometry.Point2{mm(10_000, 0), mm(10_000, 1000)}})
	b.count(state.CategoryRoom, 2)
	if n := len(b.model.Joins()); n != 8 {
		t.Errorf("%d joins", n)
	}
	area := func(id state.ID) float64 { return (&plot{b, f.level}).quantity(id, "NetFloorArea") }
	image := array.IDOf(a, "mirror", f.room)
	b.do(set(image, "number", "2"))
	b.do(change.MoveElement{ElementIDs: []state.ID{f.w2}, Delta: shift(1000, 0, 0)})
	if is, want := area(image), area(f.room); math.Abs(is-want) > 1e-6 {
		t.Errorf("the image has %v m2, the room %v", is, want)
	}
	if r := change.Element(b.model, image).Params.(*room.Room); r.Number != "2" {
		t.Errorf("the image has number %q", r.Number)
	}
	var levels []state.ID
	for i, name := range []string{"First", "Second", "Third"} {
		levels = append(levels, b.do(change.CreateLevel{Name: name, Elevation: geometry.MM(int64(3000 * (i + 1)))}))
	}
	b.refused(change.CreateArray{ElementIDs: flat, Levels: []state.ID{f.level}}, state.OutOfRange)
	s := b.do(change.CreateArray{ElementIDs: flat, Levels: levels})
	b.count(state.CategoryRoom, 5)
	b.do(set(f.door, "width", geometry.MM(1200)))
	for _, level := range levels {
		d := change.Element(b.model, array.IDOf(s, string(level), f.door))
		if d.LevelID != level || d.Params.(*fabric.Door).Width != geometry.MM(1200) {
			t.Errorf("a door is %+v", d)
		}
	}
	b.do(set(s, "level_ids", levels[:2]))
	b.count(state.CategoryRoom, 4)
	b.refused(change.DeleteElement{ElementIDs: []state.ID{levels[0]}}, state.IllegalState)
}

// An array may have instances of another array as its originals. They follow a change of the first original. If that
// wall is split, every instance has two walls too.
func TestArraysOfArraysAndSplitOriginals(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(4000, 0), 200)
	by, up := shift(6000, 0, 0), shift(0, 7000, 0)
	a := p.do(change.CreateArray{ElementIDs: []state.ID{wall}, Count: 2, Delta: &by})
	second := array.IDOf(a, "2", wall)
	b := p.do(change.CreateArray{ElementIDs: []state.ID{wall, second}, Count: 3, Delta: &up})
	p.count(state.CategoryWall, 6)
	p.do(set(wall, "thickness", geometry.MM(300)))
	far := change.Element(p.model, array.IDOf(b, "3", second)).Params.(*fabric.Wall)
	if w := far; w.Thickness != geometry.MM(300) || w.Start != mm(6000, 14_000) {
		t.Errorf("the far instance is %+v", w)
	}
	p.do(change.SplitWall{WallID: wall, Offset: geometry.MM(1500)})
	// The second part of the wall is an original of both arrays. The part of its instance is no original.
	p.count(state.CategoryWall, 10)
	for _, id := range p.model.OfCategory(state.CategoryWall) {
		checkBody(t, p.model, id)
	}
}

// After random changes of originals and arrays, the instances always equal a copy of the originals. The changes can be
// undone, merged and replayed.
func TestRandomArraysFollow(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 53))
	for range manyOf(25) {
		f := newFork(t)
		s := newSide(t, &builder{t: t, model: f.base, n: 100}, 1)
		wall := s.do(wallOf(f.level, 0, 40000, 3000+r.Int64N(3000), 40000+r.Int64N(3000)))
		by, centre := shift(7000+r.Int64N(1000), r.Int64N(2000), r.Int64N(100)), mm(-9000, 52000)
		c := change.CreateArray{ElementIDs: []state.ID{wall}, Count: 2 + r.IntN(4), Delta: &by}
		switch r.IntN(3) {
		case 0:
			c.Delta, c.Center = nil, &centre
		case 1:
			c.Delta, c.Count, c.Mirror = nil, 0, []geometry.Point2{centre, onCircle(centre, 3000, r.Float64()*360)}
		}
		a := s.do(c)
		for range 6 {
			switch r.IntN(5) {
			case 0:
				s.attempt(doorOf(wall, 200+r.Int64N(3000)))
			case 1:
				s.do(set(wall, "height", geometry.MM(2400+r.Int64N(900))))
			case 2:
				if c.Count > 0 {
					s.do(set(a, "count", 2+r.IntN(5)))
				}
			case 3:
				s.do(change.MoveElement{ElementIDs: []state.ID{wall}, Delta: shift(r.Int64N(300), 0, 0)})
			case 4:
				s.attempt(set(wall, "end", mm(4000+r.Int64N(2000), 40000+r.Int64N(2000))))
			}
		}
		checkArray(t, s.model, a)
		checkTakenBack(t, f.base, s)
	}
}

// checkArray compares the volume and the area of each instance with those of its original.
func checkArray(t tester, m *state.Model, id state.ID) {
	t.Helper()
	e, _ := m.Element(id)
	a := e.Params.(*array.Array)
	places, err := a.Places(m)
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	for _, p := range places {
		for _, original := range a.Originals {
			for _, of := range append(m.HostedBy(original), original) {
				is, ok := m.Element(array.IDOf(id, p.Name, of))
				if !ok {
					t.Fatalf("no instance of %s at %s", shape.NameOf(m, of), p.Name)
				}
				made++
				checkBody(t, m, is.ID)
				was, err := shape.Body(m, of)
				if err != nil {
					t.Fatal(err)
				}
				body, _ := shape.Body(m, is.ID)
				if math.Abs(was.Volume()-body.Volume()) > 1e-5*was.Volume() ||
					math.Abs(was.Area()-body.Area()) > 1e-5*was.Area() {
					t.Fatalf("instance %q has %v m3 and %v m2, its original %v and %v", is.Name, body.Volume(),
						body.Area(), was.Volume(), was.Area())
				}
			}
		}
	}
	if made != len(a.Instances) {
		t.Errorf("%d instances, %d are told", made, len(a.Instances))
	}
}

// If the two sides change different parameters of an array, they merge without a conflict and the instances have all
// changes.
func TestArraysMerge(t *testing.T) {
	for name, c := range map[string]struct {
		ours, theirs func(s *side, a, wall state.ID)
		walls, doors int
	}{
		"count and original": {func(s *side, a, wall state.ID) { s.do(set(wall, "height", geometry.MM(2500))) },
			func(s *side, a, wall state.ID) { s.do(set(a, "count", 5)) }, 5, 5},
		"original and count": {func(s *side, a, wall state.ID) { s.do(set(a, "count", 5)) },
			func(s *side, a, wall state.ID) { s.do(set(wall, "height", geometry.MM(2500))) }, 5, 5},
		"fewer and original": {func(s *side, a, wall state.ID) { s.do(set(a, "count", 2)) },
			func(s *side, a, wall state.ID) { s.do(set(wall, "height", geometry.MM(2500))) }, 2, 2},
		"original and fewer": {func(s *side, a, wall state.ID) { s.do(set(wall, "height", geometry.MM(2500))) },
			func(s *side, a, wall state.ID) { s.do(set(a, "count", 2)) }, 2, 2},
		"a door each": {func(s *side, a, wall state.ID) { s.do(doorOf(wall, 3000)) },
			func(s *side, a, wall state.ID) {
				s.do(doorOf(wall, 5000))
				s.do(set(wall, "height", geometry.MM(2500)))
			}, 3, 9},
		"a door and fewer": {func(s *side, a, wall state.ID) {
			s.do(doorOf(wall, 3000))
			s.do(set(wall, "height", geometry.MM(2500)))
		}, func(s *side, a, wall state.ID) { s.do(set(a, "count", 2)) }, 2, 4},
		"a door and more": {func(s *side, a, wall state.ID) { s.do(set(a, "count", 4)) },
			func(s *side, a, wall state.ID) {
				s.do(doorOf(wall, 3000))
				s.do(set(wall, "height", geometry.MM(2500)))
			}, 4, 8},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlot(t)
			wall := p.wall(mm(0, 0), mm(7000, 0), 200)
			p.do(doorOf(wall, 1000))
			by := shift(0, 4000, 0)
			a := p.do(change.CreateArray{ElementIDs: []state.ID{wall}, Count: 3, Delta: &by})
			ours, theirs := newSide(t, p.builder, 1000), newSide(t, p.builder, 2000)
			c.ours(ours, a, wall)
			c.theirs(theirs, a, wall)
			out, err := merge.Merge{ID: "merge", Base: p.model,
				Ours:   merge.MergeSide{Model: ours.model, Touched: ours.touched},
				Theirs: merge.MergeSide{Model: theirs.model, Touched: theirs.touched}}.Decide()
			if err != nil || len(out.Conflicts) > 0 {
				t.Fatalf("%v: %+v", err, out.Conflicts)
			}
			m := &builder{t: t, model: out.Decision.After}
			m.count(state.CategoryWall, c.walls)
			m.count(state.CategoryDoor, c.doors)
			for _, id := range m.model.OfCategory(state.CategoryWall) {
				if w := change.Element(m.model, id).Params.(*fabric.Wall); w.Height != geometry.MM(2500) {
					t.Errorf("a wall is %v high", w.Height)
				}
			}
			checkArray(t, m.model, a)
			touches := merge.NewTouches()
			for _, e := range out.Decision.Events {
				touches.Note(e)
			}
			back, err := merge.Undo{ID: "undo", Before: ours.model, After: out.Decision.After, Now: out.Decision.After,
				Undone: touches, Later: merge.NewTouches()}.Decide()
			if err != nil {
				t.Fatal(err)
			}
			if d := merge.Diff(ours.model, back.Decision.After, touches.IDs()); d.Len() > 0 {
				t.Errorf("undone, a difference is left: %+v", d)
			}
		})
	}
}
