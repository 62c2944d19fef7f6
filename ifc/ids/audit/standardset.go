package audit

import (
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/schema"
)

// standardSet is a property set or quantity set of the standard.
type standardSet struct {
	applicable []schema.Applicable
	properties []standardProperty
}

// standardProperty is a property with its allowed data types in upper case; an empty list allows every type.
type standardProperty struct {
	name  string
	types []string
}

// standardSets returns the sets of the standard whose names the value matches.
func (s *space) standardSets(name *ids.Value) []standardSet {
	if r := name.Restriction; r != nil && len(r.Constraints) == 0 {
		return nil // an empty restriction matches every name and selects no set
	}
	var out []standardSet
	for _, p := range s.schema.PropertySets() {
		if name.MatchesText(p.Name) {
			out = append(out, standardSet{p.Applicable, propertiesOf(p)})
		}
	}
	for _, q := range s.schema.QuantitySets() {
		if name.MatchesText(q.Name) {
			out = append(out, standardSet{q.Applicable, quantitiesOf(q)})
		}
	}
	return out
}

func propertiesOf(p *schema.PropertySet) []standardProperty {
	var out []standardProperty
	for i := range p.Properties {
		out = append(out, standardProperty{p.Properties[i].Name, typesOf(&p.Properties[i])})
	}
	return out
}

func typesOf(p *schema.Property) []string {
	switch p.Kind {
	case schema.ReferenceValue, schema.ComplexProperty:
		return nil
	}
	var out []string
	for _, t := range []string{p.DataType, p.Defining} {
		if t != "" {
			out = append(out, strings.ToUpper(t))
		}
	}
	if p.Kind == schema.EnumeratedValue && !slices.Contains(out, "IFCLABEL") {
		out = append(out, "IFCLABEL") // the usual type of the values of an IfcPropertyEnumeration
	}
	return out
}

// quantityTypes are the data types that IDS gives to quantities.
var quantityTypes = map[schema.QuantityKind]string{
	schema.Length: "IFCLENGTHMEASURE", schema.Area: "IFCAREAMEASURE", schema.Volume: "IFCVOLUMEMEASURE",
	schema.Weight: "IFCMASSMEASURE",
	schema.Count:  "IFCCOUNTMEASURE", schema.Time: "IFCTIMEMEASURE",
}

func quantitiesOf(q *schema.QuantitySet) []standardProperty {
	var out []standardProperty
	for _, quantity := range q.Quantities {
		p := standardProperty{name: quantity.Name}
		if t, ok := quantityTypes[quantity.Kind]; ok {
			p.types = []string{t}
		}
		out = append(out, p)
	}
	return out
}

// standardProperty checks that the sets have the property, and returns its allowed data types.
func (a *auditor) standardProperty(f *ids.Property, sets []standardSet, s *space) (types []string, ok bool) {
	var names []string
	for _, set := range sets {
		for _, p := range set.properties {
			names = append(names, p.name)
		}
	}
	matched, ok := a.names(f.BaseName, names, "property", s)
	if !ok {
		return nil, false
	}
	for _, set := range sets {
		for _, p := range set.properties {
			if !slices.Contains(matched, p.name) {
				continue
			}
			if len(p.types) == 0 {
				return nil, true
			}
			types = append(types, p.types...)
		}
	}
	slices.Sort(types)
	return slices.Compact(types), true
}

// setClasses returns the classes that the sets apply to, together with their type classes.
func (s *space) setClasses(sets []standardSet) classes {
	out := classes{}
	for _, set := range sets {
		for _, a := range set.applicable {
			own := s.below(a.Class)
			maps.Copy(out, own)
			for name := range own {
				maps.Copy(out, s.typesOf(name))
			}
		}
	}
	return out
}

// typesOf returns the type classes of an occurrence class, which the schemas name with Type or Style at the end. If the
// class has no type class, the nearest supertype that has one counts.
func (s *space) typesOf(name string) classes {
	e, _ := s.schema.Entity(name)
	for ; e != nil; e = e.Supertype() {
		if found := s.below(e.Name+"Type", e.Name+"Style"); len(found) > 0 {
			return found
		}
	}
	return nil
}

// withProperties returns the classes that can have properties.
func (s *space) withProperties() classes {
	out := s.belowAttribute("IfcRelDefinesByProperties", "RelatedObjects")
	maps.Copy(out, s.below("IfcTypeObject", "IfcMaterial", "IfcMaterialDefinition", "IfcProfileDef"))
	return out
}
