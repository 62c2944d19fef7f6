package verify

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
	"github.com/bimstream/bimstream/ifc/step"
)

// The functions below read attributes by their names in upper case. An attribute that is missing or has the wrong type
// reads as no value, because the rules of the schema report that fault.

// get returns an attribute's value. If a derived attribute cannot be evaluated, the check counts as not evaluated.
func (c *check) get(x *express.Instance, attribute string) express.Value {
	v, err := c.model.Get(x, attribute)
	if err != nil && c.reason == "" {
		c.reason = err.Error()
	}
	return v
}

// one returns the instance that an attribute refers to, or nil.
func (c *check) one(x *express.Instance, attribute string) *express.Instance {
	if x == nil {
		return nil
	}
	to, _ := c.get(x, attribute).(*express.Instance)
	return to
}

// many returns the instances that an attribute refers to; a single reference counts as a list.
func (c *check) many(x *express.Instance, attribute string) []*express.Instance {
	if x == nil {
		return nil
	}
	switch v := c.get(x, attribute).(type) {
	case *express.Instance:
		return []*express.Instance{v}
	case *express.Aggregate:
		return members(v)
	}
	return nil
}

func members(a *express.Aggregate) []*express.Instance {
	var out []*express.Instance
	for _, item := range a.Items {
		if x, ok := item.(*express.Instance); ok {
			out = append(out, x)
		}
	}
	return out
}

// has reports whether an attribute has a value; an empty aggregate counts as no value.
func (c *check) has(x *express.Instance, attribute string) bool {
	switch v := c.get(x, attribute).(type) {
	case nil:
		return false
	case *express.Aggregate:
		return len(v.Items) > 0
	}
	return true
}

// text returns a string attribute, or "" if it has no value.
func (c *check) text(x *express.Instance, attribute string) string {
	s, _ := stringOf(c.get(x, attribute))
	return s
}

func stringOf(v express.Value) (string, bool) {
	if t, ok := v.(*express.Typed); ok {
		return stringOf(t.Value)
	}
	s, ok := v.(step.String)
	return string(s), ok
}

// enum returns the item of an enumeration attribute, or "" if it has no value.
func (c *check) enum(x *express.Instance, attribute string) string {
	if x == nil {
		return ""
	}
	e, _ := c.get(x, attribute).(step.Enum)
	return string(e)
}

// number returns a numeric attribute, and false if the attribute has no value.
func (c *check) number(x *express.Instance, attribute string) (float64, bool) {
	if x == nil {
		return 0, false
	}
	return numberOf(c.get(x, attribute))
}

func numberOf(v express.Value) (float64, bool) {
	switch v := v.(type) {
	case *express.Typed:
		return numberOf(v.Value)
	case step.Int:
		return float64(v), true
	case step.Real:
		return float64(v), true
	}
	return 0, false
}

// each returns the instances of an entity and its subtypes, and marks the rule as applicable if there are any.
func (c *check) each(entity string) []*express.Instance {
	all := c.model.Of(entity)
	c.applied = c.applied || len(all) > 0
	return all
}

// exactly returns the instances of an entity but not of its subtypes, and marks the rule as applicable if there are
// any.
func (c *check) exactly(entity string) []*express.Instance {
	var out []*express.Instance
	for _, x := range c.model.Of(entity) {
		if isExactly(x, entity) {
			out = append(out, x)
		}
	}
	c.applied = c.applied || len(out) > 0
	return out
}

func isExactly(x *express.Instance, entity string) bool {
	super := x.Entity().Supertype()
	return x.IsA(entity) && (super == nil || !super.IsA(entity))
}

// isAny reports whether the instance is of one of the entities or a subtype.
func isAny(x *express.Instance, entities ...string) bool {
	if x == nil {
		return false
	}
	for _, e := range entities {
		if x.IsA(e) {
			return true
		}
	}
	return false
}

func (c *check) globalID(x *express.Instance) string {
	if !x.IsA("IFCROOT") {
		return ""
	}
	return c.text(x, "GLOBALID")
}

// representations returns the shape representations of a product.
func (c *check) representations(product *express.Instance) []*express.Instance {
	return c.many(c.one(product, "REPRESENTATION"), "REPRESENTATIONS")
}

// typeOf returns the type object of an occurrence, or nil.
func (c *check) typeOf(x *express.Instance) *express.Instance {
	for _, rel := range c.model.Users(x, "IFCRELDEFINESBYTYPE", "RELATEDOBJECTS") {
		if t := c.one(rel, "RELATINGTYPE"); t != nil {
			return t
		}
	}
	return nil
}

// listed reports a finding if an attribute has a text that is not on the list.
func (c *check) listed(x *express.Instance, attribute string, list []string) {
	v, ok := stringOf(c.get(x, strings.ToUpper(attribute)))
	if ok && !slices.Contains(list, v) {
		c.at(x, attribute, "%q is none of %s", v, strings.Join(list, ", "))
	}
}

func sortedKeys[V any](table map[string]V) []string {
	keys := make([]string, 0, len(table))
	for k := range table {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
