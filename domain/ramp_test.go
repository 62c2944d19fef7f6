package domain

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/ramps"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// manyOf returns the number of random shapes of a kind to test: 1,000 in a soak run, otherwise short.
func manyOf(short int) int {
	if os.Getenv("BIMSTREAM_SOAK") != "" {
		return 1000
	}
	return short
}

// drawRamp returns a random ramp of any form, turned by a random angle.
func drawRamp(r *rand.Rand) stairshape.Ramp {
	turn := r.Float64() * 2 * math.Pi
	ramp := stairshape.Ramp{Start: mm(0, 0), Toward: mm(int64(10_000*math.Cos(turn)), int64(10_000*math.Sin(turn))),
		Rise: geometry.MM(int64(50 + r.IntN(3500))), Width: geometry.MM(int64(900 + r.IntN(1500))),
		Offset: geometry.MM(int64(r.IntN(2000) - 1000)), Thickness: geometry.MM(int64(80 + r.IntN(300))),
		Landing: geometry.MM(int64(1200 + r.IntN(800))), Well: geometry.MM(int64(r.IntN(400))), Solid: r.IntN(3) == 0,
		Justification: stairshape.StairSide(stairshape.StairSide("").Enum()[r.IntN(3)])}
	for range r.IntN(5) {
		ramp.Bends = append(ramp.Bends, ramps.Bend(ramps.Bend("").Enum()[r.IntN(5)]))
	}
	if r.IntN(2) == 0 {
		ramp.Kerb, ramp.KerbWidth = geometry.MM(int64(50+r.IntN(100))), geometry.MM(int64(50+r.IntN(150)))
	}
	if ramp.Slope = float64(6 + r.IntN(20)); r.IntN(3) == 0 {
		ramp.Slope = 0
		for range len(ramp.Bends) + 1 {
			ramp.Lengths = append(ramp.Lengths, geometry.MM(int64(3000+r.IntN(9000))))
		}
	}
	return ramp
}

// integrated returns the volume of a ramp, computed numerically from its sections. At many places along each run it
// multiplies the height between the surface and the underside by the width. Landings are computed in the same way, with
// the kerbs beside them.
func integrated(r stairshape.Ramp, rise float64) float64 {
	goings, all := make([]float64, len(r.Bends)+1), 0.0
	for i := range goings {
		if goings[i] = math.Ceil(rise*1000*r.Slope/float64(len(goings))-1e-9) / 1000; len(r.Lengths) > 0 {
			goings[i] = r.Lengths[i].M()
		}
		all += goings[i]
	}
	slope, width, thick := rise/all, r.Width.M(), r.Thickness.M()
	plumb := thick * math.Sqrt(1+slope*slope)
	kerb, kerbWidth := r.Kerb.M(), r.KerbWidth.M()
	volume, gone := 0.0, 0.0
	for i, g := range goings {
		const steps = 20_000
		for n := range steps {
			top := slope * (gone + g*(float64(n)+0.5)/steps)
			deep := min(top, plumb)
			if r.Solid {
				deep = top
			}
			volume += (deep*width + 2*kerb*kerbWidth) * g / steps
		}
		if gone += g; i == len(r.Bends) {
			break
		}
		deep := min(slope*gone, thick)
		if r.Solid {
			deep = slope * gone
		}
		d, across := r.Landing.M(), width
		edge := 2 * d // length of the kerbs, along the middle of the landing's outer corner
		switch b := r.Bends[i]; {
		case b == ramps.Left || b == ramps.Right:
			d = max(d, width)
			across = d
			more := d - width
			edge = 2*d - kerbWidth
			if more > 0 {
				edge += more + max(0, more-kerbWidth)
				if more < kerbWidth { // the strip before the run is no wider than the rest
					edge += more*more/kerbWidth - more
				}
			}
		case b.Half():
			across = 2*width + r.Well.M()
			edge = 2*d + across - 2*kerbWidth + r.Well.M()
		}
		volume += d*across*deep + edge*kerb*kerbWidth
	}
	return volume
}

