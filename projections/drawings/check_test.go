package drawings

import (
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/check"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

func report(t *testing.T, faults []string) {
	t.Helper()
	for _, f := range faults {
		t.Error(f)
	}
}

// checkDrawing reports faults in a drawing that an office would reject.
func checkDrawing(t *testing.T, d *paper.Drawing) {
	t.Helper()
	report(t, check.Drawing(d))
}

// real returns the place in the frame of the view for a place on paper.
func real(d *paper.Drawing, p paper.Point) geometry.Point2 { return check.Real(d, p) }

// checkPlan runs all checks of plans on a plan at the usual height.
func checkPlan(t *testing.T, v *projections.View, drawn *View, level state.ID) {
	t.Helper()
	d, floor := drawn.Drawing, shape.Elevation(v.Model, level)
	checkDrawing(t, d)
	checkStamps(t, v, drawn, level)
	report(t, check.Chains(d))
	faults, _ := check.Openings(v, d, floor, floor+usualCut)
	report(t, faults)
	faults, _ = check.InRooms(v, d)
	report(t, faults)
	faults, _ = check.Swings(v, d)
	report(t, faults)
	report(t, check.Owned(v, d, floor, floor+usualCut))
	faults, _ = check.Fixed(v, d, floor, floor+usualCut, drawn.Warned)
	report(t, faults)
	checkCut(t, v, drawn, floor+usualCut)
}

// checkStamps checks that each bounded room of a level has a stamp inside of it.
func checkStamps(t *testing.T, v *projections.View, drawn *View, level state.ID) {
	t.Helper()
	faults, _ := check.Stamps(v, drawn.Drawing, level, drawn.Warned)
	report(t, faults)
}

// checkCut compares the areas that a plan cuts with slices of the bodies' meshes at that height.
func checkCut(t *testing.T, v *projections.View, drawn *View, z geometry.Length) {
	t.Helper()
	faults, _ := check.Cut(v, drawn.Drawing.Name, drawn.Areas(), CutSpecOf(v.Model, drawn.Drawing.Scale, z))
	report(t, faults)
}
