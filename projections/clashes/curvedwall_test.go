package clashes

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/geometry"
)

// The chords of a curved wall lie inside its faces. An element that touches the outer face between two corners has a
// gap to the chords, which is no wider than reported, with and without an opening in the wall.
func TestAClashOfACurvedWallSaysHowFarItsChordsAreOff(t *testing.T) {
	for _, opening := range []bool{false, true} {
		b := newBuilding(t)
		mid := mm(22000, 2000)
		wall := b.do(change.CreateWall{LevelID: b.ground, Wall: fabric.Wall{Start: mm(20000, 0), End: mm(24000, 0),
			Mid: &mid, Height: geometry.MM(3000), Thickness: geometry.MM(200)}})
		if opening {
			from := geometry.MM(500)
			b.do(change.CreateOpening{HostID: wall, Offset: &from, Width: geometry.MM(500), Height: geometry.MM(500)})
		}
		at := geometry.Point2{X: geometry.MM(22000), Y: 0} // the middle of the arc, whose outer radius is 2100 mm
		d := geometry.Length(math.Round(float64(geometry.MM(2250)) * math.Sqrt2 / 2))
		b.do(change.CreateColumn{BaseLevel: b.ground, Column: member.Column{
			Location: at.Add(geometry.Point2{X: d, Y: d}), Rotation: geometry.Angle(45e6), Height: geometry.MM(3000),
			Profile: rectangle(300, 300)}})
		f := only(t, b.find(Test{Mode: ModeAll, Clearance: geometry.MM(50)}))
		if f.Kind != Clearance || f.FacetsOff <= 0 || *f.Distance > f.FacetsOff {
			t.Errorf("opening %v: a gap of %v, chords off by %v", opening, *f.Distance, f.FacetsOff)
		}
	}
}
