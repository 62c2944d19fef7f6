package domain

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// hall returns a storey of 3 m below a floor of 10 by 8 m.
func hall(t tester) (p *plot, top, floor state.ID) {
	p = newPlot(t)
	top = p.do(change.CreateLevel{Name: "First", Elevation: geometry.MM(3000), IsStorey: nil})
	floor = p.do(change.CreateFloor{LevelID: top, Floor: fabric.Floor{Boundary: rectangle(0, 0, 10000, 8000),
		Thickness: geometry.MM(200)}})
	return p, top, floor
}

func (p *plot) openingsOf(floor state.ID) (out []*state.Element) {
	for _, id := range p.model.HostedBy(floor) {
		if e, ok := p.model.Element(id); ok && e.Category == state.CategoryOpening {
			out = append(out, e)
		}
	}
	return out
}

// A stair cuts its opening into the floor above and maintains it. The opening is also made if the floor is created
// after the stair. It is moved, changed and deleted with the stair.
func TestAStairKeepsItsOpening(t *testing.T) {
	p, top, floor := hall(t)
	stair := p.do(change.CreateStair{LevelID: p.level, Stair: stairshape.Stair{Start: mm(2000, 2000),
		Toward:   mm(3000, 2000),
		TopLevel: top, Width: geometry.MM(1000)}})
	cut := p.openingsOf(floor)
	if len(cut) != 1 {
		t.Fatalf("%d openings", len(cut))
	}
	lo, hi := (geometry.Polygon{Outer: cut[0].Params.(*fabric.Opening).Polygon}).Bounds()
	// The stair has 18 risers of 166.7 mm. With a headroom of 2032 mm below the underside at 2800 mm, the line of the
	// nosings may reach 768 mm without an opening. The opening begins at the tread on which the line exceeds that
	// height.
	if lo != mm(3120-560, 1500) && lo.Y != geometry.MM(1500) || hi != mm(2000+17*280, 2500) {
		t.Errorf("cut from %v to %v", lo, hi)
	}
	e, _ := p.model.Element(stair)
	shape, err := stairshape.StairShapeOf(p.model, e)
	if err != nil {
		t.Fatal(err)
	}
	nosing := float64(lo.X-geometry.MM(2000))/float64(280*geometry.Millimetre)*shape.Riser + shape.Riser
	if free := 2.8 - nosing; free < 2.032-1e-9 {
		t.Errorf("%.3f m are free before the opening", free)
	}
	p.refused(change.DeleteElement{ElementIDs: []state.ID{cut[0].ID}}, state.IllegalState)
	p.do(change.MoveElement{ElementIDs: []state.ID{stair}, Delta: shift(500, 300, 0)})
	moved := p.openingsOf(floor)
	low, _ := (geometry.Polygon{Outer: moved[0].Params.(*fabric.Opening).Polygon}).Bounds()
	if len(moved) != 1 || moved[0].ID != cut[0].ID || low != lo.Add(mm(500, 300)) {
		t.Errorf("%d openings, from %v", len(moved), low)
	}
	p.do(change.ModifyParameter{ElementID: stair, ParameterName: "width", Value: json.RawMessage("1400")})
	p.do(change.ModifyParameter{ElementID: stair, ParameterName: "shape", Value: json.RawMessage(`"half_turn"`)})
	if got := p.openingsOf(floor); len(got) != 1 || got[0].ID != cut[0].ID {
		t.Errorf("%d openings of a half turn", len(got))
	}
	later := p.do(change.CreateFloor{LevelID: top, Floor: fabric.Floor{Boundary: rectangle(0, 0, 10000, 8000),
		Thickness: geometry.MM(200), Offset: geometry.MM(-200)}})
	if got := p.openingsOf(later); len(got) != 1 {
		t.Errorf("%d openings in a floor that came later", len(got))
	}
	p.do(change.ModifyParameter{ElementID: stair, ParameterName: "floor_opening", Value: json.RawMessage(`"none"`)})
	if got := p.openingsOf(floor); len(got) != 0 {
		t.Errorf("%d openings of a stair that cuts none", len(got))
	}
	p.do(change.ModifyParameter{ElementID: stair, ParameterName: "floor_opening", Value: json.RawMessage(`"cut"`)})
	p.do(change.DeleteElement{ElementIDs: []state.ID{stair}})
	if got := p.openingsOf(floor); len(got) != 0 {
		t.Errorf("%d openings are left of a deleted stair", len(got))
	}
}

