package importer

import (
	"math"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// TestAFlatRoofWithHoles checks that a roof slab stays a flat roof. It may have a skylight, a hole in its outline, and
// layers of its own or of its type. An opening is clipped to the edge of the roof.
func TestAFlatRoofWithHoles(t *testing.T) {
	const (
		roof  = "#50=IFCSLAB('0000000000000000000050',$,'Slab',$,$,#8,#49,$,.FLOOR.);"
		holed = "#46=IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,#45,(#170));\n" +
			"#170=IFCPOLYLINE((#171,#172,#173,#171));\n" +
			"#171=IFCCARTESIANPOINT((4.,2.5));\n#172=IFCCARTESIANPOINT((5.,2.5));\n#173=IFCCARTESIANPOINT((4.,3.5));\n"
		layers = "#180=IFCMATERIAL('Gravel',$,$);\n#181=IFCMATERIAL('Concrete',$,$);\n" +
			"#182=IFCMATERIALLAYER(#180,0.1,$,$,$,$,$);\n#183=IFCMATERIALLAYER(#181,0.2,$,$,$,$,$);\n" +
			"#184=IFCMATERIALLAYERSET((#182,#183),'Warm roof',$);\n" +
			"#185=IFCRELASSOCIATESMATERIAL('0000000000000000000185',$,$,$,(OF),#184);\n" +
			"#186=IFCSLABTYPE('0000000000000000000186',$,'Roof type',$,$,$,$,$,$,.ROOF.);\n" +
			"#187=IFCRELDEFINESBYTYPE('0000000000000000000187',$,$,$,(#50),#186);\n"
	)
	skylight := cutOut{1, 1, -1, 1, 1, 3}
	for name, c := range map[string]struct {
		cuts     []cutOut
		also     string
		area     float64
		openings int
	}{
		"whole":              {nil, "", 24, 1},
		"skylight":           {[]cutOut{skylight}, "", 23, 2},
		"hole in outline":    {nil, holed, 23.5, 2},
		"both":               {[]cutOut{skylight}, holed, 22.5, 3},
		"at the edge":        {[]cutOut{{5.5, 1, -1, 1, 1, 3}}, "", 23.5, 2},
		"own layers":         {[]cutOut{skylight}, strings.Replace(layers, "OF", "#50", 1), 23, 2},
		"layers of the type": {[]cutOut{skylight}, strings.Replace(layers, "OF", "#186", 1), 23, 2},
	} {
		file := strings.Replace(withCuts("#50", c.cuts), roof, strings.Replace(roof, "FLOOR", "ROOF", 1), 1)
		if strings.HasPrefix(c.also, "#46") {
			file = strings.Replace(file, "#46=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#45);", "", 1)
		}
		m, plan := imported(t, strings.Replace(file, "ENDSEC;\nEND-ISO", c.also+"ENDSEC;\nEND-ISO", 1))
		e := one(t, m, state.CategoryRoof, "Slab")
		body, err := shape.Body(m, e.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got := body.Volume(); state.FixedOf(e) != nil || math.Abs(got-c.area*.3) > 1e-9 {
			t.Errorf("%s: the roof has %v m3, want %v; fixed: %v; %+v", name, got, c.area*.3, state.FixedOf(e) != nil,
				plan.Report.Left)
		}
		if n := len(m.OfCategory(state.CategoryOpening)); n != c.openings {
			t.Errorf("%s: %d openings, want %d", name, n, c.openings)
		}
		if made, ok := m.Type(e.TypeID); ok != strings.Contains(name, "layers") ||
			ok && (len(made.Layers) != 2 || made.Layers[0].Thickness.MM() != 100) {
			t.Errorf("%s: its type is %+v", name, made)
		}
	}
}
