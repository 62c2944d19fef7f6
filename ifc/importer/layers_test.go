package importer

import (
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// layered returns the foreign file with a second wall beside the first. Both have a brick and a block layer, which
// begin at the sides that the direction senses name, and a type if kind gives one.
func layered(first, second, kind string) string {
	more := `#80=IFCCARTESIANPOINT((0.,10.,0.));
#81=IFCAXIS2PLACEMENT3D(#80,$,$);
#82=IFCLOCALPLACEMENT($,#81);
#83=IFCWALL('0000000000000000000083',$,'Other',$,$,#82,#25,$,$);
#84=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000084',$,$,$,(#83),#11);
#85=IFCMATERIAL('Brick',$,$);
#86=IFCMATERIAL('Block',$,$);
#87=IFCMATERIALLAYER(#85,0.12,$,$,$,$,$);
#88=IFCMATERIALLAYER(#86,0.08,$,$,$,$,$);
#89=IFCMATERIALLAYERSET((#87,#88),'Cavity',$);
#90=IFCMATERIALLAYERSETUSAGE(#89,.AXIS2.,.` + first + `.,0.,$);
#91=IFCMATERIALLAYERSETUSAGE(#89,.AXIS2.,.` + second + `.,0.,$);
#92=IFCRELASSOCIATESMATERIAL('0000000000000000000092',$,$,$,(#30),#90);
#93=IFCRELASSOCIATESMATERIAL('0000000000000000000093',$,$,$,(#83),#91);
` + kind
	return strings.Replace(foreign, "ENDSEC;\nEND-ISO", more+"ENDSEC;\nEND-ISO", 1)
}

// layersOf returns the name of a wall's type and the names of its layers' materials.
func layersOf(t *testing.T, m *state.Model, wall string) (string, []string) {
	t.Helper()
	e := one(t, m, state.CategoryWall, wall)
	kind, _ := m.Type(e.TypeID)
	if kind == nil {
		return "", nil
	}
	var names []string
	for _, l := range kind.Layers {
		material, _ := m.Material(l.MaterialID)
		names = append(names, material.Name)
	}
	return kind.Name, names
}

const (
	wallType = `#94=IFCWALLTYPE('0000000000000000000094',$,'Party',$,$,$,$,$,$,.STANDARD.);
#95=IFCRELDEFINESBYTYPE('0000000000000000000095',$,$,$,(#30,#83),#94);
`
	layeredType = wallType + `#96=IFCRELASSOCIATESMATERIAL('0000000000000000000096',$,$,$,(#94),#89);
`
)

// TestLayersOfOccurrences checks that a wall gets its own layers in the file, listed from the interior face, which is
// on the left. The files have walls without types, types without layers, and types that do not state the side at which
// their layers begin.
func TestLayersOfOccurrences(t *testing.T) {
	block, brick := []string{"Block", "Brick"}, []string{"Brick", "Block"}
	for name, c := range map[string]struct {
		first, second, kind string
		typeA, typeB        string
		layersA, layersB    []string
		types               int
	}{
		"no type":            {"POSITIVE", "POSITIVE", "", "Cavity", "Cavity", block, block, 1},
		"no type, both ways": {"POSITIVE", "NEGATIVE", "", "Cavity", "Cavity (2)", block, brick, 2},
		"bare type":          {"NEGATIVE", "NEGATIVE", wallType, "Party", "Party", brick, brick, 1},
		"bare type, both":    {"POSITIVE", "NEGATIVE", wallType, "Party", "Party (reversed)", block, brick, 2},
		"type":               {"POSITIVE", "POSITIVE", layeredType, "Party", "Party", block, block, 1},
		"type, both ways":    {"NEGATIVE", "POSITIVE", layeredType, "Party", "Party (reversed)", brick, block, 2},
	} {
		m, plan := imported(t, layered(c.first, c.second, c.kind))
		typeA, layersA := layersOf(t, m, "Wall")
		typeB, layersB := layersOf(t, m, "Other")
		if typeA != c.typeA || typeB != c.typeB || !slices.Equal(layersA, c.layersA) ||
			!slices.Equal(layersB, c.layersB) || len(m.Types()) != c.types {
			t.Errorf("%s: %s of %s and %s of %s, %d types", name, typeA, layersA, typeB, layersB, len(m.Types()))
		}
		wall := one(t, m, state.CategoryWall, "Wall")
		if wall.MaterialID != "" || wall.Params.(*fabric.Wall).Thickness != 0 {
			t.Errorf("%s: the wall has a material or a thickness beside its layers", name)
		}
		for _, l := range plan.Report.Left {
			if strings.Contains(l.Reason, "layers") {
				t.Errorf("%s: %+v", name, l)
			}
		}
	}
}

// TestLayersOfAnotherThicknessAreTold checks that layers whose sum is not the thickness of the body are refused and
// reported.
func TestLayersOfAnotherThicknessAreTold(t *testing.T) {
	m, plan := imported(t, strings.Replace(layered("POSITIVE", "POSITIVE", ""), "(#86,0.08,", "(#86,0.09,", 1))
	if kind, _ := layersOf(t, m, "Wall"); kind != "" {
		t.Errorf("the wall is of type %s", kind)
	}
	if !slices.ContainsFunc(plan.Report.Left, func(l Left) bool {
		return l.Name == "Wall" && l.Reason == "of its layers only the material of the thickest is kept"
	}) {
		t.Errorf("reported %+v", plan.Report.Left)
	}
}
