package building

import (
	"testing"

	"github.com/golang/geo/r3"
)

// TestMappingOriginPlacesTheRepresentation checks that the coordinates of a mapped representation are in the coordinate
// system of the map's origin, which the target of the item places. The example is a box along X, in an origin at (1, 0,
// 0) whose X axis is +Y. It lies along Y from there, moved by the target.
func TestMappingOriginPlacesTheRepresentation(t *testing.T) {
	_, solids, faults := bodyOf(t,
		"#8=IFCCARTESIANPOINT((1.,0.25));", "#9=IFCAXIS2PLACEMENT2D(#8,$);",
		"#10=IFCRECTANGLEPROFILEDEF(.AREA.,$,#9,2.,0.5);", "#11=IFCEXTRUDEDAREASOLID(#10,$,#6,0.3);",
		"#12=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#11));",
		"#13=IFCCARTESIANPOINT((1.,0.,0.));", "#14=IFCDIRECTION((0.,1.,0.));",
		"#15=IFCAXIS2PLACEMENT3D(#13,$,#14);", "#16=IFCREPRESENTATIONMAP(#15,#12);",
		"#17=IFCCARTESIANPOINT((0.,5.,0.));", "#18=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#17,1.,$);",
		"#100=IFCMAPPEDITEM(#16,#18);")
	if len(faults) > 0 || len(solids) != 1 {
		t.Fatal(solids, faults)
	}
	body, err := solids[0].Faces()
	if err != nil {
		t.Fatal(err)
	}
	box := body.Bounds()
	if low, high := box.Min.Vector(), box.Max.Vector(); low != (r3.Vector{X: 0.5e6, Y: 5e6}) ||
		high != (r3.Vector{X: 1e6, Y: 7e6, Z: 0.3e6}) {
		t.Errorf("the box is from %v to %v", low, high)
	}
}