// A warning is given when a stair is created or changed and its body collides with something, or a floor leaves too
// little headroom over it.
func TestAStairIsWarnedOfWhatItMeets(t *testing.T) {
	p, top, floor := hall(t)
	p.wall(mm(4000, 0), mm(4000, 5000), 200)
	said := func(d change.Decision) (out []string) {
		for _, w := range d.Warnings {
			out = append(out, w.Code)
		}
		return out
	}
	c := change.CreateStair{LevelID: p.level, Stair: stairshape.Stair{Start: mm(2000, 2000), Toward: mm(3000, 2000),
		TopLevel: top,
		Width:    geometry.MM(1000), FloorOpening: "none"}}
	d, err := p.try(c)
	if err != nil || !slices.Equal(said(d), []string{"STAIR_MEETS", "STAIR_MEETS", "STAIR_HEADROOM"}) {
		t.Errorf("through a wall and into a floor: %v, %v", said(d), err)
	}
	c.FloorOpening, c.Start.Y, c.Toward.Y = "cut", geometry.MM(6500), geometry.MM(6500)
	if d, err = p.try(c); err != nil || len(d.Warnings) > 0 {
		t.Errorf("beside them: %v, %v", d.Warnings, err)
	}
	c.FloorOpening = "none"
	stair := p.do(c)
	d, err = p.try(change.MoveElement{ElementIDs: []state.ID{stair}, Delta: shift(0, -4000, 0)})
	if err != nil || !slices.Contains(said(d), "STAIR_MEETS") {
		t.Errorf("moved into the wall: %v, %v", said(d), err)
	}
	p.do(change.ModifyParameter{ElementID: floor, ParameterName: "holes",
		Value: state.MustJSON([][]geometry.Point2{rectangle(1900, 5900, 7000, 7100)})})
	d, err = p.try(change.ModifyParameter{ElementID: stair, ParameterName: "width", Value: json.RawMessage("1100")})
	if err != nil || len(d.Warnings) > 0 {
		t.Errorf("in a hole that is large enough: %v, %v", d.Warnings, err)
	}
}

// A floor with a large enough hole is not cut; a floor with a smaller hole is cut only beside the hole.
func TestAStairCutsNoHoleTwice(t *testing.T) {
	for _, c := range []struct {
		hole []geometry.Point2
		want int
	}{{rectangle(1900, 1400, 7000, 2600), 0}, {rectangle(4000, 1400, 7000, 2600), 1}} {
		p, top, floor := hall(t)
		p.do(change.ModifyParameter{ElementID: floor, ParameterName: "holes",
			Value: state.MustJSON([][]geometry.Point2{c.hole})})
		p.do(change.CreateStair{LevelID: p.level, Stair: stairshape.Stair{Start: mm(2000, 2000), Toward: mm(3000, 2000),
			TopLevel: top,
			Width:    geometry.MM(1000)}})
		if got := p.openingsOf(floor); len(got) != c.want {
			t.Errorf("%d openings beside %v", len(got), c.hole)
		}
	}
}

// A stair maintains railings along its flights and landings: they are moved, changed and deleted with it, and are part
// of its assembly.
func TestAStairKeepsItsRailings(t *testing.T) {
	p, top, _ := hall(t)
	stair := p.do(change.CreateStair{LevelID: p.level, Stair: stairshape.Stair{Start: mm(2000, 2000),
		Toward:   mm(3000, 2000),
		TopLevel: top, Width: geometry.MM(1000), Shape: stairs.HalfTurn, Railings: "both", Well: geometry.MM(200)}})
	rails := p.model.HostedBy(stair)
	if len(rails) != 5 {
		t.Fatalf("%d railings: two flights with two sides, and the landing", len(rails))
	}
	for _, id := range rails {
		checkBody(t, p.model, id)
		if e, _ := p.model.Element(id); e.AssemblyID != stair {
			t.Errorf("%s is no part of the stair", e.Name)
		}
	}
	p.do(change.ModifyParameter{ElementID: stair, ParameterName: "railings", Value: json.RawMessage(`"left"`)})
	if got := p.model.HostedBy(stair); len(got) != 2 {
		t.Errorf("%d railings on the left of a stair that turns left: along its flights", len(got))
	}
	before := p.model
	p.do(change.MoveElement{ElementIDs: []state.ID{stair}, Delta: shift(100, 0, 0)})
	for _, id := range p.model.HostedBy(stair) {
		was, _ := before.Element(id)
		is, ok := p.model.Element(id)
		if !ok || is.Params.(*stairshape.Railing).Path[0] != was.Params.(*stairshape.Railing).Path[0].Add(shift(100, 0,
			0)) {
			t.Errorf("a railing went astray")
		}
	}
	p.do(change.DeleteElement{ElementIDs: []state.ID{stair}})
	if p.model.Has(state.CategoryRailing) {
		t.Errorf("railings are left of a deleted stair")
	}
}

