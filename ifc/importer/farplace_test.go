package importer

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain"
)

// Files of surveyors have map coordinates in the bodies, under placements at the origin, upright or turned. The
// building is moved to the origin all the same, wholes and fixed bodies with it, and the report says by how much.
func TestBodiesAtMapCoordinatesAreMovedToTheOrigin(t *testing.T) {
	file := strings.ReplaceAll(wholesFile(t), "$,#6,", "#901,#6,") // the position of every extrusion
	for name, c := range map[string]struct{ placement, by string }{
		"upright": {"#8=IFCLOCALPLACEMENT($,#5);", "by -450000 m, -4900000 m"},
		"turned":  {"#8=IFCLOCALPLACEMENT($,#902);\n#903=IFCDIRECTION((0.8,0.6,0.));\n#902=IFCAXIS2PLACEMENT3D(#4,#6,#903);", "by 2580000 m, -4190000 m"},
	} {
		far := strings.Replace(file, "#8=IFCLOCALPLACEMENT($,#5);",
			"#900=IFCCARTESIANPOINT((450000.,4900000.,0.));\n#901=IFCAXIS2PLACEMENT3D(#900,$,$);\n"+c.placement, 1)
		m, plan := imported(t, far)
		near, _ := imported(t, strings.Replace(wholesFile(t), "#8=IFCLOCALPLACEMENT($,#5);", c.placement, 1))
		for _, e := range []struct {
			category domain.Category
			name     string
		}{{domain.CategoryWall, "Wall"}, {domain.CategoryFloor, "Slab"}, {domain.CategoryFurniture, "Chair"},
			{domain.CategoryStair, "Stair"}, {domain.CategoryCurtainWall, "Facade"}, {domain.CategoryProxy, "Ramp"}} {
			got, err := m.Body(one(t, m, e.category, e.name).ID)
			want, wrong := near.Body(one(t, near, e.category, e.name).ID)
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

// near6 reports whether volumes are the same but for the micrometre by which the corners of turned bodies are rounded.
func near6(a, b float64) bool { d := a - b; return d < 1e-4 && -d < 1e-4 }
