package importer

import (
	"testing"

	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/ifc/building"
)

// TestWhatSystemsAreFor checks that the predefined type of a system determines its use, whatever words are in its name,
// and that names are matched by whole words.
func TestWhatSystemsAreFor(t *testing.T) {
	for _, c := range []struct {
		predefined, objectType, name string
		want                         services.SystemUse
	}{
		{"DOMESTICHOTWATER", "", "Heating plant, hot water", "domestic_hot_water"},
		{"HEATING", "heating", "H1", "heating"},
		{"", "domestic_cold_water", "", "domestic_cold_water"},
		{"", "DOMESTICCOLDWATER", "Cold", "domestic_cold_water"}, // as in IFC2X3
		{"", "", "Domestic Cold Water 1", "domestic_cold_water"},
		{"NOTDEFINED", "", "mechanical - supply_air/2", "supply_air"},
		{"VENTILATION", "", "Exhaust air WC", "exhaust_air"},
		{"VENTILATION", "", "Office", "supply_air"},
		{"AIRCONDITIONING", "exhaust_air", "", "exhaust_air"},
		{"EXHAUST", "", "Supply air unit's exhaust", "exhaust_air"},
		{"", "", "Abgas", ""},
		{"", "", "Database wiring", ""},
		{"", "", "", ""},
		{"VACUUM", "", "", ""},
	} {
		g := &building.Group{Predefined: c.predefined, ObjectType: c.objectType, Name: c.name}
		if got := systemUse(g); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
