package export

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

func TestSpatialStructure(t *testing.T) {
	r := read(t, house(t))
	project, site, building := r.one(t, "IfcProject", "House"), r.one(t, "IfcSite", "Plot 7"),
		r.one(t, "IfcBuilding", "House")
	if r.related(t, "IfcRelAggregates", "RelatedObjects", site, "RelatingObject") != project {
		t.Error("the site is not part of the project")
	}
	if r.related(t, "IfcRelAggregates", "RelatedObjects", building, "RelatingObject") != site {
		t.Error("the building is not part of the site")
	}
	for _, storey := range r.of("IfcBuildingStorey") {
		if r.related(t, "IfcRelAggregates", "RelatedObjects", storey, "RelatingObject") != building {
			t.Errorf("storey %q is not part of the building", r.text(storey, "Name"))
		}
		if r.attribute(storey, "Representation") != step.Value(null) {
			t.Errorf("storey %q has a representation", r.text(storey, "Name"))
		}
	}
	if got := r.property(building, "Pset_BuildingCommon", "OccupancyType"); got != "IFCLABEL('Residential')" {
		t.Errorf("the building's use is %s", got)
	}
}

// TestStoreyPlacementIsElevation checks that the placement of a storey agrees with its Elevation, because importers
// read the level from the placement.
func TestStoreyPlacementIsElevation(t *testing.T) {
	r := read(t, house(t))
	for name, want := range map[string]float64{"Ground": 0, "First": 3000, "Roof": 6000} {
		storey := r.one(t, "IfcBuildingStorey", name)
		origin, _, _ := r.location(storey)
		if r.number(storey, "Elevation") != want || !sameNumbers(origin, []float64{0, 0, want}) {
			t.Errorf("%s: elevation %v, placed at %v, want %v", name, r.number(storey, "Elevation"), origin, want)
		}
	}
}

// TestContainment checks that every physical element has one place: walls in their storey, rooms as parts of their
// storey.
func TestContainment(t *testing.T) {
	r := read(t, house(t))
	for name, want := range map[string]string{"W1": "Ground", "W5": "First", "D4": "First", "F1": "Ground",
		"S1": "First", "R1": "Roof", "T1": "Ground", "B1": "Ground", "C2": "Ground"} {
		e := r.one(t, "IfcElement", name)
		if storey := r.related(t, "IfcRelContainedInSpatialStructure", "RelatedElements", e,
			"RelatingStructure"); r.text(storey, "Name") != want {
			t.Errorf("%s is in %s, want %s", name, r.text(storey, "Name"), want)
		}
	}
	for _, room := range r.of("IfcSpace") {
		if len(r.relating("IfcRelContainedInSpatialStructure", "RelatedElements", room)) != 0 {
			t.Errorf("room %s is contained", r.text(room, "Name"))
		}
		if storey := r.related(t, "IfcRelAggregates", "RelatedObjects", room,
			"RelatingObject"); !r.isA(storey, "IfcBuildingStorey") {
			t.Errorf("room %s is part of %s", r.text(room, "Name"), storey.Name)
		}
	}
	if faults := r.checkPlaces(nil); len(faults) > 0 {
		t.Error(faults)
	}
}

