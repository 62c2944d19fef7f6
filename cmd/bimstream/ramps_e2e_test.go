package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rampOfFile is a ramp 6 m long and 900 mm wide that rises 600 mm. It is too steep (1:10) and too narrow for IBC and
// ADA, but not too high.
const rampOfFile = `#901=IFCCARTESIANPOINT((0.,0.));
#902=IFCCARTESIANPOINT((6.,0.));
#903=IFCCARTESIANPOINT((0.,0.6));
#904=IFCPOLYLINE((#901,#902,#903,#901));
#905=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#904);
#906=IFCCARTESIANPOINT((0.,0.,0.));
#907=IFCDIRECTION((0.,-1.,0.));
#908=IFCDIRECTION((1.,0.,0.));
#909=IFCAXIS2PLACEMENT3D(#906,#907,#908);
#910=IFCEXTRUDEDAREASOLID(#905,#909,#6,0.9);
#911=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#910));
#912=IFCPRODUCTDEFINITIONSHAPE($,$,(#911));
#420=IFCRAMP('0000000000000000000420',$,'Ramp',$,$,#8,#912,$,$);`

// TestRampsOfAnotherProgramAreJudged checks that the slope, width and rise of an imported ramp are measured on its
// body, with their clauses. The check must report that landings and handrails are not checked.
func TestRampsOfAnotherProgramAreJudged(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile(filepath.Join("..", "..", "testdata", "ifc", "foreign-wholes.ifc"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	text := strings.Replace(string(file), "#420=IFCRAMP('0000000000000000000420',$,'Ramp',$,$,#8,#107,$,$);",
		rampOfFile, 1)
	if err := os.WriteFile(filepath.Join(folder, "ramp.ifc"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serveFrom(t, t.TempDir(), folder)
	var imported importAnswer
	s.must("import_ifc", arguments{"file": filepath.Join(folder, "ramp.ifc"), "name": "Ramp"}, &imported)
	for _, c := range []struct {
		tool, standard string
		rules          []string
		found          []string
	}{
		{"code_compliance", "IBC", []string{"IBC-1012.2", "IBC-1012.4", "IBC-1012.5", "IBC-1012.6"},
			[]string{"IBC-1012.2 10", "IBC-1012.5 900"}},
		{"code_compliance", "BS9999", []string{"ADK-2.2a", "ADK-2.2b", "ADK-2.2c", "ADK-2.2d"},
			[]string{"ADK-2.2c 10"}},
		{"accessibility_check", "ADA", []string{"ADA-405.2", "ADA-405.5", "ADA-405.6", "ADA-405.7.3", "ADA-405.8"},
			[]string{"ADA-405.2 10", "ADA-405.5 900", "ADA-405.8 0"}},
		{"accessibility_check", "DDA",
			[]string{"ADM2-T1a", "ADM2-T1b", "ADM2-T1c", "ADM2-T1f", "ADM2-T1d", "ADM2-T1e"},
			[]string{"ADM2-T1a 10", "ADM2-T1b 10", "ADM2-T1d 600", "ADM2-T1e 900"}},
	} {
		var reply ruleReply
		s.must(c.tool, arguments{"model_id": imported.ModelID, "standard": c.standard, "rule_ids": c.rules,
			"severity_threshold": "info"}, &reply)
		var found []string
		for _, i := range reply.Issues {
			found = append(found, i.Rule+" "+strconv.FormatFloat(*i.Measured, 'f', -1, 64))
		}
		slices.Sort(found)
		if !slices.Equal(found, c.found) {
			t.Errorf("%s of %s finds %v, expected %v", c.tool, c.standard, found, c.found)
		}
		if c.standard != "BS9999" && (len(reply.NotChecked) != 1 || reply.NotChecked[0].Rules[0] != c.rules[3]) {
			t.Errorf("%s of %s has not checked %+v", c.tool, c.standard, reply.NotChecked)
		}
	}
}
