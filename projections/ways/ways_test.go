package ways

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// point returns a traveller without width, so that ways can be computed by hand.
func point() Traveller {
	t := Walker()
	t.Radius = 0
	return t
}

func build(t *testing.T, m *model, who Traveller) *Building {
	t.Helper()
	b, err := NewBuilding(t.Context(), m.view, who)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// names returns the names of elements.
func (m *model) names(ids []state.ID) []string {
	var out []string
	for name, id := range m.ids {
		if slices.Contains(ids, id) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func passed(m *model, r Route) []string {
	var out []string
	for _, p := range r.Doorways {
		out = append(out, m.names([]state.ID{p.ID})...)
	}
	return out
}

// TestWaysOfTheHouse checks ways that were computed by hand. The door D3 of 900 mm in P1 leaves 747 mm: its lining
// takes 50 on both sides, the leaf 40 on the hinge side, the stop 13 on the other. It opens to the interior of P1,
// which is the west, and is hung on the left, at its northern end. So the clear width lies between y 3213 and 3960,
// between the faces x 6940 and 7060.
func TestWaysOfTheHouse(t *testing.T) {
	m := house(t)
	b := build(t, m, point())
	hypot := math.Hypot
	for _, c := range []struct {
		name     string
		from, to Place
		metres   float64
		risers   int
		doors    []string
	}{
		{"straight in a room", Place{0, mm(1000, 1000)}, Place{0, mm(6000, 1000)}, 5, 0, nil},
		{"round a column", Place{0, mm(1000, 4000)}, Place{0, mm(3000, 4000)}, // C1: 1850 to 2150, 3850 to 4150
			2*hypot(0.85, 0.15) + 0.3, 0, nil},
		{"through D3, bent at its southern corners", Place{0, mm(1000, 1000)}, Place{0, mm(9000, 1000)},
			hypot(5.94, 2.213) + 0.12 + hypot(1.94, 2.213), 0, []string{"D3"}},
		{"straight through D3", Place{0, mm(6000, 3600)}, Place{0, mm(8000, 3600)}, 2, 0, []string{"D3"}},
		// The foot of T1 is at (7300, 7000), its southern edge at y 6500; its head at (11050, 7000), 16 risers of 187.5
		// higher. On the first floor the way leads along the hole to its corner (11050, 6500).
		{"up the stair", Place{0, mm(9000, 1000)}, Place{1, mm(9000, 5500)},
			hypot(1.7, 5.5) + 0.5 + hypot(3.75, 3) + 0.5 + hypot(2.05, 1), 16, nil},
		{"down the stair", Place{1, mm(9000, 5500)}, Place{0, mm(9000, 1000)},
			hypot(1.7, 5.5) + 0.5 + hypot(3.75, 3) + 0.5 + hypot(2.05, 1), 16, nil},
		// D4 and D5 are like D3, in P2 at x 4940 to 5060: clear from y 1213 to 1960 and from 5413 to 6160.
		{"from the bedroom through the studio", Place{1, mm(5500, 1500)}, Place{1, mm(5500, 5600)},
			hypot(0.56, 0.46) + (5.413 - 1.96) + hypot(0.56, 0.187), 0, []string{"D4", "D5"}},
	} {
		r, err := b.Route(c.from, c.to)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if math.Abs(r.Length.M()-c.metres) > 2e-5 || r.Risers != c.risers || !slices.Equal(passed(m, r), c.doors) {
			t.Errorf("%s: %v m, %d risers, %v; expected %v, %d, %v", c.name, r.Length.M(), r.Risers, passed(m, r),
				c.metres, c.risers, c.doors)
		}
	}
}

// TestWhatFitsThrough checks that a walker of 610 mm passes D3, whose 747 mm are reported as the narrowest place. A
// wheelchair of 815 mm does not pass, and the error names the width and the door.
func TestWhatFitsThrough(t *testing.T) {
	m := house(t)
	from, to := Place{0, mm(4000, 2000)}, Place{0, mm(9000, 2000)}
	r, err := build(t, m, Walker()).Route(from, to)
	if err != nil || r.Narrow.Width != geometry.MM(747) ||
		!slices.Equal(m.names(r.Narrow.Elements), []string{"D3", "P1"}) &&
			!slices.Equal(m.names(r.Narrow.Elements), []string{"D3"}) {
		t.Errorf("%v, %+v %v", err, r.Narrow, m.names(r.Narrow.Elements))
	}
	var blocked *Blocked
	_, err = build(t, m, Wheelchair()).Route(from, to)
	if !errors.As(err, &blocked) || blocked.Reason != TooNarrow ||
		(blocked.Widest-geometry.MM(747)).Abs() > 2*geometry.Millimetre ||
		!slices.Contains(m.names(blocked.Elements), "D3") {
		t.Errorf("a wheelchair: %v, %+v", err, blocked)
	}
	_, err = build(t, m, Wheelchair()).Route(Place{0, mm(9000, 2000)}, Place{1, mm(9000, 5500)})
	if !errors.As(err, &blocked) || blocked.Reason != OnlyStairs ||
		!slices.Equal(m.names(blocked.Elements), []string{"T1"}) {
		t.Errorf("a wheelchair to the first floor: %v, %+v", err, blocked)
	}
}

// TestWhyThereIsNoWay checks places without floor, in a wall and in a column, and rooms to which no way leads.
func TestWhyThereIsNoWay(t *testing.T) {
	m := house(t)
	m.do("", change.DeleteElement{ElementIDs: []state.ID{m.ids["D4"]}})
	b := build(t, m, Walker())
	for _, c := range []struct {
		name     string
		from, to Place
		reason   Reason
		elements []string
	}{
		{"outside of all floors", Place{0, mm(1000, 1000)}, Place{0, mm(20000, 1000)}, NoFloor, nil},
		{"over the stair's hole", Place{1, mm(9000, 7000)}, Place{1, mm(9000, 5500)}, NoFloor, nil},
		{"in a column", Place{0, mm(2000, 4000)}, Place{0, mm(1000, 1000)}, Occupied, []string{"C1"}},
		{"in a wall", Place{0, mm(1000, 1000)}, Place{0, mm(7000, 1000)}, Occupied, []string{"P1"}},
		{"into the bedroom without D4", Place{1, mm(2000, 2000)}, Place{1, mm(8000, 2000)}, Enclosed, nil},
	} {
		var blocked *Blocked
		if _, err := b.Route(c.from, c.to); !errors.As(err, &blocked) || blocked.Reason != c.reason ||
			!slices.Equal(m.names(blocked.Elements), c.elements) {
			t.Errorf("%s: %v, %+v", c.name, err, blocked)
		}
	}
	var blocked *Blocked
	_, err := b.Route(Place{1, mm(2000, 2000)}, Place{1, mm(8000, 2000)})
	if !errors.As(err, &blocked) || !slices.Equal(m.names(blocked.Reached), []string{"Landing", "Studio"}) {
		t.Errorf("reached are %v", m.names(blocked.Reached))
	}
}

// TestFurnitureStandsInTheWay checks a table before the door that leaves 500 mm, which is too narrow. When the table is
// moved away, the way exists again.
func TestFurnitureStandsInTheWay(t *testing.T) {
	m := house(t)
	m.do("Table", change.PlaceComponent{Category: "furniture", LevelID: m.ids["Ground"], Name: "Table",
		Component: component.Component{
			Location: mm(6040, 2800).At(0), Width: geometry.MM(800),
			Depth: geometry.MM(5000), Height: geometry.MM(750)}})
	from, to := Place{0, mm(4000, 2000)}, Place{0, mm(9000, 2000)}
	b := build(t, m, Walker())
	var blocked *Blocked
	if _, err := b.Route(from, to); !errors.As(err, &blocked) || blocked.Reason != TooNarrow ||
		!slices.Contains(m.names(blocked.Elements), "Table") {
		t.Errorf("%v, %+v, %v", err, blocked, m.names(blocked.Elements))
	}
	m.do("", change.MoveElement{ElementIDs: []state.ID{m.ids["Table"]}, Delta: geometry.Point3{X: geometry.MM(-200)}})
	if _, err := build(t, m, Walker()).Route(from, to); err != nil {
		t.Error(err)
	}
}

// TestWhatHangsLow checks that a beam at 2.0 m obstructs a person and a beam at 2.1 m does not.
func TestWhatHangsLow(t *testing.T) {
	for _, c := range []struct {
		under int64
		way   bool
	}{{2000, false}, {2100, true}} {
		m := house(t)
		m.do("B", change.CreateBeam{LevelID: m.ids["Ground"], Beam: member.Beam{
			Start: mm(300, 2500).At(geometry.MM(c.under + 200)), End: mm(6940, 2500).At(geometry.MM(c.under + 200)),
			Profile: &geometry.Profile{Shape: geometry.ProfileRectangle,
				Width: geometry.MM(200), Depth: geometry.MM(400)}}})
		_, err := build(t, m, Walker()).Route(Place{0, mm(3000, 1500)}, Place{0, mm(3000, 3500)})
		if (err == nil) != c.way {
			t.Errorf("a beam whose underside is at %d mm: %v", c.under, err)
		}
	}
}

// TestIndexKeepsWhatDidNotChange checks that the ground floor is the same value after an edit on the first floor. After
// an edit on the ground floor it is made again, and equals the floor of a new index.
func TestIndexKeepsWhatDidNotChange(t *testing.T) {
	m := house(t)
	x := NewIndex()
	storeys := func() [2]*Storey {
		b, err := x.Building(t.Context(), m.view, Walker())
		if err != nil {
			t.Fatal(err)
		}
		var out [2]*Storey
		for i := range out {
			if out[i], err = b.Storey(i); err != nil {
				t.Fatal(err)
			}
		}
		return out
	}
	before := storeys()
	m.do("", change.MoveElement{ElementIDs: []state.ID{m.ids["P3"]}, Delta: geometry.Point3{Y: geometry.MM(-500)}})
	after := storeys()
	if before[0] != after[0] || before[1] == after[1] {
		t.Errorf("after an edit on the first floor: ground kept %v, first kept %v",
			before[0] == after[0], before[1] == after[1])
	}
	m.do("", change.MoveElement{ElementIDs: []state.ID{m.ids["P1"]}, Delta: geometry.Point3{X: geometry.MM(-1000)}})
	edited := storeys()
	if edited[0] == after[0] {
		t.Error("the ground floor was kept although P1 moved")
	}
	fresh, err := build(t, m, Walker()).Storey(0)
	if err != nil || !slices.EqualFunc(fresh.Area, edited[0].Area, func(a, b geometry.Polygon) bool {
		return slices.Equal(a.Outer, b.Outer) && len(a.Holes) == len(b.Holes)
	}) {
		t.Errorf("made again: %v, %v", fresh.Area, edited[0].Area)
	}
}

// TestTravellersAreChecked checks that sizes for which no floor can be made are refused.
func TestTravellersAreChecked(t *testing.T) {
	m := newModel(t)
	for _, change := range []func(*Traveller){
		func(t *Traveller) { t.Radius = -1 }, func(t *Traveller) { t.Headroom = 0 },
		func(t *Traveller) { t.Step = 2 * geometry.Metre },
	} {
		who := Walker()
		change(&who)
		if _, err := NewBuilding(t.Context(), m.view, who); state.CodeOf(err) != state.OutOfRange {
			t.Errorf("%+v: %v", who, err)
		}
	}
}
