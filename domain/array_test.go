package domain

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// An array of a wall with a door, in rows or around a centre, has a door in each wall.
func TestArraysAreMadeWithWhatTheyHost(t *testing.T) {
	p := newPlot(t)
	wall := p.wall(mm(0, 0), mm(3000, 0), 200)
	p.do(doorOf(wall, 1000))
	by, row := shift(5000, 0, 0), shift(0, 4000, 0)
	p.do(change.CreateArray{ElementIDs: []state.ID{wall}, Count: 3, Delta: &by, Rows: 2, RowDelta: &row})
	walls, doors := len(p.model.OfCategory(state.CategoryWall)), len(p.model.OfCategory(state.CategoryDoor))
	if walls != 6 || doors != 6 {
		t.Errorf("%d walls and %d doors in rows", walls, doors)
	}
	centre := mm(0, -10000)
	d, err := p.try(change.CreateArray{ElementIDs: []state.ID{wall}, Count: 8, Center: &centre})
	if err != nil {
		t.Fatal(err)
	}
	walls = 0
	for _, e := range made(d) {
		w, ok := e.Params.(*fabric.Wall)
		if !ok {
			continue
		}
		walls++
		if far := geometry.Distance(w.Start, centre) - geometry.MM(10000); far.Abs() > 2 ||
			(geometry.Distance(w.Start, w.End)-geometry.MM(3000)).Abs() > 2 {
			t.Errorf("a wall from %v to %v", w.Start, w.End)
		}
		if len(d.After.HostedBy(e.ID)) != 2 {
			t.Errorf("wall %s hosts %v", e.Name, d.After.HostedBy(e.ID))
		}
	}
	if walls != 7 {
		t.Errorf("%d walls around the centre", walls)
	}
	for _, c := range []change.CreateArray{{Count: 3}, {Count: 1, Delta: &by}, {Count: 3, Delta: &by, Center: &centre},
		{Count: 3, Delta: &by, Rows: 2}, {Count: 3, Delta: &geometry.Point3{}}, {Count: 3, Delta: &by, Angle: 1},
		{Count: 5, Center: &centre, Angle: 90 * geometry.Degree},
		{Count: 2, Center: &centre, Angle: 400 * geometry.Degree},
		{Count: 3, Delta: &by, Rows: 2, RowDelta: &by}} {
		c.ElementIDs = []state.ID{wall}
		p.refused(c, state.OutOfRange)
	}
}

// Instances of random arrays of walls with doors have the volumes of their originals. Undo and merge give the same
// state.
func TestRandomArrays(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	f := newFork(t)
	for range manyOf(30) {
		s := newSide(t, &builder{t: t, model: f.base, n: 100}, 1)
		wall := s.do(wallOf(f.level, 0, 40000, 3000+r.Int64N(3000), 40000+r.Int64N(3000)))
		s.do(doorOf(wall, 500+r.Int64N(1000)))
		want := s.volumeOfAll(wall)
		by, centre := shift(7000+r.Int64N(1000), r.Int64N(2000), r.Int64N(100)), mm(-9000, 52000)
		c := change.CreateArray{ElementIDs: []state.ID{wall}, Count: 2 + r.IntN(6), Delta: &by}
		if r.IntN(2) == 0 {
			c.Delta, c.Center = nil, &centre
		}
		d, err := s.try(c)
		if err != nil {
			t.Fatal(err)
		}
		s.do(c)
		walls := 0
		for _, event := range d.Events {
			e, created := state.CreatedBy(event)
			if !created || e.Category != state.CategoryWall {
				continue
			}
			walls++
			checkBody(t, d.After, e.ID)
			if got := (&builder{t: t, model: d.After}).volumeOfAll(e.ID); math.Abs(got-want) > 1e-5*want {
				t.Errorf("a member has %v m3, its original %v", got, want)
			}
		}
		if walls != c.Count-1 {
			t.Errorf("%d copies for a count of %d", walls, c.Count)
		}
		checkTakenBack(t, f.base, s)
	}
}
