package export

import (
	"testing"

	"github.com/bimstream/bimstream/ifc/step"
)

func TestUnitsAreDeclaredOnceEach(t *testing.T) {
	r := read(t, house(t))
	got := map[string]string{}
	for _, u := range r.refs(r.one(t, "IfcUnitAssignment", ""), "Units") {
		kind := r.enum(u, "UnitType")
		if got[kind] != "" {
			t.Errorf("%s is declared twice", kind)
		}
		got[kind] = r.enum(u, "Prefix") + r.enum(u, "Name") + " "
	}
	for kind, want := range map[string]string{
		"LENGTHUNIT": "MILLIMETRE ", "AREAUNIT": "SQUARE_METRE ", "VOLUMEUNIT": "CUBIC_METRE ",
		"PLANEANGLEUNIT": "RADIAN ", "MASSUNIT": "KILOGRAM ",
		"TIMEUNIT": "SECOND ", "THERMODYNAMICTEMPERATUREUNIT": "KELVIN ", "MASSDENSITYUNIT": " ",
		"THERMALTRANSMITTANCEUNIT": " ",
	} {
		if got[kind] != want {
			t.Errorf("%s is %q, want %q", kind, got[kind], want)
		}
	}
}

// TestDerivedUnitsBuildOnMetres checks that densities are in kilograms per cubic metre, not per cubic millimetre.
func TestDerivedUnitsBuildOnMetres(t *testing.T) {
	r := read(t, house(t))
	for _, u := range r.of("IfcDerivedUnit") {
		for _, e := range r.refs(u, "Elements") {
			if base := r.ref(e, "Unit"); r.enum(base, "UnitType") == "LENGTHUNIT" &&
				r.attribute(base, "Prefix") != step.Value(null) {
				t.Errorf("%s builds on a prefixed length", r.enum(u, "UnitType"))
			}
		}
	}
}