// TestLevelsThatAreNoStoreys checks that a level that is no storey is an annotation at its height. Its elements must be
// placed at their true height in the storey below, which contains them. In a model without storeys, levels with
// elements are written as storeys.
func TestLevelsThatAreNoStoreys(t *testing.T) {
	r := read(t, variety(t))
	for _, name := range []string{"mezzanine", "datum"} {
		if got := r.text(r.one(t, "IfcAnnotation", name), "ObjectType"); got != "LEVEL" {
			t.Errorf("the ObjectType of %s is %q", name, got)
		}
	}
	for _, storey := range r.of("IfcBuildingStorey") {
		name := r.text(storey, "Name")
		if name == "datum" || name == "mezzanine" || r.text(storey, "ObjectType") != "" {
			t.Errorf("%s is written as a storey", name)
		}
	}
	floor := r.one(t, "IfcSlab", "floor")
	in := r.related(t, "IfcRelContainedInSpatialStructure", "RelatedElements", floor, "RelatingStructure")
	if r.text(in, "Name") != "0" {
		t.Errorf("the floor on the mezzanine is contained in %s", r.text(in, "Name"))
	}
	s, no := newSite(t), false
	s.do("", change.CreateModel{ID: "deck", Name: "Deck", Owner: "ada"})
	s.do("deck", change.CreateLevel{Name: "deck", Elevation: length(500), IsStorey: &no})
	s.do("slab", change.CreateFloor{LevelID: s.ids["deck"], Floor: fabric.Floor{Thickness: length(200),
		Boundary: ring(0, 0, 4000, 0, 4000, 4000)}})
	if r = read(t, s); r.text(r.one(t, "IfcBuildingStorey", "deck"), "ObjectType") != "LEVEL" {
		t.Error("without storeys the deck is none")
	}
}

func TestAngleMeasure(t *testing.T) {
	for _, c := range []struct {
		degrees geometry.Angle
		want    step.List
	}{
		{52*geometry.Degree + 370216, step.List{step.Int(52), step.Int(22), step.Int(12), step.Int(777600)}},
		{-33*geometry.Degree - 500000, step.List{step.Int(-33), step.Int(-30), step.Int(0), step.Int(0)}},
		{0, step.List{step.Int(0), step.Int(0), step.Int(0), step.Int(0)}},
		{-1, step.List{step.Int(0), step.Int(0), step.Int(0), step.Int(-3600)}},
	} {
		got, _ := angleMeasure(&c.degrees).(step.List)
		for i := range c.want {
			if got[i] != c.want[i] {
				t.Errorf("%s degrees: %v, want %v", c.degrees, got, c.want)
				break
			}
		}
	}
}

// TestAngleMeasureIsExact checks that the parts of an angle have one sign, stay below 60 and add up to the angle.
func TestAngleMeasureIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := geometry.Angle(rapid.Int64Range(-180_000_000, 180_000_000).Draw(t, "angle"))
		list := angleMeasure(&a).(step.List)
		var parts [4]int64
		for i, v := range list {
			parts[i] = int64(v.(step.Int))
			if parts[i] != 0 && (parts[i] < 0) != (a < 0) {
				t.Fatalf("%v has a part of the wrong sign", list)
			}
		}
		for i, limit := range []int64{181, 60, 60, 1_000_000} {
			if parts[i] >= limit || parts[i] <= -limit {
				t.Fatalf("%v: part %d is out of range", list, i)
			}
		}
		if sum := ((parts[0]*60+parts[1])*60+parts[2])*1_000_000 + parts[3]; sum != int64(a)*3600 {
			t.Fatalf("%v is not %s degrees", list, a)
		}
	})
}

func TestSiteWithoutPlaceHasNone(t *testing.T) {
	s := newSite(t)
	s.do("", change.CreateModel{ID: "m", Name: "m", Address: "Dam 1, Amsterdam"})
	r := read(t, s)
	site := r.one(t, "IfcSite", "")
	if r.attribute(site, "RefLatitude") != step.Value(null) || r.attribute(site, "RefLongitude") != step.Value(null) {
		t.Error("a place was made up")
	}
	for _, class := range []string{"IfcSite", "IfcBuilding"} {
		name := map[string]string{"IfcSite": "SiteAddress", "IfcBuilding": "BuildingAddress"}[class]
		lines, _ := r.attribute(r.ref(r.one(t, class, ""), name), "AddressLines").(step.List)
		if class == "IfcBuilding" && (len(lines) != 1 || lines[0] != step.Value(step.String("Dam 1, Amsterdam"))) {
			t.Errorf("address lines %v", lines)
		}
	}
}
