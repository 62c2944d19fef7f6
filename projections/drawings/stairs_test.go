package drawings

import (
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// stairwells is a storey at which one flight arrives, through a hole in its floor, and from which another one ascends,
// so far along from the first.
func stairwells(t *testing.T, apart int64) *site {
	s := newSite(t)
	for n, name := range []string{"cellar", "ground", "upper"} {
		s.do(name, domain.CreateLevel{Name: name, Elevation: geometry.MM(2800 * int64(n-1))})
	}
	hole := geometry.Ring{mm(900, 900), mm(5200, 900), mm(5200, 2100), mm(900, 2100)}
	s.do("", domain.CreateFloor{LevelID: s.id["ground"], Floor: domain.Floor{Thickness: geometry.MM(200),
		Boundary: geometry.Ring{mm(0, 0), mm(20000, 0), mm(20000, 8000), mm(0, 8000)}, Holes: []geometry.Ring{hole}}})
	for _, f := range []struct {
		name, base, top string
		x               int64
	}{{"down", "cellar", "ground", 1000}, {"up", "ground", "upper", 1000 + apart}} {
		s.do(f.name, domain.CreateStair{LevelID: s.id[f.base], Stair: domain.Stair{Start: mm(f.x, 1500),
			Toward: mm(f.x+1000, 1500), TopLevel: s.id[f.top], Width: geometry.MM(1000), Risers: 16,
			Tread: geometry.MM(270)}})
	}
	return s
}

// A flight that arrives has its arrow and its risers whether or not another one ascends elsewhere; where that one lies
// over it, the arrow of the upper one stands for both.
func TestAnArrivingFlightHasItsArrow(t *testing.T) {
	for apart, want := range map[int64]int{0: 1, 6000: 2} {
		arrows := map[domain.ID]int{}
		for _, i := range planOf(t, stairwells(t, apart).view(), 1, 100).Drawing.Items {
			if m, ok := i.Mark.(paper.Text); ok && i.Layer == "A-FLOR-STRS-IDEN" && m.String != "" {
				arrows[domain.ID(i.Element)]++
			}
		}
		if len(arrows) != want {
			t.Errorf("%d mm apart: %d flights have their risers, want %d", apart, len(arrows), want)
		}
	}
}

// The risers of a stair stand in the room or on the flight, at no scale in a wall beside it that is wide enough for
// their text.
func TestRisersAreWrittenInNoWall(t *testing.T) {
	for _, x := range []int64{850, 4850} { // a wall on the left of the way up, or on its right
		s := newSite(t)
		s.do("ground", domain.CreateLevel{Name: "Ground"})
		s.do("upper", domain.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})
		for _, at := range []int64{0, 5700} {
			s.do("", domain.CreateWall{LevelID: s.id["ground"], Wall: domain.Wall{Start: mm(at, 0),
				End: mm(at, 8000), Height: geometry.MM(3000), Thickness: geometry.MM(300)}})
		}
		s.do("stair", domain.CreateStair{LevelID: s.id["ground"], Stair: domain.Stair{Start: mm(x, 7000),
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
