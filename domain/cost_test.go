package domain

import (
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// storey is a level of cells: a grid of walls joined at their crossings, with openings in the walls and a room in most
// cells.
type storey struct {
	*plot
	walls, windows, rooms []state.ID
}

// cells is the number of cells along each side of the storey used to measure costs: 2*22*23 = 1012 walls.
const cells = 22

func buildStorey(t tester) *storey {
	s := &storey{plot: newPlot(t)}
	const side = 4000
	at := func(i, k int) geometry.Point2 { return mm(int64(i)*side, int64(k)*side) }
	for i := range cells + 1 {
		for k := range cells {
			s.walls = append(s.walls, s.wall(at(i, k), at(i, k+1), 200), s.wall(at(k, i), at(k+1, i), 200))
		}
	}
	for _, wall := range s.walls {
		for n := range int64(3) {
			s.windows = append(s.windows, s.do(change.PlaceWindow{WallID: wall,
				Window: fabric.Window{Offset: geometry.MM(500 + 1000*n), Width: geometry.MM(800),
					Height:     geometry.MM(1000),
					SillHeight: geometry.MM(900)}}))
		}
	}
	for i := range 10 {
		for k := range 20 {
			s.rooms = append(s.rooms, s.do(change.CreateRoom{LevelID: s.level,
				Room: room.Room{Seed: place(at(2*i, k).Add(mm(2000, 2000))), Number: fmt.Sprintf("%d-%d", i, k)}}))
		}
	}
	return s
}

// BenchmarkDecide measures one command on a level with about 1,000 walls, 3,000 windows and 200 rooms. Only two
// commands may cost more on a larger level: creating a room, which computes the walls around it, and deleting a wall,
// which computes all rooms of the level.
func BenchmarkDecide(b *testing.B) {
	s := buildStorey(b)
	s.join(fabric.JoinAuto, s.walls[:60]...)
	middle := s.walls[len(s.walls)/2]
	window := s.windows[len(s.windows)/2]
	for name, op := range map[string]change.Operation{
		"create_wall": change.CreateWall{LevelID: s.level,
			Wall: fabric.Wall{Start: mm(100, 100), End: mm(3000, 100), Height: geometry.MM(2800),
				Thickness: geometry.MM(100)}},
		"place_door": change.PlaceDoor{WallID: s.do(change.CreateWall{LevelID: s.level,
			Wall: fabric.Wall{Start: mm(-9000, 0), End: mm(-9000, 5000), Height: geometry.MM(2800),
				Thickness: geometry.MM(100)}}), Door: fabric.Door{Offset: geometry.MM(100), Width: geometry.MM(900),
			Height: geometry.MM(2000)}},
		"modify_window":   modify(window, "width", 700),
		"modify_height":   modify(middle, "height", 2900),
		"modify_property": modify(middle, "Pset_A.b", "c"),
		"move_wall":       change.MoveElement{ElementIDs: []state.ID{s.walls[3]}, Delta: shift(100, 0, 0)},
		"join": change.JoinElements{ElementIDs: []state.ID{s.walls[100], s.walls[102]},
			JoinType: fabric.JoinAuto},
		"copy_wall":        change.CopyElement{ElementIDs: []state.ID{middle}, Delta: delta(100000, 0, 0)},
		"define_material":  change.DefineMaterial{Name: "M"},
		"delete_window":    change.DeleteElement{ElementIDs: []state.ID{window}},
		"create_room":      change.CreateRoom{LevelID: s.level, Room: room.Room{Seed: place(mm(6000, 2000))}},
		"rename_room":      modify(s.rooms[0], "name", "R"),
		"delete_wall":      change.DeleteElement{ElementIDs: []state.ID{middle}},
		"modify_room_seed": modify(s.rooms[0], "seed", mm(2100, 2100)),
		"level_elevation":  modify(s.level, "elevation", 100),
		"set_properties_60": change.SetProperties{ElementIDs: s.walls[:60],
			Psets: shape.PropertySets{"Pset_A": {"b": shape.PropertyOf("c")}}},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if _, err := Decide(s.model, change.Command{ID: "c", Do: op}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
