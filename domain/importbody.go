package domain

// embodied is a category whose elements can have a body from the library of fixed bodies beside their parameters.
type embodied interface {
	// withBody returns the parameters with a body from the library.
	withBody(id ID) Params
}

// embodied puts the fixed body of a proxy or a component into the library.
func (c Import) embodied(t *transaction, e *Element) (Element, error) {
	if f := FixedOf(e); f != nil {
		return c.embodiedShape(t, e, f)
	}
	body, given := c.Bodies[e.ID]
	if !given {
		return *e, nil
	}
	id, err := t.fix(body)
	if err != nil {
		return Element{}, err
	}
	if p, ok := e.Params.(embodied); ok {
		return *e.with(func(c *Element) { c.Params = p.withBody(id) }), nil
	}
	return Element{}, Errorf(OutOfRange, "a %s has no fixed body", e.Category).With("element_id", e.ID)
}

// embodiedShape puts the bodies of a fixed shape and of its parts into the library.
func (c Import) embodiedShape(t *transaction, e *Element, f *FixedShape) (Element, error) {
	ids := f.Bodies()
	for i := range ids {
		of := e.ID
		if i > 0 {
			of = f.Parts[i-1].ID
		}
		body, given := c.Bodies[of]
		if !given {
			continue
		}
		id, err := t.fix(body)
		if err != nil {
			return Element{}, err
		}
		ids[i] = id
	}
	return *e.WithFixed(f.WithBodies(ids)), nil
}
