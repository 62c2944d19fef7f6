package drawings

import (
	"context"
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// newRandomCurved returns a random building whose walls are bent by random amounts to either side, with openings in
// them and a bent partition.
func newRandomCurved(t testing.TB, seed uint64) *random {
	r := newRandomSite(t, seed)
	w, d := 10*r.between(700, 1800), 10*r.between(600, 1400)
	corners := [][2]int64{{0, 0}, {w, 0}, {w, d}, {0, d}}
	var walls []state.ID
	for i, c := range corners {
		n := corners[(i+1)%4]
		rise := []int64{0, r.between(-1200, -50), r.between(50, 3000)}[r.IntN(3)]
		walls = append(walls, r.bent("outer", c, n, rise))
	}
	y := d * r.between(40, 60) / 100
	walls = append(walls, r.bent("inner", [2]int64{0, y}, [2]int64{w, y}, r.between(-900, 900)))
	_, _ = r.try(change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	for _, id := range walls {
		if plan, err := fabric.WallPlanOf(r.model, id); err == nil {
			r.openings(id, int64(plan.Length.MM()), 600)
		}
	}
	for _, at := range []geometry.Point2{mm(w/2, d/5), mm(w/2, d*4/5)} {
		_, _ = r.try(change.CreateRoom{Name: r.name("Room "), LevelID: r.id["ground"],
			Room: room.Room{Seed: &at, Number: r.name("0")}})
	}
	return r
}

// bent makes a wall whose middle lies off the straight line between its ends, to the right for a positive rise.
func (r *random) bent(kind string, from, to [2]int64, rise int64) state.ID {
	wall := fabric.Wall{Start: mm(from[0], from[1]), End: mm(to[0], to[1]), Height: geometry.MM(2800)}
	if x, y := to[0]-from[0], to[1]-from[1]; rise != 0 {
		long := max(x, -x, y, -y) // all run along the axes
		wall.Mid = via((from[0]+to[0])/2+rise*y/long, (from[1]+to[1])/2-rise*x/long)
	}
	return r.do("", change.CreateWall{Name: r.name(kind + " "), LevelID: r.id["ground"], TypeID: r.id[kind],
		Wall: wall})[0]
}

// TestRandomCurvedBuildings runs the checks of all drawings on plans, elevations and sections of buildings with curved
// walls.
func TestRandomCurvedBuildings(t *testing.T) {
	first, n := buildings()
	for seed := first; seed < first+n/5; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			v := newRandomCurved(t, seed).view()
			checkPlan(t, v, planOf(t, v, 0, []int64{100, 50}[seed%2]), shape.Levels(v.Model)[0].ID)
			elevation, err := Elevation(context.Background(), v,
				ElevationSpec{From: []Compass{South, East, North, West}[seed%4], Scale: 100})
			if err != nil {
				t.Fatal(err)
			}
			checkDrawing(t, elevation.Drawing)
			line := SectionLine{Name: "A", Start: mm(-5000, 2100), End: mm(22000, 2200)}
			section, err := Section(context.Background(), v, SectionSpec{Line: line, Scale: []int64{50, 100}[seed%2]})
			if err != nil {
				t.Fatal(err)
			}
			checkDrawing(t, section.Drawing)
			checkSectionArea(t, v, section, line)
		})
	}
}
