package domain

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// volumeOfAll returns the total volume of the bodies of walls.
func (b *builder) volumeOfAll(walls ...state.ID) float64 {
	b.t.Helper()
	all := 0.0
	for _, id := range walls {
		body, err := shape.Body(b.model, id)
		if err != nil {
			b.t.Fatal(err)
		}
		all += body.Volume()
	}
	return all
}

// boxesOf returns the bounding boxes of the bodies of elements.
func (b *builder) boxesOf(ids ...state.ID) []geometry.Box {
	var out []geometry.Box
	for _, id := range ids {
		body, err := shape.Body(b.model, id)
		if err != nil {
			b.t.Fatal(err)
		}
		out = append(out, body.Bounds())
	}
	return out
}

// A wall at a corner, with another wall butting against it, a door, a window and a hole is split. Each hosted element
// goes to its part and keeps its place, and the total volume of the walls is unchanged.
func TestASplitWallKeepsWhatLiesInIt(t *testing.T) {
	p := newPlot(t)
	long := p.wall(mm(0, 0), mm(10000, 0), 300)
	left, right := p.wall(mm(0, 0), mm(0, 5000), 300), p.wall(mm(10000, 0), mm(10000, 5000), 300)
	butting := p.wall(mm(7500, 0), mm(7500, 5000), 200)
	p.join(fabric.JoinAuto, long, left, right, butting)
	near, far := p.do(doorOf(long, 1000)), p.do(doorOf(long, 8200))
	hole := p.do(change.CreateOpening{HostID: long, Offset: at(geometry.MM(6000)), Width: geometry.MM(500),
		Height: geometry.MM(500), SillHeight: geometry.MM(800)})
	hosted := []state.ID{near, far, hole}
	volume, boxes := p.volumeOfAll(long, left, right, butting), p.boxesOf(hosted...)
	p.refused(change.SplitWall{WallID: long, Offset: geometry.MM(1500)}, state.IllegalState)
	p.refused(change.SplitWall{WallID: long, Offset: geometry.MM(10000)}, state.OutOfRange)
	p.refused(change.SplitWall{WallID: long}, state.InvalidInput)
	p.refused(change.SplitWall{WallID: long, ByWallID: long}, state.InvalidInput)
	beside := mm(5000, 400)
	p.refused(change.SplitWall{WallID: long, At: &beside}, state.OutOfRange)
	place := mm(5000, 100)
	part := p.do(change.SplitWall{WallID: long, At: &place})
	host := func(id state.ID) state.ID { e, _ := p.model.Element(id); return e.HostID }
	if host(near) != long || host(far) != part || host(hole) != part {
		t.Errorf("hosts: %s, %s, %s of %s and %s", host(near), host(far), host(hole), long, part)
	}
	if got := p.boxesOf(hosted...); !slices.Equal(got, boxes) {
		t.Errorf("what is in the wall stands at %v, and stood at %v", got, boxes)
	}
	if got := p.volumeOfAll(long, part, left, right, butting); math.Abs(got-volume) > 1e-9 {
		t.Errorf("%v m3 of walls, there were %v", got, volume)
	}
	for _, pair := range [][2]state.ID{{long, left}, {part, right}, {part, butting}} {
		if !slices.ContainsFunc(p.model.JoinsOf(pair[0]), func(j *state.Join) bool {
			return j.Other(pair[0]) == pair[1]
		}) {
			t.Errorf("%s and %s are not joined", pair[0], pair[1])
		}
	}
	if _, err := p.try(change.DeleteElement{ElementIDs: []state.ID{part}}); err != nil {
		t.Error(err)
	}
}

// A wall split by another wall meets it with both parts.
func TestAWallIsSplitByAnother(t *testing.T) {
	p := newPlot(t)
	long, across := p.wall(mm(0, 0), mm(10000, 0), 300), p.wall(mm(4000, -3000), mm(4000, 3000), 200)
	p.join(fabric.JoinAuto, long, across)
	volume := p.volumeOfAll(long, across)
	part := p.do(change.SplitWall{WallID: long, ByWallID: across})
	e, _ := p.model.Element(part)
	if got := e.Params.(*fabric.Wall).Start; got != mm(4000, 0) {
		t.Errorf("split at %v", got)
	}
	if got := p.volumeOfAll(long, part, across); math.Abs(got-volume) > 1e-9 {
		t.Errorf("%v m3 of walls, there were %v", got, volume)
	}
	away := p.wall(mm(20000, -3000), mm(20000, 3000), 200)
	p.refused(change.SplitWall{WallID: long, ByWallID: away}, state.IllegalState)
}

