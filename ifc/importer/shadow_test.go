package importer

import (
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

// TestRoomUnderARoof checks that a room under a sloping roof gets the outline of its plan and its greatest height, and
// is reported.
func TestRoomUnderARoof(t *testing.T) {
	file := strings.Replace(foreign, "ENDSEC;\nEND-ISO", `#90=IFCCARTESIANPOINT((0.,0.,3.));
#91=IFCDIRECTION((1.,0.,5.));
#92=IFCAXIS2PLACEMENT3D(#90,#91,$);
#93=IFCPLANE(#92);
#94=IFCHALFSPACESOLID(#93,.F.);
#95=IFCEXTRUDEDAREASOLID(#46,$,#6,4.);
#96=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#95,#94);
#97=IFCSHAPEREPRESENTATION(#7,'Body','Clipping',(#96));
#98=IFCPRODUCTDEFINITIONSHAPE($,$,(#97));
#99=IFCSPACE('0000000000000000000099',$,'A1','',$,#8,#98,'Loft',$,$,$);
#100=IFCRELAGGREGATES('0000000000000000000100',$,$,$,#11,(#99));
ENDSEC;
END-ISO`, 1)
	m, plan := imported(t, file)
	room := one(t, m, state.CategoryRoom, "Loft").Params.(*room.Room)
	var area float64
	for i, p := range room.Boundary {
		q := room.Boundary[(i+1)%len(room.Boundary)]
		area += (p.X.M()*q.Y.M() - q.X.M()*p.Y.M()) / 2
	}
	if len(room.Boundary) != 4 || !near(area, 24) || room.Height.MM() != 3000 {
		t.Errorf("the room is %v, %v high", room.Boundary, room.Height)
	}
	if !slices.ContainsFunc(plan.Report.Left, func(l Left) bool {
		return l.Number == 99 && l.Kind == Simplified && strings.HasPrefix(l.Reason, "its body is no upright prism")
	}) {
		t.Errorf("what was simplified is not reported: %+v", plan.Report.Left)
	}
}

// TestRoomInParts checks that the largest part of a room in several parts is kept, whatever the order in the file, and
// that the report states so.
func TestRoomInParts(t *testing.T) {
	const file = `#90=IFCCARTESIANPOINT((-9.,-9.,0.));
#91=IFCAXIS2PLACEMENT3D(#90,$,$);
#92=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,1.,1.);
#93=IFCEXTRUDEDAREASOLID(#92,#91,#6,2.5);
#94=IFCEXTRUDEDAREASOLID(#46,$,#6,2.5);
#97=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(PARTS));
#98=IFCPRODUCTDEFINITIONSHAPE($,$,(#97));
#99=IFCSPACE('0000000000000000000099',$,'A1','',$,#8,#98,'Hall',$,$,$);
#100=IFCRELAGGREGATES('0000000000000000000100',$,$,$,#11,(#99));
ENDSEC;
END-ISO`
	for _, parts := range []string{"#93,#94", "#94,#93"} {
		hall := strings.Replace(file, "PARTS", parts, 1)
		m, plan := imported(t, strings.Replace(foreign, "ENDSEC;\nEND-ISO", hall, 1))
		room := one(t, m, state.CategoryRoom, "Hall").Params.(*room.Room)
		if area := regionOf(room.Boundary).Area(); !near(area, 24) {
			t.Errorf("of %s the room has %v m2", parts, area)
		}
		if !slices.ContainsFunc(plan.Report.Left, func(l Left) bool {
			return l.Number == 99 && strings.Contains(l.Reason, "of the largest")
		}) {
			t.Errorf("of %s the report has %+v", parts, plan.Report.Left)
		}
	}
}
