package importer

import (
	"math"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
)

// assembly is a wall without a body. Its parts are two boards of 5 m by 3 m, 0.1 m thick, one behind the other, and a
// slab below. Two studs of 0.1 m by 0.1 m are parts too; the opening of the wall meets one of them.
const assembly = `#100=IFCWALL('0000000000000000000100',$,'Assembly',$,$,#8,$,$,$);
#101=IFCCARTESIANPOINT((2.5,0.05));
#102=IFCAXIS2PLACEMENT2D(#101,$);
#103=IFCRECTANGLEPROFILEDEF(.AREA.,$,#102,5.,0.1);
#104=IFCEXTRUDEDAREASOLID(#103,$,#6,3.);
#105=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#104));
#106=IFCPRODUCTDEFINITIONSHAPE($,$,(#105));
#107=IFCBUILDINGELEMENTPART('0000000000000000000107',$,'Board 1',$,$,#8,#106,$,$);
#108=IFCCARTESIANPOINT((0.,0.1,0.));
#109=IFCAXIS2PLACEMENT3D(#108,$,$);
#110=IFCLOCALPLACEMENT($,#109);
#111=IFCBUILDINGELEMENTPART('0000000000000000000111',$,'Board 2',$,$,#110,#106,$,$);
#112=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,0.1,0.1);
#113=IFCEXTRUDEDAREASOLID(#112,$,#6,3.);
#114=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#113));
#115=IFCPRODUCTDEFINITIONSHAPE($,$,(#114));
#116=IFCCARTESIANPOINT((1.5,0.05,0.));
#117=IFCAXIS2PLACEMENT3D(#116,$,$);
#118=IFCLOCALPLACEMENT($,#117);
#119=IFCCOLUMN('0000000000000000000119',$,'Stud 1',$,$,#118,#115,$,$);
#120=IFCCARTESIANPOINT((4.5,0.05,0.));
#121=IFCAXIS2PLACEMENT3D(#120,$,$);
#122=IFCLOCALPLACEMENT($,#121);
#123=IFCCOLUMN('0000000000000000000123',$,'Stud 2',$,$,#122,#115,$,$);
#124=IFCSLAB('0000000000000000000124',$,'Base',$,$,#8,#49,$,.FLOOR.);
#125=IFCRELAGGREGATES('0000000000000000000125',$,$,$,#100,(#107,#111,#119,#123,#124));
#126=IFCOPENINGELEMENT('0000000000000000000126',$,'Void',$,$,#8,#36,$,$);
#127=IFCRELVOIDSELEMENT('0000000000000000000127',$,$,$,#100,#126);
ENDSEC;
END-ISO`

// TestAnOpeningOfAnAssemblyIsCutIntoItsParts checks that the opening of an assembly is cut into all its parts, with or
// without parameters. The opening is 1 m wide from 1 m on, 2.1 m high and 0.6 m deep about the middle of the assembly.
func TestAnOpeningOfAnAssemblyIsCutIntoItsParts(t *testing.T) {
	m, plan := imported(t, strings.Replace(foreign, "ENDSEC;\nEND-ISO", assembly, 1))
	const board, stud, base = 5 * 3 * .1, .1 * .1 * 3, 6 * 4 * .3
	for name, want := range map[string]float64{"Board 1": board - 2.1*.1, "Board 2": board - 2.1*.1,
		"Stud 1": stud - .1*.1*2.1, "Stud 2": stud, "Base": base - 1*.4*.3} {
		got := 0.0
		m.Each(func(e *state.Element) bool {
			if e.Name == name {
				body, err := shape.Body(m, e.ID)
				if err != nil {
					t.Fatal(err)
				}
				got += body.Volume()
			}
			return true
		})
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s has %v m3, want %v", name, got, want)
		}
	}
	if _, ok := one(t, m, state.CategoryColumn, "Stud 2").Params.(*member.Column); !ok ||
		state.FixedOf(one(t, m, state.CategoryColumn, "Stud 2")) != nil {
		t.Error("a stud that nothing is cut out of has no parameters")
	}
	for _, l := range plan.Report.Left {
		if strings.Contains(l.Reason, "host is not taken over") {
			t.Errorf("reported: %+v", l)
		}
	}
}
