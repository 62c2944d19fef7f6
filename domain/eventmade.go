package domain

// creationOf returns the event that brings an element into being.
func creationOf(e *Element) Event {
	if e.Category == CategoryConstraint {
		return &ConstraintAdded{ElementCreated{e}}
	}
	return &ElementCreated{e}
}

// CreatedBy returns the element that an event brings into being; false when it brings none.
func CreatedBy(e Event) (made *Element, created bool) {
	switch e := e.(type) {
	case *ElementCreated:
		return e.Element, true
	case *ConstraintAdded:
		return e.Element, true
	}
	return nil, false
}

// MadeBy returns the ids of what events make: elements, types and materials, in their order.
func MadeBy(events []Event) []ID {
	made := []ID{}
	for _, event := range events {
		if element, created := CreatedBy(event); created {
			made = append(made, element.ID)
		}
		switch e := event.(type) {
		case *TypeDefined:
			made = append(made, e.ID)
		case *MaterialDefined:
			made = append(made, e.ID)
		}
	}
	return made
}
