package importer

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestARefusedStoreyIsNamed checks that the report lists a refused storey with its instance.
func TestARefusedStoreyIsNamed(t *testing.T) {
	file := strings.Replace(
		foreign,
		"#11=IFCBUILDINGSTOREY('0000000000000000000011',$,'Ground',$,$,#8,",
		"#16=IFCCARTESIANPOINT((0.,0.,90000.));\n#17=IFCAXIS2PLACEMENT3D(#16,$,$);\n#18=IFCLOCALPLACEMENT(#8,#17);\n#11=IFCBUILDINGSTOREY('0000000000000000000011',$,'Ground',$,$,#18,",
		1,
	)
	_, plan := imported(t, file)
	for _, l := range plan.Report.Left {
		if l.Number == 11 && l.Class == "IfcBuildingStorey" && l.Kind == NotTaken {
			return
		}
	}
	t.Errorf("the report has %+v", plan.Report.Left)
}

// TestTheBodyOfASiteIsTold checks that the report lists the body of a site, such as its ground, because the model does
// not keep it.
func TestTheBodyOfASiteIsTold(t *testing.T) {
	file := strings.Replace(foreign, "ENDSEC;\nEND-ISO", "#90=IFCSITE('0000000000000000000090',$,'Ground',$,$,#8,"+
		"#49,$,.ELEMENT.,$,$,$,$,$);\nENDSEC;\nEND-ISO", 1)
	_, plan := imported(t, file)
	n := 0
	for _, l := range plan.Report.Left {
		if strings.Contains(l.Reason, "its own body is not kept") {
			n += l.Number
		}
	}
	if n != 90 {
		t.Errorf("the report has %+v", plan.Report.Left)
	}
}

// TestASpatialZoneIsNoThing checks that a fire zone, which is a space around walls and no element, is reported and does
// not become a body.
func TestASpatialZoneIsNoThing(t *testing.T) {
	file := strings.Replace(foreign, "ENDSEC;\nEND-ISO", "#90=IFCSPATIALZONE('0000000000000000000090',$,'Fire',$,$,#8,"+
		"#49,$,.FIRESAFETY.);\n#91=IFCRELAGGREGATES('0000000000000000000091',$,$,$,#10,(#90));\nENDSEC;\nEND-ISO", 1)
	m, plan := imported(t, file)
	for _, id := range m.OfCategory(state.CategoryProxy) {
		if e, _ := m.Element(id); e.Name == "Fire" {
			t.Errorf("it is %+v", e)
		}
	}
	for _, l := range plan.Report.Left {
		if l.Number == 90 && l.Kind == NotTaken {
			return
		}
	}
	t.Errorf("the report has %+v", plan.Report.Left)
}

// TestEverySiteBeyondTheFirstIsTold checks that the report names each site after the first, since a model has only one
// site.
func TestEverySiteBeyondTheFirstIsTold(t *testing.T) {
	file := strings.Replace(foreign, "ENDSEC;\nEND-ISO",
		"#90=IFCSITE('0000000000000000000090',$,'One',$,$,#8,$,$,.ELEMENT.,$,$,$,$,$);\n"+
			"#91=IFCSITE('0000000000000000000091',$,'Two',$,$,#8,$,$,.ELEMENT.,$,$,$,$,$);\n"+
			"#92=IFCSITE('0000000000000000000092',$,'Three',$,$,#8,$,$,.ELEMENT.,$,$,$,$,$);\nENDSEC;\nEND-ISO", 1)
	_, plan := imported(t, file)
	told := map[int]bool{}
	for _, l := range plan.Report.Left {
		if l.Class == "IfcSite" && strings.HasPrefix(l.Reason, "a model has one site") {
			told[l.Number] = true
		}
	}
	if !told[91] || !told[92] {
		t.Errorf("of the sites these are told: %v", told)
	}
}
