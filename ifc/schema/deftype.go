package schema

// Type is a defined type: a type with an underlying type, an enumeration or a select.
type Type struct {
	Name       string    `json:"name"`
	Underlying *TypeExpr `json:"type,omitempty"`
	Items      []string  `json:"items,omitempty"`  // items of an enumeration, in upper case
	Select     []string  `json:"select,omitempty"` // names of types and entities, as declared
	Where      []Rule    `json:"where,omitempty"`

	upper    string    // name in upper case
	entities []*Entity // entities of a select, nested selects resolved
	types    []*Type
}

// Upper returns the name in upper case, as STEP files write it.
func (t *Type) Upper() string { return t.upper }

// IsEnumeration reports whether the type is an enumeration.
func (t *Type) IsEnumeration() bool { return len(t.Items) > 0 }

// IsSelect reports whether the type is a select.
func (t *Type) IsSelect() bool { return len(t.Select) > 0 }

// HasItem reports whether the enumeration has the item (upper case).
func (t *Type) HasItem(item string) bool {
	for _, i := range t.Items {
		if i == item {
			return true
		}
	}
	return false
}

// Entities returns the entities of a select, including the entities of nested selects.
func (t *Type) Entities() []*Entity { return t.entities }

// Types returns the defined types of a select and of its nested selects, without the selects themselves.
func (t *Type) Types() []*Type { return t.types }

// Is reports whether t is other or specialises it: IfcPositiveLengthMeasure is an IfcLengthMeasure.
func (t *Type) Is(other *Type) bool {
	for t != nil {
		if t == other {
			return true
		}
		if t.Underlying == nil {
			return false
		}
		t = t.Underlying.typ
	}
	return false
}

// Base returns the simple or aggregate type at the end of a chain of defined types, or nil for enumerations and
// selects.
func (t *Type) Base() *TypeExpr {
	e := t.Underlying
	for e != nil && e.typ != nil {
		e = e.typ.Underlying
	}
	return e
}

// Supertype returns the defined type that t specialises, or nil if it has no such type.
func (t *Type) Supertype() *Type {
	if t.Underlying == nil {
		return nil
	}
	return t.Underlying.typ
}
