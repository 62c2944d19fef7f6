package export

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

const trussID = "3d1c5f0e-8f5a-4f0f-9d5e-0b1c5a9e7711"

// TestPartsAreAggregatedToTheirWhole checks how parts are written. Two columns and a beam are parts of a truss that is
// no element, and a third column is a part of a stair.
func TestPartsAreAggregatedToTheirWhole(t *testing.T) {
	s := variety(t)
	columns, beams := s.model.OfCategory(state.CategoryColumn), s.model.OfCategory(state.CategoryBeam)
	for _, id := range []state.ID{columns[0], columns[1], beams[0]} {
		s.ids["part"] = id
		s.modify("part", "assembly_id", trussID)
	}
	stair := s.model.OfCategory(state.CategoryStair)[0]
	s.ids["part"] = columns[2]
	s.modify("part", "assembly_id", stair)
	for _, name := range Schemas() {
		r := readIn(t, s, name)
		truss := r.one(t, "IfcElementAssembly", "")
		if r.text(truss, "GlobalId") != ifc.GlobalID(trussID) {
			t.Errorf("%s: the truss is %s", name, r.text(truss, "GlobalId"))
		}
		rel := r.relating("IfcRelAggregates", "RelatingObject", truss)
		if len(rel) != 1 || len(r.refs(rel[0], "RelatedObjects")) != 3 {
			t.Errorf("%s: the truss has %d relations", name, len(rel))
		}
		if in := r.relating("IfcRelContainedInSpatialStructure", "RelatedElements", truss); len(in) != 1 {
			t.Errorf("%s: the truss is contained %d times", name, len(in))
		}
		for _, p := range r.of("IfcPropertySingleValue") {
			if r.text(p, "Name") == "assembly" {
				t.Errorf("%s: an assembly is carried: %v", name, r.attribute(p, "NominalValue"))
			}
		}
		for id, whole := range map[state.ID]string{columns[0]: trussID, columns[2]: string(stair)} {
			part := r.standingFor(t, id)
			got := r.related(t, "IfcRelAggregates", "RelatedObjects", part, "RelatingObject")
			if r.text(got, "GlobalId") != ifc.GlobalID(state.ID(whole)) {
				t.Errorf("%s: %s is a part of #%d", name, id, got.ID)
			}
			if r.ref(r.ref(part, "ObjectPlacement"), "PlacementRelTo") != r.ref(got, "ObjectPlacement") {
				t.Errorf("%s: %s is not placed relative to its whole", name, id)
			}
		}
	}
}

// TestRoundTripOfAssemblies makes random elements parts of each other, also in cycles, and checks that an import
// restores them. The files must conform to the rules of their schema.
func TestRoundTripOfAssemblies(t *testing.T) {
	sites := map[string]func(*testing.T) *site{"house": func(t *testing.T) *site { return house(t) },
		"variety":  func(t *testing.T) *site { return variety(t) },
		"equipped": func(t *testing.T) *site { return equipped(t) },
		"fixed":    func(t *testing.T) *site { return fixedSite(t) }}
	for name, make := range sites {
		for seed := range int64(3) {
			s, r := make(t), rand.New(rand.NewSource(seed))
			var all []state.ID
			s.model.Each(func(e *state.Element) bool {
				if e.LevelID != "" {
					all = append(all, e.ID)
				}
				return true
			})
			slices.Sort(all)
			for _, id := range all {
				wholes := []state.ID{trussID, "Truss 7", all[r.Intn(len(all))],
					state.ID(fmt.Sprint("Lot ", r.Intn(4)))}
				if whole := wholes[r.Intn(len(wholes))]; whole != id && r.Intn(3) > 0 {
					s.ids["part"] = id
					s.modify("part", "assembly_id", whole)
				}
			}
			for _, schema := range Schemas() {
				t.Run(fmt.Sprint(name, " ", seed, " ", schema), func(t *testing.T) {
					got, report := reimported(t, s.model, in(schema))
					sameState(t, got, s.model)
					for _, l := range report.Left {
						t.Errorf("left: %+v", l)
					}
					_, before := exported(t, make(t).model, in(schema))
					_, summary := exported(t, s.model, in(schema))
					if len(summary.Warnings) > len(before.Warnings) {
						t.Errorf("%+v, without assemblies %+v", summary.Warnings, before.Warnings)
					}
				})
			}
		}
	}
}

// standingFor returns the product that represents an element.
func (r *reading) standingFor(t *testing.T, id state.ID) *step.Instance {
	t.Helper()
	for _, in := range r.of("IfcProduct") {
		if r.text(in, "GlobalId") == ifc.GlobalID(id) {
			return in
		}
	}
	t.Fatalf("nothing stands for %s", id)
	return nil
}
