package export

import (
	"bytes"
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/verify"
)

// carvedPlates builds floors and roofs of all kinds with recesses from above and from below, slanted shafts, and
// recesses and shafts that overlap an upright hole.
func carvedPlates(t *testing.T) *site {
	s := newSite(t)
	s.do("", change.CreateModel{Name: "Carved", ID: "carved"})
	s.do("L0", change.CreateLevel{Name: "Ground", Elevation: length(300)})
	rectangle := func(x0, y0, x1, y1 int64) []geometry.Point2 {
		return []geometry.Point2{at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)}
	}
	x := int64(0)
	cut := func(host, name string, from, to geometry.Point2, c change.CreateOpening) {
		c.HostID, c.Name = s.ids[host], host+" "+name
		c.Polygon = rectangle(x+int64(from.X.MM()), int64(from.Y.MM()), x+int64(to.X.MM()), int64(to.Y.MM()))
		s.do(c.Name, c)
	}
	slant := func(dx, dy int64) *geometry.Point2 { p := at(dx, dy); return &p }
	for _, name := range []string{"floor", "falls"} {
		f := fabric.Floor{Boundary: rectangle(x, 0, x+6000, 4000), Thickness: length(300), Offset: length(-20)}
		if name == "falls" {
			f.Falls = []fabric.FloorFall{{To: []geometry.Point2{at(x+3000, 2000)}, Slope: 1.5}}
		}
		s.do(name, change.CreateFloor{LevelID: s.ids["L0"], Floor: f, Name: name})
		cut(name, "hole", at(200, 200), at(700, 700), change.CreateOpening{})
		cut(name, "coffer", at(500, 500), at(1500, 1500), change.CreateOpening{Depth: length(80),
			Face: fabric.FaceBottom})
		cut(name, "pit", at(2500, 1000), at(3500, 3000), change.CreateOpening{Depth: length(50)})
		cut(name, "shaft", at(4500, 500), at(5000, 1000), change.CreateOpening{Slant: slant(250, 300)})
		cut(name, "slot", at(4500, 3000), at(4900, 3300), change.CreateOpening{Depth: length(60), Slant: slant(-40, 70),
			Face: fabric.FaceBottom})
		x += 8000
	}
	for i, kind := range []fabric.RoofType{fabric.RoofFlat, fabric.RoofShed, fabric.RoofGable, fabric.RoofHip} {
		name := string(kind)
		r := fabric.Roof{Boundary: rectangle(x, 0, x+6000, 4000), RoofType: kind, Thickness: length(300),
			Overhang: length(400), Offset: length(2500)}
		if kind != fabric.RoofFlat {
			r.Slope = geometry.Angle(20+10*i) * geometry.Degree
		}
		s.do(name, change.CreateRoof{LevelID: s.ids["L0"], Roof: r, Name: name})
		cut(name, "pit", at(2500, 1500), at(3500, 2600), change.CreateOpening{Depth: length(90)})
		cut(name, "coffer", at(4000, 1500), at(4400, 2600), change.CreateOpening{Depth: length(90),
			Face: fabric.FaceBottom})
		cut(name, "shaft", at(2400, 300), at(2900, 700), change.CreateOpening{Slant: slant(150, -100)})
		cut(name, "slot", at(3200, 300), at(3900, 700), change.CreateOpening{Depth: length(60), Slant: slant(50, 70)})
		x += 8000
	}
	return s
}

func TestRoundTripOfRecessesAndShafts(t *testing.T) {
	s := carvedPlates(t)
	everyForm(func(o Options) {
		back, report := reimported(t, s.model, o)
		sameState(t, back, s.model)
		for _, left := range report.Left {
			t.Errorf("%s: left %+v", o.Schema, left)
		}
	})
}

// TestRecessesOfPlatesAreRecesses checks that a recess is an IfcOpeningElement of type RECESS with the volume that it
// removes.
func TestRecessesOfPlatesAreRecesses(t *testing.T) {
	s := carvedPlates(t)
	r := readIn(t, s, "IFC4")
	for name, kind := range map[string]string{"floor pit": "RECESS", "floor coffer": "RECESS", "floor shaft": "OPENING",
		"gable slot": "RECESS", "hip shaft": "OPENING"} {
		opening := r.one(t, "IfcOpeningElement", name)
		if got := r.enum(opening, "PredefinedType"); got != kind {
			t.Errorf("%s is a %s, want %s", name, got, kind)
		}
		body, err := shape.Body(s.model, s.ids[name])
		if err != nil {
			t.Fatal(err)
		}
		got := numberOf(t, r.property(opening, "Qto_OpeningElementBaseQuantities", "Volume"))
		if math.Abs(got-body.Volume()) > 1e-6 {
			t.Errorf("%s has a volume of %v, its body %v", name, got, body.Volume())
		}
	}
}

// TestRecessesAndShaftsKeepTheRules checks that a file with recesses and shafts breaks no rule of its schema, and has
// no unreferenced instance.
func TestRecessesAndShaftsKeepTheRules(t *testing.T) {
	s := carvedPlates(t)
	for _, schema := range []string{SchemaIFC4, SchemaIFC4X3} {
		var out bytes.Buffer
		if _, err := Write(t.Context(), &out, s.model, in(schema)); err != nil {
			t.Fatal(err)
		}
		report, err := verify.Bytes(t.Context(), out.Bytes(),
			verify.Options{Rules: []string{"IFC105", "SCHEMA", "WHERE"}})
		if err != nil || len(report.Findings) != 0 {
			t.Errorf("%s: %v %v", schema, err, report.Findings)
		}
	}
}
