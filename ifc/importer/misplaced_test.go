package importer

import (
	"strings"
	"testing"
)

// TestAPlacementThatIsNotReadIsTold checks that the report lists an element whose placement cannot be computed, since
// its grid axes do not cross.
func TestAPlacementThatIsNotReadIsTold(t *testing.T) {
	file := strings.Replace(foreign, "#30=IFCWALL('0000000000000000000030',$,'Wall',$,$,#8,",
		"#80=IFCPOLYLINE((#41,#42));\n#81=IFCGRIDAXIS('A',#80,.T.);\n"+
			"#82=IFCGRID('0000000000000000000082',$,'Grid',$,$,#8,$,(#81),(#81),$,$);\n"+
			"#83=IFCVIRTUALGRIDINTERSECTION((#81,#81),(0.,0.));\n#84=IFCGRIDPLACEMENT(#83,$);\n"+
			"#30=IFCWALL('0000000000000000000030',$,'Wall',$,$,#84,", 1)
	_, plan := imported(t, file)
	for _, l := range plan.Report.Left {
		if l.Number == 30 && l.Kind == Simplified && strings.Contains(l.Detail, "do not cross") {
			return
		}
	}
	t.Errorf("the report has %+v", plan.Report.Left)
}
