package domain

// ChangedFacets lists, in a fixed order, the changes that turn one element into another one of its category.
func ChangedFacets(from, to *Element) []Change {
	return difference(from, to, differingFacets(from, to))
}

// Changed returns a copy of an element with changes applied. Changes that do not fit its category are ignored.
func (e *Element) Changed(changes []Change) *Element {
	return e.with(func(c *Element) {
		for _, change := range changes {
			if facet, ok := facetOf(c.Category, change.Facet); ok {
				facet.set(c, change.To)
			}
		}
	})
}

// BlankElement returns an element of a category without a name and with parameters that are all zero.
func BlankElement(id ID, c Category) *Element {
	return &Element{ID: id, Category: c, Params: rows[c].params()}
}
