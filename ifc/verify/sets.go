package verify

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
	"github.com/bimstream/bimstream/ifc/schema"
)

var setRules = []Rule{
	{ID: "PSE001", Title: "A property set whose name begins with Pset_ is one of the official templates: its name, " +
		"the objects that it belongs to, the names, kinds and types of its properties.",
		Severity: Agreement, run: standardPropertySets},
	{ID: "PSE002", Title: "The name of a property set of one's own does not begin with pset in any case.",
		Severity: Practice,
		run:      customPropertySets},
	{ID: "QTY001",
		Title: "A quantity set whose name begins with Qto_ is one of the official templates: its name, the " +
			"objects that it belongs to, the names and kinds of its quantities, the method of measurement " +
			"BaseQuantities.",
		Severity: Agreement, Schemas: []string{ifc4, ifc4x3}, run: standardQuantitySets},
}

func customPropertySets(c *check) {
	for _, set := range c.model.Of("IFCPROPERTYSET") {
		name := c.text(set, "NAME")
		if strings.HasPrefix(name, "Pset_") {
			continue
		}
		c.applied = true
		if len(name) >= 4 && strings.EqualFold(name[:4], "pset") {
			c.at(set, "Name", "the name %q of a set that is not standardised begins like those that are", name)
		}
	}
}

func standardPropertySets(c *check) {
	for _, set := range c.model.Of("IFCPROPERTYSET") {
		name := c.text(set, "NAME")
		if !strings.HasPrefix(name, "Pset_") {
			continue
		}
		c.applied = true
		template, ok := c.schema.PropertySet(name)
		if !ok {
			c.at(set, "Name", "%s has no property set %s", c.schema.Name, name)
			continue
		}
		c.owners(set, template.Applicable, template.Template)
		for _, p := range c.many(set, "HASPROPERTIES") {
			c.property(template, p)
		}
	}
}

// owners checks the objects and types that have a set.
func (c *check) owners(set *express.Instance, applicable []schema.Applicable, template string) {
	for _, rel := range c.model.Users(set, "IFCRELDEFINESBYPROPERTIES", "RELATINGPROPERTYDEFINITION") {
		for _, x := range c.many(rel, "RELATEDOBJECTS") {
			c.owner(set, x, applicable, template)
		}
	}
	for _, x := range c.model.Users(set, "IFCTYPEOBJECT", "HASPROPERTYSETS") {
		c.owner(set, x, applicable, template)
	}
}

func (c *check) owner(set, x *express.Instance, applicable []schema.Applicable, template string) {
	isType := x.IsA("IFCTYPEOBJECT")
	switch {
	case isType && template == "PSET_OCCURRENCEDRIVEN":
		c.at(set, "", "%s is for occurrences only and belongs to #%d, an %s", c.text(set, "NAME"), x.ID, x.Class())
	case !isType && template == "PSET_TYPEDRIVENONLY":
		c.at(set, "", "%s is for types only and belongs to #%d, an %s", c.text(set, "NAME"), x.ID, x.Class())
	case !c.suits(x, applicable):
		c.at(set, "", "%s is not meant for #%d, an %s", c.text(set, "NAME"), x.ID, x.Class())
	}
}

// suits reports whether a set is meant for an object, its type or the occurrence class of a type. An object without a
// predefined type suits every predefined type.
func (c *check) suits(x *express.Instance, applicable []schema.Applicable) bool {
	t, predefined := c.typeOf(x), c.predefined(x)
	if t == nil {
		return c.meantFor(x, predefined, applicable)
	}
	if predefined == "" {
		predefined = c.predefined(t)
	}
	return c.meantFor(x, predefined, applicable) ||
		// In IFC2X3 types are more special than occurrences.
		c.schema.Name == ifc2x3 && c.meantFor(t, c.predefined(t), applicable)
}

// predefined returns the predefined type of an object, or "" if it is missing or NOTDEFINED.
func (c *check) predefined(x *express.Instance) string {
	if p := c.enum(x, "PREDEFINEDTYPE"); p != "NOTDEFINED" {
		return p
	}
	return ""
}

func (c *check) meantFor(x *express.Instance, predefined string, applicable []schema.Applicable) bool {
	return slices.ContainsFunc(applicable, func(a schema.Applicable) bool {
		return c.isClass(x, a.Class) && (a.Predefined == "" || predefined == "" ||
			strings.EqualFold(a.Predefined, predefined))
	})
}

// isClass reports whether an object is of the class, or is a type whose occurrences are of the class.
func (c *check) isClass(x *express.Instance, class string) bool {
	id := strings.ToUpper(class)
	if x.IsA(id) {
		return true
	}
	for e := x.Entity(); e != nil; e = e.Supertype() {
		for _, suffix := range []string{"Type", "Style"} {
			occurrence, is := strings.CutSuffix(e.Name, suffix)
			if o, ok := c.schema.Entity(occurrence); is && ok && o.IsA(class) {
				return true
			}
		}
	}
	return false
}

