package schema

import "strings"

// PropertyKind is the entity that holds a property of a template, as in IfcSimplePropertyTemplateTypeEnum.
type PropertyKind string

// The kinds of property.
const (
	SingleValue     PropertyKind = "single"
	EnumeratedValue PropertyKind = "enumerated"
	BoundedValue    PropertyKind = "bounded"
	ListValue       PropertyKind = "list"
	TableValue      PropertyKind = "table"
	ReferenceValue  PropertyKind = "reference"
	ComplexProperty PropertyKind = "complex"
)

// PropertySet is the template of a property set.
type PropertySet struct {
	Name       string       `json:"name"`
	Template   string       `json:"template,omitempty"` // IfcPropertySetTemplateTypeEnum, e.g. PSET_TYPEDRIVENOVERRIDE
	Applicable []Applicable `json:"applicable,omitempty"`
	Properties []Property   `json:"properties,omitempty"`
}

// Applicable is a class that a set is meant for, including its subtypes.
type Applicable struct {
	Class      string `json:"class"`                // class, e.g. IfcActuator
	Predefined string `json:"predefined,omitempty"` // empty, or the only PredefinedType, e.g. ELECTRICACTUATOR
}

// Property is one property of a template.
type Property struct {
	Name string       `json:"name"`
	Kind PropertyKind `json:"kind"`
	// e.g. IfcBoolean; the type of a table's defined values; the class of a reference
	DataType string     `json:"type,omitempty"`
	Defining string     `json:"defining,omitempty"` // type of a table's defining values
	Enum     string     `json:"enum,omitempty"`     // name of the enumeration, e.g. PEnum_ElementStatus
	Items    []string   `json:"items,omitempty"`    // items of the enumeration
	Parts    []Property `json:"parts,omitempty"`    // parts of a complex property
}

// QuantityKind names the IfcPhysicalSimpleQuantity that holds a quantity.
type QuantityKind string

// The kinds of quantity.
const (
	Length QuantityKind = "length"
	Area   QuantityKind = "area"
	Volume QuantityKind = "volume"
	Weight QuantityKind = "weight"
	Count  QuantityKind = "count"
	Time   QuantityKind = "time"
)

// QuantitySet is the template of a quantity set.
type QuantitySet struct {
	Name       string       `json:"name"`
	Applicable []Applicable `json:"applicable,omitempty"`
	Quantities []Quantity   `json:"quantities,omitempty"`
}

// Quantity is one quantity of a template.
type Quantity struct {
	Name string       `json:"name"`
	Kind QuantityKind `json:"kind"`
}

// Sets are the templates for one schema: the content of a _sets table, each list in the order of names.
type Sets struct {
	Properties []*PropertySet `json:"property_sets"`
	Quantities []*QuantitySet `json:"quantity_sets,omitempty"`

	properties map[string]*PropertySet
	quantities map[string]*QuantitySet
}

func (t *Sets) link() {
	t.properties = make(map[string]*PropertySet, len(t.Properties))
	for _, p := range t.Properties {
		t.properties[p.Name] = p
	}
	t.quantities = make(map[string]*QuantitySet, len(t.Quantities))
	for _, q := range t.Quantities {
		t.quantities[q.Name] = q
	}
}

// PropertySets returns the templates of all property sets in the order of their names. The caller must not change them.
func (s *Schema) PropertySets() []*PropertySet { return s.sets.Properties }

// QuantitySets returns the templates of all quantity sets in the order of their names; none were published for IFC2X3.
// The caller must not change them.
func (s *Schema) QuantitySets() []*QuantitySet { return s.sets.Quantities }

// PropertySet returns a template by its exact name, e.g. Pset_WallCommon.
func (s *Schema) PropertySet(name string) (*PropertySet, bool) {
	p, ok := s.sets.properties[name]
	return p, ok
}

// QuantitySet returns a template by its exact name, e.g. Qto_WallBaseQuantities.
func (s *Schema) QuantitySet(name string) (*QuantitySet, bool) {
	q, ok := s.sets.quantities[name]
	return q, ok
}

// Property returns a property of the set by its exact name.
func (p *PropertySet) Property(name string) (*Property, bool) {
	for i := range p.Properties {
		if p.Properties[i].Name == name {
			return &p.Properties[i], true
		}
	}
	return nil, false
}

// Quantity returns a quantity of the set by its exact name.
func (q *QuantitySet) Quantity(name string) (*Quantity, bool) {
	for i := range q.Quantities {
		if q.Quantities[i].Name == name {
			return &q.Quantities[i], true
		}
	}
	return nil, false
}

// PropertySetsFor returns the property sets for a class (in any case) and its supertypes, with any PredefinedType, in
// the order of their names. IFC4 names only occurrence classes (IfcWall, not IfcWallType), but a set with a type-driven
// template belongs on the type as well.
func (s *Schema) PropertySetsFor(class string) []*PropertySet {
	var out []*PropertySet
	for _, p := range s.sets.Properties {
		if s.applies(p.Applicable, class) {
			out = append(out, p)
		}
	}
	return out
}

// QuantitySetsFor returns the quantity sets for a class; see [Schema.PropertySetsFor].
func (s *Schema) QuantitySetsFor(class string) []*QuantitySet {
	var out []*QuantitySet
	for _, q := range s.sets.Quantities {
		if s.applies(q.Applicable, class) {
			out = append(out, q)
		}
	}
	return out
}

func (s *Schema) applies(to []Applicable, class string) bool {
	e, ok := s.Entity(class)
	for _, a := range to {
		if ok && e.IsA(a.Class) || strings.EqualFold(a.Class, class) {
			return true
		}
	}
	return false
}
