package drawings

import (
	"github.com/bimstream/bimstream/domain/shape"
	"slices"
	"strings"
	"testing"
)

// TestOpeningsAlongArcsAreNotedAsNotMeasured checks that a warning names the openings along each curved wall, unless no
// dimensions are wanted.
func TestOpeningsAlongArcsAreNotedAsNotMeasured(t *testing.T) {
	v := newCurvedSite(t).view()
	level := shape.Levels(v.Model)[0].ID
	notes := func(spec PlanSpec) (out []string) {
		spec.LevelID, spec.Scale = level, 100
		drawn, err := Plan(t.Context(), v, spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range drawn.Warnings {
			if e, _ := v.Model.Element(w.ElementID); w.Code == "NOT_MEASURED" && strings.Contains(w.Message, e.Name) {
				out = append(out, w.Message)
			}
		}
		return out
	}
	all := notes(PlanSpec{})
	// The bay has three windows. The partition has a door. One half of the tower has a door, and the other half has two
	// windows.
	bay := func(m string) bool { return strings.HasSuffix(m, ": W-bay, W-bay, W-bay") }
	if len(all) != 4 || !slices.ContainsFunc(all, bay) {
		t.Errorf("notes: %q", all)
	}
	for name, spec := range map[string]PlanSpec{"no dimensions": {Annotate: []Annotation{AnnotateTags}},
		"a roof plan": {Roof: true}} {
		if got := notes(spec); len(got) > 0 {
			t.Errorf("%s: %q", name, got)
		}
	}
}
