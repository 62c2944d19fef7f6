package importer

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// doorBody returns the foreign file in which the door has a body: the given profile, over the whole height of the door.
func doorBody(profile string) string {
	return strings.NewReplacer("$,$,#8,$,$,2.1,1.,$,", "$,$,#8,#304,$,2.1,1.,$,", "ENDSEC;\nEND", profile+`
#302=IFCEXTRUDEDAREASOLID(#301,$,#6,2.1);
#303=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#302));
#304=IFCPRODUCTDEFINITIONSHAPE($,$,(#303));
ENDSEC;
END`).Replace(foreign)
}

// TestADoorHasTheBodyOfItsFile checks that a door in a wall has the body in its file, and that the report lists a body
// that cannot be kept.
func TestADoorHasTheBodyOfItsFile(t *testing.T) {
	for name, c := range map[string]struct {
		lines, note string
		kept        bool
	}{
		"leaf": {"#301=IFCRECTANGLEPROFILEDEF(.AREA.,$,#32,0.9,0.04);", "", true},
		"far":  {"#301=IFCRECTANGLEPROFILEDEF(.AREA.,$,#32,90000.,0.04);", "which lies far from its opening", false},
		"none": {"#301=IFCPROFILEDEF(.AREA.,$);", "its body is the model's, not that of the file", false},
	} {
		t.Run(name, func(t *testing.T) {
			m, plan := imported(t, doorBody(c.lines))
			door := one(t, m, state.CategoryDoor, "Door")
			if door.HostID == "" || (fabric.KeptBodyOf(door) != nil) != c.kept {
				t.Errorf("the door in %q has the body %v", door.HostID, fabric.KeptBodyOf(door))
			}
			told := ""
			for _, left := range plan.Report.Left {
				if left.Class == "IfcDoor" {
					told += left.Reason
				}
			}
			if !strings.Contains(told, c.note) || told != "" && c.note == "" {
				t.Errorf("the report says %q of the door, want %q", told, c.note)
			}
		})
	}
}

// TestTheStyleOfAnOpeningIsTold checks that the report counts the styles of openings, which have no colour here.
func TestTheStyleOfAnOpeningIsTold(t *testing.T) {
	_, plan := imported(t, strings.Replace(foreign, "ENDSEC;\nEND", `#330=IFCCOLOURRGB($,1.,0.,0.);
#331=IFCSURFACESTYLESHADING(#330,0.);
#332=IFCSURFACESTYLE('red',.BOTH.,(#331));
#333=IFCSTYLEDITEM(#34,(#332),$);
ENDSEC;
END`, 1))
	for _, left := range plan.Report.Left {
		if left.Class == "IfcSurfaceStyle" && left.Count == 1 {
			return
		}
	}
	t.Errorf("the report says %+v", plan.Report.Left)
}

// TestTheNameOfAProfileIsTold checks that the report of a column whose section has parameters states that the name of
// its profile is not kept.
func TestTheNameOfAProfileIsTold(t *testing.T) {
	_, plan := imported(t, strings.Replace(foreign, "ENDSEC;\nEND", `#320=IFCMATERIAL('Steel',$,$);
#321=IFCISHAPEPROFILEDEF(.AREA.,'House section',$,0.2,0.3,0.01,0.015,$,$,$);
#322=IFCMATERIALPROFILE($,$,#320,#321,$,$);
#323=IFCMATERIALPROFILESET($,$,(#322),$);
#324=IFCMATERIALPROFILESETUSAGE(#323,5,$);
#325=IFCRELASSOCIATESMATERIAL('0000000000000000000325',$,$,$,(#70),#324);
ENDSEC;
END`, 1))
	for _, left := range plan.Report.Left {
		if left.Class == "IfcColumn" && strings.Contains(left.Reason, "the name is not kept") {
			return
		}
	}
	t.Errorf("the report says %+v", plan.Report.Left)
}

// TestWhatBecomesAnotherFormIsTold checks that the report counts the properties whose several values become one text,
// and the axes that are no lines.
func TestWhatBecomesAnotherFormIsTold(t *testing.T) {
	_, plan := imported(t, strings.NewReplacer("'SweptSolid',(#23));", `'SweptSolid',(#23));
#310=IFCSHAPEREPRESENTATION(#7,'Axis','SweptSolid',(#23));
#311=IFCPROPERTYENUMERATEDVALUE('Status',$,(IFCLABEL('NEW'),IFCLABEL('EXISTING')),$);
#312=IFCPROPERTYSET('0000000000000000000312',$,'Own',$,(#311));
#313=IFCRELDEFINESBYPROPERTIES('0000000000000000000313',$,$,$,(#30),#312);`,
		"$,$,(#24));", "$,$,(#310,#24));").Replace(foreign))
	for class, reason := range map[string]string{"IfcPropertyEnumeratedValue": "its values become one text",
		"IfcShapeRepresentation": "the shape Axis of SweptSolid is not kept"} {
		counted := 0
		for _, left := range plan.Report.Left {
			if left.Class == class && left.Reason == reason {
				counted += left.Count
			}
		}
		if counted != 1 {
			t.Errorf("%s: the report counts %d of %q, want 1", class, counted, reason)
		}
	}
}
