package importer

import (
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestPartsThatAreBesideTheBodyOfTheirWhole checks that nested elements, and parts that do not make up the body of
// their whole, keep their bodies. That must not depend on the form of the whole, or on the order in the file. Layers of
// a wall with parameters follow from the parameters.
func TestPartsThatAreBesideTheBodyOfTheirWhole(t *testing.T) {
	const wall, proxy = "#30", "#96"
	for name, c := range map[string]struct {
		whole, relation, part string
		first                 bool // whether the part precedes the whole
		kept                  bool
	}{
		"nested in a wall":    {wall, "IFCRELNESTS", "IFCDISCRETEACCESSORY(%,$)", false, true},
		"reinforcement":       {wall, "IFCRELAGGREGATES", "IFCREINFORCINGBAR(%,$,$,$,$,$,$)", false, true},
		"layer":               {wall, "IFCRELAGGREGATES", "IFCBUILDINGELEMENTPART(%,$)", false, false},
		"nested in a proxy":   {proxy, "IFCRELNESTS", "IFCVALVE(%,$)", false, true},
		"part of a proxy":     {proxy, "IFCRELAGGREGATES", "IFCBUILDINGELEMENTPROXY(%,$)", false, true},
		"part before a proxy": {proxy, "IFCRELAGGREGATES", "IFCBUILDINGELEMENTPROXY(%,$)", true, true},
		"plate of a column":   {"#95", "IFCRELAGGREGATES", "IFCPLATE(%,$)", false, true},
		"plate of a proxy":    {proxy, "IFCRELAGGREGATES", "IFCPLATE(%,$)", false, true},
	} {
		part := "#90=" + strings.Replace(c.part, "%", "'0000000000000000000090',$,'Part',$,$,#8,#84,$", 1) + ";\n"
		both := []string{"#96=IFCBUILDINGELEMENTPROXY('0000000000000000000091',$,'Whole',$,$,#8,#25,$,$);\n", part}
		if c.first {
			slices.Reverse(both)
		}
		file := strings.Replace(foreign, "ENDSEC;\nEND-ISO", `#81=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,0.1,0.1);
#82=IFCEXTRUDEDAREASOLID(#81,$,#6,0.1);
#83=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#82));
#84=IFCPRODUCTDEFINITIONSHAPE($,$,(#83));
#95=IFCCOLUMN('0000000000000000000095',$,'Column',$,$,#8,#84,$,$);
`+strings.Join(both, "")+"#94="+c.relation+"('0000000000000000000094',$,$,$,"+c.whole+",(#90));\nENDSEC;\nEND-ISO", 1)
		m, plan := imported(t, file)
		kept := slices.ContainsFunc(m.OfCategory(state.CategoryProxy), func(id state.ID) bool {
			e, _ := m.Element(id)
			return e.Name == "Part" && e.AssemblyID != ""
		})
		told := slices.ContainsFunc(plan.Report.Left, func(l Left) bool {
			return l.Name == "Part" && strings.Contains(l.Reason, "follows from parameters")
		})
		if kept != c.kept || told == c.kept {
			t.Errorf("%s: kept %v, reported as following from parameters %v", name, kept, told)
		}
	}
}
