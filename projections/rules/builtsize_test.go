package rules_test

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
)

// TestSizesInMetresAreTold checks walls, doors and slabs with one size in metres, which are reported. Buildable
// elements, such as low kerbs and narrow slots, are not reported.
func TestSizesInMetresAreTold(t *testing.T) {
	metres := func(mm float64) geometry.Length { return geometry.Length(mm * float64(geometry.Millimetre)) }
	s := newSketch(t)
	s.level("L0", 0)
	wall := func(name string, length, height, thickness float64) {
		s.do(name, change.CreateWall{LevelID: s.ids["L0"], Name: name, Wall: fabric.Wall{
			Start:  geometry.Point2{Y: geometry.MM(int64(len(s.ids) * 1000))},
			End:    geometry.Point2{X: metres(length), Y: geometry.MM(int64(len(s.ids) * 1000))},
			Height: metres(height), Thickness: metres(thickness)}})
	}
	wall("low by metres", 5000, 2.8, 0.2)
	wall("all in metres", 5, 2.8, 0.2)
	wall("kerb", 5000, 50, 100)
	wall("pier", 240, 2800, 240)
	wall("wall", 5000, 2800, 12.5)
	s.do("slab", change.CreateFloor{LevelID: s.ids["L0"], Name: "slab in metres", Floor: fabric.Floor{
		Boundary:  []geometry.Point2{{}, {X: metres(12)}, {X: metres(12), Y: metres(8)}, {Y: metres(8)}},
		Thickness: metres(0.2)}})
	s.do("carpet", change.CreateFloor{LevelID: s.ids["L0"], Name: "carpet", Floor: fabric.Floor{
		Boundary: rectangle(0, 0, 3000, 500), Thickness: metres(5)}})
	s.door("door in metres", "wall", 1000, 2)
	s.do("slot", change.PlaceWindow{WallID: s.ids["wall"], Name: "slot", Window: fabric.Window{
		Offset: geometry.MM(3000), Width: geometry.MM(150), Height: geometry.MM(2000), SillHeight: geometry.MM(100)}})
	s.expect("", quality("MQ-15"), []string{"MQ-15 12: slab in metres", "MQ-15 2.8: all in metres",
		"MQ-15 2.8: low by metres", "MQ-15 2: door in metres"}, nil)
}
