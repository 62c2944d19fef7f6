package schema

// Type is a defined type: one of an underlying type, an enumeration, a select.
type Type struct {
	Name       string    `json:"name"`
	Underlying *TypeExpr `json:"type,omitempty"`
	Items      []string  `json:"items,omitempty"`  // of an enumeration, upper case
	Select     []string  `json:"select,omitempty"` // names of types and entities, as declared
	Where      []Rule    `json:"where,omitempty"`

	upper    string    // the name in upper case
	entities []*Entity // of a select, nested selects resolved
	types    []*Type
}

// Upper returns the name as STEP files have it.
func (t *Type) Upper() string { return t.upper }

// IsEnumeration tells an enumeration.
func (t *Type) IsEnumeration() bool { return len(t.Items) > 0 }

// IsSelect tells a select.
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

// Entities returns the entities of a select, those of nested selects included.
func (t *Type) Entities() []*Entity { return t.entities }

// Types returns the defined types of a select that are not selects themselves, those of nested selects included.
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

// Base returns the simple or aggregate type at the bottom of a chain of defined types, nil for enumerations and
// selects.
func (t *Type) Base() *TypeExpr {
	e := t.Underlying
	for e != nil && e.typ != nil {
		e = e.typ.Underlying
	}
	return e
}

// Supertype returns the defined type that t specialises, nil where it stands for something else.
func (t *Type) Supertype() *Type {
	if t.Underlying == nil {
		return nil
	}
	return t.Underlying.typ
}
