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

// standardProperty is a property with the data types that it may have, in upper case; none leaves all.
type standardProperty struct {
	name  string
	types []string
}

// standardSets returns the sets of the standard whose names the value matches.
func (s *space) standardSets(name *ids.Value) []standardSet {
	if r := name.Restriction; r != nil && len(r.Constraints) == 0 {
		return nil // it allows every name and names none
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
		out = append(out, "IFCLABEL") // of what the values of an IfcPropertyEnumeration are in practice
	}
	return out
}

// quantityTypes are the data types that quantities count as in IDS.
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

// standardProperty checks that the sets have the property, and gives the data types that it may have.
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

// setClasses returns the classes that the sets are for, with their type objects.
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

// typesOf returns the classes of type objects for an occurrence, by the names that the schemas give them; of what has
// no type of its own, those of its supertypes.
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