// The rooms on both sides of a split wall are unchanged, and all constraints still hold.
func TestRoomsAndConstraintsStayWhenAWallIsSplit(t *testing.T) {
	h := buildHouse(t)
	area := func(id state.ID) float64 {
		body, err := shape.Body(h.model, id)
		if err != nil {
			t.Fatal(err)
		}
		return body.Volume()
	}
	rooms := []state.ID{h.id["001"], h.id["002"]}
	before := []float64{area(rooms[0]), area(rooms[1])}
	wall := h.id["P3"]
	follows := h.do(wallOf(h.id["Ground"], 0, -30000, 5000, -30000))
	h.do(change.AddConstraint{Kind: change.ConstraintDistance, ElementIDs: []state.ID{
		h.do(wallOf(h.id["Ground"], 0, -28000, 5000, -28000)), follows}})
	h.do(change.AddConstraint{Kind: change.ConstraintFixed, ElementIDs: []state.ID{wall}})
	plan, err := fabric.WallLine(h.model, wall)
	if err != nil {
		t.Fatal(err)
	}
	split := false
	for offset := plan.Length / 10; offset < plan.Length && !split; offset += plan.Length / 10 {
		if _, err := h.try(change.SplitWall{WallID: wall, Offset: offset}); err == nil {
			h.do(change.SplitWall{WallID: wall, Offset: offset})
			split = true
		}
	}
	h.do(change.SplitWall{WallID: follows, Offset: geometry.MM(2000)})
	for i, id := range rooms {
		if got := area(id); !split || math.Abs(got-before[i]) > 1e-6 {
			t.Errorf("room %d has %v m3, it had %v", i, got, before[i])
		}
	}
	count := 0
	for range h.model.OfCategory(state.CategoryConstraint) {
		count++
	}
	if count != 4 {
		t.Errorf("%d constraints, want those of both parts of two walls", count)
	}
}

// Random walls, straight and curved, with openings are split. Their total volume is unchanged, hosted elements keep
// their places, and undo and merge give the same walls.
func TestRandomWallsAreSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	f := newFork(t)
	done := 0
	for done < manyOf(60) {
		s := newSide(t, &builder{t: t, model: f.base, n: 100}, 1)
		length := 3000 + r.Int64N(9000)
		turn := r.Float64() * 2 * math.Pi
		end := mm(int64(float64(length)*math.Cos(turn)), 40_000+int64(float64(length)*math.Sin(turn)))
		c := change.CreateWall{LevelID: f.level, Wall: fabric.Wall{Start: mm(0, 40_000), End: end,
			Height: geometry.MM(2800), Thickness: geometry.MM(100 + r.Int64N(300))}}
		c.LocationLine = fabric.LocationLine(c.LocationLine.Enum()[r.IntN(3)])
		if r.IntN(3) == 0 {
			bow := 0.1 + 0.3*r.Float64()
			mid := geometry.Point2{X: (c.Start.X+end.X)/2 + geometry.Length(bow*float64(end.Y-c.Start.Y)),
				Y: (c.Start.Y+end.Y)/2 - geometry.Length(bow*float64(end.X-c.Start.X))}
			c.Mid = &mid
		}
		wall := s.do(c)
		var hosted []state.ID
		for x := 200 + r.Int64N(400); x+900 < length-200; x += 1000 + r.Int64N(1500) {
			if d, err := s.try(doorOf(wall, x)); err == nil && len(d.Events) > 0 {
				hosted = append(hosted, s.do(doorOf(wall, x)))
			}
		}
		volume, boxes := s.volumeOfAll(wall), s.boxesOf(hosted...)
		op := change.SplitWall{WallID: wall, Offset: geometry.MM(100 + r.Int64N(length-200))}
		if _, err := s.try(op); state.CodeOf(err) == state.IllegalState {
			continue // a door is in the way
		}
		done++
		part := s.do(op)
		checkBody(t, s.model, wall)
		checkBody(t, s.model, part)
		tolerance := 1e-6 * volume
		if c.Mid != nil {
			tolerance = 1e-4 * volume // the parts of an arc are divided into different chords
		}
		if got := s.volumeOfAll(wall, part); math.Abs(got-volume) > tolerance {
			var doors []geometry.Length
			for _, id := range hosted {
				e, _ := s.model.Element(id)
				doors = append(doors, e.Params.(*fabric.Door).Offset)
			}
			t.Errorf("%+v: %v m3, it had %v, split at %s, doors at %v", c.Wall, got, volume, op.Offset, doors)
		}
		for i, box := range s.boxesOf(hosted...) {
			if d := box.Min.Sub(boxes[i].Min); max(d.X.Abs(), d.Y.Abs(), d.Z.Abs()) > geometry.Millimetre {
				t.Errorf("%+v: a door stands %v beside its place", c.Wall, d)
			}
		}
		checkTakenBack(t, f.base, s)
	}
}
