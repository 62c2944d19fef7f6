package export

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/geometry"
)

func TestContexts(t *testing.T) {
	r := read(t, house(t))
	var got []string
	for _, c := range r.of("IfcGeometricRepresentationSubContext") {
		got = append(got, r.text(r.ref(c, "ParentContext"), "ContextType")+"/"+r.text(c, "ContextIdentifier")+
			"/"+r.enum(c, "TargetView"))
	}
	want := []string{"Model/Body/MODEL_VIEW", "Model/Axis/GRAPH_VIEW",
		"Plan/Axis/GRAPH_VIEW", "Plan/FootPrint/PLAN_VIEW"}
	if !slices.Equal(got, want) {
		t.Errorf("subcontexts %v, want %v", got, want)
	}
	for _, c := range r.refs(r.one(t, "IfcProject", ""), "RepresentationContexts") {
		if len(r.relating("IfcGeometricRepresentationSubContext", "ParentContext", c)) == 0 {
			t.Errorf("context %s has no subcontext", r.text(c, "ContextType"))
		}
	}
}

// TestTrueNorth checks that true north is the model's +Y axis turned counter-clockwise by the site's angle.
func TestTrueNorth(t *testing.T) {
	for _, c := range []struct {
		angle geometry.Angle
		want  []float64
	}{{0, []float64{0, 1}}, {90 * geometry.Degree, []float64{-1, 0}}, {-90 * geometry.Degree, []float64{1, 0}},
		{30 * geometry.Degree, []float64{-0.5, 0.8660254037844386}}} {
		s := newSite(t)
		s.do("", change.CreateModel{ID: "m", Name: "m", TrueNorth: c.angle})
		r := read(t, s)
		context := r.refs(r.one(t, "IfcProject", ""), "RepresentationContexts")[0]
		if got := r.numbers(r.ref(context, "TrueNorth"), "DirectionRatios"); !sameNumbers(got, c.want) {
			t.Errorf("%s degrees: north at %v, want %v", c.angle, got, c.want)
		}
	}
}
