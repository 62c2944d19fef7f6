package drawings

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// stairwells returns a storey with two flights. One arrives through a hole in the floor, and the other ascends from the
// storey at a given distance from the first.
func stairwells(t *testing.T, apart int64) *site {
	s := newSite(t)
	for n, name := range []string{"cellar", "ground", "upper"} {
		s.do(name, change.CreateLevel{Name: name, Elevation: geometry.MM(2800 * int64(n-1))})
	}
	hole := geometry.Ring{mm(900, 900), mm(5200, 900), mm(5200, 2100), mm(900, 2100)}
	s.do("", change.CreateFloor{LevelID: s.id["ground"], Floor: fabric.Floor{Thickness: geometry.MM(200),
		Boundary: geometry.Ring{mm(0, 0), mm(20000, 0), mm(20000, 8000), mm(0, 8000)}, Holes: []geometry.Ring{hole}}})
	for _, f := range []struct {
		name, base, top string
		x               int64
	}{{"down", "cellar", "ground", 1000}, {"up", "ground", "upper", 1000 + apart}} {
		s.do(f.name, change.CreateStair{LevelID: s.id[f.base], Stair: stair.Stair{Start: mm(f.x, 1500),
			Toward: mm(f.x+1000, 1500), TopLevel: s.id[f.top], Width: geometry.MM(1000), Risers: 16,
			Tread: geometry.MM(270)}})
	}
	return s
}

// TestAnArrivingFlightHasItsArrow checks that a flight that arrives has its arrow and risers, also if another flight
// ascends elsewhere. If the other flight lies over it, only the upper flight has an arrow.
func TestAnArrivingFlightHasItsArrow(t *testing.T) {
	for apart, want := range map[int64]int{0: 1, 6000: 2} {
		arrows := map[state.ID]int{}
		for _, i := range planOf(t, stairwells(t, apart).view(), 1, 100).Drawing.Items {
			if m, ok := i.Mark.(paper.Text); ok && i.Layer == "A-FLOR-STRS-IDEN" && m.String != "" {
				arrows[state.ID(i.Element)]++
			}
		}
		if len(arrows) != want {
			t.Errorf("%d mm apart: %d flights have their risers, want %d", apart, len(arrows), want)
		}
	}
}

// TestRisersAreWrittenInNoWall checks that the risers of a stair stand in the room or on the flight. At no scale may
// they stand in a wall beside it that is wide enough for their text.
func TestRisersAreWrittenInNoWall(t *testing.T) {
	for _, x := range []int64{850, 4850} { // a wall on the left of the way up, or on its right
		s := newSite(t)
		s.do("ground", change.CreateLevel{Name: "Ground"})
		s.do("upper", change.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
		for _, at := range []int64{0, 5700} {
			s.do("", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: mm(at, 0),
				End: mm(at, 8000), Height: geometry.MM(3000), Thickness: geometry.MM(300)}})
		}
		s.do("stair", change.CreateStair{LevelID: s.id["ground"], Stair: stair.Stair{Start: mm(x, 7000),
			Toward: mm(x, 1000), TopLevel: s.id["upper"], Width: geometry.MM(1000), Tread: geometry.MM(280)}})
		for _, scale := range Scales[:4] {
			d, found := planOf(t, s.view(), 0, scale).Drawing, false
			for _, i := range d.Items {
				if m, ok := i.Mark.(paper.Text); ok && i.Layer == "A-FLOR-STRS-IDEN" {
					found = true
					if at := real(d, m.At).X.MM(); at < 150 || at > 5550 {
						t.Errorf("1:%d: %s is in the wall, at %v", scale, m.String, at)
					}
				}
			}
			if !found {
				t.Errorf("1:%d: no risers", scale)
			}
		}
	}
}

// formsOfStairs returns two storeys with a stair of every turning form, each at its own place.
func formsOfStairs(t *testing.T) *site {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("upper", change.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
	s.do("floor", change.CreateFloor{LevelID: s.id["upper"], Floor: fabric.Floor{Thickness: geometry.MM(200),
		Boundary: geometry.Ring{mm(-2000, -4000), mm(30000, -4000), mm(30000, 12000), mm(-2000, 12000)}}})
	for i, form := range []stairs.Form{stairs.TwoStraight, stairs.QuarterTurn, stairs.HalfTurn, stairs.QuarterWinding,
		stairs.HalfWinding, stairs.Spiral} {
		x, y := int64(9000*(i%3)), int64(8000*(i/3))
		stair := stair.Stair{Start: mm(x, y), Toward: mm(x+1000, y), TopLevel: s.id["upper"], Width: geometry.MM(1000),
			Shape: form, Well: geometry.MM(200), Railings: "both"}
		if form.Round() {
			stair.Well = geometry.MM(800)
		}
		s.do(string(form), change.CreateStair{LevelID: s.id["ground"], Name: string(form), Stair: stair})
	}
	return s
}

// TestStairsOfEveryFormAreDrawn checks that a stair of any form has one arrow and its risers on the plan where it
// begins, with parts above the cut dashed. On the plan where it ends it must have one arrow and be visible through its
// opening.
func TestStairsOfEveryFormAreDrawn(t *testing.T) {
	s := formsOfStairs(t)
	for level, name := range []string{"ground", "upper"} {
		solid, dashed, texts := map[string]int{}, map[string]int{}, map[string]int{}
		for _, i := range planOf(t, s.view(), level, 50).Drawing.Items {
			e, ok := s.view().Model.Element(state.ID(i.Element))
			if !ok || e.Category != state.CategoryStair {
				continue
			}
			switch _, isText := i.Mark.(paper.Text); {
			case isText:
				texts[e.Name]++
			case i.Class == paper.ClassOverhead:
				dashed[e.Name]++
			case i.Class == paper.ClassSymbol:
				solid[e.Name]++
			}
		}
		for _, id := range s.view().Model.OfCategory(state.CategoryStair) {
			e, _ := s.view().Model.Element(id)
			if solid[e.Name] == 0 || texts[e.Name] != 1 || (dashed[e.Name] > 0) != (name == "ground") {
				t.Errorf("%s: %s has %d lines, %d dashed ones, %d texts", name, e.Name, solid[e.Name], dashed[e.Name],
					texts[e.Name])
			}
		}
	}
}
