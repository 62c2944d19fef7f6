package export

import (
	"testing"

	"github.com/bimstream/bimstream/ifc/step"
)

// mapped places a model on the map of the Netherlands, turned by 30 degrees.
func mapped(t testing.TB, s *site) {
	t.Helper()
	s.ids["site"] = s.model.Info().SiteID
	s.modify("site", "crs", "EPSG:28992")
	s.modify("site", "eastings", 155000000)
	s.modify("site", "northings", 463000000.5)
	s.modify("site", "orthogonal_height", -1250)
	s.modify("site", "map_rotation", 30)
	s.modify("site", "map_scale", 0.9999)
}

// TestMapConversion checks that the place on the map is a conversion of the model's context, in metres, and that the
// geometry does not change.
func TestMapConversion(t *testing.T) {
	for _, name := range []string{SchemaIFC4, SchemaIFC4X3} {
		s := house(t)
		mapped(t, s)
		r := readIn(t, s, name)
		all := r.of("IfcMapConversion")
		if len(all) != 2 || r.text(r.ref(all[0], "SourceCRS"), "ContextType") != "Model" ||
			r.text(r.ref(all[1], "SourceCRS"), "ContextType") != "Plan" ||
			r.ref(all[0], "TargetCRS") != r.ref(all[1], "TargetCRS") {
			t.Fatalf("%s: %d conversions", name, len(all))
		}
		c := all[0]
		crs := r.ref(c, "TargetCRS")
		if unit := r.ref(crs, "MapUnit"); r.text(crs, "Name") != "EPSG:28992" || r.enum(unit, "Name") != "METRE" ||
			r.attribute(unit, "Prefix") != step.Value(null) {
			t.Errorf("%s: the map is %q in %s", name, r.text(crs, "Name"), r.enum(unit, "Name"))
		}
		for attribute, want := range map[string]float64{"Eastings": 155000, "Northings": 463000.0005,
			"OrthogonalHeight": -1.25, "XAxisAbscissa": 0.8660254037844386, "XAxisOrdinate": 0.5} {
			if got := r.number(c, attribute); !near(got, want, 1e-12) {
				t.Errorf("%s: %s is %v, want %v", name, attribute, got, want)
			}
		}
		if name == SchemaIFC4 && r.number(c, "Scale") != 0.9999*1e-3 {
			t.Errorf("the scale is %v", r.number(c, "Scale"))
		}
		if name == SchemaIFC4X3 && (r.number(c, "Scale") != 1e-3 || r.number(c, "FactorX") != 0.9999 ||
			r.number(c, "FactorY") != 0.9999 || r.number(c, "FactorZ") != 1) {
			t.Errorf("the scale is %v, times %v along X", r.number(c, "Scale"), r.number(c, "FactorX"))
		}
		if origin, _, _ := r.location(r.one(t, "IfcSite", "")); !sameNumbers(origin, []float64{0, 0, 0}) {
			t.Errorf("%s: the site is at %v", name, origin)
		}
	}
}

// TestMapConversionBeforeIFC4 checks that the project has property sets with the names of the missing classes in
// IFC2X3.
func TestMapConversionBeforeIFC4(t *testing.T) {
	s := house(t)
	mapped(t, s)
	r := readIn(t, s, SchemaIFC2X3)
	project := r.one(t, "IfcProject", "")
	for name, want := range map[string]string{"Eastings": "IFCREAL(155000.)", "Scale": "IFCREAL(0.0009999)",
		"XAxisOrdinate": "IFCREAL(0.5)"} {
		if got := r.property(project, "ePSet_MapConversion", name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if got := r.property(project, "ePSet_ProjectedCRS", "Name"); got != "IFCLABEL('EPSG:28992')" {
		t.Errorf("the map is %s", got)
	}
}

// TestNoMap checks that a model without a map gets no conversion.
func TestNoMap(t *testing.T) {
	for _, name := range Schemas() {
		r := readIn(t, house(t), name)
		if len(r.of("IfcMapConversion")) != 0 || r.property(r.one(t, "IfcProject", ""),
			"ePSet_MapConversion", "Eastings") != "" {
			t.Errorf("%s: a map was made up", name)
		}
	}
}

// TestAMovedModelIsWrittenWhereItWas checks that a building that an import moved to the origin is exported at its
// original place. An import of the export restores the model, and the map conversion does not change.
func TestAMovedModelIsWrittenWhereItWas(t *testing.T) {
	for _, name := range Schemas() {
		s := house(t)
		mapped(t, s)
		s.modify("site", "offset_x", 312000000)
		s.modify("site", "offset_y", 5996000000.5)
		r := readIn(t, s, name)
		want := []float64{312000000, 5996000000.5, 0}
		if origin, _, _ := r.location(r.one(t, "IfcSite", "")); !sameNumbers(origin, want) {
			t.Errorf("%s: the site is at %v", name, origin)
		}
		back, _ := reimported(t, s.model, in(name))
		sameState(t, back, s.model)
	}
}

// TestParcelIsTheSitesFootprint checks that every schema writes the boundary of the parcel as the site's footprint, and
// that an import reads it back.
func TestParcelIsTheSitesFootprint(t *testing.T) {
	s := house(t)
	s.ids["site"] = s.model.Info().SiteID
	s.modify("site", "boundary", [][2]float64{{-5000, -5000}, {20000, -5000}, {20000, 15000.5}, {-5000, 15000}})
	for _, name := range []string{SchemaIFC2X3, SchemaIFC4, SchemaIFC4X3} {
		r := readIn(t, s, name)
		shape := r.ref(r.one(t, "IfcSite", ""), "Representation")
		if shape == nil {
			t.Errorf("%s: the site has no shape", name)
		}
		for _, target := range TargetGeneric.Enum() {
			again, report := reimported(t, s.model, Options{Schema: name, Target: Target(target), Stamp: stamp})
			sameState(t, again, s.model)
			if t.Failed() {
				t.Fatalf("%s %s: %+v", name, target, report)
			}
		}
	}
}