// kindEntities are the entities of the kinds of properties.
var kindEntities = map[schema.PropertyKind]string{
	schema.SingleValue: "IFCPROPERTYSINGLEVALUE", schema.EnumeratedValue: "IFCPROPERTYENUMERATEDVALUE",
	schema.BoundedValue: "IFCPROPERTYBOUNDEDVALUE", schema.ListValue: "IFCPROPERTYLISTVALUE",
	schema.TableValue: "IFCPROPERTYTABLEVALUE", schema.ReferenceValue: "IFCPROPERTYREFERENCEVALUE",
	schema.ComplexProperty: "IFCCOMPLEXPROPERTY",
}

func (c *check) property(set *schema.PropertySet, p *express.Instance) {
	name := c.text(p, "NAME")
	template, ok := set.Property(name)
	if !ok {
		c.at(p, "Name", "%s has no property %s", set.Name, name)
		return
	}
	if !p.IsA(kindEntities[template.Kind]) {
		c.at(p, "", "%s of %s is a %s value, not an %s", name, set.Name, template.Kind, p.Class())
		return
	}
	switch template.Kind {
	case schema.SingleValue:
		c.ofType(p, "NominalValue", template.DataType)
	case schema.BoundedValue:
		c.ofType(p, "UpperBoundValue", template.DataType)
		c.ofType(p, "LowerBoundValue", template.DataType)
	case schema.ListValue:
		c.ofType(p, "ListValues", template.DataType)
	case schema.TableValue:
		c.ofType(p, "DefiningValues", template.Defining)
		c.ofType(p, "DefinedValues", template.DataType)
	case schema.EnumeratedValue:
		c.ofItems(p, template)
	}
}

// ofType reports a finding if a value is not of exactly the defined type.
func (c *check) ofType(p *express.Instance, attribute, want string) {
	if want == "" {
		return
	}
	for _, v := range valuesOf(c.get(p, strings.ToUpper(attribute))) {
		if t, ok := v.(*express.Typed); ok && !strings.EqualFold(t.Type.Name, want) {
			c.at(p, attribute, "the value is an %s, not an %s", t.Type.Name, want)
			return
		}
	}
}

func valuesOf(v express.Value) []express.Value {
	if a, ok := v.(*express.Aggregate); ok {
		return a.Items
	}
	return []express.Value{v}
}

func (c *check) ofItems(p *express.Instance, template *schema.Property) {
	if len(template.Items) == 0 {
		return
	}
	for _, v := range valuesOf(c.get(p, "ENUMERATIONVALUES")) {
		if s, ok := stringOf(v); ok && !slices.Contains(template.Items, s) {
			c.at(p, "EnumerationValues", "%q is not an item of %s", s, template.Enum)
		}
	}
}

// quantityEntities are the entities of the kinds of quantities.
var quantityEntities = map[schema.QuantityKind]string{schema.Length: "IFCQUANTITYLENGTH",
	schema.Area:   "IFCQUANTITYAREA",
	schema.Volume: "IFCQUANTITYVOLUME", schema.Weight: "IFCQUANTITYWEIGHT", schema.Count: "IFCQUANTITYCOUNT",
	schema.Time: "IFCQUANTITYTIME"}

func standardQuantitySets(c *check) {
	for _, set := range c.model.Of("IFCELEMENTQUANTITY") {
		name := c.text(set, "NAME")
		if !strings.HasPrefix(name, "Qto_") {
			continue
		}
		c.applied = true
		if method := c.text(set, "METHODOFMEASUREMENT"); method != "BaseQuantities" {
			c.at(set, "MethodOfMeasurement", "the method of measurement is %q, not BaseQuantities", method)
		}
		template, ok := c.schema.QuantitySet(name)
		if !ok {
			c.at(set, "Name", "%s has no quantity set %s", c.schema.Name, name)
			continue
		}
		c.owners(set, template.Applicable, "")
		for _, q := range c.many(set, "QUANTITIES") {
			c.quantity(template, q)
		}
	}
}

func (c *check) quantity(set *schema.QuantitySet, q *express.Instance) {
	name := c.text(q, "NAME")
	template, ok := set.Quantity(name)
	if !ok {
		c.at(q, "Name", "%s has no quantity %s", set.Name, name)
		return
	}
	if !q.IsA(quantityEntities[template.Kind]) {
		c.at(q, "", "%s of %s is of kind %s, not an %s", name, set.Name, template.Kind, q.Class())
	}
}
