package express

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// TestMembersOfALongListAreFoundWithoutGoingThroughItAgain checks that a relation with a long list is scanned once,
// however many of its members are looked up.
func TestMembersOfALongListAreFoundWithoutGoingThroughItAgain(t *testing.T) {
	for _, n := range []int{longList, 10 * longList, 40 * longList} {
		var members []string
		var b strings.Builder
		b.WriteString(
			"ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n")
		for i := range n {
			fmt.Fprintf(&b, "#%d=IFCBUILDINGELEMENTPROXY('%022d',$,$,$,$,$,$,$,$);\n", i+1, i)
			members = append(members, fmt.Sprintf("#%d", i+1))
		}
		fmt.Fprintf(&b, "#%d=IFCRELCONTAINEDINSPATIALSTRUCTURE('x',$,$,$,(%s),$);\n", n+1, strings.Join(members, ","))
		fmt.Fprintf(&b, "#%d=IFCRELAGGREGATES('y',$,$,$,#1,(%s));\nENDSEC;\nEND-ISO-10303-21;\n", n+2,
			strings.Join(members[1:], ","))
		f, err := step.ParseBytes([]byte(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		m := NewModel(f, schema.IFC4())
		for i, x := range m.Of("IFCBUILDINGELEMENTPROXY") {
			in, parts := m.Users(x, "IFCRELCONTAINEDINSPATIALSTRUCTURE", "RELATEDELEMENTS"),
				m.Users(x, "IFCRELAGGREGATES", "RELATEDOBJECTS")
			if len(in) != 1 || (len(parts) == 1) != (i > 0) {
				t.Fatalf("of %d members, #%d is in %d relations and a part of %d", n, x.ID, len(in), len(parts))
			}
		}
		if n > longList+1 && len(m.listed) != 2 {
			t.Errorf("%d lists are kept of two relations", len(m.listed))
		}
	}
}