// Random ramps of every form have closed bodies, however they are turned. The volume of the body equals the volume
// computed from sections. Moving and copying keeps the volume, and undo and merge give the same ramp.
func TestRampsOfEveryFormHaveBodies(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	f := newFork(t)
	for made := 0; made < manyOf(60); {
		ramp := drawRamp(r)
		s := newSide(t, &builder{t: t, model: f.base, n: 100}, 1)
		d, err := s.try(change.CreateRamp{LevelID: f.level, Ramp: ramp})
		if state.CodeOf(err) == state.DegenerateGeometry {
			continue // it intersects itself
		}
		if err != nil {
			t.Fatalf("%+v: %v", ramp, err)
		}
		made++
		id := d.Events[0].(*state.ElementCreated).Element.ID
		checkBody(t, d.After, id)
		body, err := shape.Body(d.After, id)
		if err != nil {
			t.Fatal(err)
		}
		if want := integrated(ramp, ramp.Rise.M()); math.Abs(body.Volume()-want) > 2e-5*want {
			t.Fatalf("%+v: %v m3, its sections have %v", ramp, body.Volume(), want)
		}
		s = newSide(t, &builder{t: t, model: f.base, n: 100}, 1)
		id = s.do(change.CreateRamp{LevelID: f.level, Ramp: ramp})
		checkMovedRamp(t, s.builder, id, body.Volume())
		checkTakenBack(t, f.base, s)
	}
}

// checkMovedRamp moves and copies a ramp and checks its volume.
func checkMovedRamp(t *testing.T, b *builder, id state.ID, want float64) {
	t.Helper()
	b.do(change.MoveElement{ElementIDs: []state.ID{id}, Delta: shift(777, -333, 120), Rotation: 33 * geometry.Degree})
	by := shift(0, 50_000, 0)
	d, err := b.try(change.CopyElement{ElementIDs: []state.ID{id}, Delta: &by})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range made(d) {
		if body, err := shape.Body(d.After, e.ID); err != nil || math.Abs(body.Volume()-want) > 1e-4*want {
			t.Errorf("a copy has %v m3, its original %v: %v", body.Volume(), want, err)
		}
	}
}

// checkTakenBack undoes all changes of a side, and also merges the side into its starting state.
func checkTakenBack(t *testing.T, base *state.Model, s *side) {
	t.Helper()
	out, err := merge.Undo{ID: "undo", Before: base, After: s.model, Now: s.model, Undone: s.touched,
		Later: merge.NewTouches()}.Decide()
	if err != nil {
		t.Fatal(err)
	}
	if d := merge.Diff(base, out.Decision.After, s.touched.IDs()); d.Len() > 0 {
		t.Errorf("undone, a difference is left: %+v", d)
	}
	merged, err := merge.Merge{ID: "merge", Base: base, Ours: merge.MergeSide{Model: base, Touched: merge.NewTouches()},
		Theirs: merge.MergeSide{Model: s.model, Touched: s.touched}, Decisions: map[string]state.Resolution{}}.Decide()
	if err != nil || len(merged.Undecided()) > 0 {
		t.Fatalf("merged: %v, %v", err, merged.Undecided())
	}
	if d := merge.Diff(s.model, merged.Decision.After, s.touched.IDs()); d.Len() > 0 {
		t.Errorf("merged, it differs: %+v", d)
	}
}

// A ramp maintains its opening in the floor that it passes through, and the railings along it, as a stair does.
func TestARampKeepsItsOpeningAndRailings(t *testing.T) {
	p, top, floor := hall(t)
	p.do(change.ModifyParameter{ElementID: floor, ParameterName: "boundary_points",
		Value: state.MustJSON(rectangle(-5000, -5000, 60_000, 20_000))})
	id := p.do(change.CreateRamp{LevelID: p.level, Ramp: stairshape.Ramp{Start: mm(0, 2000), Toward: mm(1000, 2000),
		TopLevel: top, Bends: []ramps.Bend{ramps.Straight, ramps.HalfLeft, ramps.Straight}, Railings: "both",
		Kerb: geometry.MM(100)}})
	cut := p.openingsOf(floor)
	if len(cut) != 1 {
		t.Fatalf("%d openings", len(cut))
	}
	// The underside of the slab is at 2800 mm. Less a headroom of 2032 mm, the ramp is obstructed above 768 mm, shortly
	// after the first run, which rises 750 mm.
	lo, hi := (geometry.Polygon{Outer: cut[0].Params.(*fabric.Opening).Polygon}).Bounds()
	if hi.X != geometry.MM(9000+1500+9000+1500) || lo.X > geometry.MM(1500) {
		t.Errorf("cut from %v to %v", lo, hi)
	}
	if rails := p.model.HostedBy(id); len(rails) != 8+2+1+2 {
		t.Errorf("%d railings", len(rails))
	}
	p.refused(change.DeleteElement{ElementIDs: []state.ID{cut[0].ID}}, state.IllegalState)
	p.do(change.MoveElement{ElementIDs: []state.ID{id}, Delta: shift(500, 300, 0)})
	if got := p.openingsOf(floor); len(got) != 1 || got[0].ID != cut[0].ID {
		t.Errorf("%d openings after a move", len(got))
	}
	p.refused(change.MoveElement{ElementIDs: []state.ID{id}, Delta: shift(0, 0, 300)}, state.IllegalState)
	p.do(change.ModifyParameter{ElementID: id, ParameterName: "railings", Value: json.RawMessage(`"left"`)})
	if rails := p.model.HostedBy(id); len(rails) != 4+1+1 {
		t.Errorf("%d railings on the left", len(rails))
	}
	p.do(change.DeleteElement{ElementIDs: []state.ID{id}})
	if got := p.openingsOf(floor); len(got) != 0 {
		t.Errorf("%d openings are left of a deleted ramp", len(got))
	}
}

