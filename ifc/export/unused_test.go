package export

import (
	"reflect"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/verify"
)

// TestAnUnusedMaterialIsCarriedByTheProject checks that an unused material is left out of the file with its colour and
// properties, so that the file has no unreferenced instance. An import must restore the material.
func TestAnUnusedMaterialIsCarriedByTheProject(t *testing.T) {
	for _, schema := range Schemas() {
		s := newSite(t)
		s.do("", change.CreateModel{ID: "unused", Name: "Unused", Owner: "ada"})
		s.do("L0", change.CreateLevel{Name: "0"})
		s.do("used", change.DefineMaterial{Name: "Brick", Colour: "#aa3311", Density: 1800})
		s.do("", change.DefineMaterial{Name: "Straw", Colour: "#aa9911", Density: 100,
			Properties: shape.PropertySets{"A": {"b": shape.PropertyOf(1.5)}}})
		s.do("slab", change.CreateFloor{LevelID: s.ids["L0"], Name: "slab",
			Floor: fabric.Floor{Boundary: ring(0, 0, 4000, 0, 4000, 3000, 0, 3000), Thickness: length(200)}})
		s.do("", change.SetProperties{ElementIDs: []state.ID{s.ids["slab"]}, Material: "Brick"})
		var out strings.Builder
		if _, err := Write(t.Context(), &out, s.model, in(schema)); err != nil {
			t.Fatal(err)
		}
		report, err := verify.Bytes(t.Context(), []byte(out.String()),
			verify.Options{Rules: []string{"IFC105", "SCHEMA", "WHERE"}})
		if err != nil || len(report.Findings) != 0 {
			t.Errorf("%s: %v %v", schema, err, report.Findings)
		}
		if strings.Contains(out.String(), "IFCMATERIAL('Straw'") ||
			!strings.Contains(out.String(), "IFCMATERIAL('Brick'") {
			t.Errorf("%s: the straw is in the file, or the brick is not", schema)
		}
		back, _ := reimported(t, s.model, in(schema))
		for _, m := range s.model.Materials() {
			if got, ok := back.Material(m.ID); !ok || !reflect.DeepEqual(got, m) {
				t.Errorf("%s: %s comes back as %+v", schema, m.Name, got)
			}
		}
	}
}

// TestRulesThatAnExportBreaksAreWarnedOf checks that an export warns of the rules of verify-ifc that it breaks, if the
// option is set.
func TestRulesThatAnExportBreaksAreWarnedOf(t *testing.T) {
	s := house(t)
	s.ids["site"] = s.model.Info().SiteID
	s.modify("site", "crs", "EPSG:1234")
	for _, ask := range []bool{false, true} {
		o := defaults()
		o.Rules = ask
		_, summary := exported(t, s.model, o)
		told := 0
		for _, w := range summary.Warnings {
			if w.Code == "RULE_BROKEN" && w.Data["rule"] == "GRF004" {
				told++
			}
		}
		if (told == 1) != ask {
			t.Errorf("asked %t, told %d times: %v", ask, told, summary.Warnings)
		}
	}
}
