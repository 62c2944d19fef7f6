package schema

import "strings"

// unitNames are the unit kinds whose names do not follow from the names of their measures.
var unitNames = map[string]string{
	"IfcThermalConductivityMeasure":   "THERMALCONDUCTANCEUNIT",
	"IfcSectionalAreaIntegralMeasure": "SECTIONAREAINTEGRALUNIT",
}

// UnitKind returns the kind of unit for values of a type, an item of IfcUnitEnum or IfcDerivedUnitEnum. It is "" for
// ratios, counts and types that are no measures. A unit kind has the name of its measure; a special measure has the
// unit of the measure that it specialises.
func (s *Schema) UnitKind(t *Type) string {
	for ; t != nil; t = t.Underlying.Type() {
		kind := unitNames[t.Name]
		if name, is := strings.CutSuffix(strings.TrimPrefix(t.Name, "Ifc"), "Measure"); is && kind == "" {
			kind = strings.ToUpper(name) + "UNIT"
		}
		for _, enumeration := range []string{"IfcUnitEnum", "IfcDerivedUnitEnum"} {
			if e, ok := s.Type(enumeration); ok && e.HasItem(kind) {
				return kind
			}
		}
		if t.Underlying == nil {
			return ""
		}
	}
	return ""
}
