package schema

import "strings"

// Entity is an entity of a schema. The exported fields are its own declarations; the methods whose names begin with All
// include inherited declarations.
type Entity struct {
	Name       string       `json:"name"`
	Abstract   bool         `json:"abstract,omitempty"`
	Super      string       `json:"super,omitempty"` // name of the supertype; IFC uses single inheritance throughout
	Attributes []Attribute  `json:"attributes,omitempty"`
	Derived    []Derived    `json:"derived,omitempty"`
	Inverses   []Inverse    `json:"inverses,omitempty"`
	Unique     []UniqueRule `json:"unique,omitempty"`
	Where      []Rule       `json:"where,omitempty"`

	super    *Entity
	subtypes []*Entity
	all      []Attribute
	inverses []Inverse
}

// Attribute is an explicit attribute: an argument of the STEP instance.
type Attribute struct {
	Name     string   `json:"name"`
	Optional bool     `json:"optional,omitempty"`
	Type     TypeExpr `json:"type"`

	// Derived is set by AllAttributes if the entity or one of its supertypes derives the attribute; the STEP instance
	// has * in its place.
	Derived bool `json:"-"`
	// Owner is the entity that declares the attribute.
	Owner *Entity `json:"-"`
}

// Derived is a derived attribute.
type Derived struct {
	Name string `json:"name"`
	Of   string `json:"of,omitempty"` // the supertype whose explicit attribute it redeclares, or ""
	Text string `json:"text"`         // in EXPRESS: type := expression
}

// Inverse is an inverse attribute: the instances of Entity whose attribute For refers to this one.
type Inverse struct {
	Name   string `json:"name"`
	Single bool   `json:"single,omitempty"` // whether it is declared as one instance, not as a SET or BAG
	Low    int    `json:"low,omitempty"`
	High   int    `json:"high"` // upper bound; Unbounded if there is none
	Entity string `json:"entity"`
	For    string `json:"for"`

	// Owner is the entity that declares the inverse attribute.
	Owner *Entity `json:"-"`
}

// UniqueRule requires that no two instances have equal values in all these attributes.
type UniqueRule struct {
	Label      string   `json:"label"`
	Attributes []string `json:"attributes"`
}

// Rule is a WHERE rule ("expression") or a global rule ("FOR (entities); declarations; statements; WHERE label :
// expression;") as EXPRESS text. Package express evaluates them.
type Rule struct {
	Label string `json:"label"`
	Text  string `json:"text"`
}

// Function is a function of a schema as EXPRESS text: "(parameters) : type; declarations; statements".
type Function struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Supertype returns the entity's supertype or nil.
func (e *Entity) Supertype() *Entity { return e.super }

// Subtypes returns the direct subtypes in the order of their names.
func (e *Entity) Subtypes() []*Entity { return e.subtypes }

// IsA reports whether the entity has the name (in any case) or is a subtype of the entity with that name.
func (e *Entity) IsA(name string) bool {
	for ; e != nil; e = e.super {
		if strings.EqualFold(e.Name, name) {
			return true
		}
	}
	return false
}

// Is reports whether e is other or a subtype of it.
func (e *Entity) Is(other *Entity) bool {
	for ; e != nil; e = e.super {
		if e == other {
			return true
		}
	}
	return false
}

// AllAttributes returns the explicit attributes in the order of a STEP instance's arguments; the attributes of the
// topmost supertype come first. The caller must not change the slice.
func (e *Entity) AllAttributes() []Attribute { return e.all }

// Attribute returns an explicit attribute, own or inherited, and its place among the arguments.
func (e *Entity) Attribute(name string) (a *Attribute, place int, ok bool) {
	for i := range e.all {
		if strings.EqualFold(e.all[i].Name, name) {
			return &e.all[i], i, true
		}
	}
	return nil, 0, false
}

// AllInverses returns the inverse attributes; the inverse attributes of the topmost supertype come first. The caller
// must not change the slice.
func (e *Entity) AllInverses() []Inverse { return e.inverses }

// link computes the inherited attributes; the supertype must be linked before.
func (e *Entity) link() {
	if e.super != nil {
		e.super.subtypes = append(e.super.subtypes, e)
		e.all = append(make([]Attribute, 0, len(e.super.all)+len(e.Attributes)), e.super.all...)
		e.inverses = append(e.inverses, e.super.inverses...)
	}
	for _, a := range e.Attributes {
		a.Owner = e
		e.all = append(e.all, a)
	}
	for _, inv := range e.Inverses {
		inv.Owner = e
		e.inverses = append(e.inverses, inv)
	}
	for _, d := range e.Derived {
		if a, _, ok := e.Attribute(d.Name); ok && d.Of != "" {
			a.Derived = true
		}
	}
}
