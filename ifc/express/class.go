package express

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// class is an entity with its attributes, types and rules in the form for evaluation.
type class struct {
	entity     *schema.Entity
	attributes map[string]*property // attributes by upper case name, including inherited attributes
	places     int                  // number of explicit and derived attributes
	member     map[string]bool      // upper case names of all types of its instances
	typeOf     *Aggregate           // the result of TYPEOF
	rules      []*rule              // own and inherited rules
	checks     []*valueCheck        // checks by explicit attribute; nil if the attribute's type has no rules
}

// property is an attribute of a class: explicit, derived or inverse.
type property struct {
	name    string
	place   int              // index of its value in an instance, -1 for an inverse attribute
	typ     *schema.TypeExpr // type of an explicit attribute
	derived *derivation
	inverse *schema.Inverse
}

// derivation is the expression of a derived attribute.
type derivation struct {
	owner *class
	text  string
	code  *code
	err   error // why the expression does not compile
}

// newClass builds the class of an entity from the class of its supertype.
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

// inherit moves the inherited derived attributes to places after the explicit attributes, because a subtype has more
// explicit attributes than its supertype.
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

// belong collects the names of the entity, of its supertypes, and of the selects that contain any of these.
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

// selects returns, for each entity and type, the selects that contain it, directly or through nested selects.
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
