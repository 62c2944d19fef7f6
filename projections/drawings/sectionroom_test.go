package drawings

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// storeyed returns a house of two rooms above each other, 8 m by 6 m: 2,500 mm clear below a slab of 240 mm, with a
// hole.
func storeyed(t *testing.T) *site {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("upper", change.CreateLevel{Name: "Upper", Elevation: geometry.MM(2740)})
	s.do("roof", change.CreateLevel{Name: "Roof", Elevation: geometry.MM(5480)})
	corners := []geometry.Point2{mm(0, 0), mm(8000, 0), mm(8000, 6000), mm(0, 6000)}
	for _, name := range []string{"ground", "upper", "roof"} {
		made := s.do(name+" slab", change.CreateFloor{LevelID: s.id[name],
			Floor: fabric.Floor{Boundary: corners, Thickness: geometry.MM(240)}})
		s.id[name+" slab"] = made[0]
	}
	for _, name := range []string{"ground", "upper"} {
		for i := range corners {
			s.do(fmt.Sprint(name, i), change.CreateWall{LevelID: s.id[name], Wall: fabric.Wall{Start: corners[i],
				End: corners[(i+1)%4], Height: geometry.MM(2500), Thickness: geometry.MM(200)}})
		}
		seed := mm(3000, 3000)
		s.do(name+" room", change.CreateRoom{LevelID: s.id[name], Room: room.Room{Seed: &seed},
			Name: strings.ToUpper(name)})
	}
	return s
}

func textsOf(d *paper.Drawing) (out []string) {
	for _, i := range d.Items {
		switch m := i.Mark.(type) {
		case paper.Text:
			out = append(out, m.String)
		case paper.Dimension:
			out = append(out, m.Text.String)
		}
	}
	return out
}

// TestSectionsNameRoomsAndMeasureThem checks that a section names the rooms that it cuts, and measures their clear
// heights and the slabs. A section beside the rooms must have neither names nor measures, and neither must a section
// without these annotations.
func TestSectionsNameRoomsAndMeasureThem(t *testing.T) {
	v := storeyed(t).view()
	through := SectionLine{Name: "A", Start: mm(-1000, 3000), End: mm(9000, 3000)}
	count := func(spec SectionSpec, text string) (n int) {
		drawn, err := Section(context.Background(), v, spec)
		if err != nil {
			t.Fatal(err)
		}
		checkDrawing(t, drawn.Drawing)
		for _, s := range textsOf(drawn.Drawing) {
			if s == text {
				n++
			}
		}
		return n
	}
	for text, want := range map[string]int{"GROUND": 1, "UPPER": 1, "2500": 2, "240": 3} {
		if n := count(SectionSpec{Line: through, Scale: 100}, text); n != want {
			t.Errorf("%q is there %d times, want %d", text, n, want)
		}
	}
	if n := count(SectionSpec{Line: through, Scale: 100, Annotate: []Annotation{AnnotateLevels}}, "UPPER"); n != 0 {
		t.Errorf("rooms are named that nobody asked for")
	}
	beside := SectionLine{Name: "B", Start: mm(-1000, -2000), End: mm(9000, -2000)}
	if n := count(SectionSpec{Line: beside, Scale: 100}, "UPPER"); n != 0 {
		t.Errorf("a section beside the house names its rooms")
	}
	if n := count(SectionSpec{Line: through, Scale: 200}, "2500"); n != 0 {
		t.Errorf("clear heights at 1:200")
	}
}

// TestHolesInFloorsHaveACross checks that a hole in a floor has a cross from corner to corner. A hole without four
// corners must have a cross within its outline.
func TestHolesInFloorsHaveACross(t *testing.T) {
	s := storeyed(t)
	crosses := func() (out []paper.Stroke) {
		for _, i := range planOf(t, s.view(), 1, 100).Drawing.Items {
			if m, ok := i.Mark.(paper.Stroke); ok && i.Class == paper.ClassSymbol &&
				i.Category == string(state.CategoryOpening) {
				out = append(out, m)
			}
		}
		return out
	}
	if n := len(crosses()); n != 0 {
		t.Errorf("%d lines of a cross in a floor without a hole", n)
	}
	hole := []geometry.Point2{mm(1000, 1000), mm(2500, 1000), mm(2500, 3000), mm(1000, 3000)}
	s.do("hole", change.CreateOpening{HostID: s.id["upper slab"], Polygon: hole})
	want := segment{geometry.Point2{X: 15000, Y: 20000}, geometry.Point2{}}.length()
	if c := crosses(); len(c) != 2 || slices.ContainsFunc(c, func(m paper.Stroke) bool {
		long := segment{m.Points[0], m.Points[len(m.Points)-1]}.length()
		return long < want-2 || long > want+2
	}) {
		t.Errorf("%v", c)
	}
}
