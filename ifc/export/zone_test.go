package export

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

// TestZonesAreGroups checks that a zone is a group of its rooms in every schema, and that a zone without rooms is left
// out with a warning.
func TestZonesAreGroups(t *testing.T) {
	s := house(t)
	s.do("fire", change.CreateZone{Name: "Fire 1", Zone: room.Zone{Rooms: []state.ID{s.ids["001"], s.ids["101"]},
		Usage: "fire compartment"},
		Properties: sets(t, `{"Pset_ZoneCommon": {"PubliclyAccessible": true}}`)})
	s.do("heat", change.CreateZone{Name: "Heat", Zone: room.Zone{Rooms: []state.ID{s.ids["001"]}}})
	s.do("empty", change.CreateZone{Name: "Empty"})
	for _, schema := range Schemas() {
		r, summary := exported(t, s.model, in(schema))
		if n := len(r.of("IfcZone")); n != 2 {
			t.Fatalf("%s: %d zones", schema, n)
		}
		zone := r.one(t, "IfcZone", "Fire 1")
		if got := r.text(zone, "ObjectType"); got != "fire compartment" {
			t.Errorf("%s: the zone is for %q", schema, got)
		}
		rel := r.relating("IfcRelAssignsToGroup", "RelatingGroup", zone)
		if len(rel) != 1 || len(r.refs(rel[0], "RelatedObjects")) != 2 {
			t.Errorf("%s: the zone has not two rooms", schema)
		}
		if got := r.property(zone, "Pset_ZoneCommon", "PubliclyAccessible"); got != "IFCBOOLEAN(.T.)" {
			t.Errorf("%s: %q", schema, got)
		}
		told := 0
		for _, w := range summary.Warnings {
			if w.Code == "ZONE_WITHOUT_ROOMS" {
				told++
			}
		}
		if told != 1 {
			t.Errorf("%s: %d warnings of the empty zone", schema, told)
		}
	}
}
