package schema

import "strings"

// unitNames are the kinds of units that are not called like their measures.
var unitNames = map[string]string{
	"IfcThermalConductivityMeasure":   "THERMALCONDUCTANCEUNIT",
	"IfcSectionalAreaIntegralMeasure": "SECTIONAREAINTEGRALUNIT",
}

// UnitKind returns the kind of unit that values of a type have, an item of IfcUnitEnum or IfcDerivedUnitEnum; "" for a
// ratio, a count and what is no measure. Units are called like their measures; a special measure has the unit of the
// one that it specialises.
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
