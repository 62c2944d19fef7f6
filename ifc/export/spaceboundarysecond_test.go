package export

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
)

// TestSecondLevelBoundariesCloseTheRoom checks that the boundaries of the second level without those of openings cover
// the surface of each room, and that both sides of a pair name each other and have one area.
func TestSecondLevelBoundariesCloseTheRoom(t *testing.T) {
	for name, m := range map[string]*state.Model{"house": house(t).model, "attached": attachedHouse(t).model} {
		for _, schema := range Schemas() {
			o := in(schema)
			o.SecondLevel = true
			r, _ := exported(t, m, o)
			pairs := 0
			for _, space := range r.of("IfcSpace") {
				got := 0.0
				for _, b := range r.relating("IfcRelSpaceBoundary", "RelatingSpace", space) {
					area := r.faceArea(t, b)
					if schema == SchemaIFC2X3 {
						continue // it has neither parents nor pairs
					}
					if r.ref(b, "ParentBoundary") == nil {
						got += area
					}
					if other := r.ref(b, "CorrespondingBoundary"); other != nil {
						pairs++
						if r.ref(other, "CorrespondingBoundary") != b || math.Abs(r.faceArea(t, other)-area) > 1e-4 {
							t.Errorf("%s, %s: the pair of #%d does not correspond to it", name, schema, b.ID)
						}
					}
				}
				id, err := ifc.ElementID(r.text(space, "GlobalId"))
				if err != nil {
					t.Fatal(err)
				}
				body, err := shape.Body(m, id)
				if err != nil {
					t.Fatal(err)
				}
				if want := body.Area(); schema != SchemaIFC2X3 && !near(got, want, 1e-3) {
					t.Errorf("%s, %s, %s: %.6f m2 of boundaries, its body has %.6f", name, schema,
						r.text(space, "Name"), got, want)
				}
			}
			if pairs == 0 && schema != SchemaIFC2X3 {
				t.Errorf("%s, %s: no boundary has a pair", name, schema)
			}
		}
	}
}
