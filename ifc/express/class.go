package express

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// class is what evaluation needs to know of an entity.
type class struct {
	entity     *schema.Entity
	attributes map[string]*property // by upper case name, inherited ones included
	places     int                  // explicit, then derived attributes
	member     map[string]bool      // upper case names of the types that its instances belong to
	typeOf     *Aggregate           // what TYPEOF returns
	rules      []*rule              // own and inherited
	checks     []*valueCheck        // by explicit attribute, nil where its type has no rules
}

// property is an attribute of a class: explicit, derived or inverse.
type property struct {
	name    string
	place   int              // in the class's places, -1 for an inverse attribute
	typ     *schema.TypeExpr // of an explicit attribute
	derived *derivation
	inverse *schema.Inverse
}

// derivation is the expression of a derived attribute.
type derivation struct {
	owner *class
	text  string
	code  *code
	err   error // why it cannot be compiled
}

// newClass builds the class after its supertype's.
func (r *Rules) newClass(e *schema.Entity, super *class) *class {
	c := &class{entity: e, attributes: map[string]*property{}}
	if super != nil {
		for id, p := range super.attributes {
			c.attributes[id] = p
		}
	}
	all := e.AllAttributes()
	for i := range all {
		id := strings.ToUpper(all[i].Name)
		if p := c.attributes[id]; p == nil || p.derived == nil {
			c.attributes[id] = &property{name: id, place: i, typ: &all[i].Type}
		}
	}
	c.places = len(all)
	c.inherit()
	for _, d := range e.Derived {
		id := strings.ToUpper(d.Name)
		c.attributes[id] = &property{name: id, place: c.places, derived: &derivation{owner: c, text: d.Text}}
		c.places++
	}
	for i := range e.Inverses {
		id := strings.ToUpper(e.Inverses[i].Name)
		c.attributes[id] = &property{name: id, place: -1, inverse: &e.Inverses[i]}
	}
	c.belong(r)
	return c
}

// inherit gives the inherited derived attributes places after the explicit ones, which are more here than there.
func (c *class) inherit() {
	for _, id := range sortedKeys(c.attributes) {
		if p := c.attributes[id]; p.derived != nil {
			moved := *p
			moved.place = c.places
			c.places++
			c.attributes[id] = &moved
		}
	}
}

// belong collects the names of the entity, its supertypes and the selects that hold any of them.
func (c *class) belong(r *Rules) {
	c.member = map[string]bool{}
	prefix := strings.ToUpper(r.schema.Name) + "."
	c.typeOf = &Aggregate{Kind: schema.SetOf, Low: 1}
	for e := c.entity; e != nil; e = e.Supertype() {
		id := strings.ToUpper(e.Name)
		c.member[id] = true
		c.typeOf.Items = append(c.typeOf.Items, step.String(prefix+id))
		for _, t := range r.selectsOf[id] {
			if !c.member[t] {
				c.member[t] = true
				c.typeOf.Items = append(c.typeOf.Items, step.String(prefix+t))
			}
		}
	}
}

// selects tells for each entity and type in which selects it is, nested ones included.
func selects(s *schema.Schema) map[string][]string {
	out := map[string][]string{}
	for _, t := range s.Types {
		id := strings.ToUpper(t.Name)
		for _, e := range t.Entities() {
			out[strings.ToUpper(e.Name)] = append(out[strings.ToUpper(e.Name)], id)
		}
		for _, m := range t.Types() {
			out[strings.ToUpper(m.Name)] = append(out[strings.ToUpper(m.Name)], id)
		}
	}
	return out
}
