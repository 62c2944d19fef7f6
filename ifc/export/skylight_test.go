package export

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/verify"
)

// skylitRoofs builds a floor and roofs of all kinds, each with a skylight cut square and one cut plumb.
func skylitRoofs(t *testing.T) *site {
	s := newSite(t)
	s.do("", change.CreateModel{Name: "Skylit", ID: "skylit"})
	s.do("L0", change.CreateLevel{Name: "Ground", Elevation: length(300)})
	x := int64(0)
	for i, kind := range []fabric.RoofType{"floor", fabric.RoofFlat, fabric.RoofShed, fabric.RoofGable,
		fabric.RoofHip} {
		name := string(kind)
		boundary := []geometry.Point2{at(x, 0), at(x+9000, 0), at(x+9000, 7000), at(x, 7000)}
		if kind == "floor" {
			s.do(name, change.CreateFloor{LevelID: s.ids["L0"], Name: name, Floor: fabric.Floor{Boundary: boundary,
				Thickness: length(300), Offset: length(-20)}})
		} else {
			r := fabric.Roof{Boundary: boundary, RoofType: kind, Thickness: length(300), Overhang: length(400),
				Offset: length(2500)}
			if kind != fabric.RoofFlat {
				r.Slope = geometry.Angle(20+10*i) * geometry.Degree
			}
			s.do(name, change.CreateRoof{LevelID: s.ids["L0"], Roof: r, Name: name})
		}
		for k, cut := range []fabric.SkylightCut{fabric.CutSquare, fabric.CutPlumb} {
			light := name + " " + string(cut)
			s.do(light, change.PlaceSkylight{RoofID: s.ids[name], Name: light, Skylight: fabric.Skylight{
				Location: at(x+3500+int64(k)*1700, 1300), Width: length(780), Height: length(1180), Cut: cut,
				Operation: fabric.SkylightOperation([]string{"fixed", "pivot_horizontal"}[k]),
				Upstand:   length(int64(40 * i)), Rotation: geometry.Angle(15*i) * geometry.Degree}})
		}
		x += 12000
	}
	return s
}

// TestRoundTripOfSkylights checks that an import of our own file restores skylights with their parameters and openings.
func TestRoundTripOfSkylights(t *testing.T) {
	s := skylitRoofs(t)
	everyForm(func(o Options) {
		back, report := reimported(t, s.model, o)
		sameState(t, back, s.model)
		for _, left := range report.Left {
			t.Errorf("%s: left %+v", o.Schema, left)
		}
	})
}

// TestASkylightIsAWindow checks that a skylight is an IfcWindow of a type SKYLIGHT with its size, that it fills its
// opening, and that its file breaks no rule of its schema.
func TestASkylightIsAWindow(t *testing.T) {
	s := skylitRoofs(t)
	r := readIn(t, s, "IFC4")
	for _, name := range []string{"gable square", "gable plumb", "flat square"} {
		window := r.one(t, "IfcWindow", name)
		if got := numberOf(t, r.property(window, "Qto_WindowBaseQuantities", "Area")); math.Abs(got-0.78*1.18) > 1e-9 {
			t.Errorf("%s has an area of %v", name, got)
		}
	}
	for _, schema := range []string{SchemaIFC4, SchemaIFC4X3} {
		var out bytes.Buffer
		if _, err := Write(t.Context(), &out, s.model, in(schema)); err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(out.Bytes(), []byte(".SKYLIGHT.")); n == 0 {
			t.Errorf("%s: no type is a SKYLIGHT", schema)
		}
		if n := bytes.Count(out.Bytes(), []byte("IFCRELFILLSELEMENT")); n != 10 {
			t.Errorf("%s: %d openings are filled, want 10", schema, n)
		}
		report, err := verify.Bytes(t.Context(), out.Bytes(),
			verify.Options{Rules: []string{"IFC105", "SCHEMA", "WHERE"}})
		if err != nil || len(report.Findings) != 0 {
			t.Errorf("%s: %v %v", schema, err, report.Findings)
		}
	}
}

// TestRandomSkylightsComeBack checks that files of skylights at random places of roofs give back the same model.
func TestRandomSkylightsComeBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := state.NewModel()
		n := 0
		try := func(op change.Operation) (state.ID, error) {
			n++
			d, err := domain.Decide(m, change.Command{ID: fmt.Sprintf("c%d", n), Do: op})
			if err != nil {
				return "", err
			}
			m = d.After
			for _, e := range d.Events {
				if made, ok := state.CreatedBy(e); ok {
					return made.ID, nil
				}
			}
			return "", nil
		}
		must := func(id state.ID, err error) state.ID {
			if err != nil {
				rt.Fatal(err)
			}
			return id
		}
		must(try(change.CreateModel{Name: "M", ID: "m", Owner: "local"}))
		level := must(try(change.CreateLevel{Name: "Ground"}))
		kind := rapid.SampledFrom([]fabric.RoofType{fabric.RoofFlat, fabric.RoofShed, fabric.RoofGable,
			fabric.RoofHip}).Draw(rt, "kind")
		roof := fabric.Roof{Boundary: []geometry.Point2{at(0, 0), at(12000, 0), at(12000, 9000), at(0, 9000)},
			RoofType: kind, Thickness: length(rapid.Int64Range(120, 500).Draw(rt, "thickness"))}
		if kind != fabric.RoofFlat {
			roof.Slope = geometry.Angle(rapid.Int64Range(5, 70).Draw(rt, "slope")) * geometry.Degree
		}
		host := must(try(change.CreateRoof{LevelID: level, Roof: roof}))
		for range 3 {
			_, err := try(change.PlaceSkylight{RoofID: host, Skylight: fabric.Skylight{
				Location: at(rapid.Int64Range(500, 11500).Draw(rt, "x"), rapid.Int64Range(500, 8500).Draw(rt, "y")),
				Width:    length(rapid.Int64Range(300, 1500).Draw(rt, "width")),
				Height:   length(rapid.Int64Range(300, 1500).Draw(rt, "height")),
				Upstand:  length(rapid.Int64Range(0, 200).Draw(rt, "upstand")),
				Cut:      rapid.SampledFrom([]fabric.SkylightCut{"square", "plumb"}).Draw(rt, "cut"),
				Rotation: geometry.Angle(rapid.Int64Range(0, 89).Draw(rt, "rotation")) * geometry.Degree}})
			if c := state.CodeOf(err); err != nil && c != state.OpeningOutsideHost && c != state.OpeningsOverlap {
				rt.Fatal(err)
			}
		}
		must(try(change.MoveElement{ElementIDs: []state.ID{host}, Rotation: geometry.Angle(rapid.Int64Range(0,
			359).Draw(rt, "turn")) * geometry.Degree}))
		back, report := reimported(t, m, in(SchemaIFC4))
		sameState(t, back, m)
		if len(report.Left) > 0 {
			rt.Fatalf("left %+v", report.Left)
		}
		for _, id := range m.OfCategory(state.CategorySkylight) {
			if _, err := shape.Body(back, id); err != nil {
				rt.Fatal(err)
			}
		}
	})
}
