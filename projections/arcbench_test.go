package projections

import (
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// row builds rooms of 6 by 4 m between two long walls, separated by straight walls or by half circles, with a door in
// each. With half circles each room has some 200 edges.
func (s *site) row(rooms int64, curved bool) []state.ID {
	level := s.level("Ground", 0)
	all := []state.ID{s.wall(level, at(0, 0), at(6000*rooms, 0)), s.wall(level, at(6000*rooms, 4000), at(0, 4000))}
	var out []state.ID
	for i := range rooms + 1 {
		x := 6000 * i
		var mid *geometry.Point2
		if curved {
			mid = new(at(x+2000, 2000))
		}
		wall := s.must(changing.CreateWall{LevelID: level, Wall: fabric.Wall{Start: at(x, 0), End: at(x, 4000),
			Mid:    mid,
			Height: geometry.MM(2800), Thickness: geometry.MM(200)}})[0]
		all = append(all, wall)
		s.door(wall, 1500)
	}
	s.must(changing.JoinElements{ElementIDs: all, JoinType: fabric.JoinAuto})
	for i := range rooms {
		out = append(out, s.room(level, "", at(6000*i+4000, 2000)))
	}
	return out
}

// BenchmarkRoomsAlongArcs measures the analysis of 50 rooms in a row and their neighbours: for the first time in a
// view, and with all data derived again.
func BenchmarkRoomsAlongArcs(b *testing.B) {
	for name, curved := range map[string]bool{"straight": false, "arcs": true} {
		s := newSite(b)
		rooms := s.row(50, curved)
		analyse := func(v *View) {
			for _, id := range rooms {
				if _, err := v.Rooms().Analyse(id); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.Run("analyse "+name, func(b *testing.B) {
			for b.Loop() {
				analyse(s.view())
			}
		})
		b.Run("whole "+name, func(b *testing.B) {
			for b.Loop() {
				s.live = NewLive(s.store)
				analyse(s.view())
			}
		})
	}
}