// Of slope and lengths, the parameter that was set last applies. The same is true of rise and top level.
func TestARampFollowsItsParameters(t *testing.T) {
	p, top, _ := hall(t)
	id := p.do(change.CreateRamp{LevelID: p.level, Shape: ramps.HalfTurn, Ramp: stairshape.Ramp{Start: mm(0, -9000),
		Toward: mm(1000, -9000), TopLevel: top}})
	of := func() *stairshape.Ramp {
		e, _ := p.model.Element(id)
		return e.Params.(*stairshape.Ramp)
	}
	length := func() geometry.Length {
		e, _ := p.model.Element(id)
		s, err := stairshape.RampShapeOf(p.model, e)
		if err != nil {
			t.Fatal(err)
		}
		return s.Spec.Going()
	}
	if of().Slope != 12 || length() != geometry.MM(36_000) {
		t.Errorf("%+v", of())
	}
	p.do(change.ModifyParameter{ElementID: id, ParameterName: "slope", Value: json.RawMessage("15")})
	if length() != geometry.MM(45_000) {
		t.Errorf("%s", length())
	}
	p.do(change.ModifyParameter{ElementID: id, ParameterName: "lengths", Value: json.RawMessage("[20000,18000]")})
	if of().Slope != 0 || length() != geometry.MM(38_000) {
		t.Errorf("%+v", of())
	}
	p.do(change.ModifyParameter{ElementID: id, ParameterName: "rise", Value: json.RawMessage("1500")})
	if of().TopLevel != "" || of().Rise != geometry.MM(1500) {
		t.Errorf("%+v", of())
	}
	p.refused(change.ModifyParameter{ElementID: id, ParameterName: "slope", Value: json.RawMessage("0.08")},
		state.OutOfRange)
	p.refused(change.ModifyParameter{ElementID: id, ParameterName: "bends", Value: json.RawMessage(`["back"]`)},
		state.OutOfRange)
	p.refused(change.CreateRamp{LevelID: p.level, Ramp: stairshape.Ramp{Start: mm(0, 0), Toward: mm(1, 0)}},
		state.OutOfRange)
}

// A ramp created by a standard uses the form that the standard allows in the space. If none fits, the error says for
// each form what is missing.
func TestARampByStandard(t *testing.T) {
	p := newPlot(t)
	ask := func(rise int64, space geometry.Point2, standard ramps.Standard) (change.Decision, error) {
		return p.try(change.CreateRamp{LevelID: p.level, Ramp: stairshape.Ramp{Start: mm(0, 0), Toward: mm(1000, 0),
			Rise: geometry.MM(rise)}, Standard: standard, Space: &space})
	}
	d, err := ask(1000, mm(9000, 5000), ramps.ADA)
	if err != nil {
		t.Fatal(err)
	}
	r := d.Events[0].(*state.ElementCreated).Element.Params.(*stairshape.Ramp)
	if r.Slope != 12 || len(r.Bends) != 1 || !r.Bends[0].Half() || r.Kerb != geometry.MM(100) || r.Railings != "both" ||
		r.Width != geometry.MM(915+300) {
		t.Errorf("%+v", r)
	}
	if len(d.Warnings) == 0 || d.Warnings[0].Code != "RAMP_FORMS" {
		t.Errorf("%v", d.Warnings)
	}
	if _, err = ask(1000, mm(3000, 1500), ramps.ADA); state.CodeOf(err) != state.ConstraintViolated {
		t.Error(err)
	}
	if d, err = ask(300, geometry.Point2{}, ramps.ADM); err != nil {
		t.Fatal(err)
	}
	// g = 10 r / (1 - r) with r in metres: 4.286 m at 1:14.29
	if r = d.Events[0].(*state.ElementCreated).Element.Params.(*stairshape.Ramp); math.Abs(r.Slope-14.29) > 0.005 {
		t.Errorf("%+v", r)
	}
}
