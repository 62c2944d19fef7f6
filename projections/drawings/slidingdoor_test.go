package drawings

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestDoorsSlideToTheirSide checks that a sliding or folding door moves to the side on which it is hung, as in its
// export. "Left" is seen from the side that the door opens to. IFC looks from the other side and calls the same door
// right.
func TestDoorsSlideToTheirSide(t *testing.T) {
	for _, kind := range []fabric.DoorType{"sliding", "folding"} {
		for _, swing := range []fabric.Swing{"left", "right"} {
			for _, facing := range []fabric.Facing{"interior", "exterior"} {
				s := newSite(t)
				s.do("ground", change.CreateLevel{Name: "Ground"})
				s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: mm(0, 0),
					End: mm(8000, 0), Height: geometry.MM(2600), Thickness: geometry.MM(200)}})
				s.do("door", change.PlaceDoor{WallID: s.id["wall"], Door: fabric.Door{Offset: geometry.MM(3500),
					Width: geometry.MM(1000), Height: geometry.MM(2100), DoorType: kind, Swing: swing, Facing: facing}})
				d := planOf(t, s.view(), 0, 100).Drawing
				sum, n := geometry.Length(0), geometry.Length(0)
				for _, i := range d.Items {
					m, ok := i.Mark.(paper.Stroke)
					if !ok || i.Element != string(s.id["door"]) || i.Class != paper.ClassSymbol {
						continue
					}
					for _, q := range m.Points {
						sum, n = sum+real(d, q).X-geometry.MM(4000), n+1
					}
				}
				// From the interior, north of the wall, the wall's end is on the left.
				toEnd := (swing == "left") == (facing == "interior")
				if n == 0 || (sum > 0) != toEnd {
					t.Errorf("%s %s to the %s stands %v mm beyond the middle", kind, swing, facing, sum/max(n, 1))
				}
			}
		}
	}
}

// TestLeavesOfSlidingDoorsAreSeenAtEveryScale checks scales without the thickness of leaves. A leaf before the face of
// its wall must be one line, clear of the pen of the face. At scales without swings, nothing may show how a door moves.
func TestLeavesOfSlidingDoorsAreSeenAtEveryScale(t *testing.T) {
	for _, kind := range []fabric.DoorType{"sliding", "double_swing", "rolling_up"} {
		s := newSite(t)
		s.do("ground", change.CreateLevel{Name: "Ground"})
		s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: mm(0, 0),
			End: mm(8000, 0), Height: geometry.MM(2600), Thickness: geometry.MM(200)}})
		s.do("door", change.PlaceDoor{WallID: s.id["wall"], Door: fabric.Door{Offset: geometry.MM(3500),
			Width: geometry.MM(1000), Height: geometry.MM(2100), DoorType: kind}})
		for _, scale := range []int64{100, 200, 500} {
			d := planOf(t, s.view(), 0, scale).Drawing
			leaves, ways := 0, 0
			for _, i := range d.Items {
				if i.Element != string(s.id["door"]) {
					continue
				}
				if i.Class == paper.ClassSwing {
					ways++
				}
				if m, ok := i.Mark.(paper.Stroke); ok && kind == "sliding" && i.Class == paper.ClassSymbol {
					leaves++
					off := (real(d, m.Points[0]).Y - geometry.MM(100)) / geometry.Length(scale)
					if m.Closed || off < 700 || real(d, m.Points[1]).Y != real(d, m.Points[0]).Y {
						t.Errorf("1:%d: the leaf is %v, %v mm before the wall", scale, m, off)
					}
				}
			}
			most := map[fabric.DoorType]int{"sliding": 2, "double_swing": 2, "rolling_up": 1}[kind]
			if scale == 500 && kind != "rolling_up" {
				most = 0
			}
			if kind == "sliding" && leaves != 1 || ways != most {
				t.Errorf("%s at 1:%d: %d leaves, %d ways of them", kind, scale, leaves, ways)
			}
		}
	}
}

// TestTagsOfSlidingDoorsAreOffTheirArrows checks that the tag of a sliding door stands clear of its leaf and of its
// arrow.
func TestTagsOfSlidingDoorsAreOffTheirArrows(t *testing.T) {
	for _, swing := range []fabric.Swing{"left", "right"} {
		for _, facing := range []fabric.Facing{"interior", "exterior"} {
			s := newSite(t)
			s.do("ground", change.CreateLevel{Name: "Ground"})
			s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: mm(0, 0),
				End: mm(8000, 0), Height: geometry.MM(2600), Thickness: geometry.MM(200)}})
			s.do("door", change.PlaceDoor{WallID: s.id["wall"], Door: fabric.Door{Offset: geometry.MM(3500),
				Width: geometry.MM(1000), Height: geometry.MM(2100), DoorType: "sliding", Swing: swing,
				Facing: facing}})
			for _, scale := range []int64{20, 50, 100} {
				d := planOf(t, s.view(), 0, scale).Drawing
				var tag, way paper.Drawing
				for _, i := range d.Items {
					switch {
					case i.Element != string(s.id["door"]):
					case i.Layer == "A-DOOR-IDEN":
						tag.Add(i)
					case i.Class == paper.ClassSwing:
						way.Add(i)
					}
				}
				lo, hi := tag.Bounds()
				from, to := way.Bounds()
				if lo.X > hi.X || from.X > to.X {
					t.Fatalf("1:%d: no tag or no arrow", scale)
				}
				if lo.X < to.X && from.X < hi.X && lo.Y < to.Y && from.Y < hi.Y {
					t.Errorf("%s, %s at 1:%d: the tag lies from %v to %v, the arrow from %v to %v", swing, facing,
						scale, lo, hi, from, to)
				}
			}
		}
	}
}
