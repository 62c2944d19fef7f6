package importer

import (
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// TestBodiesAtMapCoordinatesAreMovedToTheOrigin imports files of surveyors, which have map coordinates in the bodies,
// below upright or turned placements at the origin. It checks that the building, with wholes and fixed bodies, is moved
// to the origin, and that the report states the distance.
func TestBodiesAtMapCoordinatesAreMovedToTheOrigin(t *testing.T) {
	file := strings.ReplaceAll(wholesFile(t), "$,#6,", "#901,#6,") // replace the position of every extrusion
	for name, c := range map[string]struct{ placement, by string }{
		"upright": {"#8=IFCLOCALPLACEMENT($,#5);", "by -450000 m, -4900000 m"},
		"turned":  {"#8=IFCLOCALPLACEMENT($,#902);\n#903=IFCDIRECTION((0.8,0.6,0.));\n#902=IFCAXIS2PLACEMENT3D(#4,#6,#903);", "by 2580000 m, -4190000 m"},
	} {
		far := strings.Replace(file, "#8=IFCLOCALPLACEMENT($,#5);",
			"#900=IFCCARTESIANPOINT((450000.,4900000.,0.));\n#901=IFCAXIS2PLACEMENT3D(#900,$,$);\n"+c.placement, 1)
		m, plan := imported(t, far)
		near, _ := imported(t, strings.Replace(wholesFile(t), "#8=IFCLOCALPLACEMENT($,#5);", c.placement, 1))
		for _, e := range []struct {
			category state.Category
			name     string
		}{{state.CategoryWall, "Wall"}, {state.CategoryFloor, "Slab"}, {state.CategoryFurniture, "Chair"},
			{state.CategoryStair, "Stair"}, {state.CategoryCurtainWall, "Facade"}, {state.CategoryProxy, "Ramp"}} {
			got, err := shape.Body(m, one(t, m, e.category, e.name).ID)
			want, wrong := shape.Body(near, one(t, near, e.category, e.name).ID)
			if err != nil || wrong != nil {
				t.Fatal(err, wrong)
			}
			if grown := want.Bounds().Grow(2); !grown.Contains(got.Bounds()) || !near6(got.Volume(), want.Volume()) {
				t.Errorf("%s: %s is in %v with %v m3, want %v with %v m3", name, e.name, got.Bounds(), got.Volume(),
					want.Bounds(), want.Volume())
			}
		}
		if l := plan.Report.Left[0]; !strings.Contains(l.Reason, "moved") || l.Detail != c.by {
			t.Errorf("%s: the report begins with %+v", name, l)
		}
	}
}

// near6 reports whether volumes are equal except for the rounding of the corners of turned bodies to a micrometre.
func near6(a, b float64) bool { d := a - b; return d < 1e-4 && -d < 1e-4 }

// TestAMovedBuildingKnowsItsPlace moves a building to the origin. It checks that the site has the offset, and that its
// place on the map is the place of the model's origin. A building that has map coordinates both in its placement and in
// its conversion is placed on the map only once.
func TestAMovedBuildingKnowsItsPlace(t *testing.T) {
	far := strings.Replace(
		foreign,
		"#8=IFCLOCALPLACEMENT($,#5);",
		"#900=IFCCARTESIANPOINT((312000.25,5996000.,0.));\n#901=IFCAXIS2PLACEMENT3D(#900,$,$);\n#8=IFCLOCALPLACEMENT($,#901);",
		1,
	)
	conversion := func(east, north string) string {
		return strings.Replace(far, "ENDSEC;\nEND-ISO", "#910=IFCPROJECTEDCRS('EPSG:25833',$,$,$,$,$,$);\n"+
			"#911=IFCMAPCONVERSION(#7,#910,"+east+","+north+",0.,$,$,$);\nENDSEC;\nEND-ISO", 1)
	}
	for name, c := range map[string]struct {
		file        string
		east, north float64
		told        bool
	}{
		"no map":     {far, 0, 0, false},
		"from a map": {conversion("1000.", "2000."), 313000, 5998000, false},
		"twice":      {conversion("312000.", "5996000."), 312000, 5996000, true},
	} {
		m, plan := imported(t, c.file)
		if at := shape.Offset(m); at.X.M() != 312000 || at.Y.M() != 5996000 {
			t.Errorf("%s: the model's origin is at %v of the file", name, at)
		}
		e, _ := m.Element(m.Info().SiteID)
		if s := e.Params.(*shape.Site); s.Eastings.M() != c.east || s.Northings.M() != c.north {
			t.Errorf("%s: on the map it is at %v, %v", name, s.Eastings, s.Northings)
		}
		told := slices.ContainsFunc(plan.Report.Left,
			func(l Left) bool { return strings.Contains(l.Reason, "once more") })
		if told != c.told {
			t.Errorf("%s: reported %v", name, plan.Report.Left)
		}
	}
}