// Random stairs of every form have closed bodies whose volume is the sum of their prisms, however they are turned.
func TestStairsOfEveryFormHaveBodies(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 10 {
		for _, form := range (stairs.Form("")).Enum() {
			p := newPlot(t)
			top := p.do(change.CreateLevel{Name: "First", Elevation: geometry.MM(int64(2400 + r.IntN(1800)))})
			turn := r.Float64() * 2 * math.Pi
			s := stairshape.Stair{Start: mm(0, 0), Toward: mm(int64(10_000*math.Cos(turn)),
				int64(10_000*math.Sin(turn))),
				TopLevel: top, Width: geometry.MM(int64(800 + r.IntN(900))), Shape: stairs.Form(form),
				Waist: geometry.MM(int64(100 + r.IntN(120))),
				Turn:  []stairs.Side{stairs.Left, stairs.Right}[r.IntN(2)], Well: geometry.MM(int64(1 + r.IntN(500)))}
			if s.Shape.Round() {
				s.Well = geometry.MM(int64(600 + r.IntN(3000)))
			}
			d, err := p.try(change.CreateStair{LevelID: p.level, Stair: s})
			if err != nil {
				t.Fatalf("%+v: %v", s, err)
			}
			id := d.Events[0].(*state.ElementCreated).Element.ID
			checkBody(t, d.After, id)
			body, err := shape.Body(d.After, id)
			if err != nil {
				t.Fatal(err)
			}
			e, _ := d.After.Element(id)
			shape, err := stairshape.StairShapeOf(d.After, e)
			if err != nil {
				t.Fatal(err)
			}
			if want := shape.Layout.Volume(); math.Abs(body.Volume()-want) > 1e-5*want {
				t.Fatalf("%+v: %v m3, its prisms have %v", s, body.Volume(), want)
			}
		}
	}
}

// A stair created by a standard uses the form that the standard allows in the space. If none fits, the error says for
// each form what is missing.
func TestAStairByStandard(t *testing.T) {
	p := newPlot(t)
	top := p.do(change.CreateLevel{Name: "First", Elevation: geometry.MM(3600)})
	ask := func(space geometry.Point2, edit func(*change.CreateStair)) (change.Decision, error) {
		c := change.CreateStair{LevelID: p.level, Stair: stairshape.Stair{Start: mm(0, 0), Toward: mm(1000, 0),
			TopLevel: top},
			Standard: stairs.IBC, Space: &space}
		if edit != nil {
			edit(&c)
		}
		return p.try(c)
	}
	d, err := ask(mm(5525, 2600), nil)
	if err != nil {
		t.Fatal(err)
	}
	s := d.Events[0].(*state.ElementCreated).Element.Params.(*stairshape.Stair)
	if s.Shape == "" || s.Shape == stairs.TwoStraight || s.Risers != 21 || s.Width != geometry.MM(1118) {
		t.Errorf("%+v", s)
	}
	if len(d.Warnings) == 0 || d.Warnings[0].Code != "STAIR_FORMS" {
		t.Errorf("%v", d.Warnings)
	}
	d, err = ask(geometry.Point2{}, nil)
	if err != nil || d.Events[0].(*state.ElementCreated).Element.Params.(*stairshape.Stair).Shape != "" {
		t.Errorf("without bounds a straight flight fits: %v", err)
	}
	_, err = ask(mm(5525, 2600), func(c *change.CreateStair) { c.Shape = stairs.StraightRun })
	if state.CodeOf(err) != state.ConstraintViolated {
		t.Fatal(err)
	}
	if _, err = ask(mm(900, 900), nil); state.CodeOf(err) != state.ConstraintViolated {
		t.Error(err)
	}
	if _, err = ask(mm(5525, 2600),
		func(c *change.CreateStair) { c.Risers = 20 }); state.CodeOf(err) != state.InvalidInput {
		t.Error(err)
	}
	if _, err = ask(mm(5525, 2600),
		func(c *change.CreateStair) { c.Standard = "" }); state.CodeOf(err) != state.InvalidInput {
		t.Error(err)
	}
}
